/** Changing a site: each field by the role that it needs, and where its visitors arrive. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { update } from "../../../contract/site.ts";
import { Problem } from "../../../errors.ts";
import { authorizeFields } from "../../core/access.ts";
import { getProxyHost, requireHost } from "../../core/domains.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/space-rows.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { Queries } from "../../database/tables.ts";
import { findSiteByBasename } from "./create.ts";
import { findDefaultSection } from "./defaults.ts";
import { lookUpHostname } from "./hostname-lookup.ts";
import { refuseBadPath } from "./paths.ts";
import { ensureShareLink } from "./share-links.ts";
import { hasSections, liveSiteSpaces, type Structure } from "./structure.ts";
import type { SiteTable } from "./tables.ts";
import { recomputeSpaces, spacesOnSite } from "./visibility.ts";

type Changes = Omit<Input<typeof update>, "organizationId" | "siteId">;

/**
 * @throws Problem 403 for a field that the caller may not change, 400 for a bad value, 409 for an
 * address that another site or organization has, 412 for one below no verified domain
 */
export async function updateSite(
  call: Call,
  structure: Structure,
  role: Role,
  changes: Changes,
): Promise<void> {
  authorizeFields(role, "updateSiteById", changes);
  const { site } = structure;
  const { title, visibility, adaptiveContent, agentsContext, defaultLevel } = changes;
  refuseBlank("title", title);
  await checkStyleguide(call, site, changes);
  await chooseDefaults(call.db, structure, changes);
  const columns = await readAddress(call, site, changes);
  if (title !== undefined) columns.title = title;
  if (adaptiveContent !== undefined) columns.adaptive_content = Number(adaptiveContent.enabled);
  if (agentsContext !== undefined) columns.agents_context = agentsContext;
  if (defaultLevel !== undefined) columns.default_level = defaultLevel;
  if (visibility !== undefined && visibility !== site.visibility) {
    columns.visibility = visibility;
    // Links from an earlier time open the site again, unless they were revoked.
    if (visibility === "share-link") await ensureShareLink(call, site.id);
  }
  if (Object.keys(columns).length === 0) return;
  await call.db.updateTable("sites").set(columns).where("id", "=", site.id).execute();
  if (columns.hostname) await lookUpHostname(call, site, columns.hostname);
  if (columns.visibility === undefined && defaultLevel === undefined) return;
  await recomputeSpaces(call, await spacesOnSite(call, site.id));
}

/** @throws Problem 400 for a space that the caller may not see, or one of another organization */
async function checkStyleguide(
  call: Call,
  site: SiteTable,
  { styleguide }: Changes,
): Promise<void> {
  if (styleguide === undefined || styleguide === null) return;
  const space = await findSpace(call, styleguide);
  const isInOrganization = space?.row.organization_id === site.organization_id;
  if (isInOrganization && space.role !== null && space.row.deleted_at === null) return;
  throw new Problem(
    400,
    `styleguide ${styleguide} is no space of the organization that you may see; give the id of one that is.`,
    { field: "styleguide" },
  );
}

async function readAddress(
  call: Call,
  site: SiteTable,
  { basename, proxy, hostname }: Changes,
): Promise<Partial<SiteTable>> {
  const { db } = call;
  refuseBadPath("basename", basename);
  if (basename !== undefined) {
    const owner = await findSiteByBasename(db, site.organization_id, basename);
    if (owner !== undefined && owner !== site.id) {
      throw new Problem(
        409,
        `basename ${basename} belongs to another site of the organization; choose another.`,
        { field: "basename" },
      );
    }
  }
  const address = proxy && normalizeProxy(proxy);
  if (address) {
    await requireHost(call, site.organization_id, "proxy", getProxyHost(address));
    await refuseTaken(db, site.id, "proxy", address);
  }
  if (hostname) {
    await requireHost(call, site.organization_id, "hostname", hostname);
    await refuseTaken(db, site.id, "hostname", hostname);
  }
  return {
    ...(basename !== undefined && { basename }),
    ...(address !== undefined && { proxy: address }),
    ...(hostname !== undefined &&
      hostname !== site.hostname && { hostname, hostname_status: null }),
  };
}

/** Case is ignored in host names, and significant in paths. */
function normalizeProxy(proxy: string): string {
  const slash = proxy.indexOf("/");
  return proxy.slice(0, slash).toLowerCase() + proxy.slice(slash);
}

async function refuseTaken(
  db: Queries,
  siteId: string,
  field: "proxy" | "hostname",
  address: string,
): Promise<void> {
  const other = await db
    .selectFrom("sites")
    .select("id")
    .where(field, "=", address)
    .where("id", "<>", siteId)
    .executeTakeFirst();
  if (!other) return;
  const cure = field === "proxy" ? "choose another path" : "take it off that one first";
  throw new Problem(409, `${field} ${address} shows another site; ${cure}.`, { field });
}

type Choice = Pick<Input<typeof update>, "defaultSiteSection" | "defaultSiteSpace">;

/**
 * The site space must be in the section that is the default after the change, or at the root.
 * @throws Problem 400 for a section or a site space that cannot be the default
 */
async function chooseDefaults(
  db: Queries,
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: Choice,
): Promise<void> {
  if (defaultSiteSection !== undefined) await chooseSection(db, structure, defaultSiteSection);
  if (defaultSiteSpace === undefined) return;
  const section = hasSections(structure)
    ? (defaultSiteSection ?? findDefaultSection(structure)?.id ?? null)
    : null;
  if (!liveSiteSpaces(structure, section).some((siteSpace) => siteSpace.id === defaultSiteSpace)) {
    const where = section === null ? "on this site" : `in the default section ${section}`;
    throw new Problem(
      400,
      `defaultSiteSpace ${defaultSiteSpace} is no site space ${where}; name one that is, or change the section's own default.`,
      { field: "defaultSiteSpace" },
    );
  }
  const chosen = { default_site_space_id: defaultSiteSpace };
  if (section === null) {
    await db.updateTable("sites").set(chosen).where("id", "=", structure.site.id).execute();
  } else {
    await db.updateTable("site_sections").set(chosen).where("id", "=", section).execute();
  }
}

async function chooseSection(db: Queries, structure: Structure, id: string): Promise<void> {
  if (!structure.sections.has(id) || liveSiteSpaces(structure, id).length === 0) {
    throw new Problem(
      400,
      `defaultSiteSection ${id} is no section of this site with a space in it; name one that is.`,
      { field: "defaultSiteSection" },
    );
  }
  await db
    .updateTable("sites")
    .set({ default_section_id: id })
    .where("id", "=", structure.site.id)
    .execute();
}
