import { describe, expect, test } from "vitest";
import { mergeOrder } from "../../../src/document/merge/merge-order.ts";

function merge(base: string, ours: string, theirs: string, prefer: "ours" | "theirs" = "ours") {
  const lists = { base: [...base], ours: [...ours], theirs: [...theirs] };
  const ids = new Set(
    [...lists.ours, ...lists.theirs].filter((id) => {
      const isDeleted = base.includes(id) && !(ours.includes(id) && theirs.includes(id));
      return !isDeleted;
    }),
  );
  const { order, conflicting } = mergeOrder(ids, { ...lists, prefer });
  return `${order.join("")}${conflicting ? " conflict" : ""}`;
}

describe("without a conflict", () => {
  test.each([
    ["ab", "ba", "ab", "ba"],
    ["ab", "ab", "ba", "ba"],
    ["ab", "ba", "ba", "ba"],
    // Both sides add the same items: only the side that moved items of the base reorders.
    ["ab", "abxy", "abyx", "abyx"],
    ["ab", "xaby", "baxy", "baxy"],
    ["ab", "bayx", "abxy", "bayx"],
    ["", "xy", "yx", "yx"],
    // Each side adds or deletes items, and one moves others.
    ["abc", "cabx", "abc", "cabx"],
    ["abc", "cab", "axbc", "caxb"],
    ["abc", "ac", "cab", "ca"],
    ["abc", "cba", "ac", "ca"],
  ])("%j becomes, with %j and %j, %j", (base, ours, theirs, expected) => {
    for (const prefer of ["ours", "theirs"] as const) {
      expect(merge(base, ours, theirs, prefer)).toBe(expected);
    }
  });
});

test("if both sides move items of the base differently, the preferred order wins", () => {
  expect(merge("abc", "cab", "bac", "ours")).toBe("cab conflict");
  expect(merge("abc", "cab", "bac", "theirs")).toBe("bac conflict");
  expect(merge("abc", "cabx", "bacx", "theirs")).toBe("bacx conflict");
});

test("an item on neither side is at the end", () => {
  const orders = {
    base: ["a", "x", "b"],
    ours: ["b", "a"],
    theirs: ["a", "b"],
    prefer: "ours",
  } as const;
  expect(mergeOrder(new Set(["x", "a", "b"]), orders)).toEqual({
    order: ["b", "a", "x"],
    conflicting: false,
  });
});
