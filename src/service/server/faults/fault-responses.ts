/** Responses of injected faults, in place of the platform's response or derived from it. */
import type { Headers, WireResponse } from "../../../contract/wire.ts";
import { NetworkError } from "../../../errors.ts";
import { isJson } from "../../../json/values.ts";
import {
  createEmptyResponse,
  createErrorResponse,
  createJsonResponse,
} from "../../core/deferred-response.ts";
import type { InjectedFault } from "./inject.ts";

/** The connection ends without a response. */
export class DroppedConnectionError extends NetworkError {
  constructor() {
    super("The fault plan dropped the connection.", { arrived: "perhaps" });
  }
}

const usualLimit = 60;
const usualPage =
  "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>";

/** Whether the platform executes the request first and only the response changes. */
export function happensAfterWork(strike: InjectedFault): boolean {
  if (strike.fault === "truncate" || strike.fault === "malformed") return true;
  return strike.fault !== "rate-limit" && strike.when === "after";
}

/**
 * @param whole the platform's response; absent if it did not execute the request
 * @param until the end of a rate limit, in milliseconds since 1970
 * @throws DroppedConnectionError
 */
export async function buildFaultyResponse(
  strike: InjectedFault,
  whole: WireResponse | undefined,
  until: number,
  now: number,
): Promise<WireResponse> {
  switch (strike.fault) {
    case "drop":
      throw new DroppedConnectionError();
    case "error":
      return createInjectedError(strike);
    case "rate-limit":
      return createRateLimited(strike, until, now);
    case "html":
      return createPage(strike.body ?? usualPage);
    case "malformed":
      return corruptResponse(whole ?? createEmptyResponse(200));
    case "truncate":
      return truncateResponse(whole ?? createEmptyResponse(200), strike.bytes);
  }
}

function createInjectedError({
  status,
  message = `Injected fault: status ${status}.`,
  body,
  headers = {},
}: Extract<InjectedFault, { fault: "error" }>): WireResponse {
  const extraHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (body === undefined) {
    return status < 400
      ? { ...createEmptyResponse(status), headers: extraHeaders }
      : createErrorResponse(status, message, extraHeaders);
  }
  if (typeof body !== "string") return createJsonResponse(status, body, extraHeaders);
  return {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...extraHeaders },
    body,
  };
}

function createRateLimited(
  { limit = usualLimit, retryAfter }: Extract<InjectedFault, { fault: "rate-limit" }>,
  until: number,
  now: number,
): WireResponse {
  const headers: Headers = {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(until / 1000)),
    ...(retryAfter && { "retry-after": String(Math.max(1, Math.ceil((until - now) / 1000))) }),
  };
  return createErrorResponse(
    429,
    "Too many requests. Retry after the time in X-RateLimit-Reset.",
    headers,
  );
}

function createPage(body: string): WireResponse {
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

/** A complete response whose JSON is invalid: its last third is missing. */
async function corruptResponse(answer: WireResponse): Promise<WireResponse> {
  const bytes = await readBody(answer.body);
  const text = bytes.toString("utf8");
  const start = text.slice(0, Math.max(1, Math.floor((text.length * 2) / 3)));
  // The start of a number is a number, too.
  const body = text === "" ? '{"items":[' : isJson(start) ? `${start},` : start;
  return {
    status: answer.status === 204 || answer.status === 205 ? 200 : answer.status,
    headers: { ...answer.headers, "content-type": "application/json" },
    body,
  };
}

/** The content-length is that of the whole body, and the connection ends before it is sent. */
async function truncateResponse(
  answer: WireResponse,
  byteLimit: number | undefined,
): Promise<WireResponse> {
  const bytes = await readBody(answer.body);
  const most = Math.max(0, bytes.length - 1);
  const sent = bytes.subarray(0, Math.min(byteLimit ?? Math.floor(bytes.length / 2), most));
  if (bytes.length === 0) throw new DroppedConnectionError();
  return {
    ...answer,
    headers: { ...answer.headers, "content-length": String(bytes.length) },
    body: dropAfter(sent),
  };
}

async function* dropAfter(sent: Uint8Array): AsyncIterable<Uint8Array> {
  if (sent.length > 0) yield sent;
  throw new DroppedConnectionError();
}

async function readBody(body: WireResponse["body"]): Promise<Buffer> {
  if (typeof body === "string") return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
