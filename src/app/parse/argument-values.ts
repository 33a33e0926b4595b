/** Typed values of parameters. The URL of a resource can stand for its id. */

import type { CommandField } from "../../commands/fields.ts";
import type { ResolvedSettings } from "../../context.ts";
import { everyNoun, listWords, type Noun, nouns } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import type { JsonValue } from "../../json/values.ts";
import type { Parameter } from "./parameters.ts";
import type { ParsedArguments } from "./parse.ts";
import { readWord } from "./values.ts";

/** The label of a parameter in messages. */
export function formatLabel(parameter: Parameter): string {
  return parameter.isArgument ? `<${parameter.name}>` : `--${parameter.name}`;
}

/**
 * The typed values. The parents in a pasted URL count as typed.
 * @throws UsageError for an invalid value, and if a URL and a flag disagree
 */
export function parseArgumentValues(
  parameters: readonly Parameter[],
  typed: ParsedArguments,
): Map<Parameter, JsonValue> {
  const values = new Map<Parameter, JsonValue>();
  const readAll = (parameter: Parameter, words: readonly string[]): JsonValue => {
    const { field } = parameter;
    const all = words.flatMap((word): readonly JsonValue[] =>
      isWordForAll(field, word) ? listChoices(field) : [read(parameter, field, word)],
    );
    return field.kind === "list" ? all : getFirst(all);
  };
  const addresses: [Parameter, ReadonlyMap<Noun, string>][] = [];
  const read = (parameter: Parameter, field: CommandField, word: string): JsonValue => {
    const of = field.kind === "list" ? field.of : field;
    if (of.kind !== "id" || !isAddress(word)) return readWord(field, word, formatLabel(parameter));
    const ids = findIdsInUrl(word);
    const id = ids.get(of.of);
    // The name of a webhook is the URL that it calls.
    if (id === undefined && of.of === "webhook") return word;
    if (id === undefined) {
      throw new UsageError(
        `${formatLabel(parameter)}: the URL ${word} does not contain the id of a ${nouns[of.of].called}.`,
      );
    }
    addresses.push([parameter, ids]);
    return id;
  };
  for (const [parameter, words] of typed.arguments) {
    values.set(parameter, readAll(parameter, words));
  }
  for (const [parameter, given] of typed.flags) {
    const { field } = parameter;
    if (given === true) values.set(parameter, true);
    else if (given === false) values.set(parameter, field.kind === "boolean" ? false : null);
    else values.set(parameter, readAll(parameter, given));
  }
  for (const [from, ids] of addresses) takeParents(parameters, values, from, ids);
  return values;
}

/** The word for all values of a list of choices, such as `--status all`. */
export const allWord = "all";

/** Whether the word stands for all values of the list. */
export function isWordForAll(field: CommandField, word: string): boolean {
  const choices = listChoices(field);
  return word === allWord && choices.length > 0 && !choices.includes(word);
}

/** The values of a list that accepts all of them at once. */
function listChoices(field: CommandField): readonly string[] {
  if (field.kind !== "list" || field.of.kind !== "enum") return [];
  const { values } = field.of;
  return field.max !== undefined && field.max < values.length ? [] : values;
}

/** Null is a value too; only an absent value is replaced. */
function getFirst([value = ""]: readonly JsonValue[]): JsonValue {
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
    if (field.kind !== "id" || field.flag !== undefined) continue;
    const id = ids.get(field.of);
    if (id === undefined) continue;
    const given = values.get(parameter);
    if (given !== undefined && given !== id) {
      throw new UsageError(
        `${formatLabel(parameter)} is ${given}, but the URL for ${formatLabel(from)} belongs to ${id}. Specify only one of them.`,
      );
    }
    values.set(parameter, id);
  }
}

/** The value from a setting for a parent that was not typed. */
export function findSetting(
  parameter: Parameter,
  settings: ResolvedSettings,
): ResolvedSettings["org"] {
  return parameter.fallback === undefined ? undefined : settings[parameter.fallback];
}

/** The noun of the next id, by the URL segment before it. */
const nounAfter: ReadonlyMap<string, Noun> = new Map(
  everyNoun.flatMap((noun) =>
    (listWords(noun).segments ?? []).map((part) => [part, noun] as const),
  ),
);

function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** The ids of a resource and its parents in a URL, by noun. */
export function findIdsInUrl(address: string): ReadonlyMap<Noun, string> {
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

/**
 * A message of the platform with flags in place of fields: the field at its beginning, and fields that cannot be
 * mistaken for a word because they contain a dot or an inner capital.
 */
export function withFlags(message: string, parameters: readonly Parameter[]): string {
  const labels = new Map(
    parameters.map((parameter) => [parameter.path.join("."), formatLabel(parameter)]),
  );
  return message.replace(/[A-Za-z]+(?:\.[A-Za-z]+)*/g, (word, at: number) => {
    // A sentence starts with a capital.
    const isField = at === 0 || /[.]|[a-z][A-Z]/.test(word);
    return isField ? (labels.get(word) ?? word) : word;
  });
}
