/** Conditions and waits of retries. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PermanentNetworkError } from "../../src/client/network-errors.ts";
import {
  type AttemptFailure,
  isReading,
  mayRepeat,
  parseRequestedWait,
  parseResetTime,
  waitBefore,
} from "../../src/client/retry.ts";
import { NetworkError } from "../../src/errors.ts";
import { slowTest } from "../support/generators/amount.ts";

const lost: AttemptFailure = { fault: new NetworkError("lost", { arrived: "perhaps" }) };
const unsent: AttemptFailure = { fault: new NetworkError("unsent", { arrived: "no" }) };
const lasting: AttemptFailure = { fault: new PermanentNetworkError("lasting", { arrived: "no" }) };
const answered = (status: number): AttemptFailure => ({ status, headers: {} });

const get = { method: "GET", once: false } as const;
const put = { method: "PUT", once: false } as const;
const remove = { method: "DELETE", once: false } as const;
const once = { method: "PUT", once: true } as const;
const post = { method: "POST", once: false } as const;
const patch = { method: "PATCH", once: false } as const;

test.each([
  ["a lost request", lost, [get, put, remove]],
  ["a request that never left", unsent, [get, put, remove, once, post, patch]],
  ["a fault that would come again", lasting, []],
  ["429", answered(429), [get, put, remove, once, post, patch]],
  ["500", answered(500), [get]],
  ["501", answered(501), []],
  ["502", answered(502), [get, put, remove]],
  ["503", answered(503), [get, put, remove]],
  ["504", answered(504), [get, put, remove]],
  ["404", answered(404), []],
  ["409", answered(409), []],
] as const)("after %s only idempotent requests are retried", (_, failure, repeated) => {
  const all = [get, put, remove, once, post, patch];
  expect(all.filter((request) => mayRepeat(request, failure))).toEqual(repeated);
});

const second = 1000;
const serverTimes = fc.integer({ min: 0, max: 4_000_000_000 });
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

slowTest("a wait requested by the server is never shortened, in any format", () => {
  fc.assert(
    fc.property(serverTimes, fc.nat(5000), chances, fc.nat(4), (now, seconds, random, attempt) => {
      const date = new Date(now * second).toUTCString();
      const at = new Date((now + seconds) * second).toUTCString();
      for (const asked of [
        { "x-ratelimit-reset": String(now + seconds) },
        ...(now > 1e8 ? [{ "x-ratelimit-reset": String((now + seconds) * second) }] : []),
        { "retry-after": String(seconds) },
        { "retry-after": at },
        { "retry-after": "0", "x-ratelimit-reset": String(now + seconds) },
      ]) {
        const wait = waitBefore(attempt, { status: 429, headers: { date, ...asked } }, random);
        expect(wait).toBeGreaterThan(seconds * second);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a reset time in milliseconds is the same time as in seconds", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000, max: 4_000_000_000 }),
      fc.nat(7200),
      (now, wait) => {
        const headers = (reset: number) => ({
          date: new Date(now * second).toUTCString(),
          "x-ratelimit-reset": String(reset),
        });
        expect(parseRequestedWait(429, headers((now + wait) * second))).toBe(wait * second);
        expect(parseRequestedWait(429, headers(now + wait))).toBe(wait * second);
      },
    ),
  );
});

test("clients refused together retry over a fifth of the wait", () => {
  const headers = { "retry-after": "60" };
  const waits = Array.from({ length: 50 }, (_, worker) =>
    waitBefore(0, { status: 429, headers }, worker / 50),
  );
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(0.2 * 60 * second);
});

test("a time in the past requires no wait, except for random jitter", () => {
  const headers = { date: new Date(100 * second).toUTCString(), "x-ratelimit-reset": "50" };
  expect(parseRequestedWait(429, headers)).toBe(0);
  expect(waitBefore(0, { status: 429, headers }, 0.999_999)).toBeGreaterThan(0);
});

test("an absolute time without the server's clock is not compared with the local clock", () => {
  expect(parseRequestedWait(429, { "x-ratelimit-reset": "4000000000" })).toBeUndefined();
  expect(
    parseRequestedWait(429, { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }),
  ).toBeUndefined();
});

test("rate-limit headers of other responses than 429 require no wait", () => {
  const headers = { date: new Date(0).toUTCString(), "x-ratelimit-reset": "3600" };
  expect(parseRequestedWait(503, headers)).toBeUndefined();
});

test("without a time from the server the backoff doubles up to eight seconds and is never zero", () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => waitBefore(attempt, lost, 0));
  expect(longest).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(waitBefore(0, lost, 0.999_999)).toBeGreaterThan(0);
});

test("only GET, HEAD and OPTIONS read", () => {
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;
  expect(methods.filter((method) => isReading({ method: method as "GET" }))).toEqual([
    "GET",
    "HEAD",
    "OPTIONS",
  ]);
});

test("only 502, 503 and 504 are repeated for an idempotent request", () => {
  const statuses = [400, 408, 500, 501, 502, 503, 504, 505, 599];
  expect(statuses.filter((status) => mayRepeat(put, answered(status)))).toEqual([502, 503, 504]);
});

test("the delay is longest for the smallest random number, and never longer than the backoff", () => {
  expect([0, 0.5, 0.999].map((random) => waitBefore(1, lost, random))).toEqual([500, 250, 1]);
  expect(waitBefore(20, lost, 0)).toBe(8000);
  const asked: AttemptFailure = { status: 503, headers: { "retry-after": "10" } };
  expect([0, 0.5].map((random) => waitBefore(1, asked, random))).toEqual([13_250, 11_625]);
});

test("a date in Retry-After is compared with the date of the response", () => {
  const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  const headers = { date, "retry-after": "Sun, 06 Nov 1994 08:49:40 GMT" };
  expect(parseRequestedWait(503, headers)).toBe(3000);
  expect(parseRequestedWait(503, { "retry-after": headers["retry-after"] })).toBeUndefined();
});

test.each([
  ["100000000000", 100_000_000_000_000],
  ["100000000001", 100_000_000_001],
  ["1.5", 1500],
  ["x", undefined],
  [undefined, undefined],
])("a limit that resets at %j resets at %j milliseconds", (text, time) => {
  expect(parseResetTime(text)).toBe(time);
});
