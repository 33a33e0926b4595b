/** The three-way rule for the order of siblings. */

export interface MergedOrder {
  readonly order: readonly string[];
  /** Set where both sides put the same siblings into another order, each its own. */
  readonly disputed: boolean;
}

interface Orders {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Whose order is followed where it is disputed. */
  readonly prefer: "ours" | "theirs";
}

/**
 * Orders all of `ids`. Who changed the order of what both sides have gets his way; what only one
 * side has follows the sibling that it follows there.
 */
export function mergeOrder(ids: ReadonlySet<string>, orders: Orders): MergedOrder {
  const [base, ours, theirs] = [orders.base, orders.ours, orders.theirs].map((list) =>
    list.filter((id) => ids.has(id)),
  ) as [string[], string[], string[]];
  const inOurs = new Set(ours);
  const both = new Set(theirs.filter((id) => inOurs.has(id)));
  const among = (list: readonly string[]) => list.filter((id) => both.has(id));
  const inBase = new Set(base);
  const older = (list: readonly string[]) => among(list).filter((id) => inBase.has(id));
  const wasOrder = among(base);
  const agree = same(among(ours), among(theirs));
  const oursKept = same(older(ours), wasOrder);
  const theirsKept = same(older(theirs), wasOrder);
  const disputed = !agree && !oursKept && !theirsKept;
  const follow = disputed ? orders.prefer : oursKept ? "theirs" : "ours";
  const [first, second] = follow === "ours" ? [ours, theirs] : [theirs, ours];
  const rest = [...ids].filter((id) => !inOurs.has(id) && !theirs.includes(id));
  return { order: [...joined(first, second), ...rest], disputed };
}

/** `first`, with those of `second` that it lacks, each after what it follows there. */
function joined(first: readonly string[], second: readonly string[]): string[] {
  const there = new Set(first);
  const following = new Map<string, string[]>();
  let left = "";
  for (const id of second) {
    if (there.has(id)) left = id;
    else following.set(left, [...(following.get(left) ?? []), id]);
  }
  return [
    ...(following.get("") ?? []),
    ...first.flatMap((id) => [id, ...(following.get(id) ?? [])]),
  ];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}
