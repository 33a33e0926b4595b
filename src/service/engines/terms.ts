/** The terms of a text: what is left of its words without the common ones and without endings. */
import { stemmer } from "stemmer";
import { eng, removeStopwords } from "stopword";

export interface Term {
  /** How often it stands in the text. */
  readonly count: number;
  /** One of the words that it was made of, to show to people. */
  readonly word: string;
}

/** A longer one is no word; it would be too long for the index that terms are counted by, too. */
const longest = 255;

/** Terms by their stems. English words lose their endings; those of other languages stay whole. */
export function termsOf(text: string): ReadonlyMap<string, Term> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const terms = new Map<string, Term>();
  for (const word of removeStopwords(words, eng)) {
    if (word.length < 3 || word.length > longest) continue;
    const stem = stemmer(word);
    const known = terms.get(stem);
    terms.set(stem, { count: (known?.count ?? 0) + 1, word: known?.word ?? word });
  }
  return terms;
}
