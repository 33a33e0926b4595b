/**
 * Environment variables in configuration files. Because a file may come from an untrusted pull request, a
 * variable is permitted only in fields that the schema declares secret, which are never printed, and never
 * if it is reserved for credentials of a platform or a CI system.
 */
import type { Context, JsonObject, JsonValue } from "../../../context.ts";
import { getUrlLocation } from "../../../contract/address-location.ts";
import { isReservedVariable } from "../../../contract/reserved-variables.ts";
import { asObject, asText, isList, isObject } from "../../../json/values.ts";
import type { ResourceKind, SourceLocation } from "../resource.ts";

/** `{ env: NAME }` in a file. */
export interface VariableReference {
  readonly name: string;
  readonly path: SourceLocation["path"];
}

/** Variable names by value. */
export type VariableNames = ReadonlyMap<string, string>;

/** The secret fields, whose values are never printed. */
const secretFields: Partial<Record<ResourceKind, ReadonlySet<string>>> = {
  specification: new Set(["url"]),
  webhook: new Set(["url", "secret"]),
};

function parseReference(value: JsonValue): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value.env === "string" ? value.env : undefined;
}

/** Finds all references to variables in a file. */
export function findReferences(
  value: JsonValue,
  path: SourceLocation["path"] = [],
): readonly VariableReference[] {
  const name = parseReference(value);
  if (name !== undefined) return [{ name, path }];
  if (isList(value)) return value.flatMap((one, at) => findReferences(one, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => findReferences(one, [...path, key]));
}

/**
 * @param schema the JSON schema of the file, in which secret fields are `writeOnly`
 * @returns the error message; undefined if the reference is valid
 */
export function checkReference(
  { name, path }: VariableReference,
  schema: JsonObject,
  env: Context["env"],
): string | undefined {
  const field = path.map(String).join(".") || "The file";
  if (!isSecretField(schema, path)) {
    return `${field} cannot use the variable ${name}: only secret fields can use variables (url in specs.yaml and webhooks.yaml, secret in webhooks.yaml). Write the value instead.`;
  }
  if (isReservedVariable(name)) {
    return `${field} cannot use the variable ${name}, which is reserved for tome, CI systems or cloud providers. Copy the value to another variable, such as SPEC_URL.`;
  }
  if (env[name]) return undefined;
  return `${field} uses the variable ${name}, which is not set.`;
}

/** Whether the field at a path is secret. */
export function isSecretField(schema: JsonObject, path: SourceLocation["path"]): boolean {
  let schemas: readonly JsonObject[] = expandSchema(schema, schema);
  for (const step of path) {
    const inner = schemas.flatMap((one) => listSchemasAt(one, step));
    schemas = inner.flatMap((one) => expandSchema(one, schema));
  }
  return schemas.some(({ writeOnly }) => writeOnly === true);
}

function listSchemasAt(
  { properties, additionalProperties, items }: JsonObject,
  step: string | number,
): readonly JsonObject[] {
  if (typeof step === "number") return isObject(items) ? [items] : [];
  const fields = asObject(properties);
  const inner = Object.hasOwn(fields, step) ? fields[step] : additionalProperties;
  return isObject(inner) ? [inner] : [];
}

/** A schema with the schemas that it references or combines. */
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
  return steps.reduce((at, step) => asObject(at[step]), root);
}

/** @param values of the variables by name */
export function fillReferences(value: JsonValue, values: ReadonlyMap<string, string>): JsonValue {
  const name = parseReference(value);
  if (name !== undefined) return values.get(name) ?? value;
  if (isList(value)) return value.map((one) => fillReferences(one, values));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, fillReferences(one, values)]);
  return Object.fromEntries(entries);
}

/** A value of the files in a form that can be printed. */
export function showWanted(value: JsonValue, variables: VariableNames): JsonValue {
  const name = typeof value === "string" ? variables.get(value) : undefined;
  return name === undefined ? value : `(the variable ${name})`;
}

/**
 * A value of the platform in a form that can be printed. A secret field may contain an earlier value of a
 * variable, so only the host is printed, and the path only if the files have a plain-text value.
 * @param wanted the value in the files, if available
 */
export function showLive(
  kind: ResourceKind,
  field: string,
  value: JsonValue,
  wanted?: { readonly value: JsonValue; readonly variables: VariableNames },
): JsonValue {
  if (secretFields[kind]?.has(field) !== true || value === null) return value;
  const location = getUrlLocation(asText(value));
  const isPlain = typeof wanted?.value === "string" && !wanted.variables.has(wanted.value);
  if (isPlain || !URL.canParse(location)) return location;
  const { origin, pathname } = new URL(location);
  return pathname === "/" ? location : `${origin}/[removed]`;
}
