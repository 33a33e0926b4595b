/** Base URLs of platforms, and URLs below them. */
import { describe, expect, test } from "vitest";
import { readBase, resolveBelow, toPlainUrl } from "../../src/client/address.ts";
import { UsageError } from "../../src/errors.ts";

test.each([
  ["https://api.example.com", "https://api.example.com/v1"],
  ["https://api.example.com/", "https://api.example.com/v1"],
  ["https://api.example.com/v1", "https://api.example.com/v1"],
  ["https://api.example.com/v1//", "https://api.example.com/v1"],
  ["https://example.com/docs/v1/", "https://example.com/docs/v1"],
  ["https://example.com/docs", "https://example.com/docs/v1"],
  ["https://example.com//v1", "https://example.com/v1"],
  ["https://example.com/docs//v1//", "https://example.com/docs/v1"],
  ["https://example.com/docs//", "https://example.com/docs/v1"],
  ["https://example.com/v12", "https://example.com/v12/v1"],
  ["https://example.com/v1/v1", "https://example.com/v1/v1"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000/v1"],
  ["http://[::1]:4000/v1", "http://[::1]:4000/v1"],
])("the base URL %s is read as %s", (given, read) => {
  expect(readBase(given).href).toBe(read);
});

test.each([
  "api.example.com",
  "ftp://api.example.com",
  "file:///etc/passwd",
  "https://",
  "https://user:hunter2@api.example.com",
  "https://x@api.example.com",
  "https://api.example.com?key=hunter2",
  "https://api.example.com/#v1",
  "https://api.example.com\\@evil.example",
  "https://api.exa\nmple.com",
  "",
])("the base URL %j is refused without being printed", (given) => {
  expect(() => readBase(given)).toThrow(UsageError);
  expect(() => readBase(given)).toThrow(/^The base URL must/);
  expect(() => readBase(given)).not.toThrow(/hunter2/);
});

const leaving = [
  ...["/../v2/orgs", "/%2e%2e/orgs", "/orgs/../../../etc", "/../v1x/orgs", "/../v1", "/.."],
  ...["x/orgs", "x", "@evil.example/orgs", ".evil.example/orgs", "\\..\\orgs", "?a=b", "#a", ""],
];
const staying = [
  ["/orgs", "/orgs"],
  ["/", "/"],
  ["/orgs/../user", "/user"],
  ["/../v1/user", "/user"],
  ["/orgs?a=b", "/orgs?a=b"],
  ["/..%2f..%2fx", "/..%2f..%2fx"],
  ["//evil.example/x", "//evil.example/x"],
] as const;
describe.each(["https://example.com", "https://example.com/docs"])(
  "a path below the base URL %s",
  (text) => {
    const base = readBase(text);
    test.each(leaving)("must not lead out of it: %j", (path) => {
      expect(() => resolveBelow(base, path, new URLSearchParams())).toThrow(UsageError);
    });

    test.each(staying)("can be %j", (path, below) => {
      expect(resolveBelow(base, path, new URLSearchParams()).href).toBe(`${base.href}${below}`);
    });

    test("gets the query, which cannot change the path", () => {
      const query = new URLSearchParams({ page: "/../a", q: "b&c=d#e" });
      const url = resolveBelow(base, "/orgs", query);
      expect(url.pathname).toBe(`${base.pathname}/orgs`);
      expect([...url.searchParams]).toEqual([
        ["page", "/../a"],
        ["q", "b&c=d#e"],
      ]);
    });
  },
);

test("a URL in a message has neither user nor query", () => {
  expect(toPlainUrl(new URL("https://u:p@example.com/a?token=x#y"))).toBe("https://example.com/a");
});
