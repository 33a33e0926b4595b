import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import {
  createEmptyResponse,
  createEventStreamResponse,
  createJsonResponse,
  createResourceUrls,
  createUnauthorizedResponse,
  describeError,
  listInParts,
  toErrorResponse,
  WrittenJson,
  writeObjectInParts,
} from "../../../src/service/core/deferred-response.ts";
import { EventStream } from "../../../src/service/core/event-stream.ts";

const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const json = { ...always, "content-type": "application/json" };

describe("responses have the headers that every cache and browser needs", () => {
  test("with a body, an own header and no body", () => {
    expect(createJsonResponse(201, { a: 1 }, { location: "/x" })).toEqual({
      status: 201,
      headers: { ...json, location: "/x" },
      body: '{"a":1}',
    });
    expect(createEmptyResponse(205)).toEqual({ status: 205, headers: always, body: "" });
    const events = createEventStreamResponse(new EventStream(async function* () {}), () => {
      throw new Error("No error occurred.");
    });
    expect([events.status, events.headers]).toEqual([
      200,
      { ...always, "content-type": "text/event-stream", "x-accel-buffering": "no" },
    ]);
  });

  test("without a token", () => {
    expect(createUnauthorizedResponse()).toEqual({
      status: 401,
      headers: { ...json, "www-authenticate": "Bearer" },
      body: '{"error":{"code":401,"message":"A valid token is required. Send it in the header Authorization: Bearer <token>."}}',
    });
  });

  test.each([
    [new ApiError(404, "Gone."), 404, "Gone.", {}],
    [new ApiError(401, "Expired."), 401, "Expired.", { "www-authenticate": "Bearer" }],
    [
      new ApiError(429, "Later.", { retryAfter: 0, hint: "tome login" }),
      429,
      "Later.",
      { "retry-after": "0", "tome-hint": "tome login" },
    ],
    [
      new TypeError("secret"),
      500,
      "Internal error. The log of the platform has the details of request R1.",
      {},
    ],
  ])("for the error %s", (error, status, message, headers) => {
    const { headers: sent, ...response } = toErrorResponse(error, "R1");
    const lower = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(lower)).toEqual({ ...json, ...headers });
    expect(response).toEqual({
      status,
      body: JSON.stringify({ error: { code: status, message } }),
    });
    expect(describeError(error, "R1")).toEqual({ error: { code: status, message } });
  });
});

test.each([
  [{}, {}, "{}"],
  [{ a: 1 }, {}, '{"a":1}'],
  [{}, { b: ["[", "]"], c: ["2"] }, '{"b":[],"c":2}'],
  [{ a: 1, x: undefined }, { b: ["2"], 'c"': ["3"] }, '{"a":1,"b":2,"c\\"":3}'],
])("%j and %j in parts are an object", (short, long, text) => {
  expect([...writeObjectInParts(short, long as never)].join("")).toBe(text);
});

test.each([
  [[], "[]"],
  [[["1"]], "[1]"],
  [[["{", "}"], ["2"]], "[{},2]"],
])("%j in parts is a list", (items, text) => {
  expect([...listInParts(items)].join("")).toBe(text);
});

test("a long body is sent in parts of 64 Ki characters or more, and a short one at once", async () => {
  const send = (parts: readonly string[]) => createJsonResponse(200, new WrittenJson(parts)).body;
  expect(createJsonResponse(200, new WrittenJson("[1]")).body).toBe("[1]");
  expect(send(["a", "b"])).toBe("ab");
  const half = "x".repeat(32 * 1024);
  expect(send([half, half.slice(1)])).toBe(half + half.slice(1));
  const sent: string[] = [];
  for await (const part of send([half, half, "y", half, "é"]) as AsyncIterable<Uint8Array>) {
    sent.push(Buffer.from(part).toString());
  }
  expect(sent).toEqual([half + half, `y${half}é`]);
});

test("the page of a resource has the same path below the base URL as the resource", () => {
  const { location, app } = createResourceUrls("https://t.example", "spaces", "S1");
  expect(location).toBe("https://t.example/v1/spaces/S1");
  expect(app).toMatch(/^https:\/\/t\.example\/.*spaces\/S1$/);
});
