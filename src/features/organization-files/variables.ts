/**
 * Values of the environment in the files of an organization. A file may come from a pull request, so
 * it gets a value only in a field that the model of the files declares secret, which nothing shows,
 * and never one that gives access to a platform or a pipeline.
 */
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { addressLocation } from "../../contract/address-location.ts";
import { isReservedVariable } from "../../contract/reserved-variables.ts";
import { isList, isObject, objectIn, textIn } from "../../json/values.ts";
import type { Kind, Location } from "./thing.ts";

/** `{ env: NAME }` in a file. */
export interface VariableReference {
  readonly name: string;
  readonly path: Location["path"];
}

/** The names of the variables by the values that they gave. */
export type VariableNames = ReadonlyMap<string, string>;

/** The fields of things whose values are never shown: those of the files that are secret. */
const secretFields: Partial<Record<Kind, ReadonlySet<string>>> = {
  specification: new Set(["url"]),
};

function parseReference(value: JsonValue): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value.env === "string" ? value.env : undefined;
}

/** Finds every reference to a variable, wherever in a file it is. */
export function findReferences(
  value: JsonValue,
  path: Location["path"] = [],
): readonly VariableReference[] {
  const name = parseReference(value);
  if (name !== undefined) return [{ name, path }];
  if (isList(value)) return value.flatMap((one, at) => findReferences(one, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => findReferences(one, [...path, key]));
}

/** @param schema the JSON schema of the file, in which secret fields are `writeOnly` */
export function checkReference(
  { name, path }: VariableReference,
  schema: JsonObject,
  env: Context["env"],
): string | undefined {
  const field = path.map(String).join(".") || "The file";
  if (!isSecretField(schema, path)) {
    return `${field} takes no value of the environment, and names the variable ${name}: only secret fields do (url in specs.yaml). Write the value itself.`;
  }
  if (isReservedVariable(name)) {
    return `${field} names the variable ${name}, which no file may: those of tome, CI systems and clouds give access. Put this value alone into a variable of your own, such as SPEC_URL.`;
  }
  if (env[name]) return undefined;
  return `${field} names the variable ${name}, and there is no variable ${name} in the environment. Set it.`;
}

/** Whether every value that a schema allows there is secret. */
export function isSecretField(schema: JsonObject, path: Location["path"]): boolean {
  let found: readonly JsonObject[] = expandSchema(schema, schema);
  for (const step of path) {
    const inner = found.flatMap((one) => schemasAt(one, step));
    found = inner.flatMap((one) => expandSchema(one, schema));
  }
  return found.some(({ writeOnly }) => writeOnly === true);
}

function schemasAt(
  { properties, additionalProperties, items }: JsonObject,
  step: string | number,
): readonly JsonObject[] {
  if (typeof step === "number") return isObject(items) ? [items] : [];
  const known = objectIn(properties);
  const inner = Object.hasOwn(known, step) ? known[step] : additionalProperties;
  return isObject(inner) ? [inner] : [];
}

/** A schema with those that it refers to and consists of. */
function expandSchema(one: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { $ref, anyOf, oneOf, allOf } = one;
  const referred = typeof $ref === "string" ? [resolveReference($ref, root)] : [];
  const parts = [anyOf, oneOf, allOf].flatMap((list) =>
    isList(list) ? list.filter(isObject) : [],
  );
  return [one, ...[...referred, ...parts].flatMap((part) => expandSchema(part, root))];
}

/** `#/$defs/name`, or `#`. */
function resolveReference(reference: string, root: JsonObject): JsonObject {
  const steps = reference.split("/").slice(1);
  return steps.reduce((at, step) => objectIn(at[step]), root);
}

/** @param values of the variables, by their names */
export function fillReferences(value: JsonValue, values: ReadonlyMap<string, string>): JsonValue {
  const name = parseReference(value);
  if (name !== undefined) return values.get(name) ?? value;
  if (isList(value)) return value.map((one) => fillReferences(one, values));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, fillReferences(one, values)]);
  return Object.fromEntries(entries);
}

/** A value that the files want, as it may be shown. */
export function showWanted(value: JsonValue, variables: VariableNames): JsonValue {
  const name = typeof value === "string" ? variables.get(value) : undefined;
  return name === undefined ? value : `(the variable ${name})`;
}

/**
 * A value that the platform has, as it may be shown. That of a secret field may be the value that a
 * variable had earlier, so only its host is shown; its path too, if the files give it another value in
 * plain text.
 * @param wanted what the files give it, if that is known
 */
export function showLive(
  kind: Kind,
  field: string,
  value: JsonValue,
  wanted?: { readonly value: JsonValue; readonly variables: VariableNames },
): JsonValue {
  if (secretFields[kind]?.has(field) !== true || value === null) return value;
  const location = addressLocation(textIn(value));
  const isPlain = typeof wanted?.value === "string" && !wanted.variables.has(wanted.value);
  if (isPlain || !URL.canParse(location)) return location;
  const { origin, pathname } = new URL(location);
  return pathname === "/" ? location : `${origin}/[removed]`;
}
