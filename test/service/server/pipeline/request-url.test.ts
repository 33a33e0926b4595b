import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import {
  buildUrl,
  listParts,
  parseAddress,
  splitPlainPath,
} from "../../../../src/service/server/pipeline/request-url.ts";

const base = "http://127.0.0.1:4000";

test("a URL is split into base, path, decoded segments and query", () => {
  expect(parseAddress(`${base}/v1/spaces/a%20b%2Fc/links?status=broken&a=/../b`)).toEqual({
    base,
    path: "/v1/spaces/a%20b%2Fc/links",
    parts: ["v1", "spaces", "a b/c", "links"],
    query: "status=broken&a=/../b",
  });
  expect(parseAddress(`${base}/v1/`).parts).toEqual(["v1", ""]);
});

test("any segment survives a round trip", () => {
  const part = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => !text.includes("\0") && text !== "." && text !== "..");
  fc.assert(
    fc.property(part, part, (one, two) => {
      const path = `/${encodeURIComponent(one)}/x/${encodeURIComponent(two)}`;
      expect(listParts(path)).toEqual([one, "x", two]);
    }),
  );
});

test.each([
  ["/_tom%65/state", "%65, which must be written as e"],
  ["/%5Ftome/state", "%5F, which must be written as _"],
  ["/%5ftome/state", "%5f, which must be written as _"],
  ["/a/%2e%2e/b", "%2e, which must be written as ."],
  ["/a/../b", "only dots"],
  ["/./a", "only dots"],
  ["//a", "an empty segment"],
  ["/a//b", "an empty segment"],
  ["/a%00", "a NUL character"],
  ["/a%", "a % without two digits"],
  ["/a%zz", "a % without two digits"],
  ["/a%u005f", "a % without two digits"],
  ["/%E0%A4", "not UTF-8"],
  ["/%C1%9Ftome", "not UTF-8"],
  ["/a%C0%AFb", "not UTF-8"],
  ["/a\\b", "must be percent-encoded"],
  ["/a b", "must be percent-encoded"],
  ["/\u00e4", "must be percent-encoded"],
  ["/{spaceId}", "must be percent-encoded"],
])("%s is refused for %s", (path, reason) => {
  expect(() => parseAddress(base + path)).toThrow(reason);
  expect(() => parseAddress(base + path)).toThrow(ApiError);
  expect(splitPlainPath(path)).toEqual([]);
});

test.each(["", "*", "http://evil.example/v1/user", "/v1/user#x"])(
  "the target %j is not a path",
  (target) => {
    expect(() => parseAddress(base + target)).toThrow(ApiError);
  },
);

test.each([
  [
    "a=%",
    "The query contains a % without two digits, or percent-encoded bytes that are not UTF-8.",
  ],
  [
    "a=%C3",
    "The query contains a % without two digits, or percent-encoded bytes that are not UTF-8.",
  ],
  ["a=\u00e4", "The query contains a character that must be percent-encoded."],
  ["a b", "The query contains a character that must be percent-encoded."],
  ["a\u007f", "The query contains a character that must be percent-encoded."],
])("the query %j is refused", (query, message) => {
  expect(() => parseAddress(`${base}/v1?${query}`)).toThrow(new ApiError(400, message));
  expect(splitPlainPath(`/v1?${query}`)).toEqual([]);
});

test("a target that is not a path has no segments and does not become a part of the host", () => {
  expect([splitPlainPath("/a/b?c"), splitPlainPath(".evil/a/"), splitPlainPath("")]).toEqual([
    ["a", "b"],
    [],
    [],
  ]);
  expect([buildUrl("http://a", "/b"), buildUrl("http://a", ".evil/")]).toEqual([
    "http://a/b",
    "http://a*",
  ]);
});
