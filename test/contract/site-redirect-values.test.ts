import { expect, test } from "vitest";
import {
  getSourceKey,
  normalizePath,
  redirectSource,
} from "../../src/contract/site-redirect-values.ts";

const pattern = new RegExp(redirectSource.source, "u");

test.each([
  ["/old", true],
  ["/old/page", true],
  ["/old/*", true],
  ["/old*", true],
  ["/a-b.c_d~e+f/%C3%A9", true],
  ["/", false],
  ["/*", false],
  ["/old/", false],
  ["/*/old", false],
  ["/o*d", false],
  ["/old/**", false],
  ["old", false],
  ["//old", false],
  ["/old//page", false],
  ["/é", false],
  ["/%4", false],
  ["/old?x=1", false],
  ["/old#part", false],
  ["/old ", false],
])("%j can be the source of a redirect: %j", (source, isPossible) => {
  expect(pattern.test(source)).toBe(isPossible);
});

test.each([
  ["/Old/Page", "/old/page", true],
  ["/o%6cd", "/old", true],
  ["/%C3%89", "/%C3%A9", true],
  ["/%zz", "/%ZZ", true],
  ["/Old/*", "/old/*", true],
  ["/old/*", "/old/", false],
  ["/old*", "/old", false],
  ["/old*", "/old/*", false],
  ["/a", "/b", false],
])("%s and %s are the same source: %j", (one, other, isSame) => {
  expect(getSourceKey(one) === getSourceKey(other)).toBe(isSame);
});

test("the key of a source begins with its kind", () => {
  expect([getSourceKey("/Old"), getSourceKey("/Old/*")]).toEqual(["=/old", "*/old/"]);
});

test("a path is decoded and in lower case", () => {
  expect([normalizePath("/A%20B"), normalizePath("/A%zz")]).toEqual(["/a b", "/a%zz"]);
});
