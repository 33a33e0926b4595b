/** Corrections of misspelled words in a query, to similar words of the searched spaces. */
import { countChanges } from "../../../../json/nearest.ts";
import { inTextOrder } from "../../../core/texts.ts";
import { listTrigrams } from "../../../database/search/engine.ts";
import type { ToStems } from "../../../engines/language/stemmers.ts";

/** In characters; in shorter words, a single error can make any other word. */
const shortest = 4;
const longest = 40;
/** Of a page. */
const mostWordsOfPage = 5000;
/** Of a query; further words are not corrected. */
const mostCorrected = 4;

/** Scripts with spaces between words. */
const word = /[\p{L}\p{M}]+/gu;
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Distinct words in lower case. */
export function listWrittenWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [one] of text.normalize("NFKC").toLowerCase().matchAll(word)) {
      if (one.length < shortest || one.length > longest || unspaced.test(one)) continue;
      words.add(one);
      if (words.size >= mostWordsOfPage) return [...words];
    }
  }
  return [...words];
}

/** Written words and their stems, to which words of queries can be corrected. */
export function listCorrections(texts: readonly string[], toStems: ToStems): string[] {
  const written = listWrittenWords(texts);
  const stems = written.flatMap((one) => toStems(one)).filter(({ length }) => length >= shortest);
  return [...new Set([...written, ...stems])];
}

interface SearchTarget {
  /** Whether the reader finds a section with a word. */
  readonly hasHits: (word: string) => Promise<boolean>;
  /** Words that the reader may find, in no particular order. */
  readonly listSimilar: (word: string) => Promise<readonly string[]>;
}

/**
 * @returns the query with similar words in place of those that are not found; undefined if there
 * are none
 */
export async function correctQuery(
  query: string,
  { hasHits, listSimilar }: SearchTarget,
): Promise<string | undefined> {
  // A phrase in quotes is searched as written.
  if (query.includes('"')) return undefined;
  const replacements = new Map<string, string>();
  for (const written of listWrittenWords([query]).slice(0, mostCorrected)) {
    if (await hasHits(written)) continue;
    for (const nearest of listNearest(written, await listSimilar(written))) {
      // The words of text that the reader does not see are similar, too.
      if (!(await hasHits(nearest))) continue;
      replacements.set(written, nearest);
      break;
    }
  }
  if (replacements.size === 0) return undefined;
  return query
    .normalize("NFKC")
    .toLowerCase()
    .replace(word, (one) => replacements.get(one) ?? one);
}

/**
 * The candidates with the fewest errors: up to one in a short word, two in a long one. Of those, the
 * ones that share the most trigrams come first.
 */
function listNearest(written: string, candidates: readonly string[]): string[] {
  const limit = written.length < 8 ? 1 : 2;
  const letters = [...written];
  const trigrams = new Set(listTrigrams(written));
  // A letter has one or two units.
  const isFar = ({ length }: string) => Math.abs(length - written.length) > 2 * limit;
  return [...new Set(candidates)]
    .filter((candidate) => !isFar(candidate))
    .map((candidate) => ({
      candidate,
      errors: countChanges(letters, [...candidate], limit + 1),
    }))
    .filter(({ errors }) => errors <= limit)
    .map((one) => ({
      ...one,
      shared: listTrigrams(one.candidate).filter((trigram) => trigrams.has(trigram)).length,
    }))
    .sort(
      (one, other) =>
        one.errors - other.errors ||
        other.shared - one.shared ||
        one.candidate.length - other.candidate.length ||
        inTextOrder(one.candidate, other.candidate),
    )
    .map(({ candidate }) => candidate);
}
