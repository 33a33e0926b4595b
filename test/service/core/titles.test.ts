import { expect, test } from "vitest";
import { longestSpaceTitle } from "../../../src/contract/limits.ts";
import { refuseBlank, toCopyTitle, toSpaceTitle } from "../../../src/service/core/titles.ts";

const family = "👨‍👩‍👧";
const full = "x".repeat(longestSpaceTitle);

test.each([
  ["Guide", "Guide", "Guide (copy)"],
  [full, full, `${"x".repeat(longestSpaceTitle - 7)} (copy)`],
  [`${full}y`, full, `${"x".repeat(longestSpaceTitle - 7)} (copy)`],
  // A space at the end of a truncated title is removed, and no character is split.
  [
    `${"x".repeat(longestSpaceTitle - 8)} yyyyyyyy`,
    `${"x".repeat(longestSpaceTitle - 8)} yyyyyyy`,
    `${"x".repeat(longestSpaceTitle - 8)} (copy)`,
  ],
  [
    `${"x".repeat(longestSpaceTitle - 4)}${family}`,
    "x".repeat(longestSpaceTitle - 4),
    `${"x".repeat(longestSpaceTitle - 7)} (copy)`,
  ],
  [
    `${"x".repeat(longestSpaceTitle - 5)}${family}`,
    `${"x".repeat(longestSpaceTitle - 5)}${family}`,
    `${"x".repeat(longestSpaceTitle - 7)} (copy)`,
  ],
])("%s is truncated between characters", (title, spaceTitle, copyTitle) => {
  expect([toSpaceTitle(title), toCopyTitle(title)]).toEqual([spaceTitle, copyTitle]);
});

test("a blank value is refused with its field, and an absent one is not", () => {
  for (const value of [undefined, null, "x", " x "]) {
    expect(() => refuseBlank("title", value)).not.toThrow();
  }
  for (const value of ["", " \n\t"]) {
    expect(() => refuseBlank("emoji", value)).toThrow(
      expect.objectContaining({ status: 400, field: "emoji", message: "emoji must not be blank." }),
    );
  }
});
