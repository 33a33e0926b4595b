/** Meaning of schema keywords for normalization. */
import { isTree, type JsonTree } from "../../../contract/openapi-references.ts";

/** Keywords whose value is one schema. */
export const schemaMembers = new Set([
  ...["not", "if", "then", "else", "contains", "propertyNames", "contentSchema"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);
export const schemaLists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
export const schemaMaps = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Keywords that do not restrict the values of a schema. */
const annotations = new Set([
  ...["title", "summary", "description", "deprecated", "example", "examples", "externalDocs"],
  ...["$comment", "$anchor", "$dynamicAnchor", "$id", "$schema", "$vocabulary", "xml"],
]);

/** Keywords about the location of a schema, which remain outside when the rest becomes a choice. */
export const outerMembers = new Set([...annotations, ...["default", "readOnly", "writeOnly"]]);

/** Whether a schema restricts its values. */
export function restrictsValues(schema: JsonTree): boolean {
  return Object.keys(schema).some((name) => !annotations.has(name) && !name.startsWith("x-"));
}

/** Whether a schema that does not restrict its values contains information about its location. */
export function isNoted(schema: JsonTree): boolean {
  return schema.deprecated === true || schema.xml !== undefined;
}

/** Whether a normalized schema refuses every value by itself. */
export function isUnsatisfiable(schema: unknown): boolean {
  if (!isTree(schema)) return false;
  const { not } = schema;
  const isEmpty = Array.isArray(schema.enum) && schema.enum.length === 0;
  return isEmpty || (isTree(not) && not.$ref === undefined && !restrictsValues(not));
}

/** Keywords that are compared or deliberately ignored. */
const comparedKeywords = new Set([
  ...annotations,
  ...outerMembers,
  ...schemaMembers,
  ...schemaLists,
  ...schemaMaps,
  ...["$ref", "$dynamicRef", "$defs", "definitions", "type", "format", "enum", "const", "items"],
  ...["additionalItems", "additionalProperties", "required", "dependentRequired", "nullable"],
  ...["discriminator", "pattern", "uniqueItems", "multipleOf", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"],
  ...["minProperties", "maxProperties", "minContains", "maxContains"],
  ...["contentEncoding", "contentMediaType", "x-nullable"],
]);

/** Keywords of other vocabularies. */
export function findUnknownKeywords(schema: JsonTree): string[] {
  return Object.keys(schema).filter(
    (name) => !comparedKeywords.has(name) && !name.startsWith("x-"),
  );
}

/** Keywords of JSON Schema. */
export function parseKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

export function allowsKind(kinds: ReadonlySet<string>, kind: string): boolean {
  return kinds.has(kind) || (kind === "integer" && kinds.has("number"));
}

/** The types that a schema lists; empty for any. */
export function listTypes(schema: unknown): readonly string[] {
  const type = isTree(schema) ? schema.type : undefined;
  return typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : [];
}

/** Keywords that apply to the values of one type. */
const kindByKeyword = new Map(
  Object.entries({
    string: ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"],
    array: [
      ...["items", "prefixItems", "contains", "minContains", "maxContains", "minItems"],
      ...["maxItems", "uniqueItems", "unevaluatedItems"],
    ],
    object: [
      ...["properties", "required", "additionalProperties", "patternProperties", "minProperties"],
      ...["maxProperties", "propertyNames", "dependentRequired", "dependentSchemas"],
      ...["unevaluatedProperties", "discriminator"],
    ],
    number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

/** Whether a keyword can have an effect on values of a type. */
export function appliesTo(name: string, kind: string): boolean {
  const only = kindByKeyword.get(name);
  return only === undefined || only === kind || (only === "number" && kind === "integer");
}
