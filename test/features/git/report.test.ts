import { describe, expect, test } from "vitest";
import {
  describeBlocks,
  describeChanges,
  describeCost,
  describeProgress,
  describeReplaced,
  describeRest,
  isEmpty,
  listConflicts,
} from "../../../src/features/git/report.ts";
import type { JsonObject } from "../../../src/json/values.ts";

test.each([
  [{}, true, " nothing"],
  [{ blocks: 3 }, true, " nothing"],
  [{ pages: { added: 0, changed: "1" } }, true, " nothing"],
  [{ pages: { added: 1 } }, false, ": 1 page added"],
  [{ pages: { changed: 2, removed: 1 } }, false, ": 2 pages changed, 1 removed"],
  [{ pages: { moved: 1 }, files: { removed: 2 } }, false, ": 1 page moved; 2 files removed"],
  [
    {
      files: { added: 1, changed: 1, moved: 1, removed: 1 },
      lines: { added: 12, removed: 4 },
      blocks: 1,
    },
    false,
    ": 1 file added, 1 changed, 1 moved, 1 removed; 12 lines added, 4 removed; 1 block reformatted",
  ],
  [{ lines: { removed: 1 }, blocks: 5 }, true, ": 1 line removed; 5 blocks reformatted"],
  [{ conflicts: [{}] }, false, " nothing"],
])("the report %j is empty: %s", (report, empty, clause) => {
  expect([isEmpty(report), describeChanges(report)]).toEqual([empty, clause]);
});

test.each([
  [
    { ahead: 1, behind: 2 },
    "import",
    ["The space has 1 change that the repository does not have. The next export adds it."],
  ],
  [
    { ahead: 3, behind: 0 },
    "import",
    ["The space has 3 changes that the repository does not have. The next export adds them."],
  ],
  [{ ahead: 0, behind: 2 }, "import", []],
  [
    { ahead: 1, behind: 2 },
    "export",
    ["The branch has 2 changes that the space does not have. The next import adds them."],
  ],
  [
    { ahead: 0, behind: 1 },
    "export",
    ["The branch has 1 change that the space does not have. The next import adds it."],
  ],
  [{ ahead: 5 }, "export", []],
] as const)("the rest of %j after an %s", (report, direction, sentences) => {
  expect(describeRest(report, direction)).toEqual(sentences);
});

const phases = [
  { phase: "fetch", milliseconds: 300 },
  { phase: "read", milliseconds: 1249 },
];
test.each([
  [{}, "import", []],
  [{ phases: [] }, "import", []],
  [{ phases, bytes: 0 }, "import", ["It took 1.5 s: fetch 0.3 s, read 1.2 s."]],
  [{ phases, bytes: 1 }, "import", ["It read 1 byte and took 1.5 s: fetch 0.3 s, read 1.2 s."]],
  [
    { phases, bytes: 999 },
    "export",
    ["It wrote 999 bytes and took 1.5 s: fetch 0.3 s, read 1.2 s."],
  ],
  [{ phases, bytes: 1000 }, "import", ["It read 1.0 kB and took 1.5 s: fetch 0.3 s, read 1.2 s."]],
  [{ phases, bytes: 9_940 }, "import", ["It read 9.9 kB and took 1.5 s: fetch 0.3 s, read 1.2 s."]],
  [{ phases, bytes: 10_000 }, "import", ["It read 10 kB and took 1.5 s: fetch 0.3 s, read 1.2 s."]],
  [
    { phases, bytes: 999_400 },
    "import",
    ["It read 999 kB and took 1.5 s: fetch 0.3 s, read 1.2 s."],
  ],
  [
    { phases, bytes: 1_000_000 },
    "import",
    ["It read 1.0 MB and took 1.5 s: fetch 0.3 s, read 1.2 s."],
  ],
] as const)("the cost of %j as %s", (report, direction, sentences) => {
  expect(describeCost(report, direction)).toEqual(sentences);
});

describe("conflicts", () => {
  const block = (type: string, space: string | null = null, repository: string | null = null) => ({
    type,
    space,
    repository,
  });

  test("are listed with both versions of at most five blocks", () => {
    expect(listConflicts({ conflicts: [{ id: "P" }] })).toEqual([{ id: "P" }]);
    expect(listConflicts({ conflicts: "x" })).toEqual([]);
    expect(describeBlocks({})).toBe("");
    expect(
      describeBlocks({ blocks: [block("paragraph", "a", "b"), block("list", null, "c")] }),
    ).toBe(
      ': paragraph in the space "a", in the repository "b"; list in the space deleted, in the repository "c"',
    );
    const many = (count: number) =>
      describeBlocks({ blocks: Array(count).fill(block("x", "a", "b")) }).split("; ");
    expect(many(5)).toHaveLength(5);
    expect(many(7).at(-1)).toBe("2 more");
  });

  test("of an import with --force name the replaced content", () => {
    const sentence = (list: string) => [
      `The repository's version replaced this content of the space: ${list}. Its revisions still have it.`,
    ];
    expect(describeReplaced({})).toEqual([]);
    const conflicts: JsonObject[] = [
      { path: "a/b", title: "A", blocks: [block("x", "one"), block("y"), block("z", "two")] },
      { title: "B", blocks: [block("y")] },
      { path: "c", title: "C" },
    ];
    expect(describeReplaced({ conflicts })).toEqual(sentence('"one" in a/b; "two" in a/b; B; c'));
    const titles = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ title: `T${at}` }));
    expect(describeReplaced({ conflicts: titles(5) })).toEqual(sentence("T0; T1; T2; T3; T4"));
    expect(describeReplaced({ conflicts: titles(6) })).toEqual(
      sentence("T0; T1; T2; T3; T4; 1 more"),
    );
  });
});

test.each([
  [{ state: "running" }, "running"],
  [{ state: "running", progress: { phase: "read" } }, "reading files"],
  [
    { state: "running", progress: { phase: "read", done: 120, total: 283 } },
    "reading files 120 of 283",
  ],
  [{ state: "running", progress: { phase: "push", done: 0, total: 0 } }, "pushing 0 of 0"],
  [{ state: "running", progress: { phase: "other", done: 1 } }, "other"],
  [{ state: "running", progress: { total: 3 } }, "running"],
  [{ state: "running", progress: { phase: "constructor" } }, "constructor"],
])("the progress %j is %s", (operation, text) => {
  expect(describeProgress(operation)).toBe(text);
});
