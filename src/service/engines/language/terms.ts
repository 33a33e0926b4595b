/** Terms of a text: its words without stop words, stemmed. */
import { stemmer } from "stemmer";
import { eng, removeStopwords } from "stopword";

export interface Term {
  /** The number of occurrences in the text. */
  readonly count: number;
  /** One of its words, for display. */
  readonly word: string;
}

/** Longer strings are not words, and exceed the index on terms. */
const longest = 255;

/** In characters; later parts of a text add little information. */
const longestText = 64 * 1024;
const mostTerms = 500;

/** The most frequent terms of a text, by their stems. Only English words are stemmed. */
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
    const term = terms.get(stem);
    terms.set(stem, { count: (term?.count ?? 0) + 1, word: term?.word ?? word });
  }
  if (terms.size <= mostTerms) return terms;
  const ranked = [...terms].toSorted(([, one], [, other]) => other.count - one.count);
  return new Map(ranked.slice(0, mostTerms));
}
