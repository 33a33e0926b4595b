import { expect, test } from "vitest";
import { formatExamined } from "../../../src/features/safety-checks/examined-count.ts";

test.each([
  [[[0, "page"]], [], "Examined 0 pages."],
  [
    [
      [1, "page"],
      [2, "entry", "entries"],
    ],
    [],
    "Examined 1 page and 2 entries.",
  ],
  [
    [
      [1, "entry", "entries"],
      [2, "page"],
      [3, "file"],
    ],
    [[0, "image"]],
    "Examined 1 entry, 2 pages and 3 files.",
  ],
  [
    [[2, "page"]],
    [
      [0, "x"],
      [1, "image"],
      [2, "box", "boxes"],
    ],
    "Examined 2 pages, skipped 1 image and 2 boxes.",
  ],
  [[[2, "page"]], [[1, "image"]], "Examined 2 pages, skipped 1 image."],
] as const)("%j and skipped %j", (examined, skipped, sentence) => {
  expect(formatExamined(examined, skipped)).toBe(sentence);
});
