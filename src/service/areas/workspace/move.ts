/** Moving of collections and spaces to another parent or position. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { move } from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { resolveInheritedLevel, resolveLevel } from "../../core/access/levels.ts";
import { isVisibleTo } from "../../core/access/visible.ts";
import type { Call } from "../../core/handlers.ts";
import { lockTree } from "../../core/locks.ts";
import { isWithin } from "../../core/rows/collection-tree.ts";
import {
  rankAfter,
  rankAtEnd,
  rankBefore,
  type SiblingScope,
  selectSiblings,
  type WorkspaceSibling,
} from "../../core/rows/siblings.ts";
import { inTextOrder } from "../../core/texts.ts";
import type { CollectionTable, ResolvedLevel } from "../../database/tables.ts";
import { authorizeDestination } from "./destination.ts";

/** The common columns of spaces and collections. */
export type MovedItem = Pick<
  CollectionTable,
  "id" | "organization_id" | "parent_id" | "rank" | "default_level"
>;

type Placement = Pick<Input<typeof move>, "parent" | "position">;
type MovePosition = NonNullable<Placement["position"]>;
type MovePointer = NonNullable<MovePosition["before"]>;

export interface MovedColumns {
  readonly parent_id: string | null;
  readonly rank: string;
  readonly resolved_level: ResolvedLevel;
}

/**
 * Computes the columns that a move changes.
 * @param member the caller's role in the organization, which determines the siblings that they see
 * @throws ApiError 400 for an invalid parent or position, 403 if the caller may not create content in
 * the new parent, 409 if nothing would change
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
      ? await resolveInheritedLevel(call.db, parentId)
      : await authorizeDestination(
          call,
          moved.organization_id,
          member,
          parentId,
          "moveSpace.parent",
        );
  if (parentId !== null && (await isWithin(call.db, parentId, moved.id))) {
    throw new ApiError(
      400,
      "parent is the collection itself or inside it. Choose another parent.",
      {
        field: "parent",
      },
    );
  }
  const shelf = { organizationId: moved.organization_id, parentId };
  const rank = await rankAt(call, shelf, moved.id, member, input.position ?? {});
  if (parentId === moved.parent_id && !(await hasPassedAny(call, shelf, moved, member, rank))) {
    throw new ApiError(409, "It is already at this position. Nothing was moved.");
  }
  return {
    parent_id: parentId,
    rank,
    resolved_level: resolveLevel(moved.default_level, inherited),
  };
}

async function rankAt(
  call: Call,
  shelf: SiblingScope,
  moved: string,
  member: Role | null,
  { before, after }: MovePosition,
): Promise<string> {
  const { db } = call;
  const find = (name: "before" | "after", pointer: MovePointer) =>
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
  shelf: SiblingScope,
  moved: string,
  member: Role | null,
  field: string,
  pointer: MovePointer,
): Promise<WorkspaceSibling> {
  const id = pointer.type === "space" ? pointer.space : pointer.collection;
  if (id === moved) {
    throw new ApiError(400, `${field} must not be the moved item. Choose one of its siblings.`, {
      field,
    });
  }
  const sibling = await selectVisibleSiblings(call, member, shelf)
    .where("id", "=", id)
    .where("kind", "=", pointer.type)
    .executeTakeFirst();
  if (!sibling) {
    const location =
      shelf.parentId === null ? "at the top level" : `in collection ${shelf.parentId}`;
    throw new ApiError(
      400,
      `${field}: ${pointer.type} ${id} is not ${location}. Choose a sibling, or specify parent.`,
      { field },
    );
  }
  return sibling;
}

/** Ignores siblings that the caller does not see. @throws ApiError 400 if the siblings are not adjacent */
async function checkNeighbours(
  call: Call,
  shelf: SiblingScope,
  moved: string,
  member: Role | null,
  lower: WorkspaceSibling,
  upper: WorkspaceSibling,
): Promise<void> {
  const between = await selectVisibleSiblings(call, member, shelf)
    .where("rank", ">", lower.rank)
    .where("rank", "<", upper.rank)
    .where("id", "<>", moved)
    .limit(1)
    .executeTakeFirst();
  if (lower.rank >= upper.rank || between) {
    throw new ApiError(
      400,
      `position.after (${lower.id}) and position.before (${upper.id}) are not adjacent in this order. Specify only one of them.`,
      { field: "position" },
    );
  }
}

function selectVisibleSiblings({ db, caller }: Call, member: Role | null, shelf: SiblingScope) {
  return selectSiblings(db, shelf)
    .where("deleted_at", "is", null)
    .where(isVisibleTo(caller, member, "siblings"));
}

/** Whether the move passes a sibling that the caller sees. Other siblings are not disclosed. */
async function hasPassedAny(
  call: Call,
  shelf: SiblingScope,
  moved: MovedItem,
  member: Role | null,
  rank: string,
): Promise<boolean> {
  // Read again, because allocating a rank may have changed the ranks of all siblings.
  const current = await selectSiblings(call.db, shelf)
    .where("id", "=", moved.id)
    .executeTakeFirst();
  const [low, high] = [current?.rank ?? moved.rank, rank].toSorted(inTextOrder);
  const between = await selectVisibleSiblings(call, member, shelf)
    .where("rank", ">", low ?? "")
    .where("rank", "<", high ?? "")
    .where("id", "<>", moved.id)
    .limit(1)
    .executeTakeFirst();
  return between !== undefined;
}
