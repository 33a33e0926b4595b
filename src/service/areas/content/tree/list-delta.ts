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

/** The parts of both lists that are not equal. */
function findDifferent(
  earlier: readonly ContentPage[],
  later: readonly ContentPage[],
): readonly [readonly ContentPage[], readonly ContentPage[]] {
  const from: ContentPage[] = [];
  const to: ContentPage[] = [];
  let end: ListSegment = { earlier: 0, later: 0, length: 0 };
  const ends = { earlier: earlier.length, later: later.length, length: 0 };
  for (const segment of [...listSegments(earlier, later), ends]) {
    for (const page of earlier.slice(end.earlier + end.length, segment.earlier)) from.push(page);
    for (const page of later.slice(end.later + end.length, segment.later)) to.push(page);
    end = segment;
  }
  return [from, to];
}

/** Consecutive items that both lists have, as the same objects, from these positions on. */
export interface ListSegment {
  readonly earlier: number;
  readonly later: number;
  readonly length: number;
}

/** The number of items that are searched for the next equal one without an index of the list. */
const lookahead = 16;

/** Equal parts of two lists, in order. Moved items may be missing. */
export function listSegments<Item>(
  earlier: readonly Item[],
  later: readonly Item[],
): readonly ListSegment[] {
  const segments: ListSegment[] = [];
  let positions: ReadonlyMap<Item | undefined, number> | undefined;
  let [left, right] = [0, 0];
  while (left < earlier.length && right < later.length) {
    let length = 0;
    while (
      left + length < earlier.length &&
      right + length < later.length &&
      earlier[left + length] === later[right + length]
    ) {
      length++;
    }
    if (length > 0) segments.push({ earlier: left, later: right, length });
    left += length;
    right += length;
    const near = findNear(earlier, left, later, right);
    if (near) [left, right] = near;
    else {
      positions ??= new Map(later.map((item, index) => [item, index]));
      while (left < earlier.length && (positions.get(earlier[left]) ?? -1) < right) left++;
      right = positions.get(earlier[left]) ?? later.length;
    }
  }
  return segments;
}

/** The next positions with an equal item, behind a few edited, removed or added items. */
function findNear<Item>(
  earlier: readonly Item[],
  left: number,
  later: readonly Item[],
  right: number,
): [number, number] | undefined {
  for (let distance = 1; distance <= lookahead; distance++) {
    const [old, now] = [earlier[left + distance], later[right + distance]];
    if (old !== undefined && old === now) return [left + distance, right + distance];
    if (old !== undefined && old === later[right]) return [left + distance, right];
    if (now !== undefined && now === earlier[left]) return [left, right + distance];
  }
  return undefined;
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
