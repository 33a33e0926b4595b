/** Sorting of long lists in the main thread, in steps that leave turns to other callers. */
import { takeTurn } from "./turns.ts";

/** This many items are sorted or merged in about a millisecond. */
const itemsAtOnce = 1000;

type Compare<Item> = (one: Item, other: Item) => number;

/**
 * The same order as `toSorted`, which is stable.
 * @param caller callers take turns
 */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: Compare<Item>,
  caller: string,
): Promise<readonly Item[]> {
  let parts: Item[][] = [];
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    await takeTurn(caller);
    parts.push(items.slice(start, start + itemsAtOnce).sort(compare));
  }
  while (parts.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < parts.length; index += 2) {
      const [one = [], other = []] = parts.slice(index, index + 2);
      merged.push(await mergeInTurns(one, other, compare, caller));
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

async function mergeInTurns<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: Compare<Item>,
  caller: string,
): Promise<Item[]> {
  const merged: Item[] = [];
  for (const item of inMergedOrder(one, other, compare)) {
    merged.push(item);
    if (merged.length % itemsAtOnce === 0) await takeTurn(caller);
  }
  return merged;
}

/** Of equal items, those of the first list come first. */
function* inMergedOrder<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: Compare<Item>,
): Generator<Item> {
  const rest = other.values();
  let candidate = rest.next();
  for (const item of one) {
    for (; candidate.done !== true && compare(item, candidate.value) > 0; candidate = rest.next()) {
      yield candidate.value;
    }
    yield item;
  }
  for (; candidate.done !== true; candidate = rest.next()) yield candidate.value;
}
