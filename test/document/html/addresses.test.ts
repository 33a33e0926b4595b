import { describe, expect, test } from "vitest";
import { isForeign, toSafeUrl } from "../../../src/document/html/addresses.ts";

const schemes = [
  "http",
  "https",
  "mailto",
  "tel",
  "sms",
  "ftp",
  "irc",
  "xmpp",
  "geo",
  "webcal",
  "ssh",
  "git",
  "vscode",
  "slack",
];

describe("a URL with a known scheme is safe", () => {
  test.each(schemes)("%s", (scheme) => {
    for (const url of [`${scheme}:x`, `${scheme.toUpperCase()}://x`]) {
      expect(toSafeUrl(url)).toBe(url);
      expect(isForeign(url)).toBe(true);
    }
    expect(toSafeUrl(`x${scheme}:x`)).toBeUndefined();
    expect(toSafeUrl(`${scheme}x:x`)).toBeUndefined();
  });
});

test.each<[string, string | undefined]>([
  ["", undefined],
  [" \u0000\u001f", undefined],
  ["javascript:x", undefined],
  ["java\tscript:x", undefined],
  ["\u0001javascript:x", undefined],
  ["data:text/html,x", undefined],
  ["vbscript:x", undefined],
  [":x", undefined],
  ["a b:c", undefined],
  [" ht\ntps://a\r ", "https://a"],
  ["a/b:c", "a/b:c"],
  ["?a:b", "?a:b"],
  ["#a:b", "#a:b"],
  ["/a", "/a"],
  ["//a", "//a"],
  ["a b", "a b"],
])("the URL %j is safe as %j", (url, expected) => {
  expect(toSafeUrl(url)).toBe(expected);
});

test.each<[string, boolean]>([
  ["https://a", true],
  ["mailto:a", true],
  ["a+b.c-1:x", true],
  ["//a", true],
  ["\\\\a", true],
  ["/\\a", true],
  ["\\/a", true],
  ["/a", false],
  ["\\a", false],
  ["a/b", false],
  ["a//b", false],
  ["#a", false],
  ["1a:b", false],
])("the URL %j leads to another host: %j", (url, expected) => {
  expect(isForeign(url)).toBe(expected);
});
