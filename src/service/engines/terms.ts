/** The terms of a text: its words without stop words, stemmed. */
import { stemmer } from "stemmer";
import { eng, removeStopwords } from "stopword";

export interface Term {
  /** How often it stands in the text. */
  readonly count: number;
  /** One of its words, to show to people. */
  readonly word: string;
}

/** A longer one is no word, and too long for the index on terms. */
const longest = 255;

/** In characters: what stands further back in a text says little more about it. */
const longestText = 64 * 1024;
const mostTerms = 500;

/** The most frequent terms of a text, by their stems. English words lose their endings; those of other languages stay whole. */
export function listTerms(text: string): ReadonlyMap<string, Term> {
  const words =
    text
      .slice(0, longestText)
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const terms = new Map<string, Term>();
  for (const word of removeStopwords(words, eng)) {
    if (word.length < 3 || word.length > longest) continue;
    const stem = stemmer(word);
    const known = terms.get(stem);
    terms.set(stem, { count: (known?.count ?? 0) + 1, word: known?.word ?? word });
  }
  if (terms.size <= mostTerms) return terms;
  const ranked = [...terms].toSorted(([, one], [, other]) => other.count - one.count);
  return new Map(ranked.slice(0, mostTerms));
}
