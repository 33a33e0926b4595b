/** Creation of share links. */
import type { Call } from "../../../core/handlers.ts";
import type { SiteShareLinkTable } from "../tables.ts";

type Maker = Pick<Call, "db" | "now" | "newId">;

/** The name of the link that is created when a site becomes visible by share link. */
const firstName = "Share link";

export async function insertShareLink(
  { db, now, newId }: Maker,
  siteId: string,
  name: string,
  expiresAt: string | null = null,
): Promise<SiteShareLinkTable> {
  const row: SiteShareLinkTable = {
    id: newId(),
    site_id: siteId,
    name,
    secret: newId(),
    active: 1,
    expires_at: expiresAt,
    created_at: now.toISOString(),
  };
  await db.insertInto("site_share_links").values(row).execute();
  return row;
}

/** Creates the first link of a site, so that the site has a published URL. */
export async function ensureShareLink(call: Maker, siteId: string): Promise<void> {
  const link = await call.db
    .selectFrom("site_share_links")
    .select("id")
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  if (!link) await insertShareLink(call, siteId, firstName);
}
