/** Answers as they travel: a status, headers, and JSON or nothing. */
import type { Headers, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { storageFailure } from "../database/storage-failure.ts";

/** On every answer: they are for one caller at one time, and are JSON whatever they look like. */
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A body that is JSON already: reading and writing it again would cost time, and large numbers. */
export class WrittenJson {
  constructor(readonly text: string) {}
}

export function json(status: number, body: unknown, headers: Headers = {}): WireResponse {
  return {
    status,
    headers: { ...always, "content-type": "application/json", ...headers },
    body: body instanceof WrittenJson ? body.text : JSON.stringify(body),
  };
}

export function empty(status: number): WireResponse {
  return { status, headers: always, body: "" };
}

export function failure(status: number, message: string, headers: Headers = {}): WireResponse {
  return json(status, { error: { code: status, message } }, headers);
}

/** The answer to a caller without a valid token; that to a wrong token is the same. */
export function unauthorized(): WireResponse {
  return failure(
    401,
    "A valid token is required; send one in the header Authorization: Bearer <token>.",
    { "www-authenticate": "Bearer" },
  );
}

/** A problem as it is; of anything else, only that it happened, for its details are not the caller's. */
export function refusal(error: unknown, requestId: string): WireResponse {
  const problem = error instanceof Problem ? error : storageFailure(error);
  if (problem) return failure(problem.status, problem.message);
  return failure(
    500,
    `The platform failed to answer; its log says more about the request ${requestId}.`,
  );
}
