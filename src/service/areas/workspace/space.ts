/** The handlers of spaces. */
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import type * as contract from "../../../contract/space.ts";
import { Problem } from "../../../errors.ts";
import { authorize, notFound, requireMembership } from "../../core/access.ts";
import { holdTree } from "../../core/collection-tree.ts";
import { dropStrayDefaultContent } from "../../core/default-content.ts";
import { forgetGrants } from "../../core/grants.ts";
import type { Handlers } from "../../core/handlers.ts";
import { resolveLevel, topLevel } from "../../core/levels.ts";
import { purgeTime } from "../../core/retention.ts";
import { rankAtEnd } from "../../core/siblings.ts";
import {
  changedSpace,
  findSpace,
  findWholeSpace,
  presentSpace,
  requireSpace,
} from "../../core/space-rows.ts";
import { refuseBlank, untitled } from "../../core/titles.ts";
import { recordVisibility } from "../events/visibility.ts";
import { publishedAddressOf } from "../sites/space-address.ts";
import { enterDestination } from "./destination.ts";
import { newPlace } from "./placement.ts";
import { spacesOfOrganization } from "./space-lists.ts";
import { landingRank } from "./transfer.ts";

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
    const revision = call.newId();
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
        revision_id: revision,
        created_by: call.caller,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .execute();
    const { beginContent } = await import("../content/space-content.ts");
    await beginContent(call, { space: id, revision, author: call.caller });
    return changedSpace(call, id);
  },

  async get({ spaceId, shareKey }, call) {
    const found = await findWholeSpace(call, spaceId);
    const hidden = found?.row.deleted_at !== null && found?.role !== "admin";
    if (!found?.role || hidden) throw notFound("space", spaceId, "spaceId");
    const { row, role } = found;
    const shown = presentSpace(row, role, call.base);
    if (row.on_site === 0) return shown;
    const published = await publishedAddressOf(call, spaceId, shareKey);
    return { ...shown, urls: { ...shown.urls, published } };
  },

  async update({ spaceId, ...changes }, call) {
    const found = await requireSpace(call, spaceId);
    const { updateSpace } = await import("./space-update.ts");
    await updateSpace(call, found, changes);
    return changedSpace(call, spaceId);
  },

  async remove({ spaceId }, call) {
    const found = await findSpace(call, spaceId);
    if (!found?.role || found.row.deleted_at !== null) return false;
    authorize(found.role, "admin", "Deleting a space");
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
    const found = await requireSpace(call, spaceId);
    const { duplicateSpace } = await import("./space-duplicate.ts");
    return changedSpace(call, await duplicateSpace(call, found));
  },

  async restore({ spaceId }, call) {
    const found = await findSpace(call, spaceId);
    if (!found?.role) throw notFound("space", spaceId, "spaceId");
    const { row, role } = found;
    if (row.deleted_at !== null && role !== "admin") throw notFound("space", spaceId, "spaceId");
    authorize(role, "admin", "Restoring a space");
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
    const { row, role, member } = await requireSpace(call, spaceId);
    authorize(role, "admin", "Moving a space");
    const place = await newPlace(call, row, member, placement);
    await call.db
      .updateTable("spaces")
      .set({ ...place, updated_at: call.now.toISOString() })
      .where("id", "=", spaceId)
      .execute();
    await recordVisibility(call, row, { ...row, ...place });
    return changedSpace(call, spaceId);
  },

  async transfer({ spaceId, organization }, call) {
    const { row, role } = await requireSpace(call, spaceId);
    authorize(role, "admin", "Transferring a space");
    const rank = await landingRank(call, row.organization_id, organization);
    const { refuseOnSite } = await import("../sites/leaving.ts");
    await refuseOnSite(call.db, spaceId);
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
    await recordVisibility(call, row, { ...row, parent_id: null });
    await forgetGrants(call.db, spaceId);
    await dropStrayDefaultContent(call.db, row.organization_id);
    return changedSpace(call, spaceId);
  },

  async links({ spaceId, ...asked }, call) {
    const { listLinks } = await import("../content/links/lists.ts");
    return listLinks(call, spaceId, asked);
  },

  async search({ spaceId, ...asked }, call) {
    const { searchSpace } = await import("../content/search/lists.ts");
    return searchSpace(call, spaceId, asked);
  },
} satisfies Handlers<typeof contract>;
