/** Rows of a data file: CSV, NDJSON, or a JSON array. */
import type { JsonValue } from "./values.ts";

/** One row of a file, with its cells by column. */
export interface InputRow {
  /** `spaces.csv:3`, or its number in an array: `spaces.json, item 3`. */
  readonly at: string;
  /** From 1; absent for an item of an array. */
  readonly line?: number;
  readonly cells: ReadonlyMap<string, JsonValue>;
}

export interface InputRows {
  /** The name of the file in messages. */
  readonly name: string;
  readonly rows: readonly InputRow[];
  /** The columns of all rows, in order of appearance. */
  readonly columns: readonly string[];
  /** An empty cell counts as absent, as every row of a CSV has every column. */
  readonly isTable: boolean;
}
