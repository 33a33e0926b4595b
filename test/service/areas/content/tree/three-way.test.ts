import { describe, expect, test } from "vitest";
import type { MergeSide } from "../../../../../src/document/merge/merge-order.ts";
import type { TextConflict } from "../../../../../src/document/merge/merge-text.ts";
import { resolveText } from "../../../../../src/service/areas/content/tree/text-fields.ts";
import {
  compareSide,
  mergeFields,
  resolveFields,
} from "../../../../../src/service/areas/content/tree/three-way.ts";

interface Item {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly document?: string;
}
const names = ["title", "document"] as const;

describe("the fields of two versions", () => {
  test.each<[Item | undefined, Item, Item, Item, readonly string[]]>([
    [{ title: "a" }, { title: "a" }, { title: "a" }, { title: "a" }, []],
    [{ title: "a" }, { title: "b" }, { title: "a" }, { title: "b" }, []],
    [{ title: "a" }, { title: "a" }, { title: "c" }, { title: "c" }, []],
    [{ title: "a" }, { title: "b" }, { title: "b" }, { title: "b" }, []],
    [{ title: "a" }, { title: "b" }, { title: "c" }, { title: "b" }, ["title"]],
    [{ title: "a" }, {}, { title: "c" }, {}, ["title"]],
    [{ title: "a" }, { title: "a" }, {}, { title: undefined }, []],
    [undefined, { title: "b" }, { title: "b" }, { title: "b" }, []],
    [undefined, { title: "b" }, { title: "c" }, { title: "b" }, ["title"]],
    [undefined, {}, { title: "c" }, { title: "c" }, []],
    [
      {},
      { title: "b", document: "1" },
      { title: "c", document: "1" },
      { title: "b", document: "1" },
      ["title"],
    ],
    // Other fields are those of ours.
    [{ id: "1" }, { id: "2" }, { id: "3" }, { id: "2" }, []],
  ])("%j: %j and %j", (base, ours, theirs, value, conflicting) => {
    expect(mergeFields(base, ours, theirs, names)).toEqual({ value, conflicting });
  });

  test("have the values of the chosen side where they conflict", () => {
    const merged = { value: { title: "b", document: "1" }, conflicting: ["title"] as const };
    const theirs = { title: "c", document: "2" };
    expect(resolveFields(merged, theirs, "ours")).toEqual({ title: "b", document: "1" });
    expect(resolveFields(merged, theirs, "theirs")).toEqual({ title: "c", document: "1" });
  });
});

test.each<[Item | undefined, Item, string]>([
  [undefined, {}, "added"],
  [{ title: "a" }, { title: "a" }, "unchanged"],
  [{ title: "a" }, { title: "b" }, "changed"],
  [{ title: "a", document: "1" }, { title: "a", document: "2" }, "changed"],
  [{ id: "1" }, { id: "2" }, "unchanged"],
])("%j and %j: %s", (base, left, change) => {
  expect(compareSide(base, left, names)).toBe(change);
});

describe("the text of two versions", () => {
  const block: TextConflict = { key: "k" } as never;
  const theirs = { title: "c", document: "2" };
  const value = { title: "b", document: "1" };
  type Question = readonly [names: readonly string[], blocks: readonly TextConflict[] | undefined];

  test.each<
    [
      readonly (keyof Item)[],
      readonly TextConflict[] | undefined,
      MergeSide,
      Item,
      Question | undefined,
    ]
  >([
    [[], undefined, "theirs", value, undefined],
    [[], [], "theirs", value, undefined],
    [["title"], undefined, "theirs", { title: "c", document: "1" }, [["title"], undefined]],
    [["title"], [], "ours", value, [["title"], undefined]],
    [["document"], undefined, "theirs", { title: "b", document: "2" }, [["document"], undefined]],
    [["document"], [], "theirs", { title: "b", document: "merged" }, undefined],
    [["document"], [block], "theirs", { title: "b", document: "merged" }, [["document"], [block]]],
    [
      ["title", "document"],
      [],
      "theirs",
      { title: "c", document: "merged" },
      [["title"], undefined],
    ],
    [
      ["title", "document"],
      [block],
      "theirs",
      { title: "c", document: "merged" },
      [["title", "document"], [block]],
    ],
    [
      ["title", "document"],
      [block],
      "ours",
      { title: "b", document: "merged" },
      [["title", "document"], [block]],
    ],
  ])(
    "with conflicts in %j and blocks %j, decided for %s",
    (conflicting, conflicts, side, expected, question) => {
      const questions: Question[] = [];
      const text = conflicts && { hash: "merged", conflicts };
      const result = resolveText<Item>({ value, conflicting }, theirs, text, (fields, blocks) => {
        questions.push([fields, blocks]);
        return side;
      });
      expect([result, questions]).toEqual([expected, question ? [question] : []]);
    },
  );
});
