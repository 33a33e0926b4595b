/** Lossless JSON without characters that a terminal interprets. */
import { writeJson } from "../../json/exact-writing.ts";
import { replaceUnsafe, runnerOrder } from "../neutralize.ts";
import type { PrintedValue } from "../row.ts";

/**
 * The JSON text of a value. Integers beyond 2^53 are plain digits; characters that a terminal would
 * interpret or hide are written as `\uXXXX`, so that parsing returns the same value.
 * @param indent spaces per level; 0 for a single line
 */
export function toJsonText(value: PrintedValue, indent = 0): string {
  return escapeJson(writeJson(value, indent));
}

/** Escapes the same characters in a text that is JSON already. */
export function escapeJson(text: string): string {
  const spell = (character: string) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  // In a JSON string, a line break is escaped already; this one is layout.
  const safe = replaceUnsafe(text, spell, "\n");
  // Only a string can contain the character.
  return safe.includes("##") ? safe.replace(runnerOrder, "#\\u0023") : safe;
}
