/** Takes a query apart: each word by itself, and each run of words in quotation marks. */
import type { Words } from "../../engines/stemmers.ts";

/** @returns the phrases, each as its stems in their order; none twice, none empty */
export function phrasesIn(query: string, words: Words): readonly (readonly string[])[] {
  const phrases = new Map<string, readonly string[]>();
  const add = (stems: readonly string[]) => {
    if (stems.length > 0) phrases.set(stems.join(" "), stems);
  };
  for (const [, quoted, loose] of query.matchAll(/"([^"]*)"?|([^"]+)/g)) {
    const stems = words(quoted ?? loose ?? "");
    if (quoted !== undefined) add(stems);
    else for (const stem of stems) add([stem]);
  }
  return [...phrases.values()];
}
