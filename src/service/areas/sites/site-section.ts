/** The handlers of the sections of docs sites. */
import type { Role } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/site-section.ts";
import { authorize, notFound } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { refuseBlank } from "../../core/titles.ts";
import { addPlaces, addSection, spaceForSite, titleOfPart, turnIntoSections } from "./adding.ts";
import { lockStructure, settledStructure } from "./change.ts";
import { putInto, requireGroup } from "./groups.ts";
import { pageInOrder } from "./lists.ts";
import { movePart } from "./moves.ts";
import { partIn } from "./parts.ts";
import { deleteSection } from "./removing.ts";
import { requireSite } from "./rows.ts";
import { updateSection } from "./section-update.ts";
import { shownSections } from "./shown.ts";
import { readStructure, sectionsInOrder } from "./structure.ts";
import { settleVisibility } from "./visibility.ts";

export const handlers = {
  /** As a reader meets them, those in groups where their group stands. */
  list: atOneMoment(async ({ organizationId, siteId, shareKey, ...asked }, call) => {
    const { row, role: member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    const sections = sectionsInOrder(structure);
    return pageInOrder(`sections of site ${siteId}`, asked, sections, (rows) =>
      shownSections(
        call,
        structure,
        { member, shareKey },
        rows.map(({ id }) => id),
      ),
    );
  }),

  async create({ organizationId, siteId, spaceId, title, icon = null, ...asked }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    authorize(member, "create", "Adding a section", "in the organization");
    refuseBlank("title", title);
    refuseBlank("icon", icon);
    const space = await spaceForSite(call, organizationId, spaceId, "spaceId");
    const before = await lockStructure(call, siteId);
    const turned = await turnIntoSections(call, before);
    const structure = turned ? await lockStructure(call, siteId) : before;
    const { siteSectionGroupId: group } = asked;
    requireGroup(structure, group);
    const named = title ?? titleOfPart(space.title);
    const id = await addSection(call, structure, { title: named, icon });
    if (group) await putInto(call, structure, group, [id]);
    await addPlaces(call, structure, id, [space]);
    await settleVisibility(call, [spaceId]);
    return shownSection(call, siteId, member, id);
  },

  async update({ organizationId, siteId, siteSectionId: id, ...changes }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    const section = structure.sections.get(id);
    if (!section) throw notFound("section", id, "siteSectionId");
    authorize(member, "create", "Changing a section", "in the organization");
    await updateSection(call, structure, section, changes);
    return shownSection(call, siteId, member, id);
  },

  async remove({ organizationId, siteId, siteSectionId: id }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.sections.has(id)) return false;
    authorize(member, "create", "Deleting a section", "in the organization");
    await deleteSection(call, structure, id);
    await settledStructure(call, siteId);
    return true;
  },

  async move({ organizationId, siteId, siteSectionId: id, position = {} }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    const structure = await lockStructure(call, siteId);
    if (!structure.sections.has(id)) throw notFound("section", id, "siteSectionId");
    authorize(member, "create", "Moving a section", "in the organization");
    const { before, after } = position;
    const to = { before: before && partIn(before), after: after && partIn(after) };
    const part = { type: "site-section", id } as const;
    await movePart(call, structure, member, part, to, "siteSectionId");
    return shownSection(call, siteId, member, id);
  },
} satisfies Handlers<typeof contract>;

/** The section after a change. */
async function shownSection(call: Call, siteId: string, member: Role, id: string) {
  const structure = await settledStructure(call, siteId);
  const [section] = await shownSections(call, structure, { member }, [id]);
  if (!section) throw notFound("section", id, "siteSectionId");
  return section;
}
