/** The form of output that the flags ask for, and the form that is printed. */
import { UsageError } from "../errors.ts";
import type { CellForm } from "./delimited.ts";
import { mayHave, pathsOf } from "./path.ts";
import type { Row } from "./row.ts";

export const formats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const;
export type Format = (typeof formats)[number];

/** The choice of the flags `--format`, `--json [fields]`, `--jq` and `--raw-csv`. */
export interface OutputChoice {
  readonly format?: Format | undefined;
  /** Dotted paths; undefined or empty means all fields. */
  readonly fields?: readonly string[] | undefined;
  readonly jq?: string | undefined;
  /** Cells of CSV and TSV exactly as they are. */
  readonly rawCsv?: boolean | undefined;
}

/**
 * The form to print: as chosen, else a table on a terminal and tab-separated values elsewhere.
 * @throws UsageError when a jq filter is combined with a form that is not JSON
 */
export function formOf(choice: OutputChoice, outIsTerminal: boolean): Format | "jq" {
  if (choice.jq !== undefined) {
    if (choice.format !== undefined && choice.format !== "json") {
      throw new UsageError(
        `--jq filters JSON and cannot be combined with --format ${choice.format}; leave one of them out.`,
      );
    }
    return "jq";
  }
  if (choice.format !== undefined) return choice.format;
  if (choice.fields !== undefined) return "json";
  return outIsTerminal ? "table" : "tsv";
}

/** A form that is named may be opened in a spreadsheet; the default of a pipe is for a program. */
export function cellFormOf({ rawCsv, format }: OutputChoice): CellForm {
  if (rawCsv === true) return "exact";
  return format === undefined ? "piped" : "harmless";
}

/**
 * Refuses a field that the command does not know and no row has.
 * @param known dotted paths that are valid even if no row has them, as optional fields are
 */
export function checkFields(
  fields: readonly string[],
  rows: readonly Row[],
  known: readonly string[],
): void {
  const isKnown = (field: string): boolean =>
    known.some((path) => path === field || path.startsWith(`${field}.`)) ||
    rows.some((row) => mayHave(row, field.split(".")));
  const unknown = fields.filter((field) => !isKnown(field));
  if (unknown.length === 0) return;
  const choices = new Set([...rows.flatMap((row) => pathsOf(row)), ...known]);
  throw new UsageError(
    `There is no field ${unknown.map((field) => `"${field}"`).join(", ")}; the fields are ${[...choices].join(", ")}.`,
  );
}
