/**
 * The key that opened a site for a visitor, as a fingerprint: the key of a share link, or the key that
 * signs visitors in. Tokens and file URLs of the visitor become invalid with it.
 */
import { createHash } from "node:crypto";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SiteTable } from "../tables.ts";
import { findAuth } from "./auth-rows.ts";
import { loadActiveKeys } from "./share-keys.ts";

type Site = Pick<SiteTable, "id" | "visibility" | "published">;

/** @returns 16 characters that distinguish keys and reveal nothing about them */
export function computeFingerprint(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 16);
}

/** @returns undefined for a site without a key */
export async function findKeyFingerprint(db: Queries, siteId: string): Promise<string | undefined> {
  const auth = await findAuth(db, siteId);
  return auth && computeFingerprint(auth.sealed_key);
}

/** Whether a site is open to a visitor with the fingerprint; empty for a visitor without a key. */
export async function isOpenTo(
  call: Pick<Call, "db" | "now">,
  site: Site,
  pass: string,
): Promise<boolean> {
  const { db } = call;
  if (site.published === 0) return false;
  if (site.visibility === "share-link") {
    return (await loadActiveKeys(call, site)).some((key) => computeFingerprint(key) === pass);
  }
  return site.visibility !== "visitor-auth" || (await findKeyFingerprint(db, site.id)) === pass;
}
