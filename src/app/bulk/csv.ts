/** CSV parser. No other module loads csv-parse. */
import type { CsvError } from "csv-parse/sync";
import { UsageError } from "../../errors.ts";

export interface CsvLine {
  /** Number of its first line, from 1; a quoted cell can span several lines. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A first line `sep=;`, which Excel reads and other programs copy with quotes and empty cells. */
const separatorForm = /^\uFEFF?"?sep=([^\w\s"]|\t)"?\1*[^\S\n]*\r?\n/i;

/**
 * The records of a CSV file, header first, without lines that are blank or contain only separators
 * and white space, and without empty columns at the end, as spreadsheets write them. The separator is
 * a comma, semicolon or tab: the one that the first line uses, or that a line `sep=;` names.
 * @throws UsageError naming the line
 */
export async function readCsv(name: string, text: string): Promise<readonly CsvLine[]> {
  const { CsvError, parse } = await import("csv-parse/sync");
  const [separatorLine = "", separator] = separatorForm.exec(text) ?? [];
  const content = text.slice(separatorLine.length);
  const first = separatorLine === "" ? 0 : 1;
  /** The parser counts `\r\n` in a cell as two lines, also in the lines of later records. */
  let doubled = 0;
  try {
    const records: CsvLine[] = [];
    parse(content, {
      bom: true,
      delimiter: separator ?? parseDelimiter(content),
      skip_empty_lines: true,
      // Compared with the header below.
      relax_column_count: true,
      on_record(cells: string[], { lines }) {
        doubled += countMatches(cells, /\r\n/g);
        records.push({ line: first + lines - doubled - countLineBreaks(cells), cells });
      },
    });
    return withoutEmptyColumns(name, records);
  } catch (error) {
    if (error instanceof CsvError)
      throw new UsageError(`${name}:${findFault(error, first - doubled)}.`);
    throw error;
  }
}

/** Whether a row contains only separators and white space. In a single column, a blank cell is a value. */
function isEmptyRow({ cells }: CsvLine): boolean {
  return cells.length > 1 && cells.every((cell) => cell.trim() === "");
}

function withoutEmptyColumns(name: string, records: readonly CsvLine[]): readonly CsvLine[] {
  const [header, ...rows] = records.filter((record) => !isEmptyRow(record));
  if (header === undefined) return [];
  const count = header.cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  for (const { line, cells } of rows) {
    if (cells.length < count || cells.slice(count).some((cell) => cell !== "")) {
      throw new UsageError(`${name}:${line} has a different number of cells than the header.`);
    }
  }
  return [header, ...rows].map(({ line, cells }) => ({ line, cells: cells.slice(0, count) }));
}

/**
 * The parser's own messages repeat the content of a cell, which may be secret.
 * @param before lines before those that the parser counts
 */
function findFault({ code, lines }: CsvError, before: number): string {
  const line = before + Number(lines);
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return `${line} has an unclosed quotation mark`;
    default:
      return `${line} has an unescaped quotation mark in a cell. Enclose the cell in quotation marks and double those inside it`;
  }
}

/** Counts line breaks inside cells, because the parser reports the last line of a record. */
function countLineBreaks(cells: readonly string[]): number {
  return countMatches(cells, /\r\n|\n|\r/g);
}

function countMatches(cells: readonly string[], pattern: RegExp): number {
  return cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);
}

function parseDelimiter(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.includes("\t")) return "\t";
  return first.includes(";") && !first.includes(",") ? ";" : ",";
}
