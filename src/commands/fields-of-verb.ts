/** The fields that a command line may give to a verb. */
import type { Fields } from "../contract/fields.ts";
import type { Verb } from "./verb.ts";

/** The fields of a verb, in the order of its operations. */
export function fieldsOf(verb: Verb): Fields {
  if (verb.kind === "task") return verb.fields;
  const all: Record<string, Fields[string]> = {};
  for (const { input, list } of verb.endpoints) {
    for (const [name, field] of Object.entries(input)) {
      // Pages have shared flags.
      if (list && (name === "page" || name === "limit")) continue;
      all[name] ??= field;
    }
  }
  return { ...all, ...verb.extra };
}
