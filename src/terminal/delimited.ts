/** Writes lines of tab-separated and comma-separated values. */
import { neutralize } from "./neutralize.ts";
import type { JsonValue } from "./row.ts";

const TSV_ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n" };

/** One line of tab-separated values; tab, line break and backslash inside them are `\t`, `\n`, `\\`. */
export function tsvLine(texts: readonly string[]): string {
  return `${texts.map(tsvCell).join("\t")}\n`;
}

function tsvCell(text: string): string {
  return neutralize(text.replace(/[\\\t\n]/g, (character) => TSV_ESCAPES[character] ?? character));
}

/** Beginnings that a spreadsheet may take for a formula, full-width forms too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell of a CSV line: its text, and the value that the text shows. */
export interface CsvCell {
  readonly text: string;
  readonly value: JsonValue | undefined;
}

/**
 * One line of comma-separated values after RFC 4180. A text that a spreadsheet would run is led by
 * an apostrophe, and control characters are made visible; a number stays a number.
 * @param exact writes every text as it is, for programs
 */
export function csvLine(cells: readonly CsvCell[], exact = false): string {
  return `${cells.map((cell) => quote(exact ? cell.text : harmless(cell))).join(",")}\r\n`;
}

function harmless({ text, value }: CsvCell): string {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const led = FORMULA.test(text) && !isNumber ? `'${text}` : text;
  return neutralize(led, "\n\t");
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
