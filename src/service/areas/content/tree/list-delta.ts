/**
 * Differences between two versions of a list of pages. Unchanged pages are the same objects in both
 * versions, so that they are only compared by identity.
 */
import type { ContentPage } from "./tree.ts";

/** A page of the later version that is not the same object in the earlier one. */
export interface PageDelta {
  readonly page: ContentPage;
  /** The page with this id in the earlier version of the list; absent for an added page. */
  readonly before?: ContentPage;
}

export interface ListDelta {
  readonly changed: readonly PageDelta[];
  /** The pages that only the earlier version of the list has. */
  readonly removed: readonly ContentPage[];
}

const noDelta: ListDelta = { changed: [], removed: [] };

/** Pages that only changed their position are not part of the result. */
export function comparePages(
  earlier: readonly ContentPage[],
  later: readonly ContentPage[],
): ListDelta {
  if (earlier === later) return noDelta;
  const [from, to] = findDifferent(earlier, later);
  if (from.length === 0 && to.length === 0) return noDelta;
  const remaining = new Map(from.map((page) => [page.id, page]));
  const changed: PageDelta[] = [];
  for (const page of to) {
    const before = remaining.get(page.id);
    remaining.delete(page.id);
    if (before !== page) changed.push({ page, ...(before && { before }) });
  }
  return { changed, removed: [...remaining.values()] };
}

/** The parts of both lists that are not equal, without the equal pages at the start and end. */
function findDifferent(
  earlier: readonly ContentPage[],
  later: readonly ContentPage[],
): readonly [readonly ContentPage[], readonly ContentPage[]] {
  if (earlier.length === later.length) {
    const isDifferent = (page: ContentPage, index: number) => page !== earlier[index];
    return [earlier.filter((page, index) => page !== later[index]), later.filter(isDifferent)];
  }
  const { start, earlierEnd, laterEnd } = findWindow(earlier, later);
  return [earlier.slice(start, earlierEnd), later.slice(start, laterEnd)];
}

/** The part between the items that both lists have at the start and at the end. */
export interface ListWindow {
  readonly start: number;
  /** Exclusive. */
  readonly earlierEnd: number;
  readonly laterEnd: number;
}

export function findWindow<Item>(earlier: readonly Item[], later: readonly Item[]): ListWindow {
  const shortest = Math.min(earlier.length, later.length);
  let start = 0;
  while (start < shortest && earlier[start] === later[start]) start++;
  let equal = 0;
  while (
    equal < shortest - start &&
    earlier[earlier.length - 1 - equal] === later[later.length - 1 - equal]
  ) {
    equal++;
  }
  return { start, earlierEnd: earlier.length - equal, laterEnd: later.length - equal };
}

/** Whether both lists contain the same objects in the same order. */
export function hasSameItems<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
