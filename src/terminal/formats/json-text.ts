/** Lossless JSON without characters that a terminal interprets. */
import { writeJson } from "../../json/exact-writing.ts";
import { replaceUnsafe, runnerOrder } from "../neutralize.ts";
import { isRow, type PrintedValue } from "../row.ts";

/**
 * The JSON text of a value. Integers beyond 2^53 are plain digits; characters that a terminal would
 * interpret or hide are written as `\uXXXX`, so that parsing returns the same value.
 * @param indent spaces per level; 0 for a single line
 */
export function toJsonText(value: PrintedValue, indent = 0): string {
  return escapeJson(stringify(value, indent));
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

function stringify(value: PrintedValue, indent: number): string {
  try {
    return writeJson(value, indent);
  } catch (error) {
    // JSON.stringify is fast, and rejects only bigint.
    if (error instanceof TypeError) return withBigIntegers(value, " ".repeat(indent), "\n");
    throw error;
  }
}

function withBigIntegers(value: PrintedValue, step: string, lineBreak: string): string {
  if (typeof value === "bigint") return value.toString();
  const inner = lineBreak + step;
  if (Array.isArray(value)) {
    return enclose(
      "[",
      value.map((item) => withBigIntegers(item, step, inner)),
      "]",
    );
  }
  if (isRow(value)) {
    const colon = step === "" ? ":" : ": ";
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}${colon}${withBigIntegers(member, step, inner)}`,
    );
    return enclose("{", members, "}");
  }
  return writeJson(value);

  function enclose(open: string, parts: readonly string[], close: string): string {
    if (parts.length === 0) return open + close;
    if (step === "") return open + parts.join(",") + close;
    return open + inner + parts.join(`,${inner}`) + lineBreak + close;
  }
}
