/** Base URLs of platforms, and URLs below them. */
import { expect, test } from "vitest";
import { readBase, resolveBelow, toPlainUrl } from "../../src/client/address.ts";
import { UsageError } from "../../src/errors.ts";

test.each([
  ["https://api.example.com", "https://api.example.com/v1"],
  ["https://api.example.com/", "https://api.example.com/v1"],
  ["https://api.example.com/v1", "https://api.example.com/v1"],
  ["https://api.example.com/v1//", "https://api.example.com/v1"],
  ["https://example.com/docs/v1/", "https://example.com/docs/v1"],
  ["https://example.com/docs", "https://example.com/docs/v1"],
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

test.each(["/../v2/orgs", "/%2e%2e/orgs", "/orgs/../../../etc"])(
  "a path must not lead out of the base URL: %s",
  (path) => {
    const base = readBase("https://example.com/docs");
    expect(() => resolveBelow(base, path, new URLSearchParams())).toThrow(UsageError);
  },
);

test("a URL in a message has neither user nor query", () => {
  expect(toPlainUrl(new URL("https://u:p@example.com/a?token=x#y"))).toBe("https://example.com/a");
});
