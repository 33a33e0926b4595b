import { expect, test } from "vitest";
import {
  findMatching,
  findUnfurled,
  matchesPattern,
} from "../../../../../src/service/areas/integrations/running/link-patterns.ts";

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
  ["https://github.com/o/r/tree/main/a.ts", "https://github.com/**/blob/**.ts", false],
  ["https://example.com/ab", "https://example.com/*x*b", false],
  ["https://example.com/ab", "https://example.com/ab*b", false],
  ["https://example.com/abb", "https://example.com/ab*b", true],
  ["https://example.com/ab", "https://example.com/a", false],
  ["https://example.com/a", "https://example.com/a", true],
  ["https://EXAMPLE.com/a?b#c", "HTTPS://Example.COM/", true],
  ["https://example.com/A", "https://example.com/a", false],
  ["https://example.com?a", "https://example.com/?a", false],
])("%s and %s: %s", (url, pattern, expected) => {
  expect(matchesPattern(url, pattern)).toBe(expected);
});

test("a long pattern takes little time", () => {
  const url = `https://example.com/${"a".repeat(5000)}`;
  expect(matchesPattern(url, `https://example.com/${"*a".repeat(2000)}b`)).toBe(false);
});

test("a link is unfurled by the first block with a matching pattern", () => {
  const blocks = [
    { id: "without", title: "Without" },
    {
      id: "first",
      title: "First",
      urlUnfurl: ["https://a.example.com/**", "https://b.example.com"],
    },
    { id: "second", title: "Second", urlUnfurl: ["*://b.example.com/**"] },
  ];
  const find = (url: string) => findMatching(blocks, url)?.id;
  expect([
    find("https://b.example.com/x"),
    find("HTTP://b.example.com/x"),
    find("https://c.example.com/x"),
    find("ftp://b.example.com/x"),
    find("b.example.com/x"),
  ]).toEqual(["first", "second", undefined, undefined, undefined]);
  const manifest = JSON.stringify({ scopes: [], blocks });
  expect(findUnfurled({ manifest }, "https://a.example.com/x")).toEqual(blocks[1]);
  expect(findUnfurled({ manifest: '{"scopes":[]}' }, "https://a.example.com/x")).toBeUndefined();
});
