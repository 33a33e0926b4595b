/** The form of output that the flags ask for, and the form that is printed. */
import { UsageError } from "../errors.ts";
import { addTo } from "../json/groups.ts";
import { nearest } from "../json/nearest.ts";
import { type Column, columnNamed } from "./column.ts";
import type { CellForm } from "./delimited.ts";
import { mayHave, resolvePaths } from "./path.ts";
import type { Row } from "./row.ts";

export const formats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const;
export type Format = (typeof formats)[number];

/** What the flags say of the output. */
export interface OutputChoice {
  readonly format?: Format | undefined;
  /** Dotted paths; undefined or empty means all fields. */
  readonly fields?: readonly string[] | undefined;
  readonly jq?: string | undefined;
  /** The columns of a table and of separated values, in their order; undefined means those of the command. */
  readonly columns?: readonly string[] | undefined;
  /** `column=pattern` or `column!=pattern`, all of which a row has to fit. */
  readonly filters?: readonly string[] | undefined;
  /** The column that rows are sorted by, with `-` before it for backwards. */
  readonly sort?: string | undefined;
  /** What a person sees of what a write answered, below its sentence: by default the few fields that matter. */
  readonly afterWrite?: "all" | "nothing" | undefined;
  /** Cells of CSV and TSV exactly as they are. */
  readonly rawCsv?: boolean | undefined;
  /** The files of `--report`, as typed: they belong to no folder that a command reads. */
  readonly reportFiles?: readonly string[] | undefined;
}

/**
 * The form to print: as chosen, else a table on a terminal and tab-separated values elsewhere.
 * @throws UsageError when a jq filter is combined with a form that is not JSON
 */
export function getFormat(choice: OutputChoice, outIsTerminal: boolean): Format | "jq" {
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
export function getCellForm({ rawCsv, format }: OutputChoice): CellForm {
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
  const unknown = fields.filter((field) => !isField(field, rows, known));
  if (unknown.length > 0) throw notThere("field", unknown, listFields(rows, known));
}

/** Refuses a column that is neither one of the command, by its path or header, nor a field. */
export function checkColumns(
  names: readonly string[],
  columns: readonly Column[],
  rows: readonly Row[],
  known: readonly string[],
): void {
  const unknown = names.filter(
    (name) => columnNamed(name, columns) === undefined && !isField(name, rows, known),
  );
  const own = columns.map(({ path }) => path);
  const choices = [...new Set([...own, ...listFields(rows, known)])];
  if (unknown.length > 0) throw notThere("column", unknown, choices);
}

function isField(field: string, rows: readonly Row[], known: readonly string[]): boolean {
  return (
    known.some((path) => path === field || path.startsWith(`${field}.`)) ||
    rows.some((row) => mayHave(row, field))
  );
}

function listFields(rows: readonly Row[], known: readonly string[]): readonly string[] {
  return [...new Set([...rows.flatMap((row) => resolvePaths(row)), ...known])];
}

function notThere(what: string, names: readonly string[], choices: readonly string[]): UsageError {
  const [first = ""] = names;
  // A person asks for email, which a member has as user.email.
  const inner = choices
    .filter((path) => path.endsWith(`.${first}`))
    .toSorted((a, b) => a.length - b.length);
  const meant = inner[0] ?? nearest(first, choices);
  const guess = meant === undefined ? "" : `; did you mean ${meant}?`;
  return new UsageError(
    `There is no ${what} ${names.map((name) => JSON.stringify(name)).join(", ")}${guess || "."} The ${what}s are:`,
    undefined,
    inGroups(choices),
  );
}

/** What stands for itself on one line, and what has a dot on a line for each name before it: there can be a hundred. */
function inGroups(paths: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) addTo(groups, path.split(".", 1)[0] ?? "", path);
  const inner = [...groups].flatMap(([name, all]) => {
    const inside = all.filter((path) => path !== name);
    return inside.length === 0 ? [] : [inside.join(", ")];
  });
  return [[...groups.keys()].join(", "), ...inner];
}
