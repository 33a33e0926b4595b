/** Views fit the screen, are readable without color, and contain no control characters. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { formatLocalTime } from "../../../src/json/local-time.ts";
import { openColors } from "../../../src/terminal/draw/colors.ts";
import { drawView } from "../../../src/terminal/draw/draw-view.ts";
import type { Screen, ViewBranch, ViewLine } from "../../../src/terminal/draw/view.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { hostileText, obeyedIn, withoutOwnColors } from "../../support/generators/hostile.ts";
import { randomFrom } from "../../support/generators/random.ts";
import { taggedStyle } from "../tagged-style.ts";

const now = Date.parse("2026-03-02T08:00:00Z");

function renderScreen(width: number, more: Partial<Screen> = {}): Screen {
  return { width, style: plainStyle, accessible: false, now, ...more };
}

function branch(title: string, more: Partial<ViewBranch> = {}): ViewBranch {
  return { title, notes: [], below: [], ...more };
}

const tree = [
  branch("Acme", {
    id: "O1000000000000000000",
    below: [
      branch("Handbooks/", {
        notes: [{ text: "level read" }],
        below: [branch("On-call", { id: "S1" }), branch("Team guide")],
      }),
      branch("Welcome", { notes: [{ text: "private" }, { text: "2 open" }], id: "S2" }),
    ],
  }),
];

test("a tree connects each branch with its parent", async () => {
  expect(await drawView([{ tree }], renderScreen(80))).toBe(
    [
      "Acme  O1000000000000000000",
      "├─ Handbooks/  level read",
      "│  ├─ On-call  S1",
      "│  └─ Team guide",
      "└─ Welcome  private, 2 open  S2",
      "",
    ].join("\n"),
  );
});

test("a screen reader gets the same words without lines", async () => {
  const text = await drawView([{ tree }], renderScreen(80, { accessible: true }));
  expect(text.split("\n").slice(1, 4)).toEqual([
    "- Handbooks/  level read",
    "  - On-call  S1",
    "  - Team guide",
  ]);
});

test("a terminal without Unicode gets a tree of ASCII characters", async () => {
  const text = await drawView([{ tree }], renderScreen(80, { isAscii: true }));
  expect(text.split("\n").slice(1, 5)).toEqual([
    "|- Handbooks/  level read",
    "|  |- On-call  S1",
    "|  `- Team guide",
    "`- Welcome  private, 2 open  S2",
  ]);
});

test("titles from right to left are isolated on a screen, and not in a file", async () => {
  const titled = [branch("דף הבית", { id: "S1" }), branch("Guide", { id: "S2" })];
  expect(await drawView([{ tree: titled }], renderScreen(80))).toBe(
    "\u2068דף הבית\u2069  S1\nGuide  S2\n",
  );
  expect(await drawView([{ tree: titled }], renderScreen(Number.POSITIVE_INFINITY))).toBe(
    "דף הבית  S1\nGuide  S2\n",
  );
});

test.each(sample([40, 60, 80, 130, 200], 2))(
  "at %i columns ids are complete, and every line fits",
  async (width) => {
    const id = "S1000000000000000000";
    const titles = [
      "x".repeat(300),
      "日本語の".repeat(40),
      "👩‍💻 people ".repeat(30),
      "short",
      " ",
    ];
    const notes = [
      { text: "visitor-auth" },
      { text: "if visitor.claims.isCustomer == true ".repeat(5) },
    ];
    let deep: ViewBranch[] = [];
    for (let level = 0; level < 60; level++) {
      deep = [
        branch(titles[level % titles.length] ?? "", { id, notes }),
        branch("in", { below: deep }),
      ];
    }
    const lines = (await drawView([{ tree: deep }], renderScreen(width))).trimEnd().split("\n");
    expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
    expect(lines.filter((line) => line.includes(id))).toHaveLength(60);
    expect(lines.filter((line) => line.includes("(untitled)"))).toHaveLength(12);
  },
);

slowTest("20,000 branches and 20,000 levels are drawn", async () => {
  const wide = Array.from({ length: 20_000 }, (_, at) => branch(`Page ${at}`));
  let deep = branch("end");
  for (let level = 0; level < 20_000; level++) deep = branch("level", { below: [deep] });
  const text = await drawView([{ tree: [...wide, deep] }], renderScreen(80));
  expect(text.split("\n")).toHaveLength(40_002);
});

test("lines break between words, and continuation lines are indented", async () => {
  const lines: ViewLine[] = [
    ["  - one two ", { text: "three four", tone: "red" }, " five"],
    [{ text: "tome cr merge 3 --space S1000000000000000000", as: "command" }],
    ["unbreakable".repeat(4)],
  ];
  expect(await drawView([{ lines }], renderScreen(20))).toBe(
    [
      "  - one two three",
      "    four five",
      "tome cr merge 3 --space S1000000000000000000",
      "unbreakable".repeat(4),
      "",
    ].join("\n"),
  );
});

test("marks replace colors in output without color", async () => {
  const lines: ViewLine[] = [["the ", { text: "old", tone: "red", marks: ["[-", "-]"] }, " end"]];
  expect(await drawView([{ lines }], renderScreen(80))).toBe("the [-old-] end\n");
  const colored = await drawView([{ lines }], renderScreen(80, { style: await openColors() }));
  expect(colored).toBe("the \u001b[31mold\u001b[39m end\n");
});

test("times are relative", async () => {
  const lines: ViewLine[] = [[{ text: "2026-03-02T05:00:00Z", as: "time" }]];
  expect(await drawView([{ lines }], renderScreen(80))).toBe("3 hours ago\n");
});

test("text of other users has no effect on the terminal and adds no line", async () => {
  const random = randomFrom();
  const style = await openColors();
  for (let round = 0; round < 300; round++) {
    const text = hostileText(random);
    const hostile = branch(text, { id: text, notes: [{ text, tone: "yellow" }] });
    const view = [
      { tree: [branch("top", { below: [hostile] })] },
      { lines: [[text, { text, tone: "red" as const, marks: ["[-", "-]"] as const }]] },
    ];
    const drawn = await drawView(view, renderScreen(100_000, { style }));
    expect(obeyedIn(withoutOwnColors(drawn)), `TOME_SEED=${random.seed}`).toEqual([]);
    expect(drawn.split("\n"), `TOME_SEED=${random.seed}`).toHaveLength(4);
  }
});

test.each([1, 8])("a deep tree is drawn on a screen of %d columns", async (width) => {
  const leaf = { title: "C", notes: [{ text: "one two" }], below: [] };
  const tree = [{ title: "A", notes: [], below: [{ title: "B", notes: [], below: [leaf] }] }];
  const drawn = await drawView([{ tree }], {
    ...{ width, style: plainStyle, accessible: false, now: 0 },
  });
  const prefix = width === 1 ? "…1 └─ " : "└─ ";
  expect(drawn.split("\n")).toEqual(["A", `${prefix}B`, "…2 └─ C", "one", "two", ""]);
});

const texts: Readonly<Record<string, readonly ViewLine[]>> = {
  plain: [["text"]],
  two: [["a ", { text: "b", tone: "bold" }, { text: "c", tone: "bold" }, " d"]],
  mark: [
    [
      { text: "old", tone: "red", marks: ["[-", "-]"] },
      " ",
      { text: "new", tone: "green", marks: ["{+", "+}"] },
    ],
  ],
  cmd: [
    [
      "Run ",
      {
        text: "tome space update S1 --title 'a b' --edit-mode locked",
        as: "command",
        tone: "cyan",
      },
      " now please",
    ],
  ],
  list: [
    ["- one two three four five six seven"],
    ["  * + nested words that are wrapped at the edge"],
    ["     deep indentation for words here"],
  ],
  word: [["abcdefghijklmnopqrstuvwxyz0123456789"], ["a abcdefghijklmnopqrstuvwxyz b"]],
  wide: [["日本語のテキストが折り返される場所 word"], ["é e\u0301 🙂 👨‍👩‍👧 x"]],
  empty: [[""], [], ["x"]],
  spaces: [["a   b    c  "], [{ text: "   ", tone: "red" }, "x"]],
  pieces: [["aaa", "bbb ccc", { text: "ddd eee", tone: "red" }, "fff", " ", "ggg"]],
};

test.each<[string, number, "plain" | "color", readonly string[]]>([
  ["two", 10, "color", ["a <b>bc</b> d"]],
  [
    "cmd",
    10,
    "color",
    ["Run", "<c>tome space update S1 --title 'a b' --edit-mode locked</c>", "now please"],
  ],
  ["two", 10, "plain", ["a bc d"]],
  ["mark", 10, "color", ["<r>old</r> <g>new</g>"]],
  [
    "cmd",
    10,
    "plain",
    ["Run", "tome space update S1 --title 'a b' --edit-mode locked", "now please"],
  ],
  [
    "list",
    10,
    "color",
    [
      "- one two",
      "  three",
      "  four",
      "  five six",
      "  seven",
      "  * + nested",
      "     words",
      "     that",
      "     are",
      "     wrapped",
      "     at",
      "     the",
      "     edge",
      "     deep",
      "     indentation",
      "     for",
      "     words",
      "     here",
    ],
  ],
  [
    "list",
    16,
    "color",
    [
      "- one two three",
      "  four five six",
      "  seven",
      "  * + nested",
      "      words that",
      "      are",
      "      wrapped at",
      "      the edge",
      "     deep",
      "     indentation",
      "     for words",
      "     here",
    ],
  ],
  [
    "list",
    24,
    "color",
    [
      "- one two three four",
      "  five six seven",
      "  * + nested words that",
      "      are wrapped at the",
      "      edge",
      "     deep indentation",
      "     for words here",
    ],
  ],
  [
    "word",
    10,
    "color",
    ["abcdefghijklmnopqrstuvwxyz0123456789", "a", "abcdefghijklmnopqrstuvwxyz", "b"],
  ],
  ["wide", 10, "color", ["日本語のテキストが折り返される場所", "word", "é é 🙂 👨‍👩‍👧", "x"]],
  ["wide", 24, "color", ["日本語のテキストが折り返される場所", "word", "é é 🙂 👨‍👩‍👧 x"]],
  ["plain", 10, "color", ["text"]],
  ["mark", 10, "plain", ["[-old-]", "{+new+}"]],
  ["mark", 24, "plain", ["[-old-] {+new+}"]],
  ["empty", 10, "color", ["", "", "x"]],
  ["spaces", 10, "color", ["a   b    c", "   x"]],
  ["pieces", 10, "color", ["aaabbb", "ccc<r>ddd</r>", "<r>eee</r>fff ggg"]],
  ["pieces", 24, "color", ["aaabbb ccc<r>ddd eee</r>fff ggg"]],
  ["pieces", 10, "plain", ["aaabbb", "cccddd", "eeefff ggg"]],
  ["pieces", 24, "plain", ["aaabbb cccddd eeefff ggg"]],
])("the lines %s on a screen of %d columns, %s", async (name, width, mode, expected) => {
  const style = mode === "color" ? taggedStyle : plainStyle;
  const drawn = await drawView([{ lines: texts[name] ?? [] }], renderScreen(width, { style }));
  expect(drawn).toBe(expected.map((line) => `${line}\n`).join(""));
});

test.each([
  ["2026-03-04T08:00:00Z", "in 2 days"],
  ["2026-03-02T08:00:01Z", "just now"],
  ["2026-03-02T08:00:00Z", undefined],
  ["2026-02-28T08:00:00Z", undefined],
])("of a time in the future, such as %s, the exact time is shown too", async (time, words) => {
  const text = await drawView([{ lines: [[{ text: time, as: "time" }]] }], renderScreen(80));
  const exact = formatLocalTime(time);
  if (words === undefined) expect(text).not.toContain(exact);
  else expect(text).toBe(`${words} (${exact})\n`);
});
