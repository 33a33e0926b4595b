import { describe, expect, test } from "vitest";
import type { TextConflict } from "../../../../src/document/merge/merge-text.ts";
import {
  type ConflictChoices,
  ConflictResolution,
  presentConflicts,
} from "../../../../src/service/areas/change-requests/conflicts.ts";
import type { MergeConflict } from "../../../../src/service/areas/content/tree/merge-pages.ts";

const block = (id: string, texts: Partial<TextConflict> = {}): TextConflict => ({
  ...{ id, type: "paragraph", reason: "edited", base: `${id} base` },
  ...texts,
});
const bothSides = (id: string) => block(id, { ours: `${id} space`, theirs: `${id} cr` });
const conflict = (id: string, rest: Partial<MergeConflict> = {}): MergeConflict => ({
  ...{ kind: "page", id, title: id.toUpperCase(), path: `at/${id}`, reason: "edited" },
  ...{ fields: ["title"], ...rest },
});

test("a conflict has the texts of the space and of the change request", () => {
  const blocks = [bothSides("b1"), block("b2", { ours: "kept" }), block("b3", { theirs: "new" })];
  const { path: _, ...withoutPath } = conflict("v", { kind: "variable", fields: [] });
  expect(presentConflicts([conflict("p", { fields: ["document"], blocks }), withoutPath])).toEqual([
    {
      ...{ kind: "page", id: "p", title: "P", path: "at/p", reason: "edited" },
      fields: ["document"],
      blocks: [
        {
          ...{ id: "b1", type: "paragraph", reason: "edited", base: "b1 base" },
          ...{ space: "b1 space", changeRequest: "b1 cr" },
        },
        { id: "b2", type: "paragraph", reason: "edited", base: "b2 base", space: "kept" },
        { id: "b3", type: "paragraph", reason: "edited", base: "b3 base", changeRequest: "new" },
      ],
    },
    { kind: "variable", id: "v", title: "V", reason: "edited", fields: [] },
  ]);
});

describe("the choices for the blocks of a text", () => {
  const space = { side: "ours" };
  const cr = { side: "theirs" };

  test.each<[ConflictChoices, object[]]>([
    [[], []],
    [[{ keep: "space" }], [space]],
    [[{ keep: "cr" }], [cr]],
    [[{ id: "p", keep: "cr" }, { keep: "space" }], [cr]],
    [[{ keep: "space" }, { id: "p", keep: "cr" }], [cr]],
    [[{ id: "other", keep: "cr" }], []],
    [[{ id: "other", keep: "cr" }, { keep: "space" }], [space]],
    [
      [
        { id: "p", block: "b1", keep: "cr" },
        { id: "p", block: "b2", keep: "space" },
        { id: "other", block: "b3", keep: "cr" },
        { keep: "space" },
      ],
      [{ block: "b1", ...cr }, { block: "b2", ...space }, space],
    ],
  ] as never)("%j", (choices, expected) => {
    const resolution = new ConflictResolution(choices);
    expect(resolution.chooseBlocks({ kind: "page", id: "p" })).toEqual(expected);
  });
});

describe("a conflict is resolved by the most specific choice", () => {
  const discarded = { kind: "page", id: "p", title: "P", path: "at/p" };
  const fromCr = { ...discarded, from: "cr" };
  const fromSpace = { ...discarded, from: "space" };
  const whole = conflict("p");
  const text = conflict("p", { fields: ["document"], blocks: [bothSides("b1"), bothSides("b2")] });
  const mixed = conflict("p", { fields: ["title", "document"], blocks: [bothSides("b1")] });
  const moved = conflict("p", { reason: "moved", fields: [] });
  const deleted = conflict("p", {
    fields: ["document"],
    blocks: [block("b1", { reason: "deleted", ours: "kept" })],
  });

  test.each<[string, MergeConflict, ConflictChoices, string | undefined, object[]]>([
    ["no choice", whole, [], undefined, []],
    ["a choice for another page", whole, [{ id: "q", keep: "cr" }], undefined, []],
    ["the space", whole, [{ id: "p", keep: "space" }], "ours", [{ ...fromCr, fields: ["title"] }]],
    [
      "the change request",
      whole,
      [{ keep: "cr" }],
      "theirs",
      [{ ...fromSpace, fields: ["title"] }],
    ],
    [
      "a choice for the page before one for all",
      whole,
      [{ keep: "space" }, { id: "p", keep: "cr" }],
      "theirs",
      [{ ...fromSpace, fields: ["title"] }],
    ],
    ["no choice for a block only", whole, [{ id: "p", block: "b1", keep: "cr" }], undefined, []],
    ["a move", moved, [{ keep: "cr" }], "theirs", [fromSpace]],
    [
      "all blocks",
      text,
      [{ id: "p", keep: "space" }],
      "ours",
      [
        { ...fromCr, block: "b1", text: "b1 cr" },
        { ...fromCr, block: "b2", text: "b2 cr" },
      ],
    ],
    [
      "each block",
      text,
      [
        { id: "p", block: "b1", keep: "cr" },
        { id: "p", block: "b2", keep: "space" },
      ],
      "ours",
      [
        { ...fromSpace, block: "b1", text: "b1 space" },
        { ...fromCr, block: "b2", text: "b2 cr" },
      ],
    ],
    [
      "one block, and the others by the page",
      text,
      [
        { id: "p", keep: "space" },
        { id: "p", block: "b1", keep: "cr" },
      ],
      "ours",
      [
        { ...fromSpace, block: "b1", text: "b1 space" },
        { ...fromCr, block: "b2", text: "b2 cr" },
      ],
    ],
    ["not all blocks", text, [{ id: "p", block: "b1", keep: "cr" }], undefined, []],
    [
      "a deleted block without its text",
      deleted,
      [{ keep: "space" }],
      "ours",
      [{ ...fromCr, block: "b1" }],
    ],
    [
      "a deleted block with its text",
      deleted,
      [{ keep: "cr" }],
      "theirs",
      [{ ...fromSpace, block: "b1", text: "kept" }],
    ],
    [
      "fields and blocks",
      mixed,
      [{ id: "p", keep: "cr" }],
      "theirs",
      [
        { ...fromSpace, fields: ["title"] },
        { ...fromSpace, block: "b1", text: "b1 space" },
      ],
    ],
    ["not fields without a choice", mixed, [{ id: "p", block: "b1", keep: "cr" }], undefined, []],
  ])("%s", (_, one, choices, side, expected) => {
    const resolution = new ConflictResolution(choices);
    expect(resolution.resolve(one)).toBe(side);
    if (side === undefined) return;
    expect(resolution.listDiscarded()).toEqual(expected);
    // The same conflict is discarded once.
    resolution.resolve(one);
    expect(resolution.listDiscarded()).toEqual(expected);
  });

  test("a version without a path has none", () => {
    const resolution = new ConflictResolution([{ keep: "cr" }]);
    const { path: _, ...variable } = conflict("v", { kind: "variable", fields: [] });
    resolution.resolve(variable);
    expect(resolution.listDiscarded()).toEqual([
      { kind: "variable", id: "v", title: "V", from: "space" },
    ]);
  });

  test.each<[ConflictChoices, string]>([
    [[{ keep: "cr" }, { id: "q", keep: "cr" }], "choices.1: q has no conflict."],
    [
      [
        { id: "p", keep: "cr" },
        { id: "p", block: "b9", keep: "cr" },
      ],
      "choices.1: p has no conflict in block b9.",
    ],
  ])("an unused choice is refused: %j", (choices, message) => {
    const resolution = new ConflictResolution(choices);
    resolution.resolve(whole);
    expect(() => resolution.listDiscarded()).toThrow(message);
  });

  test("a choice for all may be unused", () => {
    expect(new ConflictResolution([{ keep: "cr" }]).listDiscarded()).toEqual([]);
  });
});
