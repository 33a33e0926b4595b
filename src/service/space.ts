/** The handlers of spaces. */
import type { SpaceMergeRules } from "../contract/merge-rules.model.ts";
import type * as contract from "../contract/space.ts";
import { Problem } from "../errors.ts";
import { demand, requireMembership, unseen } from "./access.ts";
import { dropStrayDefaultContent } from "./default-content.ts";
import { enterDestination } from "./destination.ts";
import type { Handlers } from "./handlers.ts";
import { resolveLevel, topLevel } from "./levels.ts";
import { newPlace } from "./placement.ts";
import { purgeTime } from "./retention.ts";
import { rankAtEnd } from "./siblings.ts";
import { duplicateSpace } from "./space-duplicate.ts";
import { spacesOfOrganization } from "./space-lists.ts";
import { changedSpace, findSpace, seenSpace, showSpace } from "./space-rows.ts";
import { updateSpace } from "./space-update.ts";
import { refuseBlank, untitled } from "./titles.ts";
import { landingRank } from "./transfer.ts";
import { holdTree } from "./tree.ts";

const inherited: SpaceMergeRules = { type: "inherit" };

export const handlers = {
  async list({ organizationId, ...asked }, call) {
    const { role } = await requireMembership(call, organizationId);
    return spacesOfOrganization(call, organizationId, role, asked);
  },

  async create(input, call) {
    const { organizationId, title = untitled, emoji, parent = null, language, editMode } = input;
    const { role } = await requireMembership(call, organizationId);
    refuseBlank("title", title);
    refuseBlank("emoji", emoji);
    await holdTree(call.db, organizationId);
    const level = await enterDestination(call, organizationId, role, parent, "Creating a space");
    const id = call.newId();
    const now = call.now.toISOString();
    await call.db
      .insertInto("spaces")
      .values({
        id,
        organization_id: organizationId,
        parent_id: parent,
        rank: await rankAtEnd(call.db, { organizationId, parentId: parent }),
        title,
        emoji: emoji ?? null,
        icon: null,
        visibility: "private",
        edit_mode: editMode ?? "live",
        language: language ?? null,
        merge_rules: JSON.stringify(inherited),
        default_level: "inherit",
        resolved_level: resolveLevel("inherit", level),
        revision_id: call.newId(),
        created_by: call.caller,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .execute();
    return changedSpace(call, id);
  },

  async get({ spaceId }, call) {
    const found = await findSpace(call, spaceId);
    const hidden = found?.row.deleted_at !== null && found?.role !== "admin";
    if (!found?.role || hidden) throw unseen("space", spaceId, "spaceId");
    return showSpace(found.row, found.role, call.base);
  },

  async update({ spaceId, ...changes }, call) {
    const found = await seenSpace(call, spaceId);
    const changed = await updateSpace(call, found, changes);
    return changed ? changedSpace(call, spaceId) : showSpace(found.row, found.role, call.base);
  },

  async remove({ spaceId }, call) {
    const found = await findSpace(call, spaceId);
    if (!found?.role || found.row.deleted_at !== null) return false;
    demand(found.role, "admin", "Deleting a space");
    const deletedAt = call.now.toISOString();
    await call.db
      .updateTable("spaces")
      .set({ deleted_at: deletedAt })
      .where("id", "=", spaceId)
      .execute();
    await dropStrayDefaultContent(call.db, found.row.organization_id);
    await call.enqueue({ kind: "purge-space", payload: { spaceId }, at: purgeTime(deletedAt) });
    return true;
  },

  async duplicate({ spaceId }, call) {
    const found = await seenSpace(call, spaceId);
    return changedSpace(call, await duplicateSpace(call, found));
  },

  async restore({ spaceId }, call) {
    const found = await findSpace(call, spaceId);
    if (!found?.role) throw unseen("space", spaceId, "spaceId");
    const { row, role } = found;
    if (row.deleted_at !== null && role !== "admin") throw unseen("space", spaceId, "spaceId");
    demand(role, "admin", "Restoring a space");
    if (row.deleted_at === null) {
      throw new Problem(409, `Space ${spaceId} is not deleted; there is nothing to restore.`);
    }
    // It kept its parent, rank and level all the while: a collection that goes hands its deleted
    // spaces to its own parent too.
    await call.db
      .updateTable("spaces")
      .set({ deleted_at: null, updated_at: call.now.toISOString() })
      .where("id", "=", spaceId)
      .execute();
    return changedSpace(call, spaceId);
  },

  async move({ spaceId, ...placement }, call) {
    const { row, role, member } = await seenSpace(call, spaceId);
    demand(role, "admin", "Moving a space");
    const place = await newPlace(call, row, member, placement);
    await call.db
      .updateTable("spaces")
      .set({ ...place, updated_at: call.now.toISOString() })
      .where("id", "=", spaceId)
      .execute();
    return changedSpace(call, spaceId);
  },

  async transfer({ spaceId, organization }, call) {
    const { row, role } = await seenSpace(call, spaceId);
    demand(role, "admin", "Transferring a space");
    const rank = await landingRank(call, row.organization_id, organization);
    await call.db
      .updateTable("spaces")
      .set({
        organization_id: organization,
        parent_id: null,
        rank,
        resolved_level: resolveLevel(row.default_level, topLevel),
        updated_at: call.now.toISOString(),
      })
      .where("id", "=", spaceId)
      .execute();
    await dropStrayDefaultContent(call.db, row.organization_id);
    return changedSpace(call, spaceId);
  },
} satisfies Handlers<typeof contract>;
