/** The handlers of the section groups of docs sites. */
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site-section-group.ts";
import { Problem } from "../../../errors.ts";
import { authorize, notFound } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { refuseBlank } from "../../core/titles.ts";
import { turnIntoSections } from "./adding.ts";
import { lockStructure, settledStructure } from "./change.ts";
import { addGroup, leaveGroup, putInto, requireRoom, sectionsToGroup } from "./groups.ts";
import { pageInOrder } from "./lists.ts";
import { deleteGroup } from "./removing.ts";
import { requireSite } from "./rows.ts";
import { groupsInOrder, readStructure } from "./structure.ts";
import { viewOf } from "./view.ts";

export const handlers = {
  /** As a reader meets them, those inside a group after it. */
  list: atOneMoment(async ({ organizationId, siteId, ...asked }, call) => {
    const { row, role: member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    return pageInOrder(`groups of site ${siteId}`, asked, groupsInOrder(structure), async (rows) =>
      rows.map((await viewOf(call, structure, { member })).group),
    );
  }),

  async create({ organizationId, siteId, title, icon = null, sections = [], parent }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    authorize(member, "create", "Adding a section group", "in the organization");
    refuseBlank("title", title);
    refuseBlank("icon", icon);
    const before = await lockStructure(call, siteId);
    const turned = await turnIntoSections(call, before);
    const structure = turned ? await lockStructure(call, siteId) : before;
    requireRoom(structure, parent);
    const held = sectionsToGroup(structure, sections);
    const id = await addGroup(call, structure, { title, icon, parentId: parent ?? null });
    await putInto(call, structure, id, held);
    return shownGroup(call, siteId, member, id);
  },

  async update({ organizationId, siteId, siteSectionGroupId: id, title, icon }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.groups.has(id)) throw notFound("section group", id, "siteSectionGroupId");
    authorize(member, "create", "Changing a section group", "in the organization");
    refuseBlank("title", title);
    refuseBlank("icon", icon);
    if (title !== undefined || icon !== undefined) {
      await call.db
        .updateTable("site_section_groups")
        .set({ ...(title !== undefined && { title }), ...(icon !== undefined && { icon }) })
        .where("id", "=", id)
        .execute();
    }
    return shownGroup(call, siteId, member, id);
  },

  async remove({ organizationId, siteId, siteSectionGroupId: id }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.groups.has(id)) return false;
    authorize(member, "create", "Deleting a section group", "in the organization");
    await deleteGroup(call, structure, id);
    await settledStructure(call, siteId);
    return true;
  },

  /** Of a section that is in the group already, nothing changes. */
  async addSection({ organizationId, siteId, siteSectionGroupId: id, sectionId }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.groups.has(id)) throw notFound("section group", id, "siteSectionGroupId");
    authorize(member, "create", "Putting a section into a group", "in the organization");
    const section = structure.sections.get(sectionId);
    if (!section) {
      throw new Problem(400, `sectionId ${sectionId} is no section of this site; check the id.`, {
        field: "sectionId",
      });
    }
    if (section.group_id !== id) await putInto(call, structure, id, [sectionId]);
    return shownGroup(call, siteId, member, id);
  },

  async removeSection(input, call) {
    const { organizationId, siteId, siteSectionGroupId, siteSectionId } = input;
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const section = structure.sections.get(siteSectionId);
    if (!section || section.group_id !== siteSectionGroupId) return false;
    authorize(member, "create", "Taking a section out of its group", "in the organization");
    await leaveGroup(call, structure, section);
    return true;
  },
} satisfies Handlers<typeof contract>;

/** The group after a change. */
async function shownGroup(call: Call, siteId: string, member: Role, id: string) {
  const structure = await settledStructure(call, siteId);
  const row = structure.groups.get(id);
  if (!row) throw notFound("section group", id, "siteSectionGroupId");
  return (await viewOf(call, structure, { member })).group(row);
}
