import { describe, expect, test } from "vitest";
import { classifyResponse, findRefusal } from "../../src/client/response-status.ts";
import { ApiError } from "../../src/errors.ts";
import type { JsonValue } from "../../src/json/values.ts";

describe("a success status", () => {
  const request = { method: "POST", check: "/orgs/O1" } as const;
  const headers = { "x-request-id": "r1", "retry-after": "4" };

  test.each([200, 201, 203, 204, 205, 208, 226, 299])(
    "%i means that the work is done",
    (status) => {
      expect(classifyResponse(request, { status, headers }, null)).toBeUndefined();
    },
  );

  test.each([
    [202, "pending", 4, "The platform accepted the POST, but has not finished it."],
    [206, "partial", undefined, "The POST may be only partially done (status 206)."],
    [207, "partial", undefined, "The POST may be only partially done (status 207)."],
  ])("%i means that the work is %s", (status, how, retryAfter, message) => {
    const value = { id: "job" };
    expect(classifyResponse(request, { status, headers }, value)).toMatchObject({
      ...{ how, message, status, value, retryAfter },
      requestId: "r1",
      hint: "tome api GET /orgs/O1",
    });
  });

  test("202 without a time to wait has none", () => {
    const { retryAfter } = classifyResponse(request, { status: 202, headers: {} }, undefined) ?? {};
    expect(retryAfter).toBeUndefined();
  });
});

describe("a body with a success status", () => {
  const find = (value: JsonValue | undefined) =>
    findRefusal({ headers: { "x-request-id": "r1" } }, value, (text) =>
      text.replaceAll("secret", "[removed]"),
    );

  test("is a refusal if it is an error, whose message has no token", () => {
    const refusal = find({ error: { code: 403, message: "The token secret is not valid." } });
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      status: 403,
      requestId: "r1",
      message: "The token [removed] is not valid.",
    });
  });

  test.each<JsonValue | undefined>([
    undefined,
    null,
    "error",
    [],
    {},
    { error: null },
    { error: "no" },
    { error: { code: "403", message: "no" } },
    { error: { code: 403 } },
    { error: { code: 403, message: null } },
    // A resource that has a member of this name.
    { id: "job", error: { code: 403, message: "no" } },
  ])("%j is a result", (value) => {
    expect(find(value)).toBeUndefined();
  });
});
