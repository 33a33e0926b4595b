/** Tables are aligned on the screen, fit into it, and drop nothing silently. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { plainStyle } from "../../src/terminal/style.ts";
import { layOutTable } from "../../src/terminal/table.ts";

const columns = [
  { header: "ID", wide: false, right: false },
  { header: "TITLE", wide: true, right: false },
  { header: "PAGES", wide: false, right: true },
  { header: "NOTE", wide: true, right: false },
];
const rows = [
  ["S1", "Handbook", "7", "plain"],
  ["S2", "日本語のドキュメントを書くためのとても長い題名です。読めますか", "1200", "日本"],
  ["S3", "👩‍💻 🇨🇭 flags and people e\u0301 👨‍👩‍👧‍👦", "31", "x".repeat(70)],
];

/** The screen column at which a text of a line begins. */
function columnOf(line: string, text: string): number {
  return stringWidth(line.slice(0, line.lastIndexOf(text)));
}

test.each([80, 160])("wide characters and emoji stay aligned at %i columns", async (screen) => {
  const lines = (await layOutTable(columns, rows, screen, plainStyle)).trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  const note = columnOf(lines[0] ?? "", "NOTE");
  expect(columnOf(lines[1] ?? "", "plain")).toBe(note);
  expect(columnOf(lines[2] ?? "", "日本")).toBe(note);
  expect(
    columnOf(lines[3] ?? "", "xxxx".padEnd((lines[3] ?? "").match(/x+/)?.[0].length ?? 0, "x")),
  ).toBe(note);
  const pagesEnd = columnOf(lines[0] ?? "", "PAGES") + 5;
  expect(columnOf(lines[1] ?? "", "7  ") + 1).toBe(pagesEnd);
  expect(columnOf(lines[2] ?? "", "1200") + 4).toBe(pagesEnd);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(screen);
});

test("the widest wide column gives way first, and ids stay whole", async () => {
  const [, line = ""] = (
    await layOutTable(
      columns,
      [["0123456789abcdef", "T".repeat(60), "12", "short note"]],
      60,
      plainStyle,
    )
  ).split("\n");
  expect(line).toContain("0123456789abcdef");
  expect(line).toContain("T…");
  expect(line).toContain("short note");
  expect(line).toHaveLength(60);
});

test("a screen that is too narrow shortens every column and drops none", async () => {
  const [head = "", line = ""] = (
    await layOutTable(
      columns,
      [["0123456789", "a long title", "1234567", "a long note"]],
      24,
      plainStyle,
    )
  ).split("\n");
  expect(line.split(/ {2,}/)).toHaveLength(4);
  expect(stringWidth(head)).toBeLessThanOrEqual(24);
  expect(stringWidth(line)).toBeLessThanOrEqual(24);
});

test("nothing is shortened without a screen", async () => {
  const text = await layOutTable(
    columns,
    [["S1", "t".repeat(500), "1", ""]],
    undefined,
    plainStyle,
  );
  expect(text).toContain("t".repeat(500));
});

test("every row of a long table is there, in its order and in its columns", async () => {
  const many = Array.from({ length: 100 }, (_, index) => [
    `S${index}`,
    index % 3 === 0 ? "日本 é" : "Handbook",
    String(index),
    "plain",
  ]);
  const text = await layOutTable(columns, many, undefined, plainStyle);
  const [head = "", ...lines] = text.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual(many);
  const note = columnOf(head, "NOTE");
  for (const line of lines) expect(columnOf(line, "plain")).toBe(note);
});
