/** Handlers for collections. */
import { generateNKeysBetween } from "fractional-indexing";
import type * as contract from "../../../contract/collection.ts";
import type { Role } from "../../../contract/roles.ts";
import { authorize, authorizeFields, requireMembership } from "../../core/access/access.ts";
import { removeGrants } from "../../core/access/grants.ts";
import {
  recomputeLevelsBelow,
  resolveInheritedLevel,
  resolveLevel,
} from "../../core/access/levels.ts";
import { createViewer, readRole, selectDecision } from "../../core/access/precedence.ts";
import { isVisibleTo } from "../../core/access/visible.ts";
import { updateDefaultContent } from "../../core/default-content.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lockTree } from "../../core/locks.ts";
import { buildPage, type Paging } from "../../core/pages.ts";
import {
  findCollection,
  presentChangedCollection,
  presentCollection,
  requireCollection,
} from "../../core/rows/collection-rows.ts";
import { rankAbove, rankAtEnd, selectSiblings } from "../../core/rows/siblings.ts";
import { readInTreeOrder, toTreeKey } from "../../core/rows/tree-order.ts";
import { refuseBlank, untitled } from "../../core/titles.ts";
import type { CollectionTable } from "../../database/tables.ts";
import { type EventCall, recordVisibility } from "../integration-events/record.ts";
import { authorizeDestination, findTransferRank } from "./destination.ts";
import { listCollectionSpaces } from "./list-spaces.ts";
import { resolveMove } from "./move.ts";
import { refuseForeignContent, transferCollection } from "./transfer.ts";

export const handlers = {
  async list({ organizationId, nested = true, ...paging }, call) {
    const { role } = await requireMembership(call, organizationId);
    return listCollections(call, organizationId, role, nested, paging);
  },

  async create({ organizationId, title = untitled, parent = null }, call) {
    const { role } = await requireMembership(call, organizationId);
    refuseBlank("title", title);
    await lockTree(call.db, organizationId);
    const level = await authorizeDestination(
      call,
      organizationId,
      role,
      parent,
      "createCollection",
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
        created_by: call.caller,
        created_at: call.now.toISOString(),
      })
      .execute();
    return presentChangedCollection(call, id);
  },

  async get({ collectionId }, call) {
    const { row, role } = await requireCollection(call, collectionId);
    return presentCollection(row, role, call.base);
  },

  async update({ collectionId, ...fields }, call) {
    const { row, role } = await requireCollection(call, collectionId);
    authorizeFields(role, "updateCollectionById", fields);
    const { title, description, defaultLevel } = fields;
    const changes: Partial<CollectionTable> = {};
    if (title !== undefined) {
      refuseBlank("title", title);
      changes.title = title;
    }
    if (description !== undefined) {
      // An empty string removes the description.
      changes.description = description || null;
    }
    if (defaultLevel !== undefined) {
      await lockTree(call.db, row.organization_id);
      changes.default_level = defaultLevel;
      changes.resolved_level = resolveLevel(
        defaultLevel,
        await resolveInheritedLevel(call.db, row.parent_id),
      );
    }
    if (Object.keys(changes).length === 0) return presentCollection(row, role, call.base);
    await call.db.updateTable("collections").set(changes).where("id", "=", collectionId).execute();
    if (defaultLevel !== undefined) await recomputeLevelsBelow(call.db, collectionId);
    return presentChangedCollection(call, collectionId);
  },

  async remove({ collectionId }, call) {
    const access = await findCollection(call, collectionId);
    if (!access?.role) return false;
    authorize(access.role, "deleteCollectionById");
    await deleteCollection(call, access.row);
    return true;
  },

  async spaces({ collectionId, ...paging }, call) {
    const { member } = await requireCollection(call, collectionId);
    return listCollectionSpaces(call, collectionId, member, paging);
  },

  async move({ collectionId, ...placement }, call) {
    const { row, role, member } = await requireCollection(call, collectionId);
    authorize(role, "moveCollection");
    const columns = await resolveMove(call, row, member, placement);
    await call.db.updateTable("collections").set(columns).where("id", "=", collectionId).execute();
    await recomputeLevelsBelow(call.db, collectionId);
    return presentChangedCollection(call, collectionId);
  },

  async transfer({ collectionId, organization }, call) {
    const { row, role, member } = await requireCollection(call, collectionId);
    authorize(role, "transferCollection");
    const rank = await findTransferRank(
      call,
      row.organization_id,
      organization,
      "transferCollection.organization",
    );
    await refuseForeignContent(call, collectionId, member);
    await transferCollection(call, row, { organization, rank });
    return presentChangedCollection(call, collectionId);
  },
} satisfies Handlers<typeof contract>;

/**
 * Lists collections ordered by parent and position; the top level comes first.
 * @param nested whether to include nested collections
 */
function listCollections(
  call: Call,
  organizationId: string,
  member: Role | null,
  nested: boolean,
  paging: Paging,
) {
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `${nested ? "" : "top-level "}collections of organization ${organizationId}`,
    read: (after, take) =>
      readInTreeOrder(after, take, ({ condition, order, take: limit }) =>
        call.db
          .selectFrom("collections")
          .selectAll()
          .select(selectDecision(createViewer(call.caller, member), "collections").as("decided"))
          .where("organization_id", "=", organizationId)
          .$if(!nested, (query) => query.where("parent_id", "is", null))
          .where(isVisibleTo(call.caller, member, "collections"))
          .where(condition)
          .orderBy(order)
          .limit(limit)
          .execute(),
      ),
    key: toTreeKey,
    show: (row) => presentCollection(row, readRole(row, member), call.base),
  });
}

/** Deletes a collection. Its content, including deleted spaces, moves to its parent in the same order. */
async function deleteCollection(call: EventCall, collection: CollectionTable): Promise<void> {
  const { db } = call;
  const { id, organization_id: organizationId, parent_id: parentId, rank } = collection;
  await lockTree(db, organizationId);
  // The content will inherit from the parent, so the collection first takes the level of the parent.
  await db
    .updateTable("collections")
    .set({ resolved_level: await resolveInheritedLevel(db, parentId) })
    .where("id", "=", id)
    .execute();
  await recomputeLevelsBelow(db, id);
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "visibility", "parent_id"])
    .where("parent_id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  const contents = await selectSiblings(db, { organizationId, parentId: id })
    .orderBy("rank")
    .execute();
  const next = await rankAbove(db, { organizationId, parentId }, rank);
  const ranks = generateNKeysBetween(rank, next, contents.length);
  for (const [index, item] of contents.entries()) {
    await db
      .updateTable(item.kind === "space" ? "spaces" : "collections")
      .set({ parent_id: parentId, rank: ranks[index] ?? rank })
      .where("id", "=", item.id)
      .execute();
  }
  for (const space of spaces) {
    await recordVisibility(call, space, { ...space, parent_id: parentId });
  }
  await removeGrants(db, id);
  await db.deleteFrom("collections").where("id", "=", id).execute();
  await updateDefaultContent(db, organizationId);
}
