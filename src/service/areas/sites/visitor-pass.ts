/**
 * What let a visitor into a docs site, as a digest: the key of a share link, or the key by which the
 * site signs its visitors in. What was given to a visitor stands on it, and ends with it.
 */
import { createHash } from "node:crypto";
import type { Queries } from "../../database/tables.ts";
import { findAuth } from "./auth-rows.ts";
import { activeKeys } from "./share-keys.ts";
import type { SiteTable } from "./tables.ts";

type Site = Pick<SiteTable, "id" | "visibility" | "published">;

/** @returns 16 characters that tell one key from another, and nothing about it */
export function computeFingerprint(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 16);
}

/** @returns absent for a site whose key was never asked for */
export async function findKeyFingerprint(db: Queries, siteId: string): Promise<string | undefined> {
  const auth = await findAuth(db, siteId);
  return auth && computeFingerprint(auth.sealed_key);
}

/** Whether a site is open to a visitor with that pass; empty for one who needed none. */
export async function opensBy(db: Queries, site: Site, pass: string): Promise<boolean> {
  if (site.published === 0) return false;
  if (site.visibility === "share-link") {
    return (await activeKeys(db, site)).some((key) => computeFingerprint(key) === pass);
  }
  return site.visibility !== "visitor-auth" || (await findKeyFingerprint(db, site.id)) === pass;
}
