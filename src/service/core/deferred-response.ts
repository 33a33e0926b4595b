/** Responses: status, headers and body, and the `urls` of resources. */
import { setImmediate as turn } from "node:timers/promises";
import {
  type ErrorBody,
  type Headers,
  hintHeader,
  type WireResponse,
} from "../../contract/wire.ts";
import { ApiError } from "../../errors.ts";
import { toStorageError } from "../database/storage-failure.ts";
import type { Queries } from "../database/tables.ts";
import type { RequestContextKey } from "../engines/threads/caller.ts";
import type { JobRequest } from "../jobs/job.ts";
import { buildAppUrl } from "./app-urls.ts";
import { type EventStream, encodeEvents } from "./event-stream.ts";

/**
 * Headers of every response: it is specific to a caller and a time, and its content type must not
 * be guessed.
 */
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const ofJson = { ...always, "content-type": "application/json" };

/**
 * A body that is JSON already: to parse and serialize it again would take time and lose the
 * precision of large numbers. A body that can be long consists of parts, which are created while it
 * is sent, so that other requests are processed in between.
 */
export class WrittenJson {
  constructor(readonly text: string | Iterable<string>) {}
}

/** The parts of a call that depend on the transaction. */
export interface TransactionCall {
  readonly db: Queries;
  readonly enqueue: (job: JobRequest) => Promise<void>;
}

/** Runs a further transaction of the same request, after the caller was authenticated again. */
export type WriteFurther = (work: (call: TransactionCall) => Promise<void>) => Promise<void>;

/**
 * The response to a change that takes long to present, or that is too large for one transaction: it is
 * presented, and the rest is written, after the transaction has ended.
 */
export class DeferredResponse<T> {
  constructor(
    /** The subject of the audit event, if it is not in the path. */
    readonly changed: { readonly object: string; readonly id: string } | undefined,
    readonly present: (asker: RequestContextKey, write: WriteFurther) => Promise<T>,
  ) {}
}

/**
 * An object in parts, for `WrittenJson`.
 * @param short the short members
 * @param long the other members, each as JSON in parts
 */
export function* writeObjectInParts(
  short: object,
  long: Readonly<Record<string, Iterable<string>>>,
): Generator<string> {
  const start = JSON.stringify(short).slice(0, -1);
  yield start;
  let comma = start === "{" ? "" : ",";
  for (const [name, value] of Object.entries(long)) {
    yield `${comma}${JSON.stringify(name)}:`;
    yield* value;
    comma = ",";
  }
  yield "}";
}

/** A list in parts, from items in parts. */
export function* listInParts(items: Iterable<Iterable<string>>): Generator<string> {
  let start = "[";
  for (const item of items) {
    yield start;
    yield* item;
    start = ",";
  }
  yield start === "[" ? "[]" : "]";
}

/** In characters. A part of this size is created and sent in a few milliseconds. */
const sentAtOnce = 64 * 1024;

function* joinParts(parts: Iterable<string>): Generator<string, string> {
  let text = "";
  for (const part of parts) {
    text += part;
    if (text.length < sentAtOnce) continue;
    yield text;
    text = "";
  }
  return text;
}

/** @returns a string if there is only one part */
function toResponseBody(text: string | Iterable<string>): WireResponse["body"] {
  if (typeof text === "string") return text;
  const parts = joinParts(text);
  const first = parts.next();
  return first.done ? first.value : sendInTurns(first, parts);
}

async function* sendInTurns(first: IteratorResult<string>, parts: Iterator<string, string>) {
  for (let part = first; ; part = parts.next()) {
    yield Buffer.from(part.value);
    if (part.done) return;
    await turn();
  }
}

export function createJsonResponse(
  status: number,
  body: unknown,
  headers: Headers = {},
): WireResponse {
  return {
    status,
    headers: { ...ofJson, ...headers },
    body: body instanceof WrittenJson ? toResponseBody(body.text) : JSON.stringify(body),
  };
}

export function createEmptyResponse(status: number): WireResponse {
  return { status, headers: always, body: "" };
}

/** @param describe reports an error that occurs after the status was sent */
export function createEventStreamResponse(
  stream: EventStream<unknown>,
  describe: (error: unknown) => ErrorBody,
): WireResponse {
  // nginx would hold the events back until its buffer is full.
  const headers = { ...always, "content-type": "text/event-stream", "x-accel-buffering": "no" };
  return { status: 200, headers, body: encodeEvents(stream, describe) };
}

export function createErrorResponse(
  status: number,
  message: string,
  headers: Headers = {},
): WireResponse {
  return createJsonResponse(status, toErrorBody(status, message), headers);
}

function toErrorBody(code: number, message: string): ErrorBody {
  return { error: { code, message } };
}

/**
 * The response to a caller without a valid token. It is the same for a missing and for an invalid
 * token.
 */
export function createUnauthorizedResponse(): WireResponse {
  return createErrorResponse(
    401,
    "A valid token is required. Send it in the header Authorization: Bearer <token>.",
    { "www-authenticate": "Bearer" },
  );
}

/**
 * The response to an error. A Problem is reported as it is; any other error without its details,
 * which are written to the log and must not reach callers.
 */
export function toErrorResponse(error: unknown, requestId: string): WireResponse {
  const problem = findProblem(error);
  const { code, message } = describeError(error, requestId).error;
  return createErrorResponse(code, message, problem && buildHeaders(problem));
}

/** The body of the response to an error. */
export function describeError(error: unknown, requestId: string): ErrorBody {
  const problem = findProblem(error);
  if (problem) return toErrorBody(problem.status, problem.message);
  return toErrorBody(
    500,
    `Internal error. The log of the platform has the details of request ${requestId}.`,
  );
}

function findProblem(error: unknown): ApiError | undefined {
  return error instanceof ApiError ? error : toStorageError(error);
}

function buildHeaders({ status, retryAfter, hint }: ApiError): Headers {
  return {
    // The error body of the API has no member for it.
    ...(hint !== undefined && { [hintHeader]: hint }),
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  };
}

/**
 * The `urls` of a response: `app` is its workspace page for a browser.
 * @param base the base URL of links, without `/v1`
 */
export function createResourceUrls(
  base: string,
  plural: "orgs" | "collections" | "spaces",
  id: string,
) {
  const path = `/${plural}/${id}`;
  return { location: `${base}/v1${path}`, app: buildAppUrl(base, path) };
}
