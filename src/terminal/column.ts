/** The columns of lists and records, and which of them are printed, in which order. */
import type { Meaning } from "./meanings.ts";
import { listLeafPaths } from "./path.ts";
import type { Row } from "./row.ts";

/** A column of a list, or a line of a record. */
export interface Column {
  readonly header: string;
  /** The dotted path in the item. */
  readonly path: string;
  readonly as?:
    | "text"
    | "time"
    | "number"
    | "flag"
    | "list"
    /** Numbers over time. */
    | "series"
    /** What people call the thing of the row. */
    | "title"
    | "id"
    | "address"
    /** Texts that were searched, of which people see what is around the words. */
    | "passage"
    /** A word that may be good or bad news: meanings.ts. */
    | "state";
  /** What people read instead of null, if null has a meaning: "guest". */
  readonly nothing?: string;
  /** What goes without saying, as people read it: they see an empty cell instead. */
  readonly usual?: string;
  /** May be shortened before the other columns. */
  readonly wide?: boolean;
  /** The meaning of a flag: `{ yes: "good" }`. */
  readonly means?: Readonly<Record<string, Meaning>>;
  /** For people: the titles of the things whose ids are the values, as far as they are known. */
  readonly titles?: ReadonlyMap<string, string>;
  /** For a passage: what was searched for. */
  readonly words?: readonly string[];
  /** What one needs after a write, although it was not sent: a token that was made. */
  readonly needed?: true;
  /** Only people see it, so that what programs read stays as it is. */
  readonly forPeople?: true;
}

/**
 * The columns to print: the chosen ones, else those of the command, else all fields that are not objects.
 * @param person people read the title first, then its id, then the others
 */
export function columnsFor(
  chosen: readonly string[],
  columns: readonly Column[],
  rows: readonly Row[],
  person: boolean,
): readonly Column[] {
  if (chosen.length > 0) return chosen.map((name) => columnNamed(name, columns) ?? named(name));
  if (columns.length === 0) return [...new Set(rows.flatMap(listLeafPaths))].map(named);
  if (!person) return columns.filter(({ forPeople }) => forPeople !== true);
  const title = columns.find(({ as }) => as === "title");
  const id = columns.find(({ as }) => as === "id");
  const first = title === undefined || id === undefined ? [] : [title, id];
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

/**
 * The column that a word of `--columns`, `--sort` or `--filter` names: by its path, or by its header in
 * any spelling (`TO ADDRESS`, `to-address`, `toAddress`).
 */
export function columnNamed(name: string, columns: readonly Column[]): Column | undefined {
  const header = getLetters(name);
  return (
    columns.find(({ path }) => path === name) ??
    columns.find((column) => getLetters(column.header) === header)
  );
}

function getLetters(name: string): string {
  return name.replace(/[\s_-]/g, "").toUpperCase();
}

function named(path: string): Column {
  return { header: path, path, wide: true };
}
