/** Visitor claims as typed on a command line. */
import { UsageError } from "../errors.ts";
import { readExactly } from "./exact-reading.ts";
import { findOwn } from "./own-members.ts";
import { isObject, type JsonObject, type JsonValue } from "./values.ts";

/** Levels of a claim that is written with dots. */
const mostLevels = 100;

/**
 * The claims of a JSON object, or of `claim=value` pairs separated by commas. A value that is a
 * JSON literal, such as `true` or `3`, is not a string. A dot separates the names of nested claims.
 * @returns undefined for another text, such as the name of a file
 * @throws UsageError for invalid JSON, and for a claim with too many levels
 */
export function parseClaims(text: string): JsonObject | undefined {
  if (text.trimStart().startsWith("{")) return parseObject(text);
  const pairs = text
    .split(/,(?=[A-Za-z_$][\w$.]*=)/)
    .map((pair) => /^([A-Za-z_$][\w$.]*)=(.*)$/s.exec(pair));
  const claims: { [name: string]: JsonValue } = {};
  for (const pair of pairs) {
    if (pair === null) return undefined;
    const [, path = "", value = ""] = pair;
    const names = path.split(".");
    if (names.length > mostLevels) {
      throw new UsageError(`--claims has a claim with more than ${mostLevels} levels.`);
    }
    addClaim(claims, names, parseValue(value));
  }
  return claims;
}

function parseObject(text: string): JsonObject {
  try {
    const value = readExactly(text);
    if (isObject(value)) return value;
  } catch {
    // The message does not repeat the claims, which can be personal.
  }
  throw new UsageError(`--claims is not valid JSON. Example: '{"isCustomer": true}'.`);
}

function parseValue(text: string): JsonValue {
  return /^(?:true|false|null|-?(?:0|[1-9]\d{0,14}))$/.test(text) ? JSON.parse(text) : text;
}

function addClaim(
  claims: { [name: string]: JsonValue },
  [name = "", ...rest]: readonly string[],
  value: JsonValue,
): void {
  const define = (one: JsonValue) =>
    Object.defineProperty(claims, name, {
      value: one,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  if (rest.length === 0) {
    define(value);
    return;
  }
  const existing = findOwn(claims, name);
  const nested: { [name: string]: JsonValue } =
    existing !== undefined && isObject(existing) ? { ...existing } : {};
  addClaim(nested, rest, value);
  define(nested);
}
