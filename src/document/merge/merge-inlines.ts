/** Three-way merge of the text within a block, word by word. */
import { diffArrays } from "diff";
import type { Leaf, Node } from "../../contract/document.model.ts";
import { toCanonicalText } from "../../json/canonical.ts";
import { getSign, joinLeaves } from "./block-signs.ts";
import { countCommon, countWords, isWord, splitWords, type WordCounts } from "./words.ts";

/** A word with its marks, or an inline node as a whole. */
type InlineToken = { readonly sign: string; readonly isWord: boolean } & (
  | { readonly leaf: Leaf }
  | { readonly inline: Node }
);

/** Tokens of the ancestor from `start` to `end`, exclusive, and their replacement. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly InlineToken[];
}

/** A side that keeps fewer of the ancestor's words has rewritten the text. */
const leastKept = 0.5;

/** Longer texts are merged only as a whole: the time grows with the square. */
const mostTokens = 20_000;
const mostChanges = 1000;

/**
 * @returns undefined if both sides changed the same or neighboring words, or one rewrote the text
 */
export function mergeInlines(
  base: readonly Node[],
  ours: readonly Node[],
  theirs: readonly Node[],
): Node[] | undefined {
  const [before, mine, other] = [listTokens(base), listTokens(ours), listTokens(theirs)];
  if (before.length + mine.length + other.length > mostTokens) return undefined;
  const left = findReplacements(before, mine);
  const right = findReplacements(before, other);
  if (!left || !right) return undefined;
  const merged: InlineToken[] = [];
  let [at, leftAt, rightAt] = [0, 0, 0];
  for (;;) {
    const [one, two] = [left[leftAt], right[rightAt]];
    const next = !two || (one && one.start <= two.start) ? one : two;
    if (!next) break;
    if (one && two) {
      const isSame = isEqual(one, two);
      if (!isSame && isNear(before, one, two)) return undefined;
      if (isSame) rightAt++;
    }
    if (next === one) leftAt++;
    else rightAt++;
    for (const token of before.slice(at, next.start)) merged.push(token);
    for (const token of next.tokens) merged.push(token);
    at = next.end;
  }
  return toNodes([...merged, ...before.slice(at)]);
}

function listTokens(nodes: readonly Node[]): InlineToken[] {
  return nodes.flatMap((node): InlineToken[] => {
    if (node.object !== "text") return [{ sign: getSign(node), isWord: true, inline: node }];
    return joinLeaves(node.leaves ?? []).flatMap((leaf) => {
      const marks = leaf.marks.length === 0 ? "" : toCanonicalText(leaf.marks);
      return splitWords(leaf.text).map((text) => ({
        sign: `${text}\u0000${marks}`,
        isWord: isWord(text),
        leaf: { ...leaf, text },
      }));
    });
  });
}

/** @returns undefined if little of the text is left */
function findReplacements(
  before: readonly InlineToken[],
  after: readonly InlineToken[],
): Replacement[] | undefined {
  const words = before.filter((token) => token.isWord);
  const least = words.length * leastKept;
  // A rewritten text is recognized by its words, because comparing it takes longest.
  if (countCommon(countSigns(words), countSigns(after)) < least) return undefined;
  const changes = diffArrays(
    before.map(({ sign }) => sign),
    after.map(({ sign }) => sign),
    { maxEditLength: mostChanges },
  );
  if (!changes) return undefined;
  const replacements: Replacement[] = [];
  let [old, now, kept] = [0, 0, 0];
  for (const { removed, added, count } of changes) {
    if (!removed && !added) {
      kept += before.slice(old, old + count).filter((token) => token.isWord).length;
      old += count;
      now += count;
      continue;
    }
    const next = {
      start: old,
      end: removed ? old + count : old,
      tokens: added ? after.slice(now, now + count) : [],
    };
    if (removed) old += count;
    else now += count;
    const last = replacements.at(-1);
    const between = last && before.slice(last.end, next.start);
    if (!last || !between || between.some((token) => token.isWord)) replacements.push(next);
    else {
      const tokens = [...last.tokens, ...between, ...next.tokens];
      replacements[replacements.length - 1] = { start: last.start, end: next.end, tokens };
    }
  }
  return kept >= least ? replacements : undefined;
}

function countSigns(tokens: readonly InlineToken[]): WordCounts {
  return countWords(tokens.map(({ sign }) => sign));
}

/** Whether two replacements overlap, or no word of the ancestor is between them. */
function isNear(before: readonly InlineToken[], one: Replacement, other: Replacement): boolean {
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  return (
    second.start < first.end || !before.slice(first.end, second.start).some((token) => token.isWord)
  );
}

function isEqual(one: Replacement, other: Replacement): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.tokens.length === other.tokens.length &&
    one.tokens.every(({ sign }, at) => sign === other.tokens[at]?.sign)
  );
}

function toNodes(tokens: readonly InlineToken[]): Node[] {
  const nodes: Node[] = [];
  let leaves: Leaf[] = [];
  const endText = () => {
    if (leaves.length > 0) nodes.push({ object: "text", leaves: joinLeaves(leaves) });
    leaves = [];
  };
  for (const token of tokens) {
    if ("leaf" in token) leaves.push(token.leaf);
    else {
      endText();
      nodes.push(token.inline);
    }
  }
  endText();
  const empty: Node = { object: "text", leaves: [{ object: "leaf", text: "", marks: [] }] };
  return nodes.length > 0 ? nodes : [empty];
}
