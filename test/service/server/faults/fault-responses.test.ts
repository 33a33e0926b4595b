import { describe, expect, it } from "vitest";
import type { WireResponse } from "../../../../src/contract/wire.ts";
import {
  buildFaultyResponse,
  DroppedConnectionError,
  happensAfterWork,
} from "../../../../src/service/server/faults/fault-responses.ts";
import type { InjectedFault } from "../../../../src/service/server/faults/inject.ts";

const now = Date.parse("2026-01-01T00:00:00.400Z");

async function build(fault: InjectedFault, whole?: WireResponse, until = now) {
  const { body, ...head } = await buildFaultyResponse(fault, whole, until, now);
  if (typeof body === "string") return { ...head, body };
  let sent = "";
  let error: unknown;
  try {
    for await (const part of body) sent += Buffer.from(part).toString();
  } catch (thrown) {
    error = thrown;
  }
  return { ...head, sent, isDropped: error instanceof DroppedConnectionError };
}

const whole: WireResponse = { status: 201, headers: { "x-a": "1" }, body: '{"title":"Tee"}' };
const inParts = (...parts: string[]): WireResponse => ({
  ...whole,
  body: (async function* () {
    for (const part of parts) yield Buffer.from(part);
  })(),
});

describe("buildFaultyResponse", () => {
  it.each<[string, InjectedFault, WireResponse | undefined, unknown]>([
    [
      "an error",
      { fault: "error", status: 400 },
      undefined,
      {
        status: 400,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
        },
        body: '{"error":{"code":400,"message":"Injected fault: status 400."}}',
      },
    ],
    [
      "an error with a message and headers",
      { fault: "error", status: 503, message: "Later.", headers: { "X-A": "1" } },
      undefined,
      {
        status: 503,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
          "x-a": "1",
        },
        body: '{"error":{"code":503,"message":"Later."}}',
      },
    ],
    [
      "a success without a body",
      { fault: "error", status: 399, headers: { "X-A": "1" } },
      undefined,
      { status: 399, headers: { "x-a": "1" }, body: "" },
    ],
    [
      "an error with a text",
      { fault: "error", status: 500, body: "no", headers: { "Content-Type": "text/html" } },
      undefined,
      { status: 500, headers: { "content-type": "text/html" }, body: "no" },
    ],
    [
      "an error with a value",
      { fault: "error", status: 500, body: null },
      undefined,
      {
        status: 500,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
        },
        body: "null",
      },
    ],
    [
      "a page",
      { fault: "html" },
      undefined,
      {
        status: 200,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>",
      },
    ],
    [
      "a page with its content",
      { fault: "html", body: "<p>" },
      undefined,
      { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: "<p>" },
    ],
    [
      "invalid JSON",
      { fault: "malformed" },
      whole,
      {
        status: 201,
        headers: { "x-a": "1", "content-type": "application/json" },
        body: '{"title":"',
      },
    ],
    [
      "invalid JSON of an empty object",
      { fault: "malformed" },
      { ...whole, body: "{}" },
      { status: 201, headers: { "x-a": "1", "content-type": "application/json" }, body: "{" },
    ],
    [
      "invalid JSON of a number",
      { fault: "malformed" },
      { ...whole, body: "1234" },
      { status: 201, headers: { "x-a": "1", "content-type": "application/json" }, body: "12," },
    ],
    [
      "invalid JSON of one character",
      { fault: "malformed" },
      { ...whole, body: "7" },
      { status: 201, headers: { "x-a": "1", "content-type": "application/json" }, body: "7," },
    ],
    [
      "invalid JSON of an object before spaces",
      { fault: "malformed" },
      { ...whole, body: "{}    " },
      { status: 201, headers: { "x-a": "1", "content-type": "application/json" }, body: "{}  ," },
    ],
    [
      "invalid JSON in place of an empty response",
      { fault: "malformed" },
      { status: 205, headers: {}, body: "" },
      { status: 200, headers: { "content-type": "application/json" }, body: '{"items":[' },
    ],
    [
      "invalid JSON in place of no content",
      { fault: "malformed" },
      { status: 204, headers: {}, body: "" },
      { status: 200, headers: { "content-type": "application/json" }, body: '{"items":[' },
    ],
    [
      "invalid JSON without a response",
      { fault: "malformed" },
      undefined,
      {
        status: 200,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
        },
        body: '{"items":[',
      },
    ],
    [
      "half of a response",
      { fault: "truncate" },
      whole,
      {
        status: 201,
        headers: { "x-a": "1", "content-length": "15" },
        sent: '{"title',
        isDropped: true,
      },
    ],
    [
      "some bytes of a response in parts",
      { fault: "truncate", bytes: 4 },
      inParts("ab", "cdef"),
      {
        status: 201,
        headers: { "x-a": "1", "content-length": "6" },
        sent: "abcd",
        isDropped: true,
      },
    ],
    [
      "no more than all bytes but one",
      { fault: "truncate", bytes: 100 },
      { ...whole, body: "abc" },
      { status: 201, headers: { "x-a": "1", "content-length": "3" }, sent: "ab", isDropped: true },
    ],
    [
      "no byte of a response",
      { fault: "truncate", bytes: 0 },
      whole,
      { status: 201, headers: { "x-a": "1", "content-length": "15" }, sent: "", isDropped: true },
    ],
  ])("builds %s", async (_, fault, response, faulty) => {
    expect(await build(fault, response)).toEqual(faulty);
  });

  it.each<[InjectedFault, number, unknown]>([
    [
      { fault: "rate-limit" },
      now + 600,
      {
        status: 429,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "1767225601",
        },
        body: '{"error":{"code":429,"message":"Too many requests. Retry after the time in X-RateLimit-Reset."}}',
      },
    ],
    [
      { fault: "rate-limit", limit: 5, retryAfter: true },
      now + 600,
      {
        status: 429,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
          "x-ratelimit-limit": "5",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "1767225601",
          "retry-after": "1",
        },
        body: '{"error":{"code":429,"message":"Too many requests. Retry after the time in X-RateLimit-Reset."}}',
      },
    ],
    [
      { fault: "rate-limit", retryAfter: true },
      now,
      {
        status: 429,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "1767225601",
          "retry-after": "1",
        },
        body: '{"error":{"code":429,"message":"Too many requests. Retry after the time in X-RateLimit-Reset."}}',
      },
    ],
    [
      { fault: "rate-limit", retryAfter: true },
      now + 1001,
      {
        status: 429,
        headers: {
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "content-type": "application/json",
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "1767225602",
          "retry-after": "2",
        },
        body: '{"error":{"code":429,"message":"Too many requests. Retry after the time in X-RateLimit-Reset."}}',
      },
    ],
  ])("builds the rate limit %j until %d", async (fault, until, faulty) => {
    expect(await build(fault, undefined, until)).toEqual(faulty);
  });

  it.each<[string, InjectedFault, WireResponse | undefined]>([
    ["a dropped connection", { fault: "drop" }, whole],
    ["a truncated response without a body", { fault: "truncate" }, undefined],
    ["a truncated response with an empty body", { fault: "truncate" }, inParts()],
  ])("ends the connection for %s", async (_, fault, response) => {
    const dropped = buildFaultyResponse(fault, response, now, now);
    await expect(dropped).rejects.toThrow("The fault plan dropped the connection.");
    await expect(dropped).rejects.toMatchObject({ arrived: "perhaps" });
  });
});

it.each<[InjectedFault, boolean]>([
  [{ fault: "truncate" }, true],
  [{ fault: "malformed" }, true],
  [{ fault: "rate-limit" }, false],
  [{ fault: "drop" }, false],
  [{ fault: "drop", when: "before" }, false],
  [{ fault: "drop", when: "after" }, true],
  [{ fault: "error", status: 500, when: "after" }, true],
  [{ fault: "html" }, false],
])("for %j the operation is executed first: %s", (fault, isAfter) => {
  expect(happensAfterWork(fault)).toBe(isAfter);
});
