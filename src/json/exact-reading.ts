/**
 * Lossless JSON parser: it keeps integers of any size and the order of members, and rejects
 * duplicate members.
 */
import { isList, type JsonObject, type JsonValue } from "./values.ts";

/** Values with deeper nesting could be read but not written again. */
const deepest = 1000;

/**
 * The engine's parser does the work unless a scan of the text finds something that it would
 * silently change.
 * @throws SyntaxError if the text is not JSON; RangeError if it cannot be represented: too deep, a
 *   duplicate member, or a number that is too large
 */
export function readExactly(text: string): JsonValue {
  const names = text.length <= short ? countNames(text) : undefined;
  if (names !== undefined) {
    const value: JsonValue = JSON.parse(text);
    if (countMembers(value, 0) === names) return value;
  }
  return readCarefully(text);
}

/** Up to this length, a few regular expressions are faster than an uncompiled loop. */
const short = 2 ** 18;

/** Numbers that may be too long or too large, escapes before a quote, names that start with digits. */
const suspect =
  /(?:^|[:[,\s])-?(?:[\d.]{16}|[\d.]+[eE])|\\\\"|"\s+:|(?<!\\)"(?:\\|\d)(?:[^"\\]|\\.)*":/;

/**
 * The number of members in the text, if it is JSON: the quotes before a colon. Undefined if the
 * text needs a closer look. The count may be too high, as for a string that starts with a colon,
 * but never too low: if it equals that of the value, no field is a duplicate.
 */
function countNames(text: string): number | undefined {
  if (suspect.test(text)) return undefined;
  let names = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) {
    if (text.charCodeAt(at - 1) !== backslash) names++;
  }
  return names;
}

function readCarefully(text: string): JsonValue {
  const found = survey(text);
  if (found.depth > deepest) {
    throw new RangeError(`values are nested deeper than ${deepest} levels`);
  }
  const value: JsonValue = JSON.parse(text);
  const isKept = !found.longNumber && !found.numberedMember;
  if (isKept && found.members === countMembers(value, 0)) return value;
  return createReader(text)();
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Counts the members of all objects and measures depth and numbers, in one pass over the text. */
function survey(text: string) {
  let members = 0;
  let level = 0;
  let depth = 0;
  let digits = 0;
  let longNumber = false;
  let numberedMember = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits === 16) longNumber = true;
      continue;
    }
    // An exponent can make a number too large.
    if ((code === 0x65 || code === 0x45) && digits > 0) longNumber = true;
    digits = 0;
    if (code === quote) {
      const end = findStringEnd(text, at);
      const first = text.charCodeAt(at + 1);
      const isNumbered = first === backslash || (first >= 0x30 && first <= 0x39);
      if (isNumbered && isName(text, end)) numberedMember = true;
      at = end;
    } else if (code === colon) members++;
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, ++level);
    else if (code === 0x7d || code === 0x5d) level--;
  }
  return { members, depth, longNumber, numberedMember };
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charCodeAt(at) === colon;
}

/** The position of the closing quote of the string that starts at `start`. */
export function findStringEnd(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

/** The number of members of all objects in a value; -1 if it is nested too deep. */
export function countMembers(value: JsonValue, level = 0): number {
  if (typeof value !== "object" || value === null) return 0;
  if (level === deepest) return -1;
  let members = 0;
  if (isList(value)) {
    for (const item of value) {
      if (typeof item !== "object") continue;
      const inside = countMembers(item, level + 1);
      if (inside === -1) return -1;
      members += inside;
    }
    return members;
  }
  for (const name in value) {
    members++;
    const member = value[name];
    if (typeof member !== "object") continue;
    const inside = countMembers(member, level + 1);
    if (inside === -1) return -1;
    members += inside;
  }
  return members;
}

/** Parses valid JSON and keeps the details that the engine's parser would change. */
function createReader(text: string): () => JsonValue {
  let at = 0;

  /** The next character that is not white space. */
  function next(): string {
    while (" \t\n\r".includes(text.charAt(at))) at++;
    return text.charAt(at);
  }

  function list<T>(end: string, one: () => T): T[] {
    const all: T[] = [];
    at++;
    while (next() !== end) {
      if (text.charAt(at) === ",") at++;
      all.push(one());
    }
    at++;
    return all;
  }

  function string(): string {
    next();
    const end = findStringEnd(text, at) + 1;
    const read: string = JSON.parse(text.slice(at, end));
    at = end;
    return read;
  }

  function member(): [string, JsonValue] {
    const name = string();
    next();
    at++;
    return [name, value()];
  }

  function plain(): JsonValue {
    const start = at;
    while (at < text.length && !",]} \t\n\r".includes(text.charAt(at))) at++;
    const word = text.slice(start, at);
    return /^[-\d]/.test(word) ? readNumber(word) : JSON.parse(word);
  }

  function value(): JsonValue {
    const first = next();
    if (first === "{") return buildObject(list("}", member));
    if (first === "[") return list("]", value);
    return first === '"' ? string() : plain();
  }
  return value;
}

function readNumber(digits: string): number | bigint {
  const number = Number(digits);
  if (Number.isSafeInteger(number) || String(number) === digits) return number;
  if (/^-?\d+$/.test(digits)) return BigInt(digits);
  if (!Number.isFinite(number)) {
    throw new RangeError(`the number ${digits.slice(0, 20)} is too large`);
  }
  return number;
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  const text = (value: JsonValue) =>
    JSON.stringify(value, (_, member) => (typeof member === "bigint" ? [String(member)] : member));
  return text(one) === text(other);
}

/** Builds an object whose members keep their order, even if their names are numbers. */
export function buildObject(members: readonly [string, JsonValue][]): JsonObject {
  const known = new Map<string, JsonValue>();
  for (const [name, value] of members) {
    const before = known.get(name);
    if (before !== undefined && !isSame(before, value)) {
      throw new RangeError(`the field ${JSON.stringify(name)} is a duplicate`);
    }
    known.set(name, value);
  }
  const names = [...known.keys()];
  const object: JsonObject = Object.fromEntries(known);
  const isInOrder = Object.keys(object).every((name, index) => name === names[index]);
  // In an object of the engine, names that are numbers come first.
  return isInOrder ? object : new Proxy(object, { ownKeys: () => names });
}
