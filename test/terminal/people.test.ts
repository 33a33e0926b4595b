/** Terminal output: titles first, complete ids, no empty columns, and meaningful colors. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import type { PrintedColumn } from "../../src/terminal/column.ts";
import type { OutputChoice } from "../../src/terminal/formats/output-choice.ts";
import { printList } from "../../src/terminal/print-list.ts";
import { printRecord } from "../../src/terminal/print-record.ts";
import type { PrintedRow } from "../../src/terminal/row.ts";
import { withoutOwnColors } from "../support/generators/hostile.ts";
import { listPages, openScreen, type ScreenOptions } from "./screen.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "COLLECTION", path: "parent", wide: true, forPeople: true },
  { header: "STATUS", path: "status", as: "state" },
  { header: "OUTDATED", path: "outdated", as: "flag", usual: "no", means: { yes: "waiting" } },
  { header: "UPDATED", path: "updatedAt", as: "time" },
  { header: "EMOJI", path: "emoji" },
];
const rows: readonly PrintedRow[] = [
  {
    id: "HhWH1234567890123456",
    title: "On-call guide",
    parent: "C1",
    status: "failed",
    outdated: false,
    updatedAt: "2026-03-10T09:00:00Z",
    emoji: null,
  },
  {
    id: "Zx000000000000000000",
    title: "Ein Handbuch mit einem sehr langen Titel, der nirgends ganz zu sehen ist",
    parent: null,
    status: "locked",
    outdated: true,
    updatedAt: "2026-03-08T12:00:00Z",
    emoji: null,
  },
];
const now = Date.parse("2026-03-10T12:00:00Z");

async function print(choice: OutputChoice = {}, options: ScreenOptions = {}): Promise<string> {
  const screen = await openScreen({ color: false, ...options });
  await printList(screen.terminal, listPages(rows), { columns, none: "", choice, now });
  return screen.out();
}

test("the title is first, followed by its complete id, and empty columns are omitted", async () => {
  const lines = (await print({}, { width: 100 })).trimEnd().split("\n");
  expect(lines[0]).toMatch(/^TITLE +ID +COLLECTION +STATUS +OUTDATED +UPDATED$/);
  expect(lines[1]).toMatch(/^On-call guide +HhWH1234567890123456 +C1 +failed +3h ago$/);
  expect(lines[2]).toMatch(/^Ein Handbuch.*… +Zx000000000000000000 +locked +yes +2d ago$/);
});

test.each([40, 60, 69])("on %i columns each row is a card that fits", async (width) => {
  const lines = (await print({}, { width })).trimEnd().split("\n");
  expect(lines.slice(0, 2)).toEqual(["On-call guide", "  HhWH1234567890123456"]);
  expect(lines.slice(2).join(" ")).toMatch(
    /^ {2}collection C1 · status failed(?: ·| ) +updated 3h ago Ein Handbuch/,
  );
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

test("selected columns are all shown in their order", async () => {
  const [head, line] = (await print({ columns: ["emoji", "status", "title"] })).split("\n");
  expect(head).toMatch(/^EMOJI +STATUS +TITLE$/);
  expect(line).toMatch(/^ +failed +On-call guide$/);
  expect(await print({ format: "csv", columns: ["title", "id"] })).toMatch(
    /^title,id\r\nOn-call guide,HhWH1234567890123456\r\n/,
  );
});

test("a pipe gets the declared columns, without those for terminals", async () => {
  const [line] = (await print({}, { piped: true })).split("\n");
  expect(line).toBe("HhWH1234567890123456\tOn-call guide\tfailed\tfalse\t2026-03-10T09:00:00Z\t");
});

test("color repeats the meaning of a value, and the text is the same without it", async () => {
  const colored = await print({}, { color: true });
  expect(withoutOwnColors(colored)).toBe(await print());
  expect(colored).toContain("\u001b[31mfailed\u001b[39m");
  expect(colored).toContain("\u001b[33mlocked\u001b[39m");
  expect(colored).toContain("\u001b[33myes\u001b[39m");
  expect(colored).toContain("\u001b[1mOn-call guide\u001b[22m");
  expect(colored).toContain("\u001b[2mHhWH1234567890123456\u001b[22m");
});

test("a URL is a terminal link to itself, even if it is shortened", async () => {
  const address = `https://app.example/${"x".repeat(200)}`;
  const options = { color: true, width: 80, env: { TERM_PROGRAM: "WezTerm" } };
  const of = [{ header: "ADDRESS", path: "url", as: "address" as const, wide: true }];
  const screen = await openScreen(options);
  await printList(screen.terminal, listPages([{ url: address }, { url: "https://a\u001b\\" }]), {
    columns: of,
    none: "",
    choice: {},
  });
  expect(screen.out()).toContain(`\u001b]8;;${address}\u001b\\https://app.example/xxx`);
  expect(screen.out()).toContain("https://a\\u{1b}\\");
  expect(screen.out().split("\u001b]8;;h")).toHaveLength(2);
});

test("for a screen reader, times are words", async () => {
  expect(await print({}, { env: { TOME_ACCESSIBLE: "1" }, width: 100 })).toContain("3 hours ago");
});

test("titles replace known ids on a terminal only", async () => {
  const titles = new Map([["C1", "Handbooks"]]);
  const of = columns.map((column) => (column.path === "parent" ? { ...column, titles } : column));
  const screen = await openScreen({ color: false });
  await printRecord(screen.terminal, rows[0] ?? {}, { columns: of, choice: {}, now });
  expect(screen.out()).toMatch(/^TITLE +On-call guide\nID +HhWH.*\nCOLLECTION +Handbooks\n/);
});

test("a series is a chart in a table, and numbers elsewhere", async () => {
  const series: readonly PrintedColumn[] = [{ header: "WEEKS", path: "weeks", as: "series" }];
  const printed = async (options: ScreenOptions) => {
    const screen = await openScreen({ color: false, ...options });
    const pages = listPages<PrintedRow>([{ weeks: [0, 1, 4, 8] }]);
    await printList(screen.terminal, pages, { columns: series, none: "", choice: {} });
    return screen.out();
  };
  expect(await printed({})).toBe("WEEKS\n▁▂▅█\n");
  expect(await printed({ env: { TOME_ACCESSIBLE: "1" } })).toBe("WEEKS\n0, 1, 4, 8\n");
  expect(await printed({ piped: true })).toBe("0,1,4,8\n");
});

test("a match is shown in bold with its context, on a line of its own", async () => {
  const body = `${"Nothing of note stands here. ".repeat(9)}To silence an alert,\nopen it and choose Silence.`;
  const found: readonly PrintedColumn[] = [
    { header: "TITLE", path: "title", as: "title", wide: true },
    {
      header: "FOUND",
      path: "sections.body",
      as: "passage",
      forPeople: true,
      words: ["silenced", "(alert"],
    },
  ];
  const row = { title: "Alerts", sections: [{ body: "Something else." }, { body }] };
  const narrow = await openScreen({ color: true, width: 40 });
  await printList(narrow.terminal, listPages([row]), { columns: found, none: "", choice: {} });
  expect(narrow.out()).toContain("\u001b[1msilence\u001b[22m");
  const screen = await openScreen({ color: true, width: 80 });
  await printList(screen.terminal, listPages([row]), { columns: found, none: "", choice: {} });
  const [, line = ""] = screen.out().split("\n");
  expect(line).toMatch(/^ {2}… \S/);
  expect(line).toContain("\u001b[1msilence\u001b[22m an \u001b[1malert\u001b[22m, open it");
  expect(stringWidth(withoutOwnColors(line))).toBeLessThanOrEqual(80);
});

test("a line next to the output is printed only if both are on a terminal", async () => {
  const written = async (options: ScreenOptions) => {
    const screen = await openScreen({ color: false, ...options });
    screen.terminal.aside("The newest first.");
    return screen.error();
  };
  expect(await written({})).toBe("The newest first.\n");
  expect(await written({ piped: true })).toBe("");
  expect(await written({ quiet: true })).toBe("");
});
