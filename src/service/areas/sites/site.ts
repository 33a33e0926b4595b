/** The handlers of docs sites as a whole. */
import type * as contract from "../../../contract/site.ts";
import { authorize, notFound, requireMembership } from "../../core/access.ts";
import { dropStrayDefaultContent } from "../../core/default-content.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { atOneMoment } from "../../core/snapshot.ts";
import { lockStructure, settledStructure } from "./change.ts";
import { createSite } from "./creating.ts";
import { sitesOfOrganization } from "./lists.ts";
import { movePart, type Part } from "./moves.ts";
import { publishedSite } from "./published.ts";
import { deleteSite } from "./removing.ts";
import { changedSite, findSite, presentSite, requireSite } from "./rows.ts";
import { readStructure, type Structure } from "./structure.ts";
import { updateSite } from "./update.ts";
import { type View, viewOf } from "./view.ts";
import { settleVisibility, spacesOnSite } from "./visibility.ts";

export const handlers = {
  async list(input, call) {
    const { role } = await requireMembership(call, input.organizationId);
    return sitesOfOrganization(call, role, input);
  },

  async create({ organizationId, ...wanted }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "create", "Creating a docs site", "in the organization");
    return changedSite(call, await createSite(call, organizationId, wanted), role);
  },

  async get({ organizationId, siteId }, call) {
    const { row, role } = await requireSite(call, organizationId, siteId);
    return presentSite(row, role, call.base);
  },

  async update({ organizationId, siteId, ...changes }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    await updateSite(call, await lockStructure(call, siteId), role, changes);
    return changedSite(call, siteId, role);
  },

  async remove({ organizationId, siteId }, call) {
    const found = await findSite(call, organizationId, siteId);
    if (!found) return false;
    authorize(found.role, "admin", "Deleting a docs site", "in the organization");
    await deleteSite(call, siteId);
    await dropStrayDefaultContent(call.db, organizationId);
    return true;
  },

  async published({ organizationId, siteId, shareKey, claims }, call) {
    return publishedSite(call, await requireSite(call, organizationId, siteId), shareKey, claims);
  },

  async publish({ organizationId, siteId }, call) {
    return setPublished(call, organizationId, siteId, true);
  },

  async unpublish({ organizationId, siteId }, call) {
    return setPublished(call, organizationId, siteId, false);
  },

  structure: atOneMoment(async ({ organizationId, siteId, shareKey }, call) => {
    const { row, role: member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    return (await viewOf(call, structure, { member, shareKey })).structure();
  }),

  async sort({ organizationId, siteId, item, position }, call) {
    const { role: member } = await requireSite(call, organizationId, siteId);
    authorize(member, "create", "Sorting a docs site", "in the organization");
    await movePart(call, await lockStructure(call, siteId), member, item, position, "item");
    const structure = await settledStructure(call, siteId);
    return shownPart(await viewOf(call, structure, { member }), structure, item);
  },
} satisfies Handlers<typeof contract>;

/** @throws Problem 404 for what the site does not have */
function shownPart(view: View, structure: Structure, { type, id }: Part) {
  const section = type === "site-section" ? structure.sections.get(id) : undefined;
  if (section) return view.section(section);
  const group = type === "site-section-group" ? structure.groups.get(id) : undefined;
  if (group) return view.group(group);
  const place = type === "site-space" ? structure.places.get(id) : undefined;
  if (place) return view.siteSpace(place);
  throw notFound("part of the docs site", id, "item");
}

/** A site that is as it is wanted already stays so. */
async function setPublished(
  call: Call,
  organizationId: string,
  siteId: string,
  published: boolean,
) {
  const { role } = await requireSite(call, organizationId, siteId);
  const deed = published ? "Publishing a docs site" : "Taking a docs site offline";
  authorize(role, "admin", deed, "in the organization");
  await call.db
    .updateTable("sites")
    .set({ published: Number(published) })
    .where("id", "=", siteId)
    .execute();
  await settleVisibility(call, await spacesOnSite(call, siteId));
  return changedSite(call, siteId, role);
}
