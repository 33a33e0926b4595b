/** Handlers for the section groups of sites. */
import type { Role } from "../../../../contract/roles.ts";
import type * as contract from "../../../../contract/site-section-group.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, createNotFoundError } from "../../../core/access/access.ts";
import { type Call, type Handlers, withSnapshot } from "../../../core/handlers.ts";
import { refuseBlank } from "../../../core/titles.ts";
import { finishChange, lockStructure } from "../change.ts";
import { listInOrder } from "../list.ts";
import { requireSite } from "../queries.ts";
import { deleteGroup } from "../remove.ts";
import { listSpacesOnSite, recomputeSpaces } from "../visitors/visibility.ts";
import { convertToSections } from "./add-parts.ts";
import {
  addGroup,
  moveGroup,
  moveIntoGroup,
  moveOutOfGroup,
  requireParentGroup,
  requireSections,
} from "./groups.ts";
import { writeTexts } from "./localized.ts";
import { movePart } from "./move.ts";
import { createView } from "./present-parts.ts";
import { orderGroups, readStructure } from "./structure.ts";

export const handlers = {
  /** In navigation order. Nested groups follow their parent. */
  list: withSnapshot(async ({ organizationId, siteId, ...options }, call) => {
    const { row, member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    return listInOrder(`groups of site ${siteId}`, options, orderGroups(structure), async (rows) =>
      rows.map((await createView(call, structure, { member })).group),
    );
  }),

  async create({ organizationId, siteId, title, icon = null, sections = [], parent, draft }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "addSectionGroupToSite");
    refuseBlank("title", title);
    refuseBlank("icon", icon);
    const before = await lockStructure(call, siteId);
    const isConverted = await convertToSections(call, before);
    const structure = isConverted ? await lockStructure(call, siteId) : before;
    requireParentGroup(structure, parent);
    const sectionIds = requireSections(structure, sections);
    const id = await addGroup(call, structure, { title, icon, parentId: parent ?? null, draft });
    await moveIntoGroup(call, structure, id, sectionIds);
    if (sectionIds.length > 0) await recomputeSpacesOnSite(call, siteId);
    return presentChangedGroup(call, siteId, member, id);
  },

  async update({ organizationId, siteId, siteSectionGroupId: id, ...changes }, call) {
    const { title, icon, draft, localizedTitle, parentSectionGroupId: parent } = changes;
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const group = structure.groups.get(id);
    if (!group) throw createNotFoundError("section group", id, "siteSectionGroupId");
    authorize(role, "updateSiteSectionGroupById");
    refuseBlank("title", title);
    refuseBlank("icon", icon);
    const columns = {
      ...(title !== undefined && { title }),
      ...(icon !== undefined && { icon }),
      ...(draft !== undefined && { draft: Number(draft) }),
      ...(localizedTitle !== undefined && { localized_title: writeTexts(localizedTitle) }),
    };
    if (Object.keys(columns).length > 0) {
      await call.db.updateTable("site_section_groups").set(columns).where("id", "=", id).execute();
    }
    if (parent !== undefined) await moveGroup(call, structure, group, parent);
    if (draft !== undefined || parent !== undefined) await recomputeSpacesOnSite(call, siteId);
    return presentChangedGroup(call, siteId, member, id);
  },

  async remove({ organizationId, siteId, siteSectionGroupId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.groups.has(id)) return false;
    authorize(role, "deleteSiteSectionGroupById");
    await deleteGroup(call, structure, id);
    await recomputeSpacesOnSite(call, siteId);
    await finishChange(call, siteId);
    return true;
  },

  /** A section that is already in the group keeps its position. */
  async addSection({ organizationId, siteId, siteSectionGroupId: id, sectionId }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.groups.has(id))
      throw createNotFoundError("section group", id, "siteSectionGroupId");
    authorize(role, "addSectionToGroup");
    const section = structure.sections.get(sectionId);
    if (!section) {
      throw new ApiError(
        400,
        `sectionId ${sectionId} is not a section of this site. Check the id.`,
        {
          field: "sectionId",
        },
      );
    }
    if (section.group_id !== id) {
      await moveIntoGroup(call, structure, id, [sectionId]);
      await recomputeSpacesOnSite(call, siteId);
    }
    return presentChangedGroup(call, siteId, member, id);
  },

  async move({ organizationId, siteId, siteSectionGroupId: id, position = {} }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.groups.has(id))
      throw createNotFoundError("section group", id, "siteSectionGroupId");
    authorize(role, "moveSiteSectionGroup");
    const part = { type: "site-section-group", id } as const;
    await movePart(call, structure, member, part, position, "siteSectionGroupId");
    return presentChangedGroup(call, siteId, member, id);
  },

  async removeSection(input, call) {
    const { organizationId, siteId, siteSectionGroupId, siteSectionId } = input;
    const { role } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const section = structure.sections.get(siteSectionId);
    if (!section || section.group_id !== siteSectionGroupId) return false;
    authorize(role, "removeSectionFromGroup");
    await moveOutOfGroup(call, structure, section);
    await recomputeSpacesOnSite(call, siteId);
    return true;
  },
} satisfies Handlers<typeof contract>;

/** A draft group hides the spaces of its sections from visitors. */
async function recomputeSpacesOnSite(call: Call, siteId: string): Promise<void> {
  await recomputeSpaces(call, await listSpacesOnSite(call, siteId));
}

/** Presents a group after a change. */
async function presentChangedGroup(call: Call, siteId: string, member: Role | null, id: string) {
  const structure = await finishChange(call, siteId);
  const row = structure.groups.get(id);
  if (!row) throw createNotFoundError("section group", id, "siteSectionGroupId");
  return (await createView(call, structure, { member })).group(row);
}
