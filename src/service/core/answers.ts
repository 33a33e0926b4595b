/** What answers are made of: a status, headers, JSON or nothing, and the `urls` of what they show. */
import { setImmediate as turn } from "node:timers/promises";
import type { Headers, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { storageFailure } from "../database/storage-failure.ts";
import type { Asker } from "../engines/asker.ts";

/** On every answer: it is for one caller at one time, and is JSON whatever it looks like. */
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/**
 * A body that is JSON already: parsing and writing it again would cost time and lose large numbers. One
 * that can be long comes in parts, which are made while they are sent: others have their turn meanwhile.
 */
export class WrittenJson {
  constructor(readonly text: string | Iterable<string>) {}
}

/** The answer to a change that takes long to present: it is presented once the transaction has ended. */
export class PresentedLater<T> {
  constructor(
    /** What the record of changes needs of it. */
    readonly changed: { readonly object: string; readonly id: string },
    readonly present: (asker: Asker) => Promise<T>,
  ) {}
}

/**
 * An object in parts, for `WrittenJson`.
 * @param short its members that are short
 * @param long its others, each as JSON in parts
 */
export function* objectInParts(
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

/** A list in parts, made of its items in parts. */
export function* listInParts(items: Iterable<Iterable<string>>): Generator<string> {
  let start = "[";
  for (const item of items) {
    yield start;
    yield* item;
    start = ",";
  }
  yield start === "[" ? "[]" : "]";
}

/** In characters: what is made and sent at once takes a few milliseconds. */
const sentAtOnce = 64 * 1024;

function* largeParts(parts: Iterable<string>): Generator<string, string> {
  let text = "";
  for (const part of parts) {
    text += part;
    if (text.length < sentAtOnce) continue;
    yield text;
    text = "";
  }
  return text;
}

/** @returns a text if one part is all */
function toResponseBody(text: string | Iterable<string>): WireResponse["body"] {
  if (typeof text === "string") return text;
  const parts = largeParts(text);
  const first = parts.next();
  return first.done ? first.value : sentInTurns(first, parts);
}

async function* sentInTurns(first: IteratorResult<string>, parts: Iterator<string, string>) {
  for (let part = first; ; part = parts.next()) {
    yield Buffer.from(part.value);
    if (part.done) return;
    await turn();
  }
}

export function json(status: number, body: unknown, headers: Headers = {}): WireResponse {
  return {
    status,
    headers: { ...always, "content-type": "application/json", ...headers },
    body: body instanceof WrittenJson ? toResponseBody(body.text) : JSON.stringify(body),
  };
}

export function empty(status: number): WireResponse {
  return { status, headers: always, body: "" };
}

export function failure(status: number, message: string, headers: Headers = {}): WireResponse {
  return json(status, { error: { code: status, message } }, headers);
}

/** The answer to a caller without a valid token; no token and a wrong one are answered alike. */
export function unauthorized(): WireResponse {
  return failure(
    401,
    "A valid token is required; send one in the header Authorization: Bearer <token>.",
    { "www-authenticate": "Bearer" },
  );
}

/** A problem as it is; any other error without its details, which the log has and callers must not see. */
export function refusal(error: unknown, requestId: string): WireResponse {
  const problem = error instanceof Problem ? error : storageFailure(error);
  if (problem) return failure(problem.status, problem.message, headersFor(problem));
  return failure(
    500,
    `The platform failed to answer; its log says more about the request ${requestId}.`,
  );
}

function headersFor({ status, retryAfter }: Problem): Headers {
  return {
    ...(status === 401 && { "www-authenticate": "Bearer" }),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  };
}

/**
 * The `urls` of an answer. The embedded platform has no web application, so `app` leads to the same
 * address as `location`; a browser gets a page there that names the command to use.
 * @param base what links begin with, without `/v1`
 */
export function resourceUrls(base: string, plural: "orgs" | "collections" | "spaces", id: string) {
  const location = `${base}/v1/${plural}/${id}`;
  return { location, app: location };
}
