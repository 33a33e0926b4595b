/** Tables are aligned, fit the screen, and omit nothing silently. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { layOutTable, type TableColumn } from "../../../src/terminal/draw/table.ts";
import { plainStyle } from "../../../src/terminal/style.ts";

const columns: readonly TableColumn[] = [
  { header: "ID", wide: false, right: false, holds: "id" },
  { header: "TITLE", wide: true, right: false, holds: "title" },
  { header: "PAGES", wide: false, right: true },
  { header: "NOTE", wide: true, right: false },
];
const rows = [
  ["S1", "Handbook", "7", "plain"],
  ["S2", "日本語のドキュメントを書くためのとても長い題名です。読めますか", "1200", "日本"],
  ["S3", "👩‍💻 🇨🇭 flags and people e\u0301 👨‍👩‍👧‍👦", "31", "x".repeat(70)],
];

/** The screen column at which a text of a line begins. */
function getColumn(line: string, text: string): number {
  return stringWidth(line.slice(0, line.lastIndexOf(text)));
}

test.each([80, 160])("wide characters and emoji stay aligned at %i columns", async (screen) => {
  const lines = (await getTable(rows, screen)).trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  const note = getColumn(lines[0] ?? "", "NOTE");
  expect(getColumn(lines[1] ?? "", "plain")).toBe(note);
  expect(getColumn(lines[2] ?? "", "日本")).toBe(note);
  expect(
    getColumn(lines[3] ?? "", "xxxx".padEnd((lines[3] ?? "").match(/x+/)?.[0].length ?? 0, "x")),
  ).toBe(note);
  const pagesEnd = getColumn(lines[0] ?? "", "PAGES") + 5;
  expect(getColumn(lines[1] ?? "", "7  ") + 1).toBe(pagesEnd);
  expect(getColumn(lines[2] ?? "", "1200") + 4).toBe(pagesEnd);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(screen);
});

/** A table that fits the screen. */
async function getTable(
  texts: readonly (readonly string[])[],
  screen: number | undefined,
  of: readonly TableColumn[] = columns,
): Promise<string> {
  const table = await layOutTable(of, texts, screen, plainStyle);
  expect(table).toBeDefined();
  return table ?? "";
}

test("wide columns shrink first, then a long title, and ids stay complete", async () => {
  const row = ["0123456789abcdefghij", "T".repeat(60), "12", "n".repeat(30)];
  const [, wide = ""] = (await getTable([row], 120)).split("\n");
  expect(wide).toContain("T".repeat(60));
  expect(wide).toMatch(/n…$/);
  const [, line = ""] = (await getTable([row], 72)).split("\n");
  expect(line).toContain("0123456789abcdefghij");
  expect(line).toMatch(/T{20,}…/);
  expect(line).toHaveLength(72);
});

test("a screen too narrow for ids and readable titles gets no table", async () => {
  const row = ["0123456789abcdefghij", "a title", "7", "note"];
  expect(await layOutTable(columns, [row], 69, plainStyle)).toBeUndefined();
  const ids = Array.from({ length: 4 }, (_, index) => ({
    header: `ID ${index}`,
    wide: false,
    right: false,
    holds: "id" as const,
  }));
  expect(await layOutTable(ids, [ids.map(() => "i".repeat(20))], 80, plainStyle)).toBeUndefined();
});

test("words, numbers and emails stay complete, and columns that do not fit are omitted from the right", async () => {
  const people: readonly TableColumn[] = [
    { header: "NAME", wide: false, right: false, holds: "title" },
    { header: "ID", wide: false, right: false, holds: "id" },
    { header: "EMAIL", wide: false, right: false },
    { header: "LOCKED", wide: false, right: false },
    { header: "ROLE", wide: false, right: false },
    { header: "SPACES", wide: false, right: true },
    { header: "SEEN", wide: false, right: false },
  ];
  const headers = async (screen: number, email = "claire@example.com") => {
    const row = ["Claire Dubois", "i".repeat(20), email, "", "comment", "14", "1d ago"];
    const leftOut: string[] = [];
    const leaveOut = (headers: readonly string[]) => void leftOut.push(...headers);
    const table = await layOutTable(people, [row, row], screen, plainStyle, leaveOut);
    for (const line of (table ?? "").split("\n")) expect(line.length).toBeLessThanOrEqual(screen);
    return people.map(({ header }) => header).filter((header) => !leftOut.includes(header));
  };
  expect(await headers(90)).toHaveLength(7);
  // The column that is empty in most rows is omitted first.
  expect(await headers(85)).toEqual(["NAME", "ID", "EMAIL", "ROLE", "SPACES", "SEEN"]);
  expect(await headers(70)).toEqual(["NAME", "ID", "EMAIL", "ROLE"]);
  // Two stay next to title and id, and are shortened then.
  const long = `${"c".repeat(40)}@example.com`;
  expect(await headers(70, long)).toEqual(["NAME", "ID", "EMAIL", "ROLE"]);
});

test("titles of related resources stay readable, or the columns to their right are omitted", async () => {
  const columns: readonly TableColumn[] = [
    { header: "SUBJECT", wide: true, right: false, holds: "title" },
    { header: "ID", wide: false, right: false, holds: "id" },
    { header: "SPACE", wide: true, right: false },
    { header: "STATUS", wide: false, right: false },
    { header: "AUTHOR", wide: false, right: false },
  ];
  const row = ["Installation in three steps", "i".repeat(20), "Product documentation", "open"];
  const rows = [[...row, "Jonas Weber"]];
  const leftOut: string[] = [];
  const table = await layOutTable(columns, rows, 80, plainStyle, (one) => leftOut.push(...one));
  expect(leftOut).toEqual(["AUTHOR"]);
  expect(table).toContain("Product documen");
});

test("ids of related resources are omitted before text", async () => {
  const names = ["ACTION", "WHO", "TARGET", "TARGET ID", "EVENT"];
  const columns = names.map((header) => ({ header, wide: false, right: false }));
  const row = ["deleteSpaceById", "Claire Dubois", "Handbook", "YaNviCd9P1PYE59kSosd"];
  const rows = [[...row, "01a20ac1-82ee-7000-9a36-92c3f7e1ebae"]];
  const leftOut: string[] = [];
  await layOutTable(columns, rows, 70, plainStyle, (headers) => void leftOut.push(...headers));
  expect(leftOut).toEqual(["EVENT"]);
  await layOutTable(columns, rows, 90, plainStyle, (headers) => void leftOut.push(...headers));
  expect(leftOut).toEqual(["EVENT", "EVENT"]);
});

test("a narrow column is shown in the space of a wide one that is omitted", async () => {
  const columns: readonly TableColumn[] = [
    { header: "TITLE", wide: false, right: false, holds: "title" },
    { header: "COMMAND", wide: false, right: false },
    { header: "OUTCOME", wide: false, right: false },
    { header: "CHANGE", wide: true, right: false },
    { header: "TARGET", wide: false, right: false },
  ];
  const rows = ["deleted", "", ""].map((change) => [
    "https://hooks.example/tome",
    "organization webhook create",
    "done",
    change,
    // An id without digits, which looks like a word.
    "RndFShtKOArmVtLAXoLH",
  ]);
  const leftOut: string[] = [];
  const table = await layOutTable(columns, rows, 72, plainStyle, (one) => leftOut.push(...one));
  expect(leftOut).toEqual(["TARGET"]);
  expect(table).toContain("deleted");
});

test("nothing is shortened without a terminal", async () => {
  const text = await getTable([["S1", "t".repeat(500), "1", ""]], undefined);
  expect(text).toContain("t".repeat(500));
});

test("every row of a long table is drawn in order and aligned", async () => {
  const many = Array.from({ length: 100 }, (_, index) => [
    `S${index}`,
    index % 3 === 0 ? "日本 é" : "Handbook",
    String(index),
    "plain",
  ]);
  const text = await getTable(many, undefined);
  const [head = "", ...lines] = text.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual(many);
  const note = getColumn(head, "NOTE");
  for (const line of lines) expect(getColumn(line, "plain")).toBe(note);
});

test("a title is shortened further if the other columns have no space left", async () => {
  const title = { header: "TITLE", wide: true, right: false, holds: "title" } as const;
  const id = { header: "ID", wide: false, right: false, holds: "id" } as const;
  const row = ["Installation in three steps", "i".repeat(60)];
  const widths = [];
  for (const screen of [89, 88, 74, 73]) {
    const table = await layOutTable([title, id], [row], screen, plainStyle);
    const [, line = ""] = table?.split("\n") ?? [];
    widths.push(table && line.indexOf("i".repeat(60)));
  }
  expect(widths).toEqual([29, 28, 14, undefined]);
});
