/** The words of a query that an excerpt shows. */
import type { ToStems } from "../../../engines/language/stemmers.ts";

function listQueryWords(query: string): string[] {
  return [...query.toLowerCase().matchAll(/[\p{L}\p{N}]{2,}/gu)].map(([word]) => word).slice(0, 20);
}

/** Shorter stems match too many other words. */
const shortestStem = 3;

/** The words of a query and their stems, which are marked in an excerpt. */
export function listMatchingWords(query: string, toStems: ToStems): string[] {
  const stems = toStems(query).filter((stem) => stem.length >= shortestStem);
  return [...new Set([...listQueryWords(query), ...stems])];
}
