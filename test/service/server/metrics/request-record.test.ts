import { expect, test } from "vitest";
import * as user from "../../../../src/contract/user.ts";
import { publicRoutes } from "../../../../src/service/server/areas.ts";
import {
  type RequestRecord,
  toRecord,
} from "../../../../src/service/server/metrics/request-record.ts";
import type { RequestContext } from "../../../../src/service/server/pipeline/request-context.ts";
import { openTestPlatform } from "../../../support/platforms/platform.ts";

test("no part of a public route's path is recorded, not even one that resembles a word", async () => {
  const log: RequestRecord[] = [];
  const { ask } = await openTestPlatform({ onRequest: (entry) => log.push(entry) });
  for (const { route } of publicRoutes) {
    await ask(route.replace(/\{\w+\}/g, "canary"), { token: null });
  }
  expect(log).toHaveLength(publicRoutes.length);
  expect(log.map(({ path }) => path).join()).not.toContain("canary");
});

test("the record of a slow request contains its phases", () => {
  const context = {
    id: "r1",
    method: "POST",
    parts: ["v1", "orgs"],
    phases: { prepare: 600.4, wait: 20.2, work: 79.5 },
  };
  const outcome = { status: 200, at: new Date(0) };
  expect(toRecord(context, { ...outcome, milliseconds: 700 }).slow).toEqual({
    prepare: 600,
    wait: 20,
    work: 80,
  });
  expect(toRecord(context, { ...outcome, milliseconds: 500 }).slow).not.toBeNull();
  expect(toRecord(context, { ...outcome, milliseconds: 499 }).slow).toBeNull();
});

const at = new Date("2026-01-01T00:00:00Z");
const long = "a".repeat(41);
const openRoute = {
  route: "GET /open/{key}" as const,
  access: "anyone" as const,
  load: async () => async () => ({ status: 200, headers: {}, body: "" }),
};

test.each<[string, Partial<RequestContext>, Partial<RequestRecord>]>([
  ["nothing", {}, {}],
  [
    "an operation",
    { endpoint: user.current, user: "u1", fault: "delay" },
    { operation: "getAuthenticatedUser", user: "u1", fault: "delay" },
  ],
  ["an operation of the hosted platform only", { absent: "getAbsent" }, { operation: "getAbsent" }],
  ["a long method", { method: "A".repeat(21) }, { method: "A".repeat(20) }],
  [
    "secrets in the path",
    {
      parts: ["v1", "tome_secret", "TOME-x", long, "a b", "a~b.c-d_e", "tomes", long.slice(1), ""],
    },
    { path: `/v1/…/…/…/…/a~b.c-d_e/tomes/${long.slice(1)}/` },
  ],
  [
    "a public route with a name",
    { match: { publicRoute: { ...openRoute, name: "open" }, path: {} }, parts: ["secret"] },
    { operation: "open", path: "/open/{key}" },
  ],
  [
    "a public route without a name",
    { match: { publicRoute: openRoute, path: {} }, parts: ["secret"] },
    { operation: "GET /open/{key}", path: "/open/{key}" },
  ],
  ["another method", { match: { allowed: ["GET"], access: "user" } }, {}],
  ["a long path", { parts: Array(21).fill("a") }, { path: "/a".repeat(20) }],
  ["a message", { refused: { status: 400, message: "Not allowed." } }, { message: "Not allowed." }],
  [
    "a message with a value",
    { refused: { status: 400, message: "limit must be at most 5, not 7." } },
    { message: "limit must be at most 5 …" },
  ],
  [
    "a message with a quoted value",
    { refused: { status: 400, message: 'No user matches "ada".' } },
    { message: "No user matches …" },
  ],
  [
    "a message with a cause",
    { refused: { status: 400, message: "Invalid: secret" } },
    { message: "Invalid …" },
  ],
  [
    "a message with a secret as a name",
    { refused: { status: 400, message: `tome_x ${long} ${long.slice(1)} is unknown` } },
    { message: `… … ${long.slice(1)} is unknown` },
  ],
  [
    "a long message",
    { refused: { status: 400, message: "ab ".repeat(200) } },
    { message: "ab ".repeat(100) },
  ],
])("the record of a request with %s", (_, more, expected) => {
  const context = { id: "r1", method: "GET", parts: ["v1"], ...more };
  expect(toRecord(context, { status: 200, milliseconds: 1.239, at })).toEqual({
    ...{ id: "r1", at: "2026-01-01T00:00:00.000Z", method: "GET", path: "/v1", operation: null },
    ...{ status: 200, user: null, milliseconds: 1.24, slow: null, fault: null, message: null },
    ...expected,
  });
});

test("a slow request without phases has none", () => {
  const context = { id: "r1", method: "GET", parts: [] };
  expect(toRecord(context, { status: null, milliseconds: 500, at })).toMatchObject({
    status: null,
    slow: null,
  });
});
