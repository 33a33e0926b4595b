/** Fills the `{names}` of a sentence with what is known of a thing. */
import type { JsonObject } from "../context.ts";

/** @param known where names are looked up, the first one that has it wins; `""` where none has */
export function fill(sentence: string, ...known: readonly (JsonObject | undefined)[]): string {
  const look = (name: string): string => {
    const value = known.find((one) => isShown(one?.[name]))?.[name];
    return value === undefined ? "" : String(value);
  };
  return sentence
    .replace(/"\{(\w+)\}" \(\{(\w+)\}\)/g, (whole, title: string, id: string) =>
      // Nobody looked at the thing, so its id is its name.
      look(title) === "" ? `{${id}}` : whole,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => look(name));
}

function isShown(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}
