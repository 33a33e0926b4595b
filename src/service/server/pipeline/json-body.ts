/** Parser of JSON request bodies, which refuses harmful ones before they are parsed. */
import type { WireRequest } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { countMembers } from "../../../json/exact-reading.ts";
import { findRepeatedMember, measureJson } from "../../../json/scan.ts";
import type { JsonValue } from "../../../json/values.ts";

const maximumDepth = 64;
/** In bytes. Decoding and parsing a larger body take long, so that they wait for a turn. */
export const largeBody = 256 * 1024;
/** Parsing and validation take a multiple of the body's size in memory. */
const mostValues = 100_000;

/**
 * @param limit the maximum size of the body, in bytes
 * @returns an empty object if there is no body
 * @throws ApiError 413, 415 or 400
 */
export function jsonBody(request: WireRequest, limit: number): object {
  const value = jsonValue(request, limit);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new ApiError(400, "The body must be a JSON object.");
}

/** The same for a body that may be any JSON value. */
export function jsonValue(request: WireRequest, limit: number): unknown {
  const { body = "" } = request;
  if (body === "") return {};
  // A character takes at most three bytes in UTF-8, so most bodies need not be measured.
  if (body.length * 3 > limit && Buffer.byteLength(body) > limit) throw tooLarge(limit);
  const type = request.headers["content-type"] ?? "";
  // A web page can send other types without a preflight request.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiError(
      415,
      `The body must be sent with the header content-type: application/json${type && `, not ${type}`}.`,
    );
  }
  refuseCharsets(type);
  const members = refuseExcess(body, limit);
  const value = parsed(body);
  if (countMembers(value) !== members) refuseDuplicates(body);
  // A lone surrogate can only come from an escape, because the body itself is valid UTF-8.
  if (surrogateEscape.test(body)) refuseHalves(value, []);
  return value;
}

/** @throws ApiError 415 if the type specifies a charset other than UTF-8, 400 if it specifies two */
function refuseCharsets(type: string): void {
  const [charset, second] = [...type.matchAll(/;\s*charset\s*=([^;]*)/gi)].map(([, name = ""]) =>
    name.trim(),
  );
  if (second !== undefined) {
    throw new ApiError(400, "The content-type header has two charsets. Send one.");
  }
  if (charset !== undefined && !/^("?)(?:utf-?8|us-ascii)\1$/i.test(charset)) {
    throw new ApiError(415, `The body must be encoded in UTF-8, not ${charset}.`);
  }
}

const surrogateEscape = /\\ud[89a-f]/i;
const half = /\p{Surrogate}/u;

/**
 * Refuses lone surrogates: in UTF-8, each would silently become a replacement character.
 * @param path the path of the value in the body
 */
function refuseHalves(value: JsonValue, path: readonly string[]): void {
  if (typeof value === "string" && half.test(value)) throw halved(path);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (half.test(name)) throw halved(path);
    refuseHalves(member, [...path, name]);
  }
}

function halved(path: readonly string[]): ApiError {
  const field = path.join(".");
  return new ApiError(
    400,
    `${field || "The body"} contains an unpaired surrogate. Remove it.`,
    path[0] === undefined ? undefined : { field },
  );
}

function parsed(body: string): JsonValue {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ApiError(
      400,
      `The body is not valid JSON: ${error instanceof Error ? error.message : ""}.`,
    );
  }
}

/** Refuses duplicate members, because it is unclear which value is intended. */
function refuseDuplicates(body: string): void {
  const repeated = findRepeatedMember(body);
  if (repeated === undefined) return;
  throw new ApiError(
    400,
    `The body contains ${JSON.stringify(repeated.name)} twice. Send it once.`,
  );
}

export function tooLarge(limit: number): ApiError {
  return new ApiError(413, `The body is larger than the limit of ${limit} bytes.`);
}

/**
 * JSON.parse reads deeper nesting than JSON.stringify can write, and stored values must be
 * readable. Without a limit on the size of bodies, the number of values is not limited either.
 * @returns the number of object members
 */
function refuseExcess(text: string, limit: number): number {
  const values = Number.isFinite(limit) ? mostValues : Number.POSITIVE_INFINITY;
  const { excess, members } = measureJson(text, { depth: maximumDepth, values });
  if (excess?.of === "depth") {
    throw new ApiError(400, `The body is nested deeper than ${maximumDepth} levels.`);
  }
  if (excess?.of === "values") {
    throw new ApiError(
      413,
      `The body has more than ${mostValues} values. Split it into several requests.`,
    );
  }
  return members;
}
