/** Moving a collection or space: to another parent, or to another position among its siblings. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { move } from "../../../contract/space.ts";
import { Problem } from "../../../errors.ts";
import { isWithin } from "../../core/collection-tree.ts";
import type { Call } from "../../core/handlers.ts";
import { inheritedLevel, resolveLevel } from "../../core/levels.ts";
import { lockTree } from "../../core/locks.ts";
import {
  rankAfter,
  rankAtEnd,
  rankBefore,
  type Shelf,
  type Sibling,
  siblingsOn,
} from "../../core/siblings.ts";
import { inTextOrder } from "../../core/texts.ts";
import { visibleTo } from "../../core/visible.ts";
import type { CollectionTable, ResolvedLevel } from "../../database/tables.ts";
import { authorizeDestination } from "./destination.ts";

/** A space or a collection: both have these columns. */
export type MovedItem = Pick<
  CollectionTable,
  "id" | "organization_id" | "parent_id" | "rank" | "default_level"
>;

type Placement = Pick<Input<typeof move>, "parent" | "position">;
type Position = NonNullable<Placement["position"]>;
type Pointer = NonNullable<Position["before"]>;

export interface MovedColumns {
  readonly parent_id: string | null;
  readonly rank: string;
  readonly resolved_level: ResolvedLevel;
}

/**
 * Computes the columns that a move changes.
 * @param member the caller's role in the organization, which decides which siblings they see
 * @throws Problem 400 for a bad parent or position, 403 if the caller may not create in the new
 * parent, 409 if nothing would change
 */
export async function resolveMove(
  call: Call,
  moved: MovedItem,
  member: Role | null,
  input: Placement,
): Promise<MovedColumns> {
  await lockTree(call.db, moved.organization_id);
  const parentId = input.parent === undefined ? moved.parent_id : input.parent;
  const inherited =
    parentId === moved.parent_id
      ? await inheritedLevel(call.db, parentId)
      : await authorizeDestination(
          call,
          moved.organization_id,
          member,
          parentId,
          "moveSpace.parent",
        );
  if (parentId !== null && (await isWithin(call.db, parentId, moved.id))) {
    throw new Problem(
      400,
      "parent is the collection itself or one that it holds; choose another.",
      {
        field: "parent",
      },
    );
  }
  const shelf = { organizationId: moved.organization_id, parentId };
  const rank = await rankAt(call, shelf, moved.id, member, input.position ?? {});
  if (parentId === moved.parent_id && !(await passesAny(call, shelf, moved, member, rank))) {
    throw new Problem(409, "It already stands there; the move would change nothing.");
  }
  return {
    parent_id: parentId,
    rank,
    resolved_level: resolveLevel(moved.default_level, inherited),
  };
}

async function rankAt(
  call: Call,
  shelf: Shelf,
  moved: string,
  member: Role | null,
  { before, after }: Position,
): Promise<string> {
  const { db } = call;
  const find = (name: "before" | "after", pointer: Pointer) =>
    findSibling(call, shelf, moved, member, `position.${name}`, pointer);
  const upper = before && (await find("before", before));
  const lower = after && (await find("after", after));
  if (upper && lower) await checkNeighbours(call, shelf, moved, member, lower, upper);
  if (lower) return rankAfter(db, shelf, lower.rank);
  if (upper) return rankBefore(db, shelf, upper.rank);
  return rankAtEnd(db, shelf);
}

async function findSibling(
  call: Call,
  shelf: Shelf,
  moved: string,
  member: Role | null,
  field: string,
  pointer: Pointer,
): Promise<Sibling> {
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  if (id === moved) {
    throw new Problem(400, `${field} names the thing that is moved; name one of its siblings.`, {
      field,
    });
  }
  const sibling = await visibleSiblings(call, member, shelf)
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

/** Siblings that the caller does not see may stand between two neighbours. */
async function checkNeighbours(
  call: Call,
  shelf: Shelf,
  moved: string,
  member: Role | null,
  lower: Sibling,
  upper: Sibling,
): Promise<void> {
  const between = await visibleSiblings(call, member, shelf)
    .where("rank", ">", lower.rank)
    .where("rank", "<", upper.rank)
    .where("id", "<>", moved)
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

function visibleSiblings({ db, caller }: Call, member: Role | null, shelf: Shelf) {
  return siblingsOn(db, shelf)
    .where("deleted_at", "is", null)
    .where(visibleTo(caller, member, "siblings"));
}

/** Whether a sibling that the caller sees is between the old rank and the new one: of others nothing is told. */
async function passesAny(
  call: Call,
  shelf: Shelf,
  moved: MovedItem,
  member: Role | null,
  rank: string,
): Promise<boolean> {
  // Read again, as finding a rank may have given new ranks to all siblings.
  const current = await siblingsOn(call.db, shelf).where("id", "=", moved.id).executeTakeFirst();
  const [low, high] = [current?.rank ?? moved.rank, rank].toSorted(inTextOrder);
  const between = await visibleSiblings(call, member, shelf)
    .where("rank", ">", low ?? "")
    .where("rank", "<", high ?? "")
    .where("id", "<>", moved.id)
    .limit(1)
    .executeTakeFirst();
  return between !== undefined;
}
