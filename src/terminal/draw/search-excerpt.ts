/** The words around a search match. */
import type { PrintedValue } from "../row.ts";
import type { Style } from "../style.ts";

/**
 * In characters: the length before the first match, which is visible on a narrow screen too, and
 * the total length.
 */
const before = 16;
const longest = 400;

/**
 * The part of a text around the first search term; of several texts, of the first that contains
 * one. Not neutralized.
 * @param value a text, or lists of texts
 */
export function formatPassage(value: PrintedValue | undefined, words: readonly string[]): string {
  const texts = listTexts(value);
  const pattern = createPattern(words);
  const found = pattern && texts.find((text) => text.search(pattern) !== -1);
  const text = (found ?? texts[0] ?? "").replace(/\s+/g, " ").trim();
  const at = pattern === undefined ? 0 : Math.max(0, text.search(pattern));
  // Starts at a word boundary.
  const start = at <= before ? 0 : text.indexOf(" ", at - before) + 1;
  const shown = text.slice(start, start + longest);
  return `${start > 0 ? "… " : ""}${shown}${start + longest < text.length ? "…" : ""}`;
}

/** The passage with the search terms in bold. */
export function paintPassage(passage: string, words: readonly string[], style: Style): string {
  const pattern = createPattern(words);
  return pattern === undefined
    ? passage
    : passage.replace(pattern, (word) => (word === "" ? word : style.bold(word)));
}

function listTexts(value: PrintedValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  const list: readonly PrintedValue[] = value;
  return list.flatMap(listTexts);
}

/**
 * Words with the same beginning as a search term, because a search also finds other forms of a
 * word.
 */
function createPattern(words: readonly string[]): RegExp | undefined {
  const stems = words
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter((word) => word.length > 1)
    .map((word) => word.slice(0, Math.max(4, word.length - 2)));
  if (stems.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join("|")})[\\p{L}\\p{N}]*`, "giu");
}
