/** Conversion of words on the command line into values of contract fields. */

import type { CommandField } from "../../commands/fields.ts";
import { parseTime } from "../../commands/times.ts";
import { type PointerField, pointTo } from "../../contract/fields.ts";
import { everyNoun, nouns } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import type { JsonValue } from "../../json/values.ts";

/**
 * The value of one word; limits are checked later, with the whole input.
 * @param label the flag or argument in messages: `--before`
 * @throws UsageError for an invalid value
 */
export function readWord(field: CommandField, word: string, label: string): JsonValue {
  if (field.nullable && field.nullWord !== undefined && word === field.nullWord) return null;
  switch (field.kind) {
    case "integer":
      return parseInteger(word, label);
    case "boolean":
      return parseBoolean(word, label);
    case "list":
      return readWord(field.of, word, label);
    case "enum":
      return toEnumValue(field.values, word);
    case "pointer":
      return toPointer(field, word, label);
    case "json":
      if (field.markdown === "member") return { markdown: word };
      // It is parsed later, with the rest of the input, because that loads a library.
      if (field.markdown === "document") return word;
      // The path of a file, which is read later.
      if (field.fromFile === true) return word;
      return toJson(field.words ?? {}, word, label);
    case "text":
      if (field.format === "date-time") return parseTime(label, word, field.time ?? "future");
      return field.prefix === undefined || word.startsWith(field.prefix.unless)
        ? word
        : `${field.prefix.text}${word}`;
    default:
      return word;
  }
}

/** The value with this spelling, or the only one that differs from it in case: `get` for GET. */
function toEnumValue(values: readonly string[], word: string): string {
  if (values.includes(word)) return word;
  const folded = word.toLowerCase();
  const [only, ...others] = values.filter((value) => value.toLowerCase() === folded);
  return only !== undefined && others.length === 0 ? only : word;
}

function parseInteger(word: string, label: string): number {
  if (/^-?\d{1,15}$/.test(word)) return Number(word);
  throw new UsageError(`${label} must be an integer, not ${JSON.stringify(word)}.`);
}

function parseBoolean(word: string, label: string): boolean {
  if (word === "true" || word === "false") return word === "true";
  throw new UsageError(`${label} must be true or false, not ${JSON.stringify(word)}.`);
}

/** `collection:C1`, or a bare id if the field has a default kind. */
function toPointer(field: PointerField<unknown>, word: string, label: string): JsonValue {
  const { to, bare } = field;
  const [, kind, rest = ""] = /^([a-z-]+):(.+)$/s.exec(word) ?? [];
  const prefix = to.find((one) => one === kind || nouns[one].flag === kind);
  const isOther = kind !== undefined && everyNoun.some((one) => nouns[one].flag === kind);
  // A title can contain a colon, and id: forces an id.
  const noun = prefix ?? (isOther ? undefined : bare);
  const target = prefix === undefined ? word : rest;
  if (noun !== undefined && target !== "") {
    return pointTo(field, noun, target);
  }
  const forms = to.map((one) =>
    one === bare ? `the id or name of a ${nouns[one].called}` : `${nouns[one].flag}:<id>`,
  );
  throw new UsageError(`${label} must be ${forms.join(" or ")}, not ${JSON.stringify(word)}.`);
}

function toJson(words: Readonly<Record<string, unknown>>, word: string, label: string): JsonValue {
  // The words are values of the contract, which are JSON.
  if (Object.hasOwn(words, word)) return words[word] as JsonValue;
  try {
    return readExactly(word);
  } catch {
    const choices = Object.keys(words).join(", ");
    const forms = choices === "" ? "JSON" : `${choices} or JSON`;
    throw new UsageError(`${label} must be ${forms}, not ${JSON.stringify(word)}.`);
  }
}
