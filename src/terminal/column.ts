/** Columns of lists and records, and the selection and order of the printed ones. */
import type { Meaning } from "./draw/color-meanings.ts";
import { listLeafPaths } from "./formats/field-selection.ts";
import type { PrintedRow } from "./row.ts";

type ReferredKind =
  | ("org" | "collection" | "space" | "site" | "user" | "cr" | "page" | "cluster")
  | ("team" | "webhook")
  | ("siteSection" | "siteSectionGroup" | "siteSpace");

/** A column of a list, or a line of a record. */
export interface PrintedColumn {
  readonly header: string;
  /** The dotted path in the item. */
  readonly path: string;
  readonly as?:
    | "text"
    | "time"
    | "number"
    | "flag"
    | "list"
    /** Numbers in the order of time, drawn as a small chart. */
    | "series"
    /** The title of the resource in the row. */
    | "title"
    | "id"
    | "address"
    /** Text of a search result, cut to the surroundings of the words on a terminal. */
    | "passage"
    /** A state, colored by its meaning in meanings.ts. */
    | "state";
  /** The text instead of null, if null has a meaning: "guest". */
  readonly nothing?: string;
  /** The default value, as formatted for a person, which is shown as an empty cell. */
  readonly usual?: string;
  /** Whether it can be shortened before the other columns. */
  readonly wide?: boolean;
  /** The meaning of a flag: `{ yes: "good" }`. */
  readonly means?: Readonly<Record<string, Meaning>>;
  /** For a person: the known titles of the resources whose ids are the values. */
  readonly titles?: ReadonlyMap<string, string>;
  /** The form of a text for a person. */
  readonly describe?: (text: string) => string;
  /** The kind of the resource whose id is the value, shown as its title to a person. */
  readonly refers?: ReferredKind;
  /** For a passage: the search terms. */
  readonly words?: readonly string[];
  /** A value that is needed after a write although it was not in the request: a new token. */
  readonly needed?: true;
  /** Shown only to a person, so that output for programs does not change. */
  readonly forPeople?: true;
  /** Shown only if the rows can have different parents. */
  readonly isAcross?: true;
}

/**
 * The columns to print: the selected ones, else those of the command, else all fields that are not
 * objects.
 * @param person the reader is a person: the title comes first, then its id, then the others
 */
export function selectColumns(
  chosen: readonly string[],
  columns: readonly PrintedColumn[],
  rows: readonly PrintedRow[],
  person: boolean,
): readonly PrintedColumn[] {
  if (chosen.length > 0)
    return chosen.map((name) => findColumn(name, columns) ?? createNamedColumn(name));
  if (columns.length === 0) return [...new Set(rows.flatMap(listLeafPaths))].map(createNamedColumn);
  if (!person) return columns.filter(({ forPeople }) => forPeople !== true);
  const title = columns.find(({ as }) => as === "title");
  const id = columns.find(({ as }) => as === "id");
  const first = title === undefined || id === undefined ? [] : [title, id];
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

/**
 * The column that a word of `--columns`, `--sort` or `--filter` names: by its path, or by its
 * header in any spelling (`TO ADDRESS`, `to-address`, `toAddress`).
 */
export function findColumn(
  name: string,
  columns: readonly PrintedColumn[],
): PrintedColumn | undefined {
  const header = getLetters(name);
  return (
    columns.find(({ path }) => path === name) ??
    columns.find((column) => getLetters(column.header) === header)
  );
}

function getLetters(name: string): string {
  return name.replace(/[\s_-]/g, "").toUpperCase();
}

function createNamedColumn(path: string): PrintedColumn {
  return { header: path, path, wide: true };
}
