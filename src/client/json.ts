/** JSON without loss: integers beyond 2^53 survive as bigint, members given twice are refused. */
import type { JsonValue } from "../contract/wire.ts";

/** Values nested deeper could be read and then not be written again. */
const deepest = 1000;

/**
 * Reads a JSON text. The engine's own parser does the work unless a look at the text finds
 * something that it would change without a word.
 * @throws SyntaxError where the text is not JSON; RangeError where it is JSON that cannot be kept:
 * too deep, a member with two values, a number beyond all numbers
 */
export async function readJson(text: string): Promise<JsonValue> {
  const found = survey(text);
  if (found.depth > deepest)
    throw new RangeError(`its values are nested deeper than ${deepest} levels`);
  const value: JsonValue = JSON.parse(text);
  if (!found.longNumber && found.members === countMembers(value)) return value;
  const { parse } = await import("lossless-json");
  const onDuplicateKey = ({ key }: { key: string }) => {
    throw new RangeError(`its member ${JSON.stringify(key)} is given twice`);
  };
  return parse(text, undefined, { parseNumber: readNumber, onDuplicateKey }) as JsonValue;
}

/** Writes a value as JSON text, bigint as the number that it is. */
export async function writeJson(value: JsonValue): Promise<string> {
  let exact = true;
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== "bigint") return member;
    exact = false;
    return null;
  });
  if (exact) return text;
  const { stringify } = await import("lossless-json");
  return stringify(value) ?? "null";
}

function readNumber(digits: string): number | bigint {
  const number = Number(digits);
  if (Number.isSafeInteger(number) || String(number) === digits) return number;
  if (/^-?\d+$/.test(digits)) return BigInt(digits);
  if (!Number.isFinite(number))
    throw new RangeError(`its number ${digits.slice(0, 20)} is too large`);
  return number;
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts the members of all objects and measures depth and numbers, in one pass over the text. */
function survey(text: string): { members: number; depth: number; longNumber: boolean } {
  let members = 0;
  let level = 0;
  let depth = 0;
  let digits = 0;
  let longNumber = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits === 16) longNumber = true;
      continue;
    }
    // An exponent: it may be larger than any number.
    if ((code === 0x65 || code === 0x45) && digits > 0) longNumber = true;
    digits = 0;
    if (code === quote) at = endOfString(text, at);
    else if (code === 0x3a) members++;
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, ++level);
    else if (code === 0x7d || code === 0x5d) level--;
  }
  return { members, depth, longNumber };
}

function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

function countMembers(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (isList(value)) {
    for (const item of value) members += countMembers(item);
    return members;
  }
  for (const name in value) members += 1 + countMembers(value[name] ?? null);
  return members;
}

// Array.isArray does not narrow a readonly array.
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
