/** Updates of sites, with a required role for each field. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { update } from "../../../contract/site.ts";
import { ApiError } from "../../../errors.ts";
import { authorizeFields } from "../../core/access/access.ts";
import { getProxyHost, requireHost } from "../../core/domains.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/rows/space-rows.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { Queries } from "../../database/tables.ts";
import { findSiteByBasename } from "./create.ts";
import { findDefaultSection } from "./structure/defaults.ts";
import { hasSections, listLiveSiteSpaces, type Structure } from "./structure/structure.ts";
import { setStyleguide } from "./styleguide-rows.ts";
import type { SiteTable } from "./tables.ts";
import { lookUpHostname } from "./urls/hostname-lookup.ts";
import { refuseBadPath } from "./urls/paths.ts";
import { ensureShareLink } from "./visitors/share-links.ts";
import { listSpacesOnSite, recomputeSpaces } from "./visitors/visibility.ts";

type SiteChanges = Omit<Input<typeof update>, "organizationId" | "siteId">;

/**
 * @throws ApiError 403 for a field that the caller may not change, 400 for an invalid value, 409 for a
 * hostname or proxy of another site, 412 for a hostname below an unverified domain
 */
export async function updateSite(
  call: Call,
  structure: Structure,
  role: Role,
  changes: SiteChanges,
): Promise<void> {
  authorizeFields(role, "updateSiteById", changes);
  const { site } = structure;
  const { title, visibility, adaptiveContent, agentsContext, defaultLevel } = changes;
  refuseBlank("title", title);
  await checkStyleguide(call, site, changes);
  const { styleguide } = changes;
  if (styleguide !== undefined) await setStyleguide(call.db, site, styleguide);
  await chooseDefaults(call.db, structure, changes);
  const columns = await readAddress(call, site, changes);
  if (title !== undefined) columns.title = title;
  if (adaptiveContent !== undefined) columns.adaptive_content = Number(adaptiveContent.enabled);
  if (agentsContext !== undefined) columns.agents_context = agentsContext;
  if (defaultLevel !== undefined) columns.default_level = defaultLevel;
  if (visibility !== undefined && visibility !== site.visibility) {
    columns.visibility = visibility;
    // Earlier share links become effective again, unless they were revoked.
    if (visibility === "share-link") await ensureShareLink(call, site.id);
  }
  if (Object.keys(columns).length === 0) return;
  await call.db.updateTable("sites").set(columns).where("id", "=", site.id).execute();
  if (columns.hostname) await lookUpHostname(call, site, columns.hostname);
  if (columns.visibility === undefined && defaultLevel === undefined) return;
  await recomputeSpaces(call, await listSpacesOnSite(call, site.id));
}

/** @throws ApiError 400 if the caller may not see the space, or it belongs to another organization */
async function checkStyleguide(
  call: Call,
  site: SiteTable,
  { styleguide }: SiteChanges,
): Promise<void> {
  if (styleguide === undefined || styleguide === null) return;
  const space = await findSpace(call, styleguide);
  const isInOrganization = space?.row.organization_id === site.organization_id;
  if (isInOrganization && space.role !== null && space.row.deleted_at === null) return;
  throw new ApiError(
    400,
    `styleguide ${styleguide} is not a space of this organization that you can access. Check the id.`,
    { field: "styleguide" },
  );
}

async function readAddress(
  call: Call,
  site: SiteTable,
  { basename, proxy, hostname }: SiteChanges,
): Promise<Partial<SiteTable>> {
  const { db } = call;
  refuseBadPath("basename", basename);
  if (basename !== undefined) {
    const owner = await findSiteByBasename(db, site.organization_id, basename);
    if (owner !== undefined && owner !== site.id) {
      throw new ApiError(
        409,
        `basename ${basename} is already used by another site of the organization. Choose another basename.`,
        { field: "basename" },
      );
    }
  }
  const location = proxy && normalizeProxy(proxy);
  if (location) {
    await requireHost(call, site.organization_id, "proxy", getProxyHost(location));
    await refuseTaken(db, site.id, "proxy", location);
  }
  if (hostname) {
    await requireHost(call, site.organization_id, "hostname", hostname);
    await refuseTaken(db, site.id, "hostname", hostname);
  }
  return {
    ...(basename !== undefined && { basename }),
    ...(location !== undefined && { proxy: location }),
    ...(hostname !== undefined &&
      hostname !== site.hostname && { hostname, hostname_status: null }),
  };
}

/** Hostnames are case-insensitive; paths are case-sensitive. */
function normalizeProxy(proxy: string): string {
  const slash = proxy.indexOf("/");
  return proxy.slice(0, slash).toLowerCase() + proxy.slice(slash);
}

async function refuseTaken(
  db: Queries,
  siteId: string,
  field: "proxy" | "hostname",
  location: string,
): Promise<void> {
  const other = await db
    .selectFrom("sites")
    .select("id")
    .where(field, "=", location)
    .where("id", "<>", siteId)
    .executeTakeFirst();
  if (!other) return;
  const action = field === "proxy" ? "Choose another path" : "Remove it from that site first";
  throw new ApiError(409, `${field} ${location} is already used by another site. ${action}.`, {
    field,
  });
}

type DefaultPart = Pick<Input<typeof update>, "defaultSiteSection" | "defaultSiteSpace">;

/**
 * The site space must be in the new default section, or at the root of a site without sections.
 * @throws ApiError 400 for a section or site space that cannot be the default
 */
async function chooseDefaults(
  db: Queries,
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: DefaultPart,
): Promise<void> {
  if (defaultSiteSection !== undefined) await chooseSection(db, structure, defaultSiteSection);
  if (defaultSiteSpace === undefined) return;
  const section = hasSections(structure)
    ? (defaultSiteSection ?? findDefaultSection(structure)?.id ?? null)
    : null;
  if (
    !listLiveSiteSpaces(structure, section).some((siteSpace) => siteSpace.id === defaultSiteSpace)
  ) {
    const parent = section === null ? "this site" : `the default section ${section}`;
    throw new ApiError(
      400,
      `defaultSiteSpace ${defaultSiteSpace} is not a site space of ${parent}. Choose another one, or set the default of its section.`,
      { field: "defaultSiteSpace" },
    );
  }
  const columns = { default_site_space_id: defaultSiteSpace };
  if (section === null) {
    await db.updateTable("sites").set(columns).where("id", "=", structure.site.id).execute();
  } else {
    await db.updateTable("site_sections").set(columns).where("id", "=", section).execute();
  }
}

async function chooseSection(db: Queries, structure: Structure, id: string): Promise<void> {
  if (!structure.sections.has(id) || listLiveSiteSpaces(structure, id).length === 0) {
    throw new ApiError(
      400,
      `defaultSiteSection ${id} is not a section of this site that contains a space. Choose another section.`,
      { field: "defaultSiteSection" },
    );
  }
  await db
    .updateTable("sites")
    .set({ default_section_id: id })
    .where("id", "=", structure.site.id)
    .execute();
}
