/** Reads the values that were typed for parameters; an id may be the pasted web address of a thing. */
import type { Settings } from "../../context.ts";
import type { Field } from "../../contract/fields.ts";
import { everyNoun, listWords, type Noun, nouns } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import type { JsonValue } from "../../json/values.ts";
import type { Parameter } from "./parameters.ts";
import type { Typed } from "./parse.ts";
import { readWord } from "./values.ts";

/** How messages name a parameter. */
export function formatLabel(parameter: Parameter): string {
  return parameter.isArgument ? `<${parameter.name}>` : `--${parameter.name}`;
}

/**
 * The values that were typed. The parents in a pasted address count as typed.
 * @throws UsageError for a word that cannot be a value, and if an address and a flag disagree
 */
export function typedValues(
  parameters: readonly Parameter[],
  typed: Typed,
): Map<Parameter, JsonValue> {
  const values = new Map<Parameter, JsonValue>();
  const addresses: [Parameter, ReadonlyMap<Noun, string>][] = [];
  const read = (parameter: Parameter, field: Field, word: string): JsonValue => {
    const of = field.kind === "list" ? field.of : field;
    if (of.kind !== "id" || !isAddress(word)) return readWord(field, word, formatLabel(parameter));
    const ids = idsIn(word);
    const id = ids.get(of.of);
    if (id === undefined) {
      throw new UsageError(
        `${formatLabel(parameter)} is the address ${word}, which has no id of a ${nouns[of.of].called} in it.`,
      );
    }
    addresses.push([parameter, ids]);
    return id;
  };
  for (const [parameter, words] of typed.arguments) {
    const all = words.map((word) => read(parameter, parameter.field, word));
    values.set(parameter, parameter.field.kind === "list" ? all : first(all));
  }
  for (const [parameter, given] of typed.flags) {
    const { field } = parameter;
    if (given === true) values.set(parameter, true);
    else if (given === false) values.set(parameter, field.kind === "flag" ? false : null);
    else {
      const all = given.map((word) => read(parameter, field, word));
      values.set(parameter, field.kind === "list" ? all : first(all));
    }
  }
  for (const [from, ids] of addresses) takeParents(parameters, values, from, ids);
  return values;
}

/** Null is a value too: only an absent value is replaced. */
function first([value = ""]: readonly JsonValue[]): JsonValue {
  return value;
}

function takeParents(
  parameters: readonly Parameter[],
  values: Map<Parameter, JsonValue>,
  from: Parameter,
  ids: ReadonlyMap<Noun, string>,
): void {
  for (const parameter of parameters) {
    const { field } = parameter;
    if (parameter === from || field.kind !== "id" || field.flag !== undefined) continue;
    const id = ids.get(field.of);
    if (id === undefined) continue;
    const given = values.get(parameter);
    if (given !== undefined && given !== id) {
      throw new UsageError(
        `${formatLabel(parameter)} is ${given}, and the address given for ${formatLabel(from)} is in ${id}; give one of them.`,
      );
    }
    values.set(parameter, id);
  }
}

/** The value that a setting gives to a parent that was not typed. */
export function settingFor(parameter: Parameter, settings: Settings): Settings["org"] {
  return parameter.fallback === undefined ? undefined : settings[parameter.fallback];
}

/** The noun of the id that comes next, by the part of an address before it. */
const nounAfter: ReadonlyMap<string, Noun> = new Map(
  everyNoun.flatMap((noun) =>
    (listWords(noun).segments ?? []).map((part) => [part, noun] as const),
  ),
);

function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** The ids of a thing and its parents in an address, by noun. */
export function idsIn(address: string): ReadonlyMap<Noun, string> {
  const ids = new Map<Noun, string>();
  if (!URL.canParse(address)) return ids;
  const parts = new URL(address).pathname.split("/").filter((part) => part !== "");
  for (let at = 0; at + 1 < parts.length; at++) {
    const noun = nounAfter.get(parts[at] ?? "");
    const id = parts[at + 1] ?? "";
    if (noun === undefined || !/^[\w-]{1,255}$/.test(id)) continue;
    ids.set(noun, id);
    at++;
  }
  return ids;
}
