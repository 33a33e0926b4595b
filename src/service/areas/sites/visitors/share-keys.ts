/** Keys of share links, which grant access to a site. */
import { ApiError } from "../../../../errors.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SiteTable } from "../tables.ts";

/** A validated key. URLs are built only with this type, never with an unvalidated key. */
export interface OpeningKey {
  readonly key: string;
}

type SharedSite = Pick<SiteTable, "id" | "visibility">;

/** @returns undefined if no active link of the site has the key, or the site does not use share links */
export async function findOpeningKey(
  db: Queries,
  site: SharedSite,
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

/** The keys of all active links of a site; empty if the site does not use share links. */
export async function activeKeys(db: Queries, site: SharedSite): Promise<string[]> {
  if (site.visibility !== "share-link") return [];
  const links = await db
    .selectFrom("site_share_links")
    .select("secret")
    .where("site_id", "=", site.id)
    .where("active", "=", 1)
    .execute();
  return links.map(({ secret }) => secret);
}

/** @throws ApiError 404 if `shareKey` is set and no active link of the site has it */
export async function requireOpeningKey(
  db: Queries,
  site: SharedSite,
  shareKey: string | undefined,
): Promise<OpeningKey | undefined> {
  const opening = await findOpeningKey(db, site, shareKey);
  if (opening || shareKey === undefined) return opening;
  throw new ApiError(404, `shareKey is not the key of an active share link of site ${site.id}.`, {
    field: "shareKey",
  });
}
