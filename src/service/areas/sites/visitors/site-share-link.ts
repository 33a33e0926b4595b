/** Handlers for share links. */
import { sql } from "kysely";
import type { Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/site-share-link.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, createNotFoundError } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { buildPage, countSelected, inOrder } from "../../../core/pages.ts";
import { containsText } from "../../../core/texts.ts";
import { requireSite, type SiteRow } from "../queries.ts";
import type { SiteShareLinkTable } from "../tables.ts";
import { buildPublishedUrl } from "../urls/urls.ts";
import { insertShareLink } from "./share-links.ts";

/** Maximum number of share links of a site. */
const maxLinks = 1000;

export const handlers = {
  /** Ordered by age, oldest first. */
  async list({ organizationId, siteId, search, page, limit }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "listSiteShareLinks");
    return buildPage<SiteShareLinkTable, Output<typeof contract.update>>({
      list: JSON.stringify(["share links", siteId, search]),
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
      read: (after, take) =>
        call.db
          .selectFrom("site_share_links")
          .selectAll()
          .where("site_id", "=", siteId)
          .$if(search !== undefined, (query) =>
            query.where((row) =>
              row.or([
                containsText(sql`lower(name)`, (search ?? "").toLowerCase()),
                row("secret", "=", search ?? ""),
              ]),
            ),
          )
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take)
          .execute(),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentShareLink(row, site, call),
    });
  },

  async create({ organizationId, siteId, name, expiresAt }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "createSiteShareLink");
    const links = call.db.selectFrom("site_share_links").where("site_id", "=", siteId);
    if ((await countSelected(links)) >= maxLinks) {
      throw new ApiError(
        409,
        `The site has reached the limit of ${maxLinks} share links. Delete some first.`,
      );
    }
    const expiry = readExpiry(expiresAt ?? null, call.now);
    return presentShareLink(await insertShareLink(call, siteId, name, expiry), site, call);
  },

  async update({ organizationId, siteId, shareLinkId: id, active, name, expiresAt }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteShareLinkById");
    const row = await findLink(call, siteId, id);
    if (!row) throw createNotFoundError("share link", id, "shareLinkId");
    const changes = {
      ...(active !== undefined && { active: Number(active) }),
      ...(name !== undefined && { name }),
      ...(expiresAt !== undefined && { expires_at: readExpiry(expiresAt, call.now) }),
    };
    if (Object.keys(changes).length > 0) {
      await call.db.updateTable("site_share_links").set(changes).where("id", "=", id).execute();
    }
    return presentShareLink({ ...row, ...changes }, site, call);
  },

  async remove({ organizationId, siteId, shareLinkId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "deleteSiteShareLinkById");
    if (!(await findLink(call, siteId, id))) return false;
    await call.db.deleteFrom("site_share_links").where("id", "=", id).execute();
    return true;
  },
} satisfies Handlers<typeof contract>;

async function findLink(
  { db }: Call,
  siteId: string,
  id: string,
): Promise<SiteShareLinkTable | undefined> {
  return db
    .selectFrom("site_share_links")
    .selectAll()
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/**
 * @returns the time in UTC, in the form of all stored times
 * @throws ApiError 400 for a time in the past
 */
function readExpiry(text: string | null, now: Date): string | null {
  if (text === null) return null;
  const time = new Date(text);
  if (time > now) return time.toISOString();
  throw new ApiError(400, `expiresAt ${text} is in the past. Choose a later time.`, {
    field: "expiresAt",
  });
}

/** The response contains the URL only while the link grants access. */
function presentShareLink(
  { id, name, active, secret, created_at, expires_at }: SiteShareLinkTable,
  site: SiteRow,
  { base, now }: Pick<Call, "base" | "now">,
): Output<typeof contract.update> {
  const isExpired = expires_at !== null && new Date(expires_at) <= now;
  const isEffective = active === 1 && !isExpired && site.visibility === "share-link";
  const published = isEffective ? buildPublishedUrl(base, site, { key: secret })?.("") : undefined;
  return {
    object: "share-link",
    id,
    createdAt: created_at,
    name,
    active: active === 1,
    ...(expires_at !== null && { expiresAt: expires_at }),
    urls: { published },
  };
}
