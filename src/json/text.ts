/** JSON without loss, as it travels: integers beyond 2^53 survive as bigint, members given twice are refused. */
import { readExactly } from "./exact-reading.ts";
import type { JsonValue } from "./values.ts";

/**
 * Reads a JSON text.
 * @throws SyntaxError where the text is not JSON; RangeError where it is JSON that cannot be kept:
 * too deep, a member with two values, a number beyond all numbers
 */
export async function readJson(text: string): Promise<JsonValue> {
  return readExactly(text);
}

/** Writes a value as JSON text, bigint as the number that it is. */
export async function writeJson(value: JsonValue): Promise<string> {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify is the fast way, and refuses only bigint.
    if (!(error instanceof TypeError)) throw error;
    return (await import("./exact.ts")).writeJson(value);
  }
}
