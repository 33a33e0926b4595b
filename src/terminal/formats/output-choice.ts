/** Output format and selection of fields, from the flags. */
import { UsageError } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import { findNearest } from "../../json/nearest.ts";
import type { OutputFormat } from "../../settings/table.ts";
import { findColumn, type PrintedColumn } from "../column.ts";
import type { PrintedRow } from "../row.ts";
import type { CellForm } from "./delimited.ts";
import { mayHave, resolvePaths } from "./field-selection.ts";

/** The output flags. */
export interface OutputChoice {
  readonly format?: OutputFormat | undefined;
  /** Dotted paths; undefined or empty means all fields. */
  readonly fields?: readonly string[] | undefined;
  readonly jq?: string | undefined;
  /** Without selected fields, JSON of lists and of writes has the fields of the columns only. */
  readonly isBrief?: boolean | undefined;
  /** The columns of a table and of separated values, in order; undefined means those of the command. */
  readonly columns?: readonly string[] | undefined;
  /** `column=pattern` or `column!=pattern`; a row must match all of them. */
  readonly filters?: readonly string[] | undefined;
  /** The column to sort rows by, with a leading `-` for reverse order. */
  readonly sort?: string | undefined;
  /** The fields that a person sees below the sentence of a write; by default the few that matter. */
  readonly afterWrite?: "all" | "nothing" | undefined;
  /** The requests of a dry run as curl commands. */
  readonly isCurl?: boolean | undefined;
  /** The first line of TSV names the columns. */
  readonly header?: boolean | undefined;
  /** Cells of CSV and TSV exactly as they are. */
  readonly rawCsv?: boolean | undefined;
  /** The files of `--report`, as typed; they are outside of all directories that a command reads. */
  readonly reportFiles?: readonly string[] | undefined;
}

/**
 * The format to print: the selected one, else a table on a terminal and tab-separated values
 * elsewhere.
 * @throws UsageError if a jq filter is combined with a format other than JSON
 */
export function getFormat(choice: OutputChoice, outIsTerminal: boolean): OutputFormat | "jq" {
  if (choice.jq !== undefined) {
    if (choice.format !== undefined && choice.format !== "json") {
      throw new UsageError(
        `--jq filters JSON and cannot be combined with --format ${choice.format}.`,
      );
    }
    return "jq";
  }
  if (choice.format !== undefined) return choice.format;
  if (choice.fields !== undefined) return "json";
  return outIsTerminal ? "table" : "tsv";
}

/** An explicit format may be opened in a spreadsheet; the default format of a pipe is for a program. */
export function getCellForm({ rawCsv, format }: OutputChoice): CellForm {
  if (rawCsv === true) return "exact";
  return format === undefined ? "piped" : "harmless";
}

/**
 * Rejects a field that the command does not have and that no row contains.
 * @param known dotted paths that are valid even if no row has them, as optional fields are
 */
export function checkFields(
  fields: readonly string[],
  rows: readonly PrintedRow[],
  known: readonly string[],
): void {
  const unknown = fields.filter((field) => !isField(field, rows, known));
  if (unknown.length > 0) throw createUnknownColumnError("field", unknown, listFields(rows, known));
}

/** Rejects a column that is neither one of the command, by its path or header, nor a field. */
export function checkColumns(
  names: readonly string[],
  columns: readonly PrintedColumn[],
  rows: readonly PrintedRow[],
  known: readonly string[],
): void {
  const unknown = names.filter(
    (name) => findColumn(name, columns) === undefined && !isField(name, rows, known),
  );
  const own = columns.map(({ path }) => path);
  const choices = [...new Set([...own, ...listFields(rows, known)])];
  if (unknown.length > 0) throw createUnknownColumnError("column", unknown, choices);
}

/**
 * Rejects two names of the same column, such as its field and its header: one of them probably means
 * another column.
 */
export function refuseSameColumn(
  names: readonly string[],
  columns: readonly PrintedColumn[],
): void {
  const chosen = new Map<string, string>();
  for (const name of names) {
    const path = findColumn(name, columns)?.path ?? name;
    const first = chosen.get(path);
    if (first !== undefined) {
      throw new UsageError(
        `--columns has the column ${path} twice${first === name ? "" : `, as ${first} and ${name}`}. Valid columns are:`,
        undefined,
        inGroups(columns.map((column) => column.path)),
      );
    }
    chosen.set(path, name);
  }
}

function isField(field: string, rows: readonly PrintedRow[], known: readonly string[]): boolean {
  return (
    known.some((path) => path === field || path.startsWith(`${field}.`)) ||
    rows.some((row) => mayHave(row, field))
  );
}

function listFields(rows: readonly PrintedRow[], known: readonly string[]): readonly string[] {
  return [...new Set([...rows.flatMap((row) => resolvePaths(row)), ...known])];
}

/** Fields that are the title of a resource. */
const titles: readonly string[] = ["title", "subject", "name", "displayName"];

function createUnknownColumnError(
  what: string,
  names: readonly string[],
  choices: readonly string[],
): UsageError {
  // An unknown title is the one to suggest another field for.
  const first = names.find((name) => titles.includes(name)) ?? names[0] ?? "";
  // A user may type email for a member's user.email.
  const inner = choices
    .filter((path) => path.endsWith(`.${first}`))
    .toSorted((a, b) => a.length - b.length);
  const synonym = choices.find((path) => titles.includes(path));
  const meant =
    inner[0] ?? (titles.includes(first) ? synonym : undefined) ?? findNearest(first, choices);
  const guess = meant === undefined ? "" : `. Did you mean ${meant}?`;
  return new UsageError(
    `Unknown ${what}${names.length === 1 ? "" : "s"} ${names.map((name) => JSON.stringify(name)).join(", ")}${guess || "."} Valid ${what}s are:`,
    undefined,
    inGroups(choices),
  );
}

/** Names on one line, and names with dots on one line per prefix, because there can be hundreds. */
function inGroups(paths: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) addTo(groups, path.split(".", 1)[0] ?? "", path);
  const inner = [...groups].flatMap(([name, all]) => {
    const inside = all.filter((path) => path !== name);
    return inside.length === 0 ? [] : [inside.join(", ")];
  });
  return [[...groups.keys()].join(", "), ...inner];
}
