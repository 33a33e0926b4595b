/** Normalization of the allowed values of a schema: `enum` and `const`. */
import { isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { allowsKind, isNoted, listTypes, outerMembers, parseKind } from "./keywords.ts";

/** The values of choices that consist only of values. */
export function mergeValues(list: readonly unknown[], name: string): unknown[] | undefined {
  if (list.length === 0) return undefined;
  const values: unknown[] = [];
  for (const choice of list) {
    if (!isTree(choice) || (!Array.isArray(choice.enum) && choice.type !== "null"))
      return undefined;
    const further = Object.keys(choice).filter(
      (key) => key !== "enum" && key !== "type" && !outerMembers.has(key) && !key.startsWith("x-"),
    );
    if (further.length > 0 || isNoted(choice)) return undefined;
    for (const value of Array.isArray(choice.enum) ? choice.enum : [null]) values.push(value);
  }
  const texts = new Set(values.map(toCanonicalText));
  // A value that matches two choices of oneOf is not allowed.
  if (name === "oneOf" && texts.size < values.length) return undefined;
  // Null alone is a separate choice.
  return values.every((value) => value === null) ? undefined : values;
}

/** Converts `const` to a list of one value, and removes values of other types than the schema's. */
export function simplifyValues(schema: JsonTree): void {
  if (schema.const !== undefined) {
    const { const: only } = schema;
    delete schema.const;
    const others = schema.enum;
    const isIn =
      !Array.isArray(others) ||
      others.some((value) => toCanonicalText(value) === toCanonicalText(only));
    schema.enum = isIn ? [only] : [];
  }
  const values = schema.enum;
  if (!Array.isArray(values)) return;
  const types = new Set(listTypes(schema));
  const isNullable = schema.nullable === true || schema["x-nullable"] === true;
  const allowed = types.size === 0 || isNullable ? new Set([...types, "null"]) : types;
  const matching =
    types.size === 0 ? values : values.filter((value) => allowsKind(allowed, parseKind(value)));
  // Many enums omit null although the schema is nullable.
  const lacksNull = (types.has("null") || isNullable) && !matching.includes(null);
  schema.enum = lacksNull ? [...matching, null] : matching;
  // The values imply the types: a listed type without values has no effect.
  const kinds = new Set(matching.map(parseKind));
  if (kinds.has("number")) kinds.delete("integer");
  if (kinds.size > 0 && types.has("null")) kinds.add("null");
  const [only, ...others] = kinds;
  if (only !== undefined) schema.type = others.length === 0 ? only : [...kinds];
  if (types.size === 0 && schema.type === "null") delete schema.enum;
  dropBooleanValues(schema);
}

/** `true` and `false` are all values of a boolean. */
function dropBooleanValues(schema: JsonTree): void {
  const types = listTypes(schema);
  if (!types.includes("boolean") || types.some((type) => type !== "boolean" && type !== "null")) {
    return;
  }
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const isEvery = values.includes(true) && values.includes(false);
  if (isEvery && (!types.includes("null") || values.includes(null))) delete schema.enum;
}

/** Whether a value that is not a list or an object is within the limits of a schema. */
export function meetsLimits(value: unknown, schema: JsonTree): boolean {
  return Object.entries(limitTests).every(([name, test]) => {
    const limit = schema[name];
    return typeof limit !== "number" || test(value, limit);
  });
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

const limitTests: Readonly<Record<string, (value: unknown, limit: number) => boolean>> = {
  minLength: (value, limit) => typeof value !== "string" || [...value].length >= limit,
  maxLength: (value, limit) => typeof value !== "string" || [...value].length <= limit,
  minimum: (value, limit) => !isNumber(value) || value >= limit,
  maximum: (value, limit) => !isNumber(value) || value <= limit,
  exclusiveMinimum: (value, limit) => !isNumber(value) || value > limit,
  exclusiveMaximum: (value, limit) => !isNumber(value) || value < limit,
};
