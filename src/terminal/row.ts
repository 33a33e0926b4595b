/** Values that are printed: JSON, with integers beyond 2^53 as bigint. */

export type PrintedValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly PrintedValue[]
  | { readonly [name: string]: PrintedValue };

/** One item of a list, or the one object that a command prints. */
export type PrintedRow = { readonly [name: string]: PrintedValue };

/** Whether a value is an object. */
export function isRow(value: PrintedValue | undefined): value is PrintedRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
