import { expect, test } from "vitest";
import { counted } from "../../src/json/pluralize.ts";

test("one is singular, and every other number plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "file"))).toEqual([
    "0 files",
    "1 file",
    "2 files",
  ]);
  expect([1, 3].map((count) => counted(count, "link is", "links are"))).toEqual([
    "1 link is",
    "3 links are",
  ]);
});
