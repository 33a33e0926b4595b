/** What the members of a schema mean, for normalization. */
import { isTree, type Tree } from "../../../contract/openapi-references.ts";

/** Members that hold one schema. */
export const schemaMembers = new Set([
  ...["not", "if", "then", "else", "contains", "propertyNames", "contentSchema"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);
export const schemaLists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
export const schemaMaps = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Members that say nothing about the values of a schema. */
const annotations = new Set([
  ...["title", "summary", "description", "deprecated", "example", "examples", "externalDocs"],
  ...["$comment", "$anchor", "$dynamicAnchor", "$id", "$schema", "$vocabulary", "xml"],
]);

/** Members that are about the place of a schema, and stay outside when the rest of it becomes a choice. */
export const outerMembers = new Set([...annotations, ...["default", "readOnly", "writeOnly"]]);

/** Whether a schema says anything about its values. */
export function saysSomething(schema: Tree): boolean {
  return Object.keys(schema).some((name) => !annotations.has(name) && !name.startsWith("x-"));
}

/** Whether a schema that says nothing about its values says something about its place. */
export function isNoted(schema: Tree): boolean {
  return schema.deprecated === true || schema.xml !== undefined;
}

/** Members that every comparison knows, or that are dropped on purpose. */
const known = new Set([
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
export function unknownKeywords(schema: Tree): string[] {
  return Object.keys(schema).filter((name) => !known.has(name) && !name.startsWith("x-"));
}

/** Of JSON Schema. */
export function parseKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

export function allowsKind(kinds: ReadonlySet<string>, kind: string): boolean {
  return kinds.has(kind) || (kind === "integer" && kinds.has("number"));
}

/** The types that a schema names itself; empty for any. */
export function listTypes(schema: unknown): readonly string[] {
  const type = isTree(schema) ? schema.type : undefined;
  return typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : [];
}
