/** The input of an agent: its JSON schema, and its conversion to words of a command line. */

import { parseTime } from "../../commands/times.ts";
import type { Verb } from "../../commands/verb.ts";
import type { JsonObject, JsonValue } from "../../context.ts";
import type { Field } from "../../contract/fields.ts";
import { nouns } from "../../contract/nouns.ts";
import { UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { findNearest } from "../../json/nearest.ts";
import { isList, isObject } from "../../json/values.ts";
import { listParameters, type Parameter } from "../parse/parameters.ts";
import { describeReference } from "../resolve/references/reference-syntax.ts";
import { type CatalogCommand, isLocalPath, isText, mayBeText } from "./catalog.ts";

/** JSON schema of the input, whose names are those of the flags and arguments. */
export function toInputSchema(verb: Verb): JsonObject {
  const parameters = listAgentParameters(verb);
  const properties = parameters.map((one): [string, JsonValue] => [
    one.name,
    { ...buildParameterSchema(one), description: describeParameter(one) },
  ]);
  const required = parameters
    .filter((one) => one.required && one.fallback === undefined)
    .map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The parameters that agents can set. */
function listAgentParameters(verb: Verb): readonly Parameter[] {
  return listParameters(verb).filter((one) => !isLocalPath(one));
}

function describeParameter(parameter: Parameter): string {
  const { field } = parameter;
  const of = field.kind === "list" ? field.of : field;
  const text = of.kind === "id" && field.help === "" ? describeReference(of.of) : field.help;
  const plain = text.replace(/[,;]? - for standard input/, "");
  const own = isText(parameter)
    ? `The text of: ${plain}`
    : mayBeText(parameter)
      ? plain.replace("file", "text of the file")
      : plain;
  // The opposite of a flag is a value in JSON.
  return own.replace(/--no-[a-z-]+/g, field.kind === "boolean" ? "false" : "null");
}

function buildParameterSchema(parameter: Parameter): JsonObject {
  const { field } = parameter;
  if (isText(parameter)) return { type: ["string", "object", "array"] };
  if (mayBeText(parameter)) return { type: ["string", "object"] };
  const schema = buildFieldSchema(field);
  return field.nullable ? { anyOf: [schema, { type: "null" }] } : schema;
}

function buildFieldSchema(field: Field): JsonObject {
  switch (field.kind) {
    case "integer":
      return {
        type: "integer",
        ...(field.min !== undefined && { minimum: field.min }),
        ...(field.max !== undefined && { maximum: field.max }),
      };
    case "boolean":
      return { type: "boolean" };
    case "enum":
      return { type: "string", enum: [...field.values] };
    case "list":
      return { type: "array", items: buildFieldSchema(field.of) };
    case "json":
      return field.markdown === undefined
        ? {}
        : { type: "string", contentMediaType: "text/markdown" };
    case "pointer": {
      const forms = field.to.map((noun) => `${nouns[noun].flag}:<id>`).join(" or ");
      return { type: "string", examples: [forms] };
    }
    case "text":
      return { type: "string", ...(field.max !== undefined && { maxLength: field.max }) };
    default:
      return { type: "string" };
  }
}

/** The words of a command line, and the texts of the files that they name. */
export interface AgentLine {
  readonly words: readonly string[];
  readonly files: ReadonlyMap<string, string>;
  /** The words for a user, with `-` for standard input in place of a file. */
  readonly typedWords: readonly string[];
}

/**
 * @param shared further flags
 * @throws UsageError for an unknown name, or a value of another type
 */
export function toWords(
  entry: CatalogCommand,
  input: JsonObject,
  shared: readonly string[],
): AgentLine {
  const parameters = new Map(listAgentParameters(entry.verb).map((one) => [one.name, one]));
  for (const name of Object.keys(input)) {
    if (!parameters.has(name)) throw createUnknownNameError(name, entry, [...parameters.keys()]);
  }
  const files = new Map<string, string>();
  const flags: string[] = [...shared];
  const values: string[] = [];
  const typedFlags: string[] = [...shared];
  const typedValues: string[] = [];
  for (const [name, parameter] of parameters) {
    const value = input[name];
    if (value === undefined) continue;
    if (isText(parameter) || (mayBeText(parameter) && isWholeText(value))) {
      const file = `${name}.${findExtension(value)}`;
      files.set(file, typeof value === "string" ? value : writeJson(value));
      if (parameter.isArgument) {
        values.push(file);
        typedValues.push("-");
      } else {
        flags.push(`--${name}=${file}`);
        typedFlags.push(`--${name}`, "-");
      }
    } else if (parameter.isArgument) {
      for (const one of isList(value) ? value : [value]) {
        const word = toWord(one, parameter);
        values.push(word);
        typedValues.push(word);
      }
    } else {
      for (const flag of toFlags(value, parameter)) {
        flags.push(flag);
        typedFlags.push(flag);
      }
    }
  }
  return {
    words: joinWords(entry, flags, values),
    typedWords: joinWords(entry, typedFlags, typedValues),
    files,
  };
}

function joinWords({ name }: CatalogCommand, flags: readonly string[], values: readonly string[]) {
  return [...name.split(" "), ...flags, ...(values.length > 0 ? ["--", ...values] : [])];
}

/** Some commands tell a file from a name by the extension. */
function findExtension(value: JsonValue): string {
  if (typeof value !== "string" || /^\s*[{[]/.test(value)) return "json";
  return "yaml";
}

/** Whether a value is the text of a file and not a name. */
function isWholeText(value: JsonValue): boolean {
  return isObject(value) || isList(value) || (typeof value === "string" && value.includes("\n"));
}

function createUnknownNameError(
  name: string,
  { name: command }: CatalogCommand,
  names: readonly string[],
) {
  const similar = findNearest(name, names);
  const meant = similar === undefined ? "" : ` Did you mean ${similar}?`;
  return new UsageError(
    `The command ${command} has no input ${JSON.stringify(name)}.${meant} Its inputs are ${names.join(", ")}.`,
  );
}

/**
 * The same input with exact times in place of relative ones, such as `30d`, so that a plan has the
 * same requests when it is applied.
 * @throws UsageError for an invalid time
 */
export function fixTimes({ verb }: CatalogCommand, input: JsonObject): JsonObject {
  const times = listAgentParameters(verb).flatMap(({ name, field }): [string, JsonValue][] => {
    const value = input[name];
    if (typeof value !== "string" || value === "") return [];
    if (field.kind !== "text" || field.format !== "date-time") return [];
    return [[name, parseTime(name, value, field.time ?? "future")]];
  });
  return { ...input, ...Object.fromEntries(times) };
}

function toFlags(value: JsonValue, parameter: Parameter): readonly string[] {
  const { name, field } = parameter;
  if (field.kind === "boolean") {
    if (value === true) return [`--${name}`];
    if (value === false) return parameter.isSwitch ? [] : [`--no-${name}`];
    throw new UsageError(`${name} must be true or false, not ${writeJson(value)}.`);
  }
  if (value === null) {
    if (field.nullable) return [`--no-${name}`];
    throw new UsageError(`${name} cannot be null.`);
  }
  const all = field.kind === "list" && isList(value) ? value : [value];
  return all.map((one) => `--${name}=${toWord(one, parameter)}`);
}

/** A repository on this machine, which a platform in this process can read for its user. */
const localRepository = /^(?:file:|[/\\~]|[a-z]:[/\\])/i;

function toWord(value: JsonValue, { name, field }: Parameter): string {
  const of = field.kind === "list" ? field.of : field;
  if (typeof value === "string") {
    if (of.redacted === "address" && localRepository.test(value.trim())) {
      throw new UsageError(`${name} must be the URL of a server, not ${JSON.stringify(value)}.`);
    }
    return value;
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (of.kind === "json" && (isObject(value) || isList(value))) return writeJson(value);
  throw new UsageError(`${name} must be a text, not ${writeJson(value)}.`);
}
