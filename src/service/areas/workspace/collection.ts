/** The handlers of collections. */
import type * as contract from "../../../contract/collection.ts";
import { authorize, requireMembership } from "../../core/access.ts";
import {
  changedCollection,
  findCollection,
  presentCollection,
  requireCollection,
} from "../../core/collection-rows.ts";
import { carryToOrganization, holdTree } from "../../core/collection-tree.ts";
import { dropStrayDefaultContent } from "../../core/default-content.ts";
import { forgetGrantsWithin } from "../../core/grants.ts";
import type { Handlers } from "../../core/handlers.ts";
import { levelGivenBy, resolveLevel, settleLevelsBelow, topLevel } from "../../core/levels.ts";
import { rankAtEnd } from "../../core/siblings.ts";
import { refuseBlank, untitled } from "../../core/titles.ts";
import type { CollectionTable } from "../../database/tables.ts";
import { refuseOnSiteWithin } from "../sites/leaving.ts";
import { deleteCollection } from "./collection-delete.ts";
import { collectionsOfOrganization } from "./collection-lists.ts";
import { enterDestination } from "./destination.ts";
import { newPlace } from "./placement.ts";
import { spacesOfCollection } from "./space-lists.ts";
import { landingRank } from "./transfer.ts";

export const handlers = {
  async list({ organizationId, nested = true, ...asked }, call) {
    const { role } = await requireMembership(call, organizationId);
    return collectionsOfOrganization(call, organizationId, role, nested, asked);
  },

  async create({ organizationId, title = untitled, parent = null }, call) {
    const { role } = await requireMembership(call, organizationId);
    refuseBlank("title", title);
    await holdTree(call.db, organizationId);
    const level = await enterDestination(
      call,
      organizationId,
      role,
      parent,
      "Creating a collection",
    );
    const id = call.newId();
    await call.db
      .insertInto("collections")
      .values({
        id,
        organization_id: organizationId,
        parent_id: parent,
        rank: await rankAtEnd(call.db, { organizationId, parentId: parent }),
        title,
        description: null,
        default_level: "inherit",
        resolved_level: resolveLevel("inherit", level),
        created_at: call.now.toISOString(),
      })
      .execute();
    return changedCollection(call, id);
  },

  async get({ collectionId }, call) {
    const { row, role } = await requireCollection(call, collectionId);
    return presentCollection(row, role, call.base);
  },

  async update({ collectionId, title, description, defaultLevel }, call) {
    const { row, role } = await requireCollection(call, collectionId);
    const changes: Partial<CollectionTable> = {};
    if (title !== undefined) {
      authorize(role, "create", "Changing the title of a collection");
      refuseBlank("title", title);
      changes.title = title;
    }
    if (description !== undefined) {
      authorize(role, "create", "Changing the description of a collection");
      changes.description = description;
    }
    if (defaultLevel !== undefined) {
      authorize(role, "admin", "Changing the defaultLevel of a collection");
      await holdTree(call.db, row.organization_id);
      changes.default_level = defaultLevel;
      changes.resolved_level = resolveLevel(
        defaultLevel,
        await levelGivenBy(call.db, row.parent_id),
      );
    }
    if (Object.keys(changes).length === 0) return presentCollection(row, role, call.base);
    await call.db.updateTable("collections").set(changes).where("id", "=", collectionId).execute();
    if (defaultLevel !== undefined) await settleLevelsBelow(call.db, collectionId);
    return changedCollection(call, collectionId);
  },

  async remove({ collectionId }, call) {
    const found = await findCollection(call, collectionId);
    if (!found?.role) return false;
    authorize(found.role, "admin", "Deleting a collection");
    await deleteCollection(call, found.row);
    return true;
  },

  async spaces({ collectionId, ...asked }, call) {
    const { member } = await requireCollection(call, collectionId);
    return spacesOfCollection(call, collectionId, member, asked);
  },

  async move({ collectionId, ...placement }, call) {
    const { row, role, member } = await requireCollection(call, collectionId);
    authorize(role, "admin", "Moving a collection");
    const place = await newPlace(call, row, member, placement);
    await call.db.updateTable("collections").set(place).where("id", "=", collectionId).execute();
    await settleLevelsBelow(call.db, collectionId);
    return changedCollection(call, collectionId);
  },

  async transfer({ collectionId, organization }, call) {
    const { row, role } = await requireCollection(call, collectionId);
    authorize(role, "admin", "Transferring a collection");
    const rank = await landingRank(call, row.organization_id, organization);
    await refuseOnSiteWithin(call, collectionId);
    const resolved_level = resolveLevel(row.default_level, topLevel);
    await forgetGrantsWithin(call.db, collectionId);
    await carryToOrganization(call.db, collectionId, organization);
    await call.db
      .updateTable("collections")
      .set({ parent_id: null, rank, resolved_level })
      .where("id", "=", collectionId)
      .execute();
    await settleLevelsBelow(call.db, collectionId);
    await dropStrayDefaultContent(call.db, row.organization_id);
    return changedCollection(call, collectionId);
  },
} satisfies Handlers<typeof contract>;
