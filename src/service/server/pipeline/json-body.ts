/** Parser of JSON request bodies, which refuses harmful ones before they are parsed. */
import type { WireRequest } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { countMembers } from "../../../json/exact-reading.ts";
import { parseInPieces } from "../../../json/parse-in-pieces.ts";
import {
  findRepeatedMember,
  type JsonExcess,
  type JsonOutline,
  outlineJson,
  pieceLength,
  runAtOnce,
} from "../../../json/scan.ts";
import type { JsonValue } from "../../../json/values.ts";
import { takeTurn } from "../../engines/threads/turns.ts";

const maximumDepth = 64;
/** Parsing and validation take a multiple of the body's size in memory. */
const mostValues = 100_000;

/**
 * @param limit the maximum size of the body, in bytes
 * @param caller callers take turns
 * @returns an empty object if there is no body
 * @throws ApiError 413, 415 or 400
 */
export async function readJsonBody(
  request: WireRequest,
  limit: number,
  caller: string,
): Promise<object> {
  const value = await readJsonValue(request, limit, caller);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new ApiError(400, "The body must be a JSON object.");
}

/** The same for a body that may be any JSON value. */
export async function readJsonValue(
  request: WireRequest,
  limit: number,
  caller: string,
): Promise<unknown> {
  const { body = "" } = request;
  if (body === "") return {};
  // A character takes at most three bytes in UTF-8, so most bodies need not be measured.
  if (body.length * 3 > limit && Buffer.byteLength(body) > limit) throw createTooLargeError(limit);
  const type = request.headers["content-type"] ?? "";
  // A web page can send other types without a preflight request.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiError(
      415,
      `The body must be sent with the header content-type: application/json${type && `, not ${type}`}.`,
    );
  }
  refuseCharsets(type);
  const steps = readText(body, limit);
  return body.length > pieceLength ? runInTurns(steps, caller) : runAtOnce(steps);
}

/** Reads a text; each step takes a few milliseconds. */
function* readText(body: string, limit: number): Generator<void, JsonValue> {
  const outline = yield* outlineJson(body, {
    depth: maximumDepth,
    // Without a limit on the size of bodies, the number of values is not limited either.
    values: Number.isFinite(limit) ? mostValues : Number.POSITIVE_INFINITY,
  });
  if (outline.excess) throw toProblem(outline.excess);
  const value = yield* parseByLength(body, outline);
  if (countMembers(value) !== outline.members) refuseDuplicates(body);
  yield;
  // A lone surrogate can only come from an escape, because the body itself is valid UTF-8.
  if (surrogateEscape.test(body)) yield* refuseHalves(value);
  return value;
}

async function runInTurns<Result>(steps: Generator<void, Result>, caller: string): Promise<Result> {
  for (;;) {
    await takeTurn(caller);
    const step = steps.next();
    if (step.done) return step.value;
  }
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

/** Refuses lone surrogates: in UTF-8, each would silently become a replacement character. */
function* refuseHalves(value: JsonValue): Generator<void, void> {
  const path: string[] = [];
  let characters = 0;
  function* refuseIn(member: JsonValue): Generator<void, void> {
    if (typeof member === "string") {
      if (half.test(member)) throw createSurrogateError(path);
      characters += member.length;
      if (characters < pieceLength) return;
      characters = 0;
      yield;
    }
    if (typeof member !== "object" || member === null) return;
    for (const [name, inner] of Object.entries(member)) {
      if (half.test(name)) throw createSurrogateError(path);
      path.push(name);
      yield* refuseIn(inner);
      path.pop();
    }
  }
  yield* refuseIn(value);
}

function createSurrogateError(path: readonly string[]): ApiError {
  const field = path.join(".");
  return new ApiError(
    400,
    `${field || "The body"} contains an unpaired surrogate. Remove it.`,
    path[0] === undefined ? undefined : { field },
  );
}

function* parseByLength(body: string, outline: JsonOutline): Generator<void, JsonValue> {
  try {
    return body.length > pieceLength ? yield* parseInPieces(body, outline) : JSON.parse(body);
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

export function createTooLargeError(limit: number): ApiError {
  return new ApiError(413, `The body is larger than the limit of ${limit} bytes.`);
}

/** JSON.parse reads deeper nesting than JSON.stringify can write, and stored values must be readable. */
function toProblem({ of }: JsonExcess): ApiError {
  return of === "depth"
    ? new ApiError(400, `The body is nested deeper than ${maximumDepth} levels.`)
    : new ApiError(
        413,
        `The body has more than ${mostValues} values. Split it into several requests.`,
      );
}
