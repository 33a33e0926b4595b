/** Identity of blocks in two versions of a text. */
import type { Node } from "../../contract/document.model.ts";
import { addTo } from "../../json/groups.ts";
import { pairUnchanged } from "../markdown/align.ts";
import { collectText } from "../walk.ts";
import { getSign } from "./block-signs.ts";
import { compareWords, countWords, isWord, splitWords, type WordCounts } from "./words.ts";

/** Blocks that have less than this in common are paired only if nothing else is left. */
const leastLikeness = 0.4;

/** Pairs of blocks whose words are compared between two unchanged blocks. */
const mostPairs = 2500;

/**
 * Blocks are the same if they have the same content, the same key, or a similar text between the
 * same neighbors.
 * @returns for each block of `after` the position of the same block in `before`; undefined for a
 *   new block
 */
export function alignBlocks(
  before: readonly Node[],
  after: readonly Node[],
): (number | undefined)[] {
  const positions = pairUnchanged(before.map(getSign), after.map(getSign));
  const gaps = findGaps(positions, before.length);
  pairMoved(before, after, positions);
  for (const gap of gaps) pairSimilar(before, after, positions, gap);
  return positions;
}

/** Positions between two unchanged blocks; the ends are exclusive. */
interface Gap {
  readonly old: readonly [start: number, end: number];
  readonly now: readonly [start: number, end: number];
}

function findGaps(positions: readonly (number | undefined)[], length: number): Gap[] {
  const gaps: Gap[] = [];
  let [old, now] = [0, 0];
  for (let at = 0; at <= positions.length; at++) {
    const position = at === positions.length ? length : positions[at];
    if (position === undefined) continue;
    if (position > old && at > now) gaps.push({ old: [old, position], now: [now, at] });
    [old, now] = [position + 1, at + 1];
  }
  return gaps;
}

/** Pairs blocks that moved: those with the same key, or with content that is only there once. */
function pairMoved(
  before: readonly Node[],
  after: readonly Node[],
  positions: (number | undefined)[],
): void {
  const taken = new Set(positions);
  const pairBy = (getName: (node: Node) => string | undefined) => {
    const left = new Map<string, number[]>();
    for (const [at, node] of before.entries()) {
      const name = taken.has(at) ? undefined : getName(node);
      if (name !== undefined) addTo(left, name, at);
    }
    const right = new Map<string, number[]>();
    for (const [at, node] of after.entries()) {
      const name = positions[at] === undefined ? getName(node) : undefined;
      if (name !== undefined) addTo(right, name, at);
    }
    for (const [name, [to, ...others]] of right) {
      const [from, ...further] = left.get(name) ?? [];
      if (to === undefined || from === undefined || others.length + further.length > 0) continue;
      positions[to] = from;
      taken.add(from);
    }
  };
  pairBy(getSign);
  pairBy(({ key, type }) => (key === undefined ? undefined : `${type} ${key}`));
}

function pairSimilar(
  before: readonly Node[],
  after: readonly Node[],
  positions: (number | undefined)[],
  { old, now }: Gap,
): void {
  const taken = new Set(positions);
  const lefts = listRange(old).filter((at) => !taken.has(at));
  const rights = listRange(now).filter((at) => positions[at] === undefined);
  if (lefts.length * rights.length <= mostPairs)
    pairByText(before, after, positions, lefts, rights);
  pairByType(before, after, positions, lefts, rights);
}

function listRange([start, end]: readonly [number, number]): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

/** Pairs in order, so that the sum of the similarities is the greatest. */
function pairByText(
  before: readonly Node[],
  after: readonly Node[],
  positions: (number | undefined)[],
  lefts: readonly number[],
  rights: readonly number[],
): void {
  const wordsOld = lefts.map((at) => getWords(before[at]));
  const wordsNow = rights.map((at) => getWords(after[at]));
  const width = rights.length + 1;
  const likeness = (left: number, right: number): number => {
    if (before[lefts[left] ?? -1]?.type !== after[rights[right] ?? -1]?.type) return 0;
    const common = compareWords(wordsOld[left] ?? noWords, wordsNow[right] ?? noWords);
    return common < leastLikeness ? 0 : common;
  };
  const scores = new Float64Array((lefts.length + 1) * width);
  const pairs = new Float64Array(scores.length);
  const score = (left: number, right: number) => scores[left * width + right] ?? 0;
  for (let left = lefts.length - 1; left >= 0; left--) {
    for (let right = rights.length - 1; right >= 0; right--) {
      const pair = likeness(left, right);
      const skipped = Math.max(score(left + 1, right), score(left, right + 1));
      const paired = pair === 0 ? -1 : pair + score(left + 1, right + 1);
      pairs[left * width + right] = paired >= skipped ? 1 : 0;
      scores[left * width + right] = Math.max(skipped, paired);
    }
  }
  let [left, right] = [0, 0];
  while (left < lefts.length && right < rights.length) {
    if (pairs[left * width + right] === 1) {
      positions[rights[right++] ?? 0] = lefts[left++];
    } else if (score(left + 1, right) >= score(left, right + 1)) left++;
    else right++;
  }
}

/** Pairs the rest in order: a block that was rewritten is still the same block. */
function pairByType(
  before: readonly Node[],
  after: readonly Node[],
  positions: (number | undefined)[],
  lefts: readonly number[],
  rights: readonly number[],
): void {
  const pairedAt = new Map(rights.map((at) => [positions[at], at] as const));
  let [left, right] = [0, 0];
  while (left < lefts.length && right < rights.length) {
    const [from = 0, to = 0] = [lefts[left], rights[right]];
    const partner = positions[to];
    if (partner !== undefined) {
      // Continues behind a pair.
      while ((lefts[left] ?? Number.POSITIVE_INFINITY) <= partner) left++;
      right++;
    } else if (pairedAt.has(from)) {
      while ((rights[right] ?? Number.POSITIVE_INFINITY) <= (pairedAt.get(from) ?? 0)) right++;
      left++;
    } else if (before[from]?.type === after[to]?.type) {
      positions[to] = from;
      left++;
      right++;
    } else {
      const ahead = rights.findIndex(
        (at, index) => index > right && after[at]?.type === before[from]?.type,
      );
      if (ahead === -1) left++;
      else right++;
    }
  }
}

const words = new WeakMap<Node, WordCounts>();

const noWords = countWords([]);

/** Counted once, because each text is compared with many others. */
function getWords(node: Node | undefined): WordCounts {
  if (!node) return noWords;
  const known = words.get(node);
  if (known) return known;
  const counts = countWords(splitWords(readText(node)).filter(isWord));
  words.set(node, counts);
  return counts;
}

function readText(node: Node): string {
  const fragments = (node.fragments ?? []).map(readText);
  return [collectText(node), ...fragments].join("\n");
}
