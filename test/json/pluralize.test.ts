import { expect, test } from "vitest";
import { formatCount } from "../../src/json/pluralize.ts";

test("one is singular, and every other number plural", () => {
  expect([0, 1, 2].map((count) => formatCount(count, "file"))).toEqual([
    "0 files",
    "1 file",
    "2 files",
  ]);
  expect([1, 3].map((count) => formatCount(count, "link is", "links are"))).toEqual([
    "1 link is",
    "3 links are",
  ]);
});
