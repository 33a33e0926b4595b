import { expect, test } from "vitest";
import { findRequestId, flatten } from "../../../src/client/transport/response.ts";

/** The headers with a request id, the most specific first. */
const names = ["x-request-id", "request-id", "x-correlation-id"];

test.each(names.map((name, at) => [name, names.slice(at)] as const))(
  "the request id is in %s, if the response has that header",
  (name, present) => {
    const headers = Object.fromEntries(present.map((one) => [one, `id of ${one}`]));
    expect(findRequestId(headers)).toBe(`id of ${name}`);
  },
);

test("a response without such a header has no request id", () => {
  expect(findRequestId({ "x-trace": "t" })).toBeUndefined();
});

test("repeated headers are joined, and absent ones are left out", () => {
  expect(flatten({ a: "1", b: ["2", "3"], c: undefined, d: [] })).toEqual({
    a: "1",
    b: "2, 3",
    d: "",
  });
});
