/** Handlers for site spaces, each of which publishes a space on a site. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site-space.ts";
import type { update } from "../../../contract/site-space.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import { type Call, type Handlers, withSnapshot } from "../../core/handlers.ts";
import { noteRemovedPart } from "../site-lookup/lost-destinations.ts";
import { finishChange, lockStructure } from "../sites/change.ts";
import { listInOrder } from "../sites/list.ts";
import { requireSite } from "../sites/queries.ts";
import {
  addSection,
  addSiteSpaces,
  findRoleCap,
  requireSpaceForSite,
  toPartTitle,
} from "../sites/structure/add-parts.ts";
import { findDefaultSection, getDefaults } from "../sites/structure/defaults.ts";
import { getPart, movePart } from "../sites/structure/move.ts";
import { isVisible, presentSiteSpaces } from "../sites/structure/present-parts.ts";
import {
  hasSections,
  listLiveSiteSpaces,
  orderSiteSpaces,
  readStructure,
  type SiteSpaceRow,
  type Structure,
} from "../sites/structure/structure.ts";
import type { SiteSpaceTable } from "../sites/tables.ts";
import { createPathTakenError, refuseBadPath } from "../sites/urls/paths.ts";
import { refuseBadCondition } from "../sites/visitors/conditions.ts";
import { findOpeningKey } from "../sites/visitors/share-keys.ts";
import { recomputeSpaces } from "../sites/visitors/visibility.ts";
import { requireHomePage } from "./home-page.ts";
import { resolveSpaceForPart } from "./space-for-part.ts";

export const handlers = {
  /** In navigation order, section by section. */
  list: withSnapshot(
    async ({ organizationId, siteId, shareKey, default: isDefault, ...options }, call) => {
      const { row, member } = await requireSite(call, organizationId, siteId);
      const structure = await readStructure(call, row);
      const opening = await findOpeningKey(call, row, shareKey);
      const defaults = getDefaults(structure).siteSpaces;
      const siteSpaces = orderSiteSpaces(structure).filter(
        ({ row: siteSpace }) =>
          isVisible(siteSpace, member) &&
          (isDefault === undefined || defaults.has(siteSpace.id) === isDefault),
      );
      const list = `site spaces of site ${siteId}, default ${isDefault}`;
      return listInOrder(list, options, siteSpaces, (rows) =>
        presentSiteSpaces(call, structure, { member, opening }, rows),
      );
    },
  ),

  async create({ organizationId, siteId, sectionId, ...input }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "addSpaceToSite");
    const space = await resolveSpaceForPart(call, organizationId, member, input);
    const structure = await lockStructure(call, siteId);
    if (sectionId !== undefined && !structure.sections.has(sectionId)) {
      throw new ApiError(
        400,
        `sectionId ${sectionId} is not a section of this site. Check the id.`,
        {
          field: "sectionId",
        },
      );
    }
    const section = sectionId ?? (await resolveSectionForNewSpace(call, structure, space.title));
    const [id = ""] = await addSiteSpaces(call, structure, section, [space], input);
    await recomputeSpaces(call, [space.id]);
    return presentChangedSiteSpace(call, siteId, member, id);
  },

  async update({ organizationId, siteId, siteSpaceId: id, ...changes }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const siteSpace = findVisible(structure, member, id);
    if (!siteSpace) throw createNotFoundError("site space", id, "siteSpaceId");
    authorize(role, "updateSiteSpaceById");
    await updateSiteSpace(call, structure, siteSpace, changes);
    return presentChangedSiteSpace(call, siteId, member, id);
  },

  async remove({ organizationId, siteId, siteSpaceId: id }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const siteSpace = findVisible(structure, member, id);
    if (!siteSpace) return false;
    authorize(role, "deleteSiteSpaceById");
    const { section_id: section } = siteSpace;
    if (section !== null && listLiveSiteSpaces(structure, section).length === 1) {
      throw new ApiError(
        409,
        `Site space ${id} is the only one in section ${section}. Delete the section instead.`,
        { hint: `tome site section delete ${section} --site ${siteId}` },
      );
    }
    await noteRemovedPart(call, siteId, { siteSpaces: [id] });
    await call.db.deleteFrom("site_spaces").where("id", "=", id).execute();
    await recomputeSpaces(call, [siteSpace.space_id]);
    await finishChange(call, siteId);
    return true;
  },

  async move({ organizationId, siteId, siteSpaceId: id, position = {} }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!findVisible(structure, member, id))
      throw createNotFoundError("site space", id, "siteSpaceId");
    authorize(role, "moveSiteSpace");
    const { before, after } = position;
    const to = { before: before && getPart(before), after: after && getPart(after) };
    await movePart(call, structure, member, { type: "site-space", id }, to, "siteSpaceId");
    return presentChangedSiteSpace(call, siteId, member, id);
  },

  async duplicate({ organizationId, siteId, siteSpaceId: id, draft }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const siteSpace = findVisible(structure, member, id);
    if (!siteSpace) throw createNotFoundError("site space", id, "siteSpaceId");
    authorize(role, "duplicateSiteSpace");
    const { duplicateSiteSpace } = await import("./duplicate-site-space.ts");
    const copy = await duplicateSiteSpace(call, structure, siteSpace, draft);
    return presentChangedSiteSpace(call, siteId, member, copy);
  },
} satisfies Handlers<typeof contract>;

/** Finds a site space whose space is not deleted and is visible to the caller. */
function findVisible(
  { siteSpaces }: Structure,
  member: Role | null,
  id: string,
): SiteSpaceRow | undefined {
  const siteSpace = siteSpaces.get(id);
  return siteSpace && siteSpace.deleted_at === null && isVisible(siteSpace, member)
    ? siteSpace
    : undefined;
}

/**
 * The default section for an added space, or null for the root. Creates a section if the site has
 * groups but no sections.
 */
async function resolveSectionForNewSpace(
  call: Call,
  structure: Structure,
  title: string,
): Promise<string | null> {
  if (!hasSections(structure)) return null;
  const section = findDefaultSection(structure);
  if (section) return section.id;
  return addSection(call, structure, { title: toPartTitle(title), icon: null });
}

/** Presents a site space after a change. */
async function presentChangedSiteSpace(
  call: Call,
  siteId: string,
  member: Role | null,
  id: string,
) {
  const structure = await finishChange(call, siteId);
  const siteSpace = structure.siteSpaces.get(id);
  const [response] = siteSpace
    ? await presentSiteSpaces(call, structure, { member }, [siteSpace])
    : [];
  if (!response) throw createNotFoundError("site space", id, "siteSpaceId");
  return response;
}

type SiteSpaceChanges = Omit<Input<typeof update>, "organizationId" | "siteId" | "siteSpaceId">;

/** @throws ApiError 400 for an invalid value, 409 if a sibling has the path */
async function updateSiteSpace(
  call: Call,
  structure: Structure,
  siteSpace: SiteSpaceRow,
  { path, condition, spaceId, draft, hidden, pageId }: SiteSpaceChanges,
): Promise<void> {
  refuseBadPath("path", path);
  await refuseBadCondition(condition);
  const siblings = structure.siteSpacesIn.get(siteSpace.section_id) ?? [];
  if (
    path !== undefined &&
    siblings.some((other) => other.id !== siteSpace.id && other.path === path)
  ) {
    const where = siteSpace.section_id === null ? "on the site" : "in its section";
    throw createPathTakenError("path", path, `by another site space ${where}`);
  }
  const columns: Partial<SiteSpaceTable> = {};
  if (path !== undefined) columns.path = path;
  if (condition !== undefined) columns.condition = condition;
  if (spaceId !== undefined) {
    const { organization_id: organizationId } = structure.site;
    columns.space_id = (await requireSpaceForSite(call, organizationId, spaceId, "spaceId")).id;
    if (spaceId !== siteSpace.space_id) {
      columns.role_cap = await findRoleCap(call, spaceId);
      // The page belongs to the previous space.
      columns.page_id = null;
    }
  }
  if (draft !== undefined) columns.draft = Number(draft);
  if (hidden !== undefined) columns.hidden = Number(hidden);
  if (pageId !== undefined) {
    await requireHomePage(call, columns.space_id ?? siteSpace.space_id, pageId);
    columns.page_id = pageId;
  }
  if (Object.keys(columns).length === 0) return;
  await call.db.updateTable("site_spaces").set(columns).where("id", "=", siteSpace.id).execute();
  if (spaceId === undefined && draft === undefined) return;
  await recomputeSpaces(call, [siteSpace.space_id, columns.space_id ?? siteSpace.space_id]);
}
