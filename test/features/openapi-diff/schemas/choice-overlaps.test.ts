/** Choices that are told apart by constants, when a value may no longer match two of them. */
import { describe, expect, test } from "vitest";
import { compareBodies, type Tree } from "./compare-bodies.ts";

/** An object for each list of tags: a property for each name, with a constant or any text. */
const build = (tags: Tree): Tree => ({
  type: "object",
  required: Object.keys(tags),
  properties: Object.fromEntries(
    Object.entries(tags).map(([name, value]) => [
      name,
      value === "any" ? { type: "string" } : { const: value },
    ]),
  ),
});

const overlaps = (changes: readonly string[] = []) =>
  changes.filter((change) => change.includes("choices-overlap"));

describe("the same choices under oneOf, which were under anyOf", () => {
  test.each<readonly [string, readonly Tree[], boolean]>([
    ["two different constants", [{ kind: "a" }, { kind: "b" }], false],
    ["three different constants", [{ kind: "a" }, { kind: "b" }, { kind: "c" }], false],
    ["a constant and any text", [{ kind: "a" }, { kind: "any" }], true],
    [
      "two equal constants of three",
      [
        { kind: "a", x: "any" },
        { kind: "b", x: "any" },
        { kind: "a", y: "any" },
      ],
      true,
    ],
    [
      "another property that differs",
      [
        { kind: "a", level: "1" },
        { kind: "a", level: "2" },
      ],
      false,
    ],
    [
      "no property that differs in all",
      [
        { kind: "a", level: "1" },
        { kind: "a", level: "2" },
        { kind: "b", level: "2", x: "any" },
      ],
      true,
    ],
    ["different properties", [{ kind: "a" }, { level: "b" }], true],
  ])("with %s", (_, tags, isOverlap) => {
    for (const list of [tags, tags.toReversed()]) {
      const choices = list.map(build);
      const [sent, received] = compareBodies({ anyOf: choices }, { oneOf: choices });
      expect(overlaps(sent)).toEqual(
        isOverlap
          ? ["! choices-overlap: Values that match two of the choices are now refused."]
          : [],
      );
      expect(overlaps(received)).toEqual([]);
      const [, back] = compareBodies({ oneOf: choices }, { anyOf: choices });
      expect(overlaps(back)).toEqual(
        isOverlap
          ? ["! choices-overlap: Values that match two of the choices are now possible."]
          : [],
      );
    }
  });
});
