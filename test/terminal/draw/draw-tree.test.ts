import { expect, test } from "vitest";
import { drawView } from "../../../src/terminal/draw/draw-view.ts";
import type { Span, ViewBranch } from "../../../src/terminal/draw/view.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { taggedStyle } from "../tagged-style.ts";

function branch(
  title: string,
  notes: readonly (string | Span)[] = [],
  id?: string,
  below: readonly ViewBranch[] = [],
  tone?: ViewBranch["tone"],
): ViewBranch {
  const spans = notes.map((note) => (typeof note === "string" ? { text: note } : note));
  return { title, notes: spans, id, below, tone };
}

/** A branch in a branch, 14 levels deep. */
function createChain(level = 1): ViewBranch {
  return level === 14
    ? branch("L14", ["n"])
    : branch(`L${level}`, [], undefined, [createChain(level + 1)]);
}

const trees = {
  one: [branch("Guide")],
  note: [branch("Guide", ["live", "3 pages"], "S1")],
  deep: [
    branch("A", [], "S1", [
      branch("B", ["n"], undefined, [branch("C"), branch("D", [], "S4")]),
      branch("E"),
    ]),
    branch("F"),
  ],
  long: [
    branch(
      "A very long title that does not fit",
      ["and a note that is long", "other"],
      "S10000000000",
      [branch("Another long title with words", ["x"], "S2")],
    ),
  ],
  empty: [branch("  ")],
  wide: [branch("日本語のタイトル", ["注"], "S1", [branch("é🙂", [{ text: "bad", tone: "red" }])])],
  tones: [branch("A", [{ text: "x", tone: "green" }], "I", [branch("B", [], "J")], "bold")],
  chain: [createChain()],
  ids: [branch("T", [], "S1000000000000000000", [branch("U", [], "S2000000000000000000")])],
  hostile: [branch("a\u001b[31m\nb", ["x\ty"], "I\u202e")],
} as const;

test.each<
  [keyof typeof trees, number, "plain" | "color" | "ascii" | "accessible", readonly string[]]
>([
  ["one", 60, "color", ["Guide"]],
  [
    "ids",
    60,
    "color",
    ["T  <d>S1000000000000000000</d>", "<d>└─ </d>U  <d>S2000000000000000000</d>"],
  ],
  ["note", 60, "color", ["Guide  live<d>, </d>3 pages  <d>S1</d>"]],
  [
    "deep",
    60,
    "color",
    [
      "A  <d>S1</d>",
      "<d>├─ </d>B  n",
      "<d>│  ├─ </d>C",
      "<d>│  └─ </d>D  <d>S4</d>",
      "<d>└─ </d>E",
      "F",
    ],
  ],
  [
    "long",
    60,
    "color",
    [
      "A very long title that does not fit",
      "<d>│  </d>and a note that is long<d>, </d>other  <d>S10000000000</d>",
      "<d>└─ </d>Another long title with words  x  <d>S2</d>",
    ],
  ],
  ["wide", 60, "color", ["日本語のタイトル  注  <d>S1</d>", "<d>└─ </d>é🙂  <r>bad</r>"]],
  ["ids", 12, "plain", ["T", "S1000000000000000000", "└─ U", "S2000000000000000000"]],
  ["ids", 30, "plain", ["T  S1000000000000000000", "└─ U  S2000000000000000000"]],
  ["note", 12, "plain", ["Guide", "   live, 3", "   pages", "   S1"]],
  ["note", 30, "plain", ["Guide  live, 3 pages  S1"]],
  ["deep", 12, "plain", ["A  S1", "├─ B  n", "│  ├─ C", "│  └─ D", "│        S4", "└─ E", "F"]],
  ["deep", 30, "plain", ["A  S1", "├─ B  n", "│  ├─ C", "│  └─ D  S4", "└─ E", "F"]],
  [
    "long",
    12,
    "plain",
    [
      "A very long…",
      "│  and a",
      "│  note",
      "│  that is",
      "│  long,",
      "│  other",
      "S10000000000",
      "└─ Anothe…",
      "      x  S2",
    ],
  ],
  [
    "long",
    30,
    "plain",
    [
      "A very long title that does n…",
      "│  and a note that is long,",
      "│  other",
      "│  S10000000000",
      "└─ Another long title with …",
      "      x  S2",
    ],
  ],
  ["empty", 60, "color", ["(untitled)"]],
  ["wide", 12, "plain", ["日本語のタ…", "│  注  S1", "└─ é🙂", "      bad"]],
  ["wide", 30, "plain", ["日本語のタイトル  注  S1", "└─ é🙂  bad"]],
  ["tones", 60, "color", ["<b>A</b>  <g>x</g>  <d>I</d>", "<d>└─ </d>B  <d>J</d>"]],
  [
    "long",
    200,
    "plain",
    [
      "A very long title that does not fit  and a note that is long, other  S10000000000",
      "└─ Another long title with words  x  S2",
    ],
  ],
  ["tones", 12, "plain", ["A  x  I", "└─ B  J"]],
  [
    "chain",
    12,
    "plain",
    [
      "L1",
      "└─ L2",
      "   └─ L3",
      "…3 └─ L4",
      "…4 └─ L5",
      "…5 └─ L6",
      "…6 └─ L7",
      "…7 └─ L8",
      "…8 └─ L9",
      "…9 └─ L10",
      "…10 └─ L11",
      "…11 └─ L12",
      "…12 └─ L13",
      "…13 └─ L14",
      "          n",
    ],
  ],
  [
    "chain",
    30,
    "plain",
    [
      "L1",
      "└─ L2",
      "   └─ L3",
      "      └─ L4",
      "         └─ L5",
      "            └─ L6",
      "…6 └─ L7",
      "…7 └─ L8",
      "…8 └─ L9",
      "…9 └─ L10",
      "…10 └─ L11",
      "…11 └─ L12",
      "…12 └─ L13",
      "…13 └─ L14  n",
    ],
  ],
  ["hostile", 60, "color", ["a\\u{1b}[31m b  x    y  <d>I\\u{202e}</d>"]],
  ["hostile", 12, "plain", ["a\\u{1b}[31m…", "   x    y", "   I\\u{202e}"]],
  ["hostile", 30, "plain", ["a\\u{1b}[31m b", "   x    y  I\\u{202e}"]],
  ["ids", 30, "ascii", ["T  S1000000000000000000", "`- U  S2000000000000000000"]],
  ["hostile", 200, "plain", ["a\\u{1b}[31m b  x    y  I\\u{202e}"]],
  ["deep", 30, "ascii", ["A  S1", "|- B  n", "|  |- C", "|  `- D  S4", "`- E", "F"]],
  [
    "long",
    30,
    "ascii",
    [
      "A very long title that does n…",
      "|  and a note that is long,",
      "|  other",
      "|  S10000000000",
      "`- Another long title with wo…",
      "      x  S2",
    ],
  ],
  ["wide", 30, "ascii", ["日本語のタイトル  注  S1", "`- é🙂  bad"]],
  ["tones", 30, "ascii", ["A  x  I", "`- B  J"]],
  [
    "chain",
    30,
    "ascii",
    [
      "L1",
      "`- L2",
      "   `- L3",
      "      `- L4",
      "         `- L5",
      "            `- L6",
      "…6 `- L7",
      "…7 `- L8",
      "…8 `- L9",
      "…9 `- L10",
      "…10 `- L11",
      "…11 `- L12",
      "…12 `- L13",
      "…13 `- L14  n",
    ],
  ],
  ["ids", 30, "accessible", ["T  S1000000000000000000", "- U  S2000000000000000000"]],
  ["deep", 30, "accessible", ["A  S1", "- B  n", "  - C", "  - D  S4", "- E", "F"]],
  [
    "long",
    30,
    "accessible",
    [
      "A very long title that does n…",
      "  and a note that is long,",
      "  other",
      "  S10000000000",
      "- Another long title with wor…",
      "    x  S2",
    ],
  ],
  ["wide", 30, "accessible", ["日本語のタイトル  注  S1", "- é🙂  bad"]],
  ["tones", 30, "accessible", ["A  x  I", "- B  J"]],
  [
    "chain",
    30,
    "accessible",
    [
      "L1",
      "- L2",
      "  - L3",
      "    - L4",
      "      - L5",
      "        - L6",
      "          - L7",
      "            - L8",
      "…8 - L9",
      "…9 - L10",
      "…10 - L11",
      "…11 - L12",
      "…12 - L13",
      "…13 - L14  n",
    ],
  ],
  ["hostile", 30, "accessible", ["a\\u{1b}[31m b", "  x    y  I\\u{202e}"]],
])("the tree %s on a screen of %d columns, %s", async (name, width, mode, expected) => {
  const style = mode === "color" ? taggedStyle : plainStyle;
  const screen = {
    width,
    style,
    accessible: mode === "accessible",
    isAscii: mode === "ascii",
    now: 0,
  };
  expect(await drawView([{ tree: trees[name] }], screen)).toBe(
    expected.map((line) => `${line}\n`).join(""),
  );
});
