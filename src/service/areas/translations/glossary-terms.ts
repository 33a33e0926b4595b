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
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

/**
 * Terms match whole words in upper or lower case; the longest term at a position applies. A term at
 * the start of a sentence keeps its upper case.
 * @param terms the term to use, by the term of the source language
 */
export function buildGlossary(terms: ReadonlyMap<string, string>): Glossary {
  if (terms.size === 0) return { split: (text) => [{ text, isTerm: false }] };
  const byFirstWord = new Map<string, GlossaryTerm[]>();
  for (const [source, target] of terms) {
    const lower = source.toLowerCase();
    const [word] = lower.match(wordPattern) ?? [];
    // A term without a word at its start is found by no word.
    if (word === undefined || !lower.startsWith(word)) continue;
    const others = byFirstWord.get(word) ?? [];
    others.push({ source: lower, target });
    byFirstWord.set(word, others);
  }
  for (const list of byFirstWord.values()) list.sort((a, b) => b.source.length - a.source.length);
  return { split: (text) => splitTerms(text, byFirstWord) };
}

function splitTerms(
  text: string,
  byFirstWord: ReadonlyMap<string, readonly GlossaryTerm[]>,
): TextPart[] {
  const lower = text.toLowerCase();
  // In a few languages, lower case has another length; then positions would differ.
  if (lower.length !== text.length) return [{ text, isTerm: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: word } of lower.matchAll(wordPattern)) {
    if (index < end) continue;
    const term = byFirstWord
      .get(word)
      ?.find(
        ({ source }) => lower.startsWith(source, index) && isEnd(lower, index + source.length),
      );
    if (!term) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isTerm: false });
    parts.push({ text: withCase(term.target, text.slice(index)), isTerm: true });
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
