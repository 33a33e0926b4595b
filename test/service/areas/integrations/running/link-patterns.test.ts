import { expect, test } from "vitest";
import { matchesPattern } from "../../../../../src/service/areas/integrations/running/link-patterns.ts";

test.each([
  ["https://example.com/a/b", "https://example.com/**", true],
  ["https://example.com/", "https://example.com/*", true],
  ["https://www.example.com/a", "https://*.example.com/**", true],
  ["https://example.com/file/1", "https://example.com/file/*", true],
  ["https://example.com/other/1", "https://example.com/file/*", false],
  ["http://example.com/a", "https://example.com/**", false],
  ["http://example.com/a", "*://example.com/**", true],
  ["https://example.com/a", "example.com", true],
  ["https://example.com.evil.test/a", "https://example.com/**", false],
  ["https://evil.test/https://example.com/a", "https://example.com/**", false],
  ["https://evil.test/.example.com/a", "https://*.example.com/**", false],
  ["https://github.com/o/r/blob/main/a.ts", "https://github.com/**/blob/**", true],
])("%s and %s: %s", (url, pattern, expected) => {
  expect(matchesPattern(url, pattern)).toBe(expected);
});

test("a long pattern takes little time", () => {
  const url = `https://example.com/${"a".repeat(5000)}`;
  expect(matchesPattern(url, `https://example.com/${"*a".repeat(2000)}b`)).toBe(false);
});
