/** Three-way rules for single values, for lists of items with ids, and for the order of siblings. */
import { addTo } from "../../../../json/groups.ts";
import { sameValue } from "./tree.ts";

/** A side of a merge: `ours` receives the changes of `theirs`. */
export type MergeSide = "ours" | "theirs";

/** Chooses the side that wins a conflict; undefined leaves it unresolved. */
export type ResolveConflict<C> = (conflict: C) => MergeSide | undefined;

interface MergedFields<T> {
  readonly value: T;
  /** Fields that both sides changed differently; `value` has ours. */
  readonly conflicting: readonly (keyof T & string)[];
}

/**
 * Merges two versions field by field. Fields that are not listed are taken from ours.
 * @param base the common ancestor; absent if both sides added the item independently
 */
export function mergeFields<T extends object>(
  base: T | undefined,
  ours: T,
  theirs: T,
  names: readonly (keyof T & string)[],
): MergedFields<T> {
  const value = { ...ours };
  const conflicting: (keyof T & string)[] = [];
  for (const name of names) {
    const [baseValue, mine, other] = [base?.[name], ours[name], theirs[name]];
    if (sameValue(mine, other) || sameValue(other, baseValue)) continue;
    if (sameValue(mine, baseValue)) value[name] = other;
    else conflicting.push(name);
  }
  return { value, conflicting };
}

/** `value` with the conflicting fields of the chosen side. */
export function resolveFields<T extends object>(
  { value, conflicting }: MergedFields<T>,
  theirs: T,
  side: MergeSide,
): T {
  if (side === "ours") return value;
  const result = { ...value };
  for (const name of conflicting) result[name] = theirs[name];
  return result;
}

/** The change of an item that is on one side only. */
type OneSidedChange = "added" | "unchanged" | "changed";

/** @param base absent if the item is new */
export function compareSide<T extends object>(
  base: T | undefined,
  left: T,
  names: readonly (keyof T & string)[],
): OneSidedChange {
  if (!base) return "added";
  return names.every((name) => sameValue(base[name], left[name])) ? "unchanged" : "changed";
}

interface MergedOrder {
  readonly order: readonly string[];
  /** Whether both sides reordered the same siblings differently. */
  readonly conflicting: boolean;
}

interface Orders {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** The side whose order wins a conflict. */
  readonly prefer: "ours" | "theirs";
}

/**
 * Orders all of `ids`. For siblings on both sides, the side that changed the order wins. A sibling
 * on one side only comes after its predecessor there.
 */
export function mergeOrder(ids: ReadonlySet<string>, orders: Orders): MergedOrder {
  const [base, ours, theirs] = [orders.base, orders.ours, orders.theirs].map((list) =>
    list.filter((id) => ids.has(id)),
  ) as [string[], string[], string[]];
  const inOurs = new Set(ours);
  const inTheirs = new Set(theirs);
  const both = new Set(theirs.filter((id) => inOurs.has(id)));
  const among = (list: readonly string[]) => list.filter((id) => both.has(id));
  const inBase = new Set(base);
  const older = (list: readonly string[]) => among(list).filter((id) => inBase.has(id));
  const wasOrder = among(base);
  const agree = same(among(ours), among(theirs));
  const oursKept = same(older(ours), wasOrder);
  const theirsKept = same(older(theirs), wasOrder);
  const conflicting = !agree && !oursKept && !theirsKept;
  const follow = conflicting ? orders.prefer : oursKept ? "theirs" : "ours";
  const [first, second] = follow === "ours" ? [ours, theirs] : [theirs, ours];
  const rest = [...ids].filter((id) => !inOurs.has(id) && !inTheirs.has(id));
  return { order: [...mergeLists(first, second), ...rest], conflicting };
}

/** `first`, with the remaining items of `second`, each after its predecessor there. */
function mergeLists(first: readonly string[], second: readonly string[]): string[] {
  const firstIds = new Set(first);
  const successors = new Map<string, string[]>();
  let previous = "";
  for (const id of second) {
    if (firstIds.has(id)) previous = id;
    else addTo(successors, previous, id);
  }
  return [
    ...(successors.get("") ?? []),
    ...first.flatMap((id) => [id, ...(successors.get(id) ?? [])]),
  ];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
