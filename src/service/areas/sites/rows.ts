/** Sites as rows: reading one with what the caller may do on it, and showing it. */
import { sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import { atLeast, type Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site.ts";
import { notFound, requireMembership } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { publishedAddress, siteAddress } from "./addresses.ts";
import { featuresOf } from "./features.ts";
import type { SiteTable } from "./tables.ts";

export interface SiteRow extends SiteTable {
  /** How many spaces stand on it; those that are deleted do not count. */
  readonly site_spaces: number;
}

export interface FoundSite {
  readonly row: SiteRow;
  /** The caller's role in the organization, which is that on its sites. */
  readonly role: Role;
}

/** Rows with all that an answer needs. */
export function selectSites(db: Queries) {
  const count = sql<number>`(
    select cast(count(*) as integer)
    from site_spaces join spaces on spaces.id = site_spaces.space_id
    where site_spaces.site_id = sites.id and spaces.deleted_at is null
  )`;
  return db.selectFrom("sites").selectAll("sites").select(count.as("site_spaces"));
}

/**
 * A site that the caller may see: every member sees the sites of the organization, guests see none.
 * @returns absent where there is none
 * @throws Problem 404 where the caller is not in the organization
 */
export async function findSite(
  call: Call,
  organizationId: string,
  siteId: string,
): Promise<FoundSite | undefined> {
  const { role } = await requireMembership(call, organizationId);
  if (role === null) return undefined;
  const row = await selectSites(call.db)
    .where("id", "=", siteId)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && { row, role };
}

/** @throws Problem 404 where there is none, or the caller may not see it */
export async function requireSite(
  call: Call,
  organizationId: string,
  siteId: string,
): Promise<FoundSite> {
  const found = await findSite(call, organizationId, siteId);
  if (!found) throw notFound("docs site", siteId, "siteId");
  return found;
}

/** The site after a change. */
export async function changedSite(
  call: Call,
  siteId: string,
  role: Role | null,
): Promise<Output<typeof contract.get>> {
  const row = await selectSites(call.db).where("id", "=", siteId).executeTakeFirstOrThrow();
  return presentSite(row, role, call.base);
}

/**
 * Makes changes to a site wait for each other, where the database lets several transactions run at
 * once: two could otherwise give out one rank, or one path. Writing a row takes its lock everywhere.
 */
export async function holdSite(db: Queries, siteId: string): Promise<void> {
  await db
    .updateTable("sites")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", siteId)
    .execute();
}

/** The powers of a role on a site, as the checks have them. */
export const powers = { view: "read", edit: "create", admin: "admin" } as const satisfies Record<
  string,
  Role
>;

export function sitePermissions(role: Role | null) {
  return {
    view: atLeast(role, powers.view),
    access: atLeast(role, powers.view),
    edit: atLeast(role, powers.edit),
    create: atLeast(role, powers.edit),
    admin: atLeast(role, powers.admin),
    installIntegration: atLeast(role, powers.admin),
    viewAdaptiveSchema: atLeast(role, powers.view),
    editAdaptiveSchema: atLeast(role, powers.admin),
  };
}

export function presentSite(
  row: SiteRow,
  role: Role | null,
  base: string,
): Output<typeof contract.get> {
  const location = siteAddress(base, row);
  const published = publishedAddress(base, row, atLeast(role, powers.admin) ? row.share_key : null);
  return {
    object: "site",
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    basename: row.basename,
    proxy: row.proxy === null ? undefined : { origin: row.proxy, target: `${location}/published` },
    visibility: row.visibility,
    // Every member sees the sites of his organization, with the role that he has in it.
    defaultLevel: "inherit",
    published: row.published === 1,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    adaptiveContent: { enabled: row.adaptive_content === 1 },
    agentsContext: row.agents_context,
    features: featuresOf(row.type),
    urls: { location, app: location, published: published?.(""), preview: location },
    permissions: sitePermissions(role),
  };
}
