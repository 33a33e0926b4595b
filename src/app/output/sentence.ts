/** Fills the `{names}` of a sentence with values. */

import type { JsonObject } from "../../context.ts";
import { getFieldValue } from "../../terminal/formats/field-selection.ts";

/** @param known objects to look names and dotted paths up in, in order of precedence; `""` for an unknown name */
export function fill(sentence: string, ...known: readonly (JsonObject | undefined)[]): string {
  const toText = (path: string): string => {
    const values = known.map((one) => one && getFieldValue(one, path));
    const value = values.find(isPlain);
    return value === undefined ? "" : String(value);
  };
  return sentence
    .replace(/"\{([\w.]+)\}" \(\{([\w.]+)\}\)/g, (whole, title: string, id: string) =>
      // The title is unknown, so the id stands alone.
      toText(title) === "" ? `{${id}}` : whole,
    )
    .replace(/\{([\w.]+)\}/g, (_, path: string) => toText(path));
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}
