/** Lines of tab-separated and comma-separated values. */
import { findOwn } from "../../json/own-members.ts";
import { neutralize } from "../neutralize.ts";
import type { PrintedValue } from "../row.ts";

/**
 * The protection of a cell: "harmless" for spreadsheets and terminals, "piped" only for terminals,
 * because a program reads it, and "exact" for no protection.
 */
export type CellForm = "harmless" | "piped" | "exact";

/** A cell: its text, and the value that the text shows. */
export interface Cell {
  readonly text: string;
  readonly value: PrintedValue | undefined;
}

const TSV_ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n" };

/** Initial characters that a spreadsheet may interpret as a formula, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** One line of tab-separated values; tab, line break and backslash inside them are `\t`, `\n`, `\\`. */
export function writeTsvLine(cells: readonly Cell[], form: CellForm): string {
  return `${cells.map((cell) => formatTsvCell(cell, form)).join("\t")}\n`;
}

function formatTsvCell(cell: Cell, form: CellForm): string {
  const { text } = cell;
  // A spreadsheet removes quotes around a cell before it checks for a formula.
  const isRun = form === "harmless" && (mayBeRun(cell) || text.startsWith('"'));
  const line = (isRun ? `'${text}` : text).replace(
    /[\\\t\n]/g,
    (character) => findOwn(TSV_ESCAPES, character) ?? character,
  );
  return form === "exact" ? line : neutralize(line);
}

/**
 * One line of comma-separated values as in RFC 4180. Text that a spreadsheet would run gets a
 * leading apostrophe, and control characters become visible; a number stays a number.
 */
export function writeCsvLine(cells: readonly Cell[], form: Exclude<CellForm, "piped">): string {
  return `${cells.map((cell) => quote(form === "exact" ? cell.text : neutralizeCell(cell))).join(",")}\r\n`;
}

function neutralizeCell(cell: Cell): string {
  return neutralize(mayBeRun(cell) ? `'${cell.text}` : cell.text, "\n\t");
}

function mayBeRun({ text, value }: Cell): boolean {
  return FORMULA.test(text) && typeof value !== "number" && typeof value !== "bigint";
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
