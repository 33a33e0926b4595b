/**
 * Retry policy: whether a request may be sent again, and the wait before it. Independent of any
 * clock.
 */
import type { Headers } from "../contract/wire.ts";
import type { NetworkError } from "../errors.ts";
import { PermanentNetworkError } from "./network-errors.ts";
import type { PreparedRequest } from "./request.ts";

/** The failure of an attempt: no complete response, or an error response. */
export type AttemptFailure =
  | { readonly fault: NetworkError }
  | { readonly status: number; readonly headers: Headers };

type RetriedRequest = Pick<PreparedRequest, "method" | "once">;

/** Whether the request changes nothing. */
export function isReading({ method }: Pick<RetriedRequest, "method">): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** Whether a retry cannot repeat the effect of the request. */
export function mayRepeat(request: RetriedRequest, failure: AttemptFailure): boolean {
  const harmless =
    isReading(request) ||
    ((request.method === "PUT" || request.method === "DELETE") && !request.once);
  if ("fault" in failure) {
    if (failure.fault instanceof PermanentNetworkError) return false;
    return harmless || failure.fault.arrived === "no";
  }
  // A 429 means that the request was rejected unread.
  if (failure.status === 429) return true;
  if (failure.status === 500) return isReading(request);
  return harmless && failure.status >= 502 && failure.status <= 504;
}

const firstBackoff = 250;
const longestBackoff = 8000;

/**
 * Milliseconds to wait before the next attempt: at least as long as the server requests, plus a
 * random delay, so that many clients do not return together.
 * @param attempt the number of failed attempts
 * @param random a number from 0 up to 1
 */
export function waitBefore(attempt: number, failure: AttemptFailure, random: number): number {
  const asked =
    "fault" in failure ? undefined : parseRequestedWait(failure.status, failure.headers);
  const chance = 1 - random;
  if (asked !== undefined) return asked + Math.ceil(chance * (firstBackoff + 0.3 * asked));
  return Math.ceil(chance * Math.min(longestBackoff, firstBackoff * 2 ** attempt));
}

/**
 * Milliseconds that the server asks to wait. Times are compared with the `Date` header, because the
 * local clock may be wrong.
 */
export function parseRequestedWait(status: number, headers: Headers): number | undefined {
  const now = Date.parse(headers.date ?? "");
  const after = headers["retry-after"] ?? "";
  const reset = status === 429 ? headers["x-ratelimit-reset"] : undefined;
  const waits = [
    isNumber(after) ? Number(after) * 1000 : Date.parse(after) - now,
    (parseResetTime(reset) ?? Number.NaN) - now,
  ].filter((wait) => !Number.isNaN(wait));
  return waits.length === 0 ? undefined : waits.reduce((most, wait) => Math.max(most, wait), 0);
}

/** The same in seconds. */
export function parseRetryAfter(status: number, headers: Headers): number | undefined {
  const wait = parseRequestedWait(status, headers);
  return wait === undefined ? undefined : wait / 1000;
}

/** Larger numbers are milliseconds: as seconds, this is the year 5138. */
const largestSeconds = 1e11;

/**
 * The time at which a rate limit resets, in milliseconds since 1970. Platforms send it in seconds or in
 * milliseconds.
 */
export function parseResetTime(text = ""): number | undefined {
  if (!isNumber(text)) return undefined;
  const number = Number(text);
  return number > largestSeconds ? number : number * 1000;
}

function isNumber(text: string): boolean {
  return /^\s*\d+(\.\d+)?\s*$/.test(text);
}
