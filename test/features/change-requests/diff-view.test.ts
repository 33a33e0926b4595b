import { describe, expect, test } from "vitest";
import type { TerminalView } from "../../../src/context.ts";
import type { ChangeSet, PageChange } from "../../../src/features/change-requests/changes.ts";
import { compare, formatSummary } from "../../../src/features/change-requests/comparison.ts";
import {
  describeConflict,
  describeDiscarded,
  isNamed,
} from "../../../src/features/change-requests/conflicts.ts";
import { viewChanges } from "../../../src/features/change-requests/diff-view.ts";

function set(more: Partial<ChangeSet> = {}): ChangeSet {
  return {
    changeRequest: { number: 7, subject: "Words", status: "open" },
    pages: [],
    others: [],
    conflicts: [],
    more: 0,
    ...more,
  };
}
const side = (path: string, text = "", title = `Title ${path}`) => ({ path, text, title });
const page = (more: Partial<PageChange>): PageChange => ({
  id: "P",
  type: "document",
  words: ["edited"],
  fields: {},
  ...more,
});

/** The lines of a view, with tones of colored parts. */
function draw(view: TerminalView): string[] {
  return view.flatMap((block) =>
    "lines" in block
      ? block.lines.map((line) =>
          line
            .map((one) =>
              typeof one === "string" ? one : one.tone ? `<${one.tone} ${one.text}>` : one.text,
            )
            .join(""),
        )
      : [],
  );
}

const pages = [
  page({
    before: side("a", "one\n"),
    after: side("a", "one\ntwo\n"),
    fields: { icon: { after: "x" }, title: { before: "A", after: null } },
  }),
  page({
    words: ["moved", "edited"],
    before: side("old"),
    after: side("new"),
    fields: { slug: { before: "old" }, emoji: { before: "e" } },
  }),
  page({ words: ["moved"], before: side("", "", "Start"), after: side("home") }),
  page({ words: ["added"], type: "link", after: side("link") }),
  page({ words: ["removed"], before: side("gone", "x\ny\n") }),
  page({ fields: { slug: { before: "b" } }, before: side("b"), after: side("b") }),
];
const others = [
  { kind: "file", word: "added", name: "a.png" },
  { kind: "reusable content", word: "edited", name: "Note" },
  { kind: "reusable content", word: "removed", name: "Old" },
  { kind: "variable", word: "edited", name: "x" },
] as const;
const head = "<bold Words>  #7, open";
const summary = "Changed: 6 pages, 1 file, 2 reusable contents, 1 variable and 2 further changes.";

describe("viewChanges", () => {
  test("shows each page with its fields and text", async () => {
    expect(
      draw(await viewChanges(await compare(set({ pages, others, more: 2 }), false), false)),
    ).toEqual([
      head,
      summary,
      "",
      "<bold a>  <yellow edited>  <green +1>",
      '  icon: <dim none> → <green "x">',
      '  title: <red "A"> → <green null>',
      "  one",
      "<green + two>",
      "",
      "<bold new>  <cyan moved>, <yellow edited> from old",
      '  emoji: <red "e"> → <dim none>',
      "",
      "<bold home>  <cyan moved> from Start",
      "",
      "<bold link>  link, <green added>",
      "",
      "<bold gone>  <red removed>  <red -2>",
      "<red - x>",
      "<red - y>",
      "",
      "<bold b>  <yellow edited>",
      '  slug: <red "b"> → <dim none>',
      "",
      "<bold a.png>  file, <green added>",
      "<bold Note>  reusable content, <yellow edited>; text not compared",
      "<bold Old>  reusable content, <red removed>",
      "<bold x>  variable, <yellow edited>",
    ]);
  });

  test("is brief without texts", async () => {
    const compared = await compare(
      set({ pages: pages.slice(0, 1), others: others.slice(0, 1) }),
      false,
    );
    expect(draw(await viewChanges(compared, true))).toEqual([
      head,
      "Changed: 1 page and 1 file.",
      "",
      "<bold a>  <yellow edited>  <green +1>",
      "<bold a.png>  file, <green added>",
    ]);
  });

  test.each([
    [
      { conflicts: undefined, changeRequest: { number: 7, status: "draft", outdated: true } },
      [
        "<yellow The space has changed since the change request was created>; conflicts are detected when the change request is updated.",
      ],
    ],
    [{ conflicts: undefined, changeRequest: { number: 7, status: "draft", outdated: false } }, []],
    [{ conflicts: [], changeRequest: { number: 7, status: "draft", outdated: true } }, []],
    [
      {
        changeRequest: { number: 7, status: "draft" },
        conflicts: [
          {
            kind: "page",
            id: "P1",
            title: "Start",
            path: "start",
            reason: "edited",
            blocks: [
              { id: "B1", type: "paragraph", space: "ours", reason: "edited" },
              { id: "B2", type: "list", reason: "ordered", space: "a", changeRequest: "b" },
            ],
          },
        ],
      },
      [
        '<red conflict>: the page "Start" at start (P1) was edited on both sides',
        "  paragraph  <dim B1>",
        '    space:           "ours"',
        "    change request:  deleted",
        "  list  <dim B2>",
        "    space:           another order",
        "    change request:  another order",
      ],
    ],
  ])("has the conflicts: %#", async (more, lines) => {
    expect(draw(await viewChanges(await compare(set(more), false), false))).toEqual([
      "<bold (no subject)>  #7, draft",
      "No changes.",
      ...lines,
    ]);
  });
});

test("a patch has the padding of tables, and a view does not", async () => {
  const one = set({
    pages: [page({ before: side("a", "| a |\n"), after: side("a", "|  a  |\n") })],
  });
  const counts = async (isExact: boolean) =>
    (await compare(one, isExact)).pages.map(({ added, removed, hunks }) => [
      added,
      removed,
      hunks.length,
    ]);
  expect(await counts(true)).toEqual([[1, 1, 1]]);
  expect(await counts(false)).toEqual([[0, 0, 0]]);
});

test.each([
  [{ pages: [], others: [], more: 0 }, ""],
  [{ pages: [page({})], others: [], more: 0 }, "1 page"],
  [{ pages: [], others: others.slice(3), more: 1 }, "1 variable and 1 further change"],
])("the summary: %#", (some, expected) => {
  expect(formatSummary(some)).toBe(expected);
});

test.each([
  [
    { kind: "page", id: "P1", title: "A", path: "", reason: "deleted" },
    'the page "A" (P1) was deleted on one side and changed on the other',
  ],
  [
    { kind: "page", id: "P1", title: "A", path: "a", reason: "moved" },
    'the page "A" at a (P1) was moved on both sides',
  ],
  [
    { kind: "file", id: "F1", title: "A", reason: "ordered" },
    'the file "A" (F1) was reordered on both sides',
  ],
  [
    { kind: "file", id: "F1", title: "A", reason: "new reason" },
    'the file "A" (F1) was new reason',
  ],
])("the conflict %j", (conflict, clause) => {
  expect(describeConflict(conflict)).toBe(clause);
});

test.each([
  ["P1", true],
  ["a/b", true],
  ["Title", true],
  ["title", false],
  ["", false],
])("a conflict is named %s: %s", (word, expected) => {
  expect(isNamed({ id: "P1", path: "a/b", title: "Title" }, word)).toBe(expected);
});

test("discarded content is named by side, at most five parts each", () => {
  const one = (from: string, more: object) => ({ from, title: "Page", ...more });
  expect(describeDiscarded([], "V1")).toBe("");
  expect(
    describeDiscarded(
      [one("space", { text: "words" }), one("space", { block: "B1", title: "", path: "p" })],
      "V1",
    ),
  ).toBe(
    ' The merge will replace this published content: "words" in "Page"; the deleted or moved block B1 in "p".',
  );
  expect(describeDiscarded([one("cr", { fields: ["title", "icon"] }), one("cr", {})], "V1")).toBe(
    ' Revision V1 still has this content of the change request: title, icon of "Page"; "Page".',
  );
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => one("space", { title: `${at}` }));
  expect(describeDiscarded([...many(5), one("cr", {})], "V1")).toBe(
    ' The merge will replace this published content: "0"; "1"; "2"; "3"; "4". Revision V1 still has this content of the change request: "Page".',
  );
  expect(describeDiscarded(many(6), "V1")).toContain('"4"; 1 more.');
  expect(describeDiscarded(many(7), "V1")).toContain('"4"; 2 more.');
});
