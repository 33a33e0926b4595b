/** The handlers of docs sites as a whole. */
import type * as contract from "../contract/site.ts";
import { demand, requireMembership } from "./access.ts";
import { dropStrayDefaultContent } from "./default-content.ts";
import type { Call, Handlers } from "./handlers.ts";
import { heldStructure, settledStructure } from "./sites/change.ts";
import { createSite } from "./sites/creating.ts";
import { sitesOfOrganization } from "./sites/lists.ts";
import { movePart } from "./sites/moves.ts";
import { publishedSite } from "./sites/published.ts";
import { deleteSite } from "./sites/removing.ts";
import { changedSite, findSite, seenSite, showSite } from "./sites/rows.ts";
import { readStructure } from "./sites/structure.ts";
import { updateSite } from "./sites/update.ts";
import { viewOf } from "./sites/view.ts";
import { settleVisibility, spacesOnSite } from "./sites/visibility.ts";

export const handlers = {
  async list(input, call) {
    const { role } = await requireMembership(call, input.organizationId);
    return sitesOfOrganization(call, role, input);
  },

  async create({ organizationId, ...wanted }, call) {
    const { role } = await requireMembership(call, organizationId);
    demand(role, "create", "Creating a docs site", "in the organization");
    return changedSite(call, await createSite(call, organizationId, wanted), role);
  },

  async get({ organizationId, siteId }, call) {
    const { row, role } = await seenSite(call, organizationId, siteId);
    return showSite(row, role, call.base);
  },

  async update({ organizationId, siteId, ...changes }, call) {
    const { role } = await seenSite(call, organizationId, siteId);
    await updateSite(call, await heldStructure(call, siteId), role, changes);
    return changedSite(call, siteId, role);
  },

  async remove({ organizationId, siteId }, call) {
    const found = await findSite(call, organizationId, siteId);
    if (!found) return false;
    demand(found.role, "admin", "Deleting a docs site", "in the organization");
    await deleteSite(call, siteId);
    await dropStrayDefaultContent(call.db, organizationId);
    return true;
  },

  async published({ organizationId, siteId, shareKey, claims }, call) {
    return publishedSite(call, await seenSite(call, organizationId, siteId), shareKey, claims);
  },

  async publish({ organizationId, siteId }, call) {
    return setPublished(call, organizationId, siteId, true);
  },

  async unpublish({ organizationId, siteId }, call) {
    return setPublished(call, organizationId, siteId, false);
  },

  async structure({ organizationId, siteId, shareKey }, call) {
    const { row, role: member } = await seenSite(call, organizationId, siteId);
    const structure = await readStructure(call, row);
    return (await viewOf(call, structure, { member, shareKey })).structure();
  },

  async sort({ organizationId, siteId, item, position }, call) {
    const { role: member } = await seenSite(call, organizationId, siteId);
    demand(member, "create", "Sorting a docs site", "in the organization");
    await movePart(call, await heldStructure(call, siteId), member, item, position, "item");
    const structure = await settledStructure(call, siteId);
    return (await viewOf(call, structure, { member })).structure();
  },
} satisfies Handlers<typeof contract>;

/** A site that is as it is wanted already stays so. */
async function setPublished(
  call: Call,
  organizationId: string,
  siteId: string,
  published: boolean,
) {
  const { role } = await seenSite(call, organizationId, siteId);
  const deed = published ? "Publishing a docs site" : "Taking a docs site offline";
  demand(role, "admin", deed, "in the organization");
  await call.db
    .updateTable("sites")
    .set({ published: Number(published) })
    .where("id", "=", siteId)
    .execute();
  await settleVisibility(call, await spacesOnSite(call, siteId));
  return changedSite(call, siteId, role);
}
