/**
 * Values that files took from the environment, with the names of their variables. All printed and
 * saved text passes this table, which replaces each value with the name.
 */
import type { Redactions } from "../../context.ts";
import { listSecretsInUrl } from "../../contract/address-location.ts";
import { isList, isObject, type JsonValue } from "../../json/values.ts";

interface Redaction {
  readonly value: string;
  readonly replacement: string;
  readonly clean: (text: string) => string;
}

export function openRedactions(): Redactions {
  const redactions: Redaction[] = [];

  function redactText(text: string): string {
    return redactions.reduce((cleaned, { clean }) => clean(cleaned), text);
  }

  function redactValue<T extends JsonValue>(value: T): T;
  function redactValue(value: JsonValue): JsonValue {
    if (redactions.length === 0) return value;
    if (typeof value === "string") {
      // Even a value that is too short to search for in other texts.
      return redactions.find((one) => one.value === value)?.replacement ?? redactText(value);
    }
    if (isList(value)) return value.map((one) => redactValue(one));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, one]) => [
      redactText(name),
      redactValue(one),
    ]);
    return Object.fromEntries(members);
  }

  return {
    async add(name, value) {
      if (value === "" || redactions.some((one) => one.value === value)) return;
      // Loaded here, because few commands read variables.
      const { createValueRemover } = await import("../../client/secrets/secrets.ts");
      const replacement = `(the variable ${name})`;
      const remove = (texts: readonly string[]) => createValueRemover(texts, replacement);
      redactions.push({ value, replacement, clean: remove([value, ...listSecretsInUrl(value)]) });
      // A value can contain another one.
      redactions.sort((one, other) => other.value.length - one.value.length);
    },
    text: redactText,
    value: redactValue,
  };
}
