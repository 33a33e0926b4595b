/** The keys of share links, each of which opens a site to whoever has it. */
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteTable } from "./tables.ts";

/** Proof that a key opens a site: addresses are made with this, never with a key that was not looked up. */
export interface OpeningKey {
  readonly key: string;
}

type Site = Pick<SiteTable, "id" | "visibility">;

/** @returns absent for a key that no active link of the site has, and if its visitors need none */
export async function findOpeningKey(
  db: Queries,
  site: Site,
  shareKey: string | undefined,
): Promise<OpeningKey | undefined> {
  if (shareKey === undefined || site.visibility !== "share-link") return undefined;
  const link = await db
    .selectFrom("site_share_links")
    .select("secret")
    .where("site_id", "=", site.id)
    .where("secret", "=", shareKey)
    .where("active", "=", 1)
    .executeTakeFirst();
  return link && { key: link.secret };
}

/** All keys that open a site; none for one whose visitors need none. */
export async function activeKeys(db: Queries, site: Site): Promise<string[]> {
  if (site.visibility !== "share-link") return [];
  const links = await db
    .selectFrom("site_share_links")
    .select("secret")
    .where("site_id", "=", site.id)
    .where("active", "=", 1)
    .execute();
  return links.map(({ secret }) => secret);
}

/** @throws Problem 404 for a key that does not open the site; one that is absent is none */
export async function requireOpeningKey(
  db: Queries,
  site: Site,
  shareKey: string | undefined,
): Promise<OpeningKey | undefined> {
  const opening = await findOpeningKey(db, site, shareKey);
  if (opening || shareKey === undefined) return opening;
  throw new Problem(404, `No active share link of docs site ${site.id} has this shareKey.`, {
    field: "shareKey",
  });
}
