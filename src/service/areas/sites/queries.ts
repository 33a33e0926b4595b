/** Queries for sites, with access checks. */
import { sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import { createNotFoundError, requireMembership } from "../../core/access/access.ts";
import { createViewer, readRole, selectDecision } from "../../core/access/precedence.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteTable } from "./tables.ts";

export interface SiteRow extends SiteTable {
  /** The number of live spaces on the site. */
  readonly site_spaces: number;
  /** The key of the oldest active share link. */
  readonly link_key: string | null;
  /** The hostname of the organization. */
  readonly organization_hostname: string | null;
  /** The space with the style guide of the site. */
  readonly styleguide: string | null;
}

export interface SiteAccess {
  readonly row: SiteRow;
  /** The caller's role on the site. */
  readonly role: Role;
  /** The caller's role in the organization; null for guests. */
  readonly member: Role | null;
}

/** Rows with all columns that the site response needs. */
export function selectSites(db: Queries) {
  const count = sql<number>`(
    select cast(count(*) as integer)
    from site_spaces join spaces on spaces.id = site_spaces.space_id
    where site_spaces.site_id = sites.id and spaces.deleted_at is null
  )`;
  const link = sql<string | null>`(
    select site_share_links.secret from site_share_links
    where site_share_links.site_id = sites.id and site_share_links.active = 1
      and site_share_links.expires_at is null
    order by site_share_links.created_at, site_share_links.id limit 1
  )`;
  const hostname = sql<string | null>`(
    select organizations.hostname from organizations
    where organizations.id = sites.organization_id
  )`;
  const styleguide = sql<string | null>`(
    select site_styleguides.space_id
    from site_styleguides join spaces on spaces.id = site_styleguides.space_id
    where site_styleguides.site_id = sites.id and spaces.deleted_at is null
  )`;
  return db
    .selectFrom("sites")
    .selectAll("sites")
    .select([
      ...[count.as("site_spaces"), link.as("link_key")],
      ...[hostname.as("organization_hostname"), styleguide.as("styleguide")],
    ]);
}

/** The published sites that contain one of the spaces, oldest first. */
export async function loadPublishedSites(db: Queries, spaceIds: readonly string[]) {
  return selectSites(db)
    .where("published", "=", 1)
    .where("id", "in", (row) =>
      row.selectFrom("site_spaces").select("site_id").where("space_id", "in", spaceIds),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/**
 * Finds a site that the caller may see.
 * @throws ApiError 404 if the caller is not in the organization
 */
export async function findSite(
  call: Pick<Call, "db" | "caller" | "visitor">,
  organizationId: string,
  siteId: string,
): Promise<SiteAccess | undefined> {
  const { role: member } = await requireMembership(call, organizationId);
  if (call.visitor) return findVisitedSite(call, siteId);
  const row = await selectSites(call.db)
    .select(selectDecision(createViewer(call.caller, member), "sites").as("decided"))
    .where("id", "=", siteId)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  const role = row && readRole(row, member);
  return role && allows(role, "getSiteById") ? { row, role, member } : undefined;
}

/** A visitor sees only the site that they visit. */
async function findVisitedSite(
  { db, visitor }: Pick<Call, "db" | "visitor">,
  siteId: string,
): Promise<SiteAccess | undefined> {
  if (visitor?.site !== siteId) return undefined;
  const row = await selectSites(db).where("id", "=", siteId).executeTakeFirst();
  return row && { row, role: "read", member: null };
}

/** @throws ApiError 404 if the site does not exist or the caller may not see it */
export async function requireSite(
  call: Pick<Call, "db" | "caller" | "visitor">,
  organizationId: string,
  siteId: string,
): Promise<SiteAccess> {
  const access = await findSite(call, organizationId, siteId);
  if (!access) throw createNotFoundError("site", siteId, "siteId");
  return access;
}
