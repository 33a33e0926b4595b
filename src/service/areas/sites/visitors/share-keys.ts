/** Keys of share links, which grant access to a site. */
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import type { SiteTable } from "../tables.ts";

/** A validated key. URLs are built only with this type, never with an unvalidated key. */
export interface OpeningKey {
  readonly key: string;
}

type KeyCall = Pick<Call, "db" | "now">;

type SharedSite = Pick<SiteTable, "id" | "visibility">;

/** @returns undefined if no active link of the site has the key, or the site does not use share links */
export async function findOpeningKey(
  call: KeyCall,
  site: SharedSite,
  shareKey: string | undefined,
): Promise<OpeningKey | undefined> {
  if (shareKey === undefined || site.visibility !== "share-link") return undefined;
  const link = await selectOpenLinks(call, site).where("secret", "=", shareKey).executeTakeFirst();
  return link && { key: link.secret };
}

/**
 * Whether a link of the site has the key, whether or not it is active. Such a link may still be in
 * bookmarks and messages.
 */
export async function isLinkKey(
  { db }: Pick<KeyCall, "db">,
  { id }: Pick<SharedSite, "id">,
  segment: string,
): Promise<boolean> {
  if (!/^[A-Za-z0-9]{20}$/.test(segment)) return false;
  const link = await db
    .selectFrom("site_share_links")
    .select("id")
    .where("site_id", "=", id)
    .where("secret", "=", segment)
    .executeTakeFirst();
  return link !== undefined;
}

/** Links that grant access now. */
function selectOpenLinks({ db, now }: KeyCall, { id }: SharedSite) {
  return db
    .selectFrom("site_share_links")
    .select("secret")
    .where("site_id", "=", id)
    .where("active", "=", 1)
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now.toISOString())]));
}

/** The keys of all active links of a site; empty if the site does not use share links. */
export async function loadActiveKeys(call: KeyCall, site: SharedSite): Promise<string[]> {
  if (site.visibility !== "share-link") return [];
  const links = await selectOpenLinks(call, site).execute();
  return links.map(({ secret }) => secret);
}

/**
 * A site that is not for share links ignores the key.
 * @throws ApiError 404 if `shareKey` is set and no active link of the site has it
 */
export async function requireOpeningKey(
  call: KeyCall,
  site: SharedSite,
  shareKey: string | undefined,
): Promise<OpeningKey | undefined> {
  if (site.visibility !== "share-link") return undefined;
  const opening = await findOpeningKey(call, site, shareKey);
  if (opening || shareKey === undefined) return opening;
  throw new ApiError(404, `shareKey is not the key of an active share link of site ${site.id}.`, {
    field: "shareKey",
  });
}

/** Whether a site that uses share links has the key in a link that has expired. */
export async function isKeyExpired(
  { db, now }: KeyCall,
  siteId: string,
  shareKey: string,
): Promise<boolean> {
  const link = await db
    .selectFrom("site_share_links")
    .innerJoin("sites", "sites.id", "site_share_links.site_id")
    .select("site_share_links.id")
    .where("site_share_links.site_id", "=", siteId)
    .where("secret", "=", shareKey)
    .where("expires_at", "<=", now.toISOString())
    .where("visibility", "=", "share-link")
    .executeTakeFirst();
  return link !== undefined;
}
