/** Handlers for the sections of sites. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site-section.ts";
import type { update } from "../../../contract/site-section.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import { type Call, type Handlers, withSnapshot } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import { noteRemovedPart } from "../site-lookup/lost-destinations.ts";
import { finishChange, lockStructure } from "../sites/change.ts";
import { listInOrder } from "../sites/list.ts";
import { requireSite } from "../sites/queries.ts";
import { deleteSection } from "../sites/remove.ts";
import {
  addSection,
  addSiteSpaces,
  convertToSections,
  toPartTitle,
} from "../sites/structure/add-parts.ts";
import { moveIntoGroup, moveOutOfGroup, requireGroup } from "../sites/structure/groups.ts";
import { writeTexts } from "../sites/structure/localized.ts";
import { getPart, movePart } from "../sites/structure/move.ts";
import { presentSections } from "../sites/structure/present-parts.ts";
import {
  listLiveSiteSpaces,
  orderSections,
  readStructure,
  type Structure,
} from "../sites/structure/structure.ts";
import type { SiteSectionTable } from "../sites/tables.ts";
import { createPathTakenError, refuseBadPath } from "../sites/urls/paths.ts";
import { refuseBadCondition } from "../sites/visitors/conditions.ts";
import { findOpeningKey } from "../sites/visitors/share-keys.ts";
import { recomputeSpaces } from "../sites/visitors/visibility.ts";
import { resolveSpaceForPart } from "./space-for-part.ts";

export const handlers = {
  /** In navigation order. Sections in a group are at the position of the group. */
  list: withSnapshot(async ({ organizationId, siteId, shareKey, ...options }, call) => {
    const { row, member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    const opening = await findOpeningKey(call, row, shareKey);
    const sections = orderSections(structure);
    return listInOrder(`sections of site ${siteId}`, options, sections, (rows) =>
      presentSections(
        call,
        structure,
        { member, opening },
        rows.map(({ id }) => id),
      ),
    );
  }),

  async create({ organizationId, siteId, icon = null, ...input }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "addSectionToSite");
    const { title, draft, pageId, siteSectionGroupId: group } = input;
    refuseBlank("title", title);
    refuseBlank("icon", icon);
    const space = await resolveSpaceForPart(call, organizationId, member, input);
    const before = await lockStructure(call, siteId);
    const isConverted = await convertToSections(call, before);
    const structure = isConverted ? await lockStructure(call, siteId) : before;
    requireGroup(structure, group);
    const sectionTitle = title ?? toPartTitle(space.title);
    const id = await addSection(call, structure, { title: sectionTitle, icon, draft });
    if (group) await moveIntoGroup(call, structure, group, [id]);
    await addSiteSpaces(call, structure, id, [space], { pageId });
    await recomputeSpaces(call, [space.id]);
    return presentChangedSection(call, siteId, member, id);
  },

  async update({ organizationId, siteId, siteSectionId: id, ...changes }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const section = structure.sections.get(id);
    if (!section) throw createNotFoundError("section", id, "siteSectionId");
    authorize(role, "updateSiteSectionById");
    await updateSection(call, structure, section, changes);
    return presentChangedSection(call, siteId, member, id);
  },

  async remove({ organizationId, siteId, siteSectionId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.sections.has(id)) return false;
    authorize(role, "deleteSiteSectionById");
    const siteSpaces = listLiveSiteSpaces(structure, id).map((one) => one.id);
    await noteRemovedPart(call, siteId, { section: id, siteSpaces });
    await deleteSection(call, structure, id);
    await finishChange(call, siteId);
    return true;
  },

  async move({ organizationId, siteId, siteSectionId: id, position = {} }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.sections.has(id)) throw createNotFoundError("section", id, "siteSectionId");
    authorize(role, "moveSiteSection");
    const { before, after } = position;
    const to = { before: before && getPart(before), after: after && getPart(after) };
    const part = { type: "site-section", id } as const;
    await movePart(call, structure, member, part, to, "siteSectionId");
    return presentChangedSection(call, siteId, member, id);
  },
} satisfies Handlers<typeof contract>;

/** Presents a section after a change. */
async function presentChangedSection(call: Call, siteId: string, member: Role | null, id: string) {
  const structure = await finishChange(call, siteId);
  const [section] = await presentSections(call, structure, { member }, [id]);
  if (!section) throw createNotFoundError("section", id, "siteSectionId");
  return section;
}

type SectionChanges = Omit<Input<typeof update>, "organizationId" | "siteId" | "siteSectionId">;

/** @throws ApiError 400 for an invalid value, 409 if another section has the path */
async function updateSection(
  call: Call,
  structure: Structure,
  section: SiteSectionTable,
  changes: SectionChanges,
): Promise<void> {
  const { title, path, defaultSiteSpace, condition, icon, description } = changes;
  const { siteSectionGroupId: group, draft, localizedTitle, localizedDescription } = changes;
  refuseBlank("title", title);
  refuseBlank("icon", icon);
  refuseBadPath("path", path);
  await refuseBadCondition(condition);
  const isTaken = [...structure.sections.values()].some(
    (other) => other.id !== section.id && other.path === path,
  );
  if (isTaken && path !== undefined)
    throw createPathTakenError("path", path, "by another section of the site");
  const columns: Partial<SiteSectionTable> = {};
  if (title !== undefined) columns.title = title;
  if (path !== undefined) columns.path = path;
  if (condition !== undefined) columns.condition = condition;
  if (icon !== undefined) columns.icon = icon;
  if (description !== undefined) columns.description = description;
  if (draft !== undefined) columns.draft = Number(draft);
  if (localizedTitle !== undefined) columns.localized_title = writeTexts(localizedTitle);
  if (localizedDescription !== undefined) {
    columns.localized_description = writeTexts(localizedDescription);
  }
  if (defaultSiteSpace !== undefined) {
    if (
      !listLiveSiteSpaces(structure, section.id).some(
        (siteSpace) => siteSpace.id === defaultSiteSpace,
      )
    ) {
      throw new ApiError(
        400,
        `defaultSiteSpace ${defaultSiteSpace} is not a site space of this section. Check the id.`,
        { field: "defaultSiteSpace" },
      );
    }
    columns.default_site_space_id = defaultSiteSpace;
  }
  requireGroup(structure, group);
  const changesVisibility = draft !== undefined || group !== undefined;
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable("site_sections").set(columns).where("id", "=", section.id).execute();
  }
  // In the same group, the section keeps its position among its siblings.
  if (group === null && section.group_id !== null) await moveOutOfGroup(call, structure, section);
  if (group !== undefined && group !== null && group !== section.group_id) {
    await moveIntoGroup(call, structure, group, [section.id]);
  }
  if (changesVisibility) await recomputeSpaces(call, listSpaces(structure, section.id));
}

function listSpaces(structure: Structure, sectionId: string): string[] {
  return listLiveSiteSpaces(structure, sectionId).map(({ space_id }) => space_id);
}
