/** Three-way merge of the order of items. */
import { addTo } from "../../json/groups.ts";

/** The side of a merge whose version is used. */
export type MergeSide = "ours" | "theirs";

interface MergedOrder {
  readonly order: readonly string[];
  /** Whether both sides reordered the same items differently. */
  readonly conflicting: boolean;
}

interface Orders {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** The side whose order wins a conflict. */
  readonly prefer: MergeSide;
}

/**
 * Orders all of `ids`. For items on both sides, the side that changed the order wins. An item
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
  const agree = isSameOrder(among(ours), among(theirs));
  const oursKept = isSameOrder(older(ours), wasOrder);
  const theirsKept = isSameOrder(older(theirs), wasOrder);
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

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
