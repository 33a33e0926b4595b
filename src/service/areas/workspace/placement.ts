/** Moving a collection or space: to another parent, or to another place among its siblings. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { move } from "../../../contract/space.ts";
import { Problem } from "../../../errors.ts";
import { holdTree, isWithin } from "../../core/collection-tree.ts";
import { visibleTo } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { levelGivenBy, resolveLevel } from "../../core/levels.ts";
import {
  rankAfter,
  rankAtEnd,
  rankBefore,
  type Shelf,
  type Sibling,
  siblingsOn,
} from "../../core/siblings.ts";
import { inTextOrder } from "../../core/text-order.ts";
import type { CollectionTable, Queries, ResolvedLevel } from "../../database/tables.ts";
import { enterDestination } from "./destination.ts";

/** What is moved; a space and a collection both have these columns. */
export type Moving = Pick<
  CollectionTable,
  "id" | "organization_id" | "parent_id" | "rank" | "default_level"
>;

type Placement = Pick<Input<typeof move>, "parent" | "position">;
type Position = NonNullable<Placement["position"]>;
type Pointer = NonNullable<Position["before"]>;

export interface NewPlace {
  readonly parent_id: string | null;
  readonly rank: string;
  readonly resolved_level: ResolvedLevel;
}

/**
 * Works out the columns that a move changes.
 * @param member the caller's role in the organization, which decides what siblings he sees
 * @throws Problem 400 for a bad parent or position, 403 where the caller may not create in the new
 * parent, 409 where nothing would change
 */
export async function newPlace(
  call: Call,
  moving: Moving,
  member: Role | null,
  input: Placement,
): Promise<NewPlace> {
  await holdTree(call.db, moving.organization_id);
  const parentId = input.parent === undefined ? moving.parent_id : input.parent;
  const inherited =
    parentId === moving.parent_id
      ? await levelGivenBy(call.db, parentId)
      : await enterDestination(call, moving.organization_id, member, parentId, "Moving it");
  if (parentId !== null && (await isWithin(call.db, parentId, moving.id))) {
    throw new Problem(
      400,
      "parent is the collection itself or one that it holds; choose another.",
      {
        field: "parent",
      },
    );
  }
  const shelf = { organizationId: moving.organization_id, parentId };
  const rank = await rankAt(call, shelf, moving.id, member, input.position ?? {});
  if (parentId === moving.parent_id && !(await passesAny(call.db, shelf, moving, rank))) {
    throw new Problem(409, "It already stands there; the move would change nothing.");
  }
  return {
    parent_id: parentId,
    rank,
    resolved_level: resolveLevel(moving.default_level, inherited),
  };
}

async function rankAt(
  call: Call,
  shelf: Shelf,
  moving: string,
  member: Role | null,
  { before, after }: Position,
): Promise<string> {
  const { db } = call;
  const find = (name: "before" | "after", pointer: Pointer) =>
    findSibling(call, shelf, moving, member, `position.${name}`, pointer);
  const upper = before && (await find("before", before));
  const lower = after && (await find("after", after));
  if (upper && lower) await checkNeighbours(call, shelf, moving, member, lower, upper);
  if (lower) return rankAfter(db, shelf, lower.rank);
  if (upper) return rankBefore(db, shelf, upper.rank);
  return rankAtEnd(db, shelf);
}

async function findSibling(
  call: Call,
  shelf: Shelf,
  moving: string,
  member: Role | null,
  field: string,
  pointer: Pointer,
): Promise<Sibling> {
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  if (id === moving) {
    throw new Problem(400, `${field} names the thing that is moved; name one of its siblings.`, {
      field,
    });
  }
  const sibling = await seenSiblings(call, member, shelf)
    .where("id", "=", id)
    .where("kind", "=", pointer.type)
    .executeTakeFirst();
  if (!sibling) {
    const there = shelf.parentId === null ? "at the top level" : `in collection ${shelf.parentId}`;
    throw new Problem(
      400,
      `${field} names ${pointer.type} ${id}, which is not ${there}; name one that is, or the right parent.`,
      { field },
    );
  }
  return sibling;
}

/** Neighbours are what the caller sees as neighbours; what is hidden from him cannot refuse him. */
async function checkNeighbours(
  call: Call,
  shelf: Shelf,
  moving: string,
  member: Role | null,
  lower: Sibling,
  upper: Sibling,
): Promise<void> {
  const between = await seenSiblings(call, member, shelf)
    .where("rank", ">", lower.rank)
    .where("rank", "<", upper.rank)
    .where("id", "<>", moving)
    .limit(1)
    .executeTakeFirst();
  if (lower.rank >= upper.rank || between) {
    throw new Problem(
      400,
      `position.after (${lower.id}) and position.before (${upper.id}) are not neighbours in that order; give one of them.`,
      { field: "position" },
    );
  }
}

function seenSiblings({ db, caller }: Call, member: Role | null, shelf: Shelf) {
  return siblingsOn(db, shelf)
    .where("deleted_at", "is", null)
    .where(visibleTo(caller, member, "siblings"));
}

/** Whether a live sibling stands between the old rank and the new one. */
async function passesAny(
  db: Queries,
  shelf: Shelf,
  moving: Moving,
  rank: string,
): Promise<boolean> {
  // Read now, as the search for a place may have given new ranks to all.
  const now = await siblingsOn(db, shelf).where("id", "=", moving.id).executeTakeFirst();
  const [low, high] = [now?.rank ?? moving.rank, rank].toSorted(inTextOrder);
  const passed = await siblingsOn(db, shelf)
    .where("deleted_at", "is", null)
    .where("rank", ">", low ?? "")
    .where("rank", "<", high ?? "")
    .where("id", "<>", moving.id)
    .limit(1)
    .executeTakeFirst();
  return passed !== undefined;
}
