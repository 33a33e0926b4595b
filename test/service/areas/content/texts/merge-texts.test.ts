import { describe, expect, test } from "vitest";
import type {
  BlockChoice,
  TextMergeInput,
  TextMergeResult,
} from "../../../../../src/document/merge/merge-text.ts";
import {
  type ChooseBlocks,
  mergeTexts,
  type TextMergeResults,
} from "../../../../../src/service/areas/content/texts/merge-texts.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

/** A merge result with a number of conflicts, whose hash names its input. */
function merge({ base, ours, theirs, choices }: TextMergeInput<string>, conflicts = 0) {
  const chosen = choices.map(({ block = "all", side }) => ` ${block}:${side}`).join("");
  const document = { hash: `${base}+${ours}+${theirs}${chosen}`, body: "", refs: "", anchors: "" };
  return {
    document: { ...document, spaces: [] } as never,
    conflicts: Array.from({ length: conflicts }, (_, at) => ({ id: `b${at}` })) as never[],
  };
}

let count = 0;
/** Documents have new names in each test, because earlier merges are cached. */
function build() {
  const name = `t${count++}-`;
  const inputs: TextMergeInput<string>[] = [];
  const reads: (readonly string[])[] = [];
  const run = (
    sides: { readonly base: ContentTree; readonly ours: ContentTree; readonly theirs: ContentTree },
    {
      mergeText = (input: TextMergeInput<string>): TextMergeResult => ({ merge: merge(input) }),
      results,
      choose,
      missing,
    }: {
      mergeText?: (input: TextMergeInput<string>) => TextMergeResult;
      results?: TextMergeResults | undefined;
      choose?: ChooseBlocks;
      missing?: string;
    } = {},
  ) =>
    mergeTexts<string>(
      {
        readDocuments: async (hashes) => {
          reads.push(hashes);
          return new Map(hashes.filter((hash) => hash !== missing).map((hash) => [hash, hash]));
        },
        mergeText: (input) => {
          inputs.push(input);
          return mergeText(input);
        },
        results,
      },
      sides,
      choose,
    );
  const side = (...documents: readonly (string | undefined)[]): ContentTree =>
    tree(
      documents.map((document, at) =>
        page(`p${at}`, { ...(document !== undefined && { document: name + document }) }),
      ),
    );
  return { name, inputs, reads, run, side };
}

describe("texts that both sides changed", () => {
  test.each<
    [
      string,
      readonly (string | undefined)[],
      readonly (string | undefined)[],
      readonly (string | undefined)[],
      readonly string[],
    ]
  >([
    ["one page", ["1", "a"], ["2", "a"], ["3", "a"], ["page p0"]],
    ["several pages", ["1", "4"], ["2", "5"], ["3", "6"], ["page p0", "page p1"]],
    ["none if ours is unchanged", ["1", "a"], ["1", "b"], ["3", "a"], []],
    ["none if theirs is unchanged", ["1", "a"], ["2", "a"], ["1", "b"], []],
    ["none if both are equal", ["1"], ["2"], ["2"], []],
    ["none without a common text", [undefined], ["2"], ["3"], []],
    ["none without ours", ["1"], [undefined], ["3"], []],
    ["none without theirs", ["1"], ["2"], [undefined], []],
    ["none of a page that theirs deleted", ["1"], ["2"], [], []],
  ])("are merged: %s", async (_, base, ours, theirs, keys) => {
    const { run, side, inputs, reads } = build();
    const merged = await run({ base: side(...base), ours: side(...ours), theirs: side(...theirs) });
    expect([...merged.keys()]).toEqual(keys);
    expect(inputs).toHaveLength(keys.length);
    expect(reads.flat()).toHaveLength(3 * keys.length);
  });

  test("are merged in reusable content too, even if one side changed no page", async () => {
    const { run, name } = build();
    const pages = [page("p", { document: `${name}x` })];
    const content = (document: string) => ({
      ...tree(pages),
      reusableContents: [
        { id: "r", title: "R", document: name + document },
        { id: "s", title: "S" },
      ],
    });
    const base = content("1");
    const merged = await run({ base, ours: content("2"), theirs: content("3") });
    const hash = `${name}1+${name}2+${name}3`;
    expect([...merged]).toEqual([
      ["reusable-content r", { hash, document: expect.objectContaining({ hash }), conflicts: [] }],
    ]);
  });

  test("are not read if the pages of one side are those of the ancestor", async () => {
    const { run, side, reads } = build();
    const base = side("1");
    await run({ base, ours: { ...side("2"), pages: base.pages }, theirs: side("3") });
    await run({ base, ours: side("2"), theirs: { ...side("3"), pages: base.pages } });
    expect(reads).toEqual([]);
  });

  test("are read in batches, and left out if a document is missing", async () => {
    const { run, side, reads, inputs, name } = build();
    const number = (start: string) => Array.from({ length: 21 }, (_, at) => `${start}${at}`);
    const sides = {
      base: side(...number("a")),
      ours: side(...number("b")),
      theirs: side(...number("c")),
    };
    const merged = await run(sides, { missing: `${name}b3` });
    expect(reads.map(({ length }) => length)).toEqual([60, 3]);
    expect([inputs.length, merged.size, merged.has("page p3")]).toEqual([20, 20, false]);
  });
});

describe("a merge", () => {
  const buildSides = ({ side }: ReturnType<typeof build>) => ({
    base: side("1"),
    ours: side("2"),
    theirs: side("3"),
  });
  const choose = (side: BlockChoice["side"]) => (): readonly BlockChoice[] => [
    { block: "b0", side },
  ];
  const choices = { theirs: choose("theirs"), ours: choose("ours") };

  test("is computed once, and again only for other choices of its conflicts", async () => {
    for (const [conflicts, expected] of [
      [0, 1],
      [1, 3],
    ] as const) {
      const built = build();
      const mergeText = (input: TextMergeInput<string>) => ({ merge: merge(input, conflicts) });
      const rounds = [undefined, undefined, "theirs", "theirs", "ours", "ours", "theirs"] as const;
      for (const side of rounds) {
        const merged = await built.run(buildSides(built), {
          mergeText,
          ...(side && { choose: choices[side] }),
        });
        expect(merged.get("page p0")?.hash).toBe(
          `${built.name}1+${built.name}2+${built.name}3${side && conflicts > 0 ? ` b0:${side}` : ""}`,
        );
      }
      expect(built.inputs.map((input) => input.choices)).toEqual(
        [[], choices.theirs(), choices.ours()].slice(0, expected),
      );
    }
  });

  test("without conflicts is the same for all choices, even if it was made with some", async () => {
    const built = build();
    await built.run(buildSides(built), { choose: choices.theirs });
    await built.run(buildSides(built));
    expect(built.inputs).toHaveLength(1);
  });

  test("that failed is tried again in another request, and not in the same one", async () => {
    const built = build();
    const mergeText = () => ({ merge: undefined });
    const results: TextMergeResults = new Map();
    for (const options of [{ results }, { results }, {}]) {
      expect((await built.run(buildSides(built), { mergeText, ...options })).size).toBe(0);
    }
    expect(built.inputs).toHaveLength(2);
    expect([...results.values()]).toEqual([{ merge: undefined }]);
  });

  test("is chosen by the kind and id of its content", async () => {
    const built = build();
    const asked: unknown[] = [];
    await built.run(buildSides(built), {
      choose: ({ kind, id }) => {
        asked.push([kind, id]);
        return [];
      },
    });
    expect(new Set(asked.map((one) => JSON.stringify(one)))).toEqual(new Set(['["page","p0"]']));
  });
});
