/** What answers are made of: a status, headers, JSON or nothing, and the `urls` of what they show. */
import type { Headers, WireResponse } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { storageFailure } from "../database/storage-failure.ts";

/** On every answer: it is for one caller at one time, and is JSON whatever it looks like. */
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A body that is JSON already: parsing and writing it again would cost time and lose large numbers. */
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
  if (problem) return failure(problem.status, problem.message);
  return failure(
    500,
    `The platform failed to answer; its log says more about the request ${requestId}.`,
  );
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
