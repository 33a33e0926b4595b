/** Search for the terms of a glossary in texts. */

/** A part of a text; the replacement, if it is a term. */
interface TextPart {
  readonly text: string;
  readonly isTerm: boolean;
}

export interface Glossary {
  /** Splits a text at its terms, and replaces them. */
  readonly split: (text: string) => readonly TextPart[];
}

interface GlossaryTerm {
  /** In lower case. */
  readonly source: string;
  readonly target: string;
  /** The longest other term that is the beginning of this one. */
  readonly shorter: GlossaryTerm | undefined;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

/** In characters; a term has at most 255, and twice as many in lower case. */
const longestTerm = 512;

/**
 * Terms replace a text only up to this length, because a long term in place of each letter would
 * multiply a space.
 */
function getLongestResult(text: string): number {
  return 4 * text.length + 1000;
}

/**
 * Terms match whole words in upper or lower case; the longest term at a position applies. A term at
 * the start of a sentence keeps its upper case.
 * @param terms the term to use, by the term of the source language
 */
export function buildGlossary(terms: ReadonlyMap<string, string>): Glossary {
  if (terms.size === 0) return { split: (text) => [{ text, isTerm: false }] };
  const targets = new Map<string, string>();
  for (const [source, target] of terms) {
    const lower = source.toLowerCase();
    const [word] = lower.match(wordPattern) ?? [];
    // A term without a word at its start is found by no word.
    if (word === undefined || !lower.startsWith(word) || targets.has(lower)) continue;
    targets.set(lower, target);
  }
  const sorted = sortTerms(targets);
  return {
    split(text) {
      const parts = splitTerms(text, sorted);
      const length = parts.reduce((sum, part) => sum + part.text.length, 0);
      return length > getLongestResult(text) ? [{ text, isTerm: false }] : parts;
    },
  };
}

/** In the order of their sources, so that a term follows all terms that are its beginning. */
function sortTerms(targets: ReadonlyMap<string, string>): readonly GlossaryTerm[] {
  const sorted: GlossaryTerm[] = [];
  const entries = [...targets].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [source, target] of entries) {
    let shorter = sorted.at(-1);
    while (shorter !== undefined && !source.startsWith(shorter.source)) shorter = shorter.shorter;
    sorted.push({ source, target, shorter });
  }
  return sorted;
}

/**
 * The longest term at the beginning of a text, found in logarithmic time: the last term that is not
 * after the text begins with all terms with which the text begins.
 */
function findTerm(
  terms: readonly GlossaryTerm[],
  lower: string,
  index: number,
): GlossaryTerm | undefined {
  const text = lower.slice(index, index + longestTerm);
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle]?.source ?? "") <= text) low = middle + 1;
    else high = middle;
  }
  let term = terms[low - 1];
  if (term === undefined) return undefined;
  const shared = countShared(term.source, text);
  while (
    term !== undefined &&
    (term.source.length > shared || !isEnd(lower, index + term.source.length))
  ) {
    term = term.shorter;
  }
  return term;
}

/** The number of equal characters at the beginning. */
function countShared(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}

function splitTerms(text: string, terms: readonly GlossaryTerm[]): TextPart[] {
  const lower = text.toLowerCase();
  // In a few languages, lower case has another length; then positions would differ.
  if (lower.length !== text.length) return [{ text, isTerm: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index } of lower.matchAll(wordPattern)) {
    if (index < end) continue;
    const term = findTerm(terms, lower, index);
    if (!term) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isTerm: false });
    parts.push({ text: withCase(term.target, text.slice(index, index + 2)), isTerm: true });
    end = index + term.source.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isTerm: false });
  return parts;
}

/** Whether a word ends at the position. */
function isEnd(text: string, position: number): boolean {
  return !/^[\p{L}\p{N}\p{M}'’-]/u.test(text.slice(position, position + 2));
}

function withCase(target: string, original: string): string {
  const [first = ""] = original;
  const [start = ""] = target;
  const isUpper = first !== first.toLowerCase();
  return isUpper ? start.toUpperCase() + target.slice(start.length) : target;
}
