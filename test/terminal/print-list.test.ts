/** Lists are printed completely in every format, or fail recognizably. */
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { UsageError } from "../../src/errors.ts";
import type { PrintedColumn } from "../../src/terminal/column.ts";
import type { OutputChoice } from "../../src/terminal/formats/output-choice.ts";
import { bufferOutput, printList } from "../../src/terminal/print-list.ts";
import type { PrintedRow } from "../../src/terminal/row.ts";
import { openTerminal } from "../../src/terminal/terminal.ts";
import { amount, slowTest } from "../support/generators/amount.ts";
import { withoutOwnColors } from "../support/generators/hostile.ts";
import { listPages, openScreen } from "./screen.ts";

const columns: readonly PrintedColumn[] = [
  { header: "id", path: "id" },
  { header: "title", path: "title", wide: true },
  { header: "pages", path: "count", as: "number" },
  { header: "public", path: "public", as: "flag" },
  { header: "updated", path: "updatedAt", as: "time" },
];
const spaces: readonly PrintedRow[] = [
  {
    id: "S1",
    title: "Hand\tbook\nfor \\ all",
    count: 12,
    public: true,
    updatedAt: "2026-03-10T09:00:00Z",
    urls: { app: "https://app.example/1" },
  },
  { id: "S2", title: "", count: 9007199254740993n, public: false, urls: { app: null } },
];
const now = Date.parse("2026-03-10T12:00:00Z");

async function print(
  choice: OutputChoice,
  options: { piped?: boolean; pages?: AsyncIterable<readonly PrintedRow[]> } = {},
): Promise<{ out: string; error: string; count: number }> {
  const screen = await openScreen({ piped: options.piped === true, color: false });
  const pages = options.pages ?? listPages(spaces.slice(0, 1), spaces.slice(1));
  const count = await printList(screen.terminal, pages, {
    columns,
    none: "There are no spaces.",
    choice,
    now,
  });
  return { out: screen.out(), error: screen.error(), count };
}

test("a terminal shows a table with relative times, words for flags and aligned numbers", async () => {
  const { out, count } = await print({});
  expect(out).toBe(
    [
      `ID  TITLE${" ".repeat(27)}PAGES  PUBLIC  UPDATED`,
      `S1  Hand book for \\ all${" ".repeat(16)}12  yes     3h ago`,
      `S2${" ".repeat(23)}9007199254740993  no`,
      "",
    ].join("\n"),
  );
  expect(count).toBe(2);
});

test.each([
  [2, false, ""],
  [3, false, "Hidden for lack of space: C3."],
  [4, false, "Hidden for lack of space: C3 and C4."],
  [5, false, "Hidden for lack of space: C3, C4 and C5."],
  [5, true, ""],
])(
  "a table with %d wide columns, chosen by name: %j, ends with %j",
  async (count, isChosen, note) => {
    const names = Array.from({ length: count }, (_, at) => `c${at + 1}`);
    const row = Object.fromEntries(names.map((name) => [name, `${name}-is-such-a-long-word`]));
    const screen = await openScreen({ width: 80, color: false });
    await printList(screen.terminal, listPages([{ id: "S1", title: "Guide", ...row }]), {
      columns: [...columns.slice(0, 2), ...names.map((name) => ({ header: name, path: name }))],
      none: "There are no spaces.",
      choice: isChosen ? { columns: ["id", "title", ...names] } : {},
      now,
    });
    expect(screen.error()).toBe(note && `${note} Use --columns to select columns.\n`);
  },
);

test("a pipe gets tab-separated values without a header, with exact times and escaped tabs", async () => {
  const { out } = await print({}, { piped: true });
  expect(out).toBe(
    "S1\tHand\\tbook\\nfor \\\\ all\t12\ttrue\t2026-03-10T09:00:00Z\nS2\t\t9007199254740993\tfalse\t\n",
  );
});

test("JSON is one array of API objects, with every digit", async () => {
  const { out } = await print({ format: "json" });
  expect(out).toMatch(/^\[\n {2}\{\n {4}"id": "S1",/);
  expect(out).toContain('"count": 9007199254740993,');
  expect(JSON.parse(out)).toHaveLength(2);
  expect(JSON.parse(out)[0]).toEqual(spaces[0]);
});

test("JSON of selected fields keeps their nesting", async () => {
  const { out } = await print({ fields: ["id", "urls.app", "updatedAt"] });
  expect(JSON.parse(out)).toEqual([
    { id: "S1", urls: { app: "https://app.example/1" }, updatedAt: "2026-03-10T09:00:00Z" },
    { id: "S2", urls: { app: null }, updatedAt: null },
  ]);
});

test("NDJSON is one object per line", async () => {
  const { out } = await print({ format: "ndjson", fields: ["id"] });
  expect(out).toBe('{"id":"S1"}\n{"id":"S2"}\n');
});

test("YAML of several pages is one sequence", async () => {
  const { out } = await print({ format: "yaml", fields: ["id", "title"] });
  expect(parse(out)).toEqual([
    { id: "S1", title: "Hand\tbook\nfor \\ all" },
    { id: "S2", title: "" },
  ]);
});

test("CSV has one header, with the selected fields as columns", async () => {
  const { out } = await print({ format: "csv", fields: ["id", "urls.app"] });
  expect(out).toBe("id,urls.app\r\nS1,https://app.example/1\r\nS2,\r\n");
});

test("ids are printed one per line, and a list without ids is an error", async () => {
  expect((await print({ format: "id" })).out).toBe("S1\nS2\n");
  const pages = listPages<PrintedRow>([{ slug: "a" }]);
  await expect(print({ format: "id" }, { pages })).rejects.toThrow(UsageError);
});

test("an empty list is a note on a terminal and an empty list in a pipe", async () => {
  const empty = () => ({ pages: listPages<PrintedRow>([], []) });
  const table = await print({}, empty());
  expect([table.out, table.error]).toEqual(["", "There are no spaces.\n"]);
  const json = await print({ fields: ["anything"] }, empty());
  expect([json.out, json.error]).toEqual(["[]\n", ""]);
  expect((await print({ format: "yaml" }, empty())).out).toBe("[]\n");
  expect((await print({ format: "ndjson" }, empty())).out).toBe("");
  expect((await print({ format: "csv" }, empty())).out).toBe("id,title,count,public,updatedAt\r\n");
});

test("an unknown field is refused before output is printed", async () => {
  const screen = await openScreen();
  const printing = printList(screen.terminal, listPages(spaces), {
    columns,
    none: "",
    choice: { format: "ndjson", fields: ["id", "titel"] },
  });
  await expect(printing).rejects.toThrow(/Unknown field "titel".*title/);
  expect(screen.out()).toBe("");
});

async function* failingOnPage(last: number, size: number): AsyncGenerator<readonly PrintedRow[]> {
  for (let page = 1; page < last; page++) {
    yield Array.from({ length: size }, (_, index) => ({
      id: `${page}-${index}`,
      text: "x".repeat(1000),
    }));
  }
  throw new Error("page failed");
}

test.each(["json", "yaml", "csv", "tsv", "table", "id"] as const)(
  "a list that fails on page 7 prints nothing as %s",
  async (format) => {
    const screen = await openScreen();
    const choice = { format };
    const printing = printList(screen.terminal, failingOnPage(7, 3), { columns, none: "", choice });
    await expect(printing).rejects.toThrow("page failed");
    expect(screen.out()).toBe("");
  },
);

slowTest("a list too long to buffer that fails on page 7 never closes its JSON", async () => {
  const screen = await openScreen({ piped: true });
  const printing = printList(screen.terminal, failingOnPage(7, 2000), {
    columns,
    none: "",
    choice: { format: "json" },
  });
  await expect(printing).rejects.toThrow("page failed");
  expect(screen.out().length).toBeGreaterThan(8 * 1024 * 1024);
  expect(screen.out()).not.toContain("\n]");
  expect(() => JSON.parse(screen.out())).toThrow();
});

test("pages are not prefetched for a slow reader", async () => {
  let fetched = 0;
  async function* endless(): AsyncGenerator<readonly PrintedRow[]> {
    for (;;) yield [{ id: `${++fetched}`, text: "x".repeat(100_000) }];
  }
  const stdout = new PassThrough({ highWaterMark: 1000 });
  const terminal = await openTerminal({
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    env: {},
  });
  const printing = printList(terminal, endless(), {
    columns,
    none: "",
    choice: { format: "ndjson" },
  });
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(fetched).toBeLessThanOrEqual(3);
  stdout.destroy();
  await expect(printing).rejects.toMatchObject({ name: "ReaderGone" });
});

slowTest("no text of an item prints a control character on the terminal", async () => {
  const anyText = fc.string({ unit: "binary", maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ id: anyText, title: anyText, updatedAt: anyText }), { minLength: 1 }),
      fc.constantFrom("table", "tsv", "csv", "id", "json", "ndjson", "yaml"),
      async (rows, format) => {
        const screen = await openScreen({ color: true });
        await printList(screen.terminal, listPages(rows), {
          columns,
          none: "",
          choice: { format },
        });
        // Each format also works with the options omitted here.
        const blank = format === "csv" ? /[\r\n\t]/g : /[\n\t]/g;
        const rest = withoutOwnColors(screen.out()).replace(blank, "");
        expect(rest).not.toMatch(
          /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/u,
        );
        if (format === "json") expect(JSON.parse(screen.out())).toEqual(rows);
      },
    ),
    { numRuns: amount({ short: 24, all: 60, full: 500 }) },
  );
});

test("nothing is written before the end, and then everything", async () => {
  const written: string[] = [];
  const output = bufferOutput(async (text) => void written.push(text));
  await output.write("a");
  await output.write("b");
  expect(written).toEqual([]);
  await output.end();
  expect(written.join("")).toBe("ab");
});

test("output of 8 MiB or more is streamed", async () => {
  const written: string[] = [];
  const output = bufferOutput(async (text) => void written.push(text));
  const mebibyte = "x".repeat(1024 * 1024);
  for (let count = 0; count < 9; count++) await output.write(mebibyte);
  await output.write("last");
  expect(written).toHaveLength(2);
  expect(written.join("")).toHaveLength(9 * 1024 * 1024 + 4);
});

test.each([
  [{ format: "csv" }, "a\r\n'=1+1\r\n"],
  [{ format: "csv", rawCsv: true }, "a\r\n=1+1\r\n"],
  [{ format: "tsv" }, "'=1+1\n"],
  [{ format: "tsv", rawCsv: true }, "=1+1\n"],
  [{}, "=1+1\n"],
] as const)("with %j, formulas are printed as %j", async (choice, text) => {
  const screen = await openScreen({ piped: true });
  await printList(screen.terminal, listPages([{ a: "=1+1" }]), {
    columns: [{ header: "a", path: "a" }],
    none: "",
    choice,
  });
  expect(screen.out()).toBe(text);
});
