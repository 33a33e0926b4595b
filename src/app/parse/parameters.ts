/** Arguments and flags of a verb, derived from the fields of the contract. */

import type { CommandField, FieldWords } from "../../commands/fields.ts";
import { listFields, type Verb } from "../../commands/verb.ts";
import { type Endpoint, resolveLocation } from "../../contract/endpoint.ts";
import type { EnumField } from "../../contract/fields.ts";
import { listWords, nouns } from "../../contract/nouns.ts";

/** One argument or flag. */
export interface Parameter {
  /** The path of its value in the input. */
  readonly path: readonly string[];
  readonly field: CommandField;
  /** The flag without dashes, or the argument without brackets. */
  readonly name: string;
  readonly isArgument: boolean;
  /** Whether the command needs it. */
  readonly required: boolean;
  /** The setting that provides a default. */
  readonly fallback: "org" | "space" | "site" | undefined;
  /** Whether it is part of the body, so that a file can provide it. */
  readonly inBody: boolean;
  /** Whether it is a flag of the command line only, which has no opposite. */
  readonly isSwitch: boolean;
}

export function listParameters(verb: Verb): readonly Parameter[] {
  const fields = listFields(verb);
  const named = verb.arguments.filter((name) => fields[name] !== undefined);
  const others = Object.keys(fields).filter((name) => !named.includes(name));
  return [...named, ...others].flatMap((name) => {
    const field = fields[name];
    if (field === undefined || field.unflagged) return [];
    const isArgument = named.includes(name);
    const inBody = listEndpoints(verb).some(
      (endpoint) =>
        endpoint.input[name] !== undefined && resolveLocation(endpoint, name) === "body",
    );
    if (field.kind === "group") {
      const flagged = Object.entries(field.fields).filter(([, member]) => !member.unflagged);
      return flagged.map(([inner, member]): Parameter => {
        const required = !field.optional && !member.optional;
        return {
          path: [name, inner],
          field: member,
          name: toFlagName(inner, member),
          isArgument: false,
          required,
          fallback: undefined,
          inBody,
          isSwitch: false,
        };
      });
    }
    const fallback = findFallback(verb, name, field, isArgument);
    return [
      {
        path: [name],
        field,
        name: isArgument ? getArgumentName(name, field) : toFlagName(name, field),
        isArgument,
        required: isRequired(verb, name, field),
        fallback,
        inBody,
        isSwitch: field.kind === "boolean" && !isSent(verb, name),
      },
    ];
  });
}

/** The flag of a field: its own name, that of the noun, or the field name in kebab-case. */
export function toFlagName(name: string, field: CommandField): string {
  if (field.flag !== undefined) return field.flag;
  const of = field.kind === "list" ? field.of : field;
  return of.kind === "id" ? nouns[of.of].flag : toKebabCase(name);
}

/** The placeholder of a flag or an argument. */
export function toValueName({ field, name }: Pick<Parameter, "field" | "name">): string {
  if (field.placeholder !== undefined) return field.placeholder;
  const of = field.kind === "list" ? field.of : field;
  if (of.placeholder !== undefined) return of.placeholder;
  switch (of.kind) {
    case "id":
      return nouns[of.of].flag;
    case "integer":
      return "n";
    case "enum": {
      const words = listValueWords(of).join("|");
      return words.length <= longestChoice ? words : (name.split("-").at(-1) ?? name);
    }
    case "pointer": {
      const forms = of.to.map((noun) => `${nouns[noun].flag}:ID`).join("|");
      return forms.length <= longestChoice ? forms : "kind:ID";
    }
    case "json":
      return of.markdown === undefined ? "JSON" : "markdown";
    case "text":
      return of.format === "url" ? "url" : of.format === "date-time" ? "time" : "text";
    default:
      return "value";
  }
}

/** In characters; longer choices are listed in the help beside the flag. */
const longestChoice = 24;

/** The valid words for a field with a set of values. */
export function listValueWords({
  values,
  nullWord,
}: EnumField<unknown> & FieldWords): readonly string[] {
  return nullWord === undefined ? values : [...values, nullWord];
}

/** The syntax of a parameter: `--title <text>`, `--[no-]sso`, `<space>`, `[<file>]`. */
export function writeParameter(parameter: Parameter): string {
  const { field, isArgument, name, required, fallback } = parameter;
  if (isArgument) {
    const dots = field.kind === "list" ? "..." : "";
    return required && fallback === undefined ? `<${name}>${dots}` : `[${name}${dots}]`;
  }
  if (field.kind === "boolean") return parameter.isSwitch ? `--${name}` : `--[no-]${name}`;
  return `--${name} ${writeParameterValue(parameter)}`;
}

/** `<text>`, or `[level]` for a flag with an optional value. */
export function writeParameterValue(parameter: Parameter): string {
  const value = toValueName(parameter);
  return parameter.field.bare === undefined ? `<${value}>` : `[${value}]`;
}

/** The flag that sends false or null, if the field accepts it. */
export function toNullFlag({ field, name }: Parameter): string | undefined {
  return field.kind === "boolean" || field.nullable ? `--no-${name}` : undefined;
}

export function toKebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

function getArgumentName(name: string, field: CommandField): string {
  if (field.flag !== undefined) return field.flag;
  if (field.placeholder !== undefined) return field.placeholder;
  return field.kind === "id" ? nouns[field.of].flag : toKebabCase(name).replace(/-id$/, "");
}

function isSent(verb: Verb, name: string): boolean {
  if (verb.kind !== "custom" && verb.extra[name] !== undefined) return false;
  const operations = verb.kind === "custom" ? verb.operations : verb.endpoints;
  return operations.some(({ input }) => input[name] !== undefined);
}

function listEndpoints(verb: Verb): readonly Endpoint[] {
  return verb.kind === "custom" ? [] : verb.endpoints;
}

/** Whether every operation of the verb requires the field. */
function isRequired(verb: Verb, name: string, field: CommandField): boolean {
  if (verb.kind === "custom" || verb.extra[name] !== undefined) return !field.optional;
  return verb.endpoints.every(({ input }) => input[name] !== undefined && !input[name].optional);
}

/**
 * A parent falls back to the settings if it is in the path, and the organization wherever it is
 * required. The target never does, unless the verb allows it.
 */
function findFallback(
  verb: Verb,
  name: string,
  field: CommandField,
  isArgument: boolean,
): Parameter["fallback"] {
  if (field.kind !== "id" || field.flag !== undefined) return undefined;
  const words = listWords(field.of);
  const { setting } = words;
  if (setting === undefined || (isArgument && !verb.usesDefault)) return undefined;
  if (verb.kind === "custom") return field.optional ? undefined : setting;
  const inPath = verb.endpoints.some((endpoint) => endpoint.route.includes(`{${name}}`));
  return inPath || (setting === "org" && isRequired(verb, name, field)) ? setting : undefined;
}
