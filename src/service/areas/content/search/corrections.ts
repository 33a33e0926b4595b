/** Corrections of misspelled words in a query, to similar words of the searched spaces. */
import { countChanges } from "../../../../json/nearest.ts";
import { listTrigrams, type SearchEngine } from "../../../database/search/engine.ts";
import type { Queries } from "../../../database/tables.ts";
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
  readonly db: Queries;
  readonly engine: SearchEngine;
  readonly spaces: readonly string[];
  readonly toStems: ToStems;
  /** Whether the reader sees a section with a word; by default, whether the index has one. */
  readonly hasVisibleHits?: (word: string) => Promise<boolean>;
}

/**
 * @returns the query with similar words in place of those that are not found; undefined if there
 * are none
 */
export async function correctQuery(
  query: string,
  { db, engine, spaces, toStems, hasVisibleHits }: SearchTarget,
): Promise<string | undefined> {
  // A phrase in quotes is searched as written.
  if (query.includes('"')) return undefined;
  const replacements = new Map<string, string>();
  for (const written of listWrittenWords([query]).slice(0, mostCorrected)) {
    const isKnown = hasVisibleHits
      ? await hasVisibleHits(written)
      : await hasHits(engine.find(db, spaces, written, toStems));
    if (isKnown) continue;
    const candidates = await engine.similar(db, spaces, listTrigrams(written));
    for (const nearest of listNearest(written, candidates)) {
      // The index also contains words that this reader does not see.
      if (hasVisibleHits && !(await hasVisibleHits(nearest))) continue;
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

async function hasHits(slices: AsyncIterable<readonly unknown[]>): Promise<boolean> {
  for await (const hits of slices) if (hits.length > 0) return true;
  return false;
}

/** Of a word, which are tried in order. */
const mostCandidates = 3;

/** The candidates with the fewest errors: up to one in a short word, two in a long one. */
function listNearest(written: string, candidates: readonly string[]): string[] {
  const limit = written.length < 8 ? 1 : 2;
  const letters = [...written];
  return candidates
    .map((candidate) => [countChanges(letters, [...candidate], limit + 1), candidate] as const)
    .filter(([errors]) => errors <= limit)
    .sort(([one], [other]) => one - other)
    .slice(0, mostCandidates)
    .map(([, candidate]) => candidate);
}
