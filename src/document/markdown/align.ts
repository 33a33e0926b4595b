/** Alignment of two versions of a text: unchanged and replaced parts. */
import { diffArrays } from "diff";

/** A part of a text: equal keys mean equal content, equal kinds can replace each other. */
export interface AlignedPart {
  readonly sign: string;
  readonly kind: string;
}

/**
 * Above this number of changes, the rest counts as new, because comparison time grows with the
 * square.
 */
const mostChanges = 2000;

/**
 * @returns for each part of `after` the position in `before` of the part that it equals or
 * replaces,
 *   in ascending order; undefined for a new part
 */
export function align(
  before: readonly AlignedPart[],
  after: readonly AlignedPart[],
): (number | undefined)[] {
  const positions = pairUnchanged(before.map(getSign), after.map(getSign));
  pairByKind(before, after, positions);
  return positions;
}

/**
 * @returns for each key of `after` the position of the same key in `before`, in ascending order;
 *   undefined for a new one
 */
export function pairUnchanged(before: string[], after: string[]): (number | undefined)[] {
  const positions = new Array<number | undefined>(after.length).fill(undefined);
  const changes = diffArrays(before, after, { maxEditLength: mostChanges }) ?? [];
  let [old, now] = [0, 0];
  for (const { removed, added, count } of changes) {
    if (removed) old += count;
    else if (added) now += count;
    else for (let remaining = count; remaining > 0; remaining--) positions[now++] = old++;
  }
  return positions;
}

const getSign = ({ sign }: AlignedPart) => sign;

/** Between two unchanged parts, new parts replace old parts of the same kind in order. */
function pairByKind(
  before: readonly AlignedPart[],
  after: readonly AlignedPart[],
  positions: (number | undefined)[],
): void {
  const ends = computeNextPositions(positions, before.length);
  let old = 0;
  for (const [now, { kind }] of after.entries()) {
    const position = positions[now];
    if (position !== undefined) {
      old = position + 1;
      continue;
    }
    const end = ends[now] ?? 0;
    let at = old;
    while (at < end && before[at]?.kind !== kind) at++;
    if (at === end) continue;
    positions[now] = at;
    old = at + 1;
  }
}

/** For each part, the position of the first part from there on that has one. */
function computeNextPositions(positions: readonly (number | undefined)[], end: number): number[] {
  let next = end;
  return positions
    .map((_, at) => {
      next = positions.at(-1 - at) ?? next;
      return next;
    })
    .reverse();
}
