import { describe, expect, test } from "vitest";
import { align, pairUnchanged } from "../../../src/document/markdown/align.ts";
import { slowTest } from "../../support/generators/amount.ts";

/** Parts such as `p1`: a kind, and a content. */
const toParts = (text: string) =>
  text.split(" ").flatMap((sign) => (sign === "" ? [] : [{ sign, kind: sign.slice(0, 1) }]));

describe("the parts of a text before and after a change", () => {
  test.each([
    ["p1 p2 p3", "p1 p2 p3", [0, 1, 2]],
    ["p1 p2 p3", "p1 p3", [0, 2]],
    ["p1 p2 p3", "p1 p4 p2 p3", [0, undefined, 1, 2]],
    // A new part replaces an old one of its kind.
    ["p1 p2 p3", "p1 p4 p3", [0, 1, 2]],
    ["p1 l2 p3", "p1 p4 p3", [0, undefined, 2]],
    ["p1 l2 p2 p3", "p1 p4 p3", [0, 2, 3]],
    ["p1 p2 p3", "p4 p5 p6 p7", [0, 1, 2, undefined]],
    // The order stays ascending.
    ["l1 p2", "p3 l4", [1, undefined]],
    ["p1 p2", "p2 p1", [1, undefined]],
    ["", "p1", [undefined]],
    ["p1", "", []],
  ])("of %j and %j correspond as %j", (before, after, positions) => {
    expect(align(toParts(before), toParts(after))).toEqual(positions);
  });
});

slowTest("unchanged parts are found among up to 2000 changes", () => {
  const toKeys = (letter: string, count: number) => [
    ...Array.from({ length: count }, (_, at) => `${letter}${at}`),
    "same",
  ];
  const findLast = (count: number) => pairUnchanged(toKeys("a", count), toKeys("b", count)).at(-1);
  // A replaced part is removed and added.
  expect(findLast(1000)).toBe(1000);
  expect(findLast(1001)).toBeUndefined();
});
