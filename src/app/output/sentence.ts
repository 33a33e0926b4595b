/** Fills the `{names}` of a sentence with values. */
import type { JsonObject } from "../../context.ts";

/** @param known objects to look names up in, in order of precedence; `""` for an unknown name */
export function fill(sentence: string, ...known: readonly (JsonObject | undefined)[]): string {
  const toText = (name: string): string => {
    const value = known.find((one) => isPlain(one?.[name]))?.[name];
    return value === undefined ? "" : String(value);
  };
  return sentence
    .replace(/"\{(\w+)\}" \(\{(\w+)\}\)/g, (whole, title: string, id: string) =>
      // The title is unknown, so the id stands alone.
      toText(title) === "" ? `{${id}}` : whole,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => toText(name));
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}
