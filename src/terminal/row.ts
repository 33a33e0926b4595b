/** Values that are printed: JSON, with integers beyond 2^53 as bigint. */

export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** One item of a list, or the one object that a command prints. */
export type Row = { readonly [name: string]: JsonValue };

/** Whether a value is an object. */
export function isRow(value: JsonValue | undefined): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
