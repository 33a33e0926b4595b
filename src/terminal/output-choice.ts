/** What form of output was asked for, and which form that means here. */
import { UsageError } from "../errors.ts";
import type { CellForm } from "./delimited.ts";
import { mayHave, pathsOf } from "./path.ts";
import type { Row } from "./row.ts";

export const formats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const;
export type Format = (typeof formats)[number];

/** As the flags say it: `--format`, `--json [fields]`, `--jq`, and the opt-out of harmless cells. */
export interface OutputChoice {
  readonly format?: Format | undefined;
  /** Dotted paths; none or an empty list is everything. */
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

/** Who names a form may open it in a spreadsheet; what a pipe gets unasked is for a program. */
export function cellFormOf({ rawCsv, format }: OutputChoice): CellForm {
  if (rawCsv === true) return "exact";
  return format === undefined ? "piped" : "harmless";
}

/**
 * Refuses a field that neither the command knows nor any of these rows has.
 * @param known dotted paths that may be missing from every row, as optional fields are
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
