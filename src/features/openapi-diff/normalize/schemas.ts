/**
 * Normalization of schemas to OpenAPI 3.1 and JSON Schema 2020-12. Schemas that allow the same
 * values in different notation become equal, as far as a single schema determines it; combinations
 * are in schema-shape.ts.
 * Sources: JSON Schema validation 2020-12, sections 6 (defaults of limits) and 8 (contents);
 * OpenAPI 3.0.4, "nullable"; OpenAPI 3.1, appendix "Migrating binary descriptions from OAS 3.0".
 */
import { isTree, type JsonTree, type Path } from "../../../contract/openapi-references.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { findOwn } from "../../../json/own-members.ts";
import { mergeValues, simplifyValues } from "./enums.ts";
import {
  isNoted,
  isUnsatisfiable,
  listTypes,
  outerMembers,
  restrictsValues,
  schemaLists,
  schemaMaps,
  schemaMembers,
} from "./keywords.ts";

export interface SchemaContext {
  /** Before 3.1, siblings of a reference are ignored. */
  readonly isLegacy: boolean;
  /** Records the location of a new value. */
  readonly locate: (value: JsonTree, path: Path) => JsonTree;
  /** Records the location of an original value, unless another one is known already. */
  readonly locateOnce: (value: JsonTree, path: Path) => JsonTree;
  /** A reference, which is followed during the comparison. */
  readonly refer: (text: string, path: Path, base: string, isDynamic: boolean) => JsonTree;
  /** Whether any schema of the document has `unevaluatedProperties` or `unevaluatedItems`. */
  readonly countsEvaluated: () => boolean;
  readonly baseIn: (schema: unknown, base: string) => string;
  /** Counts elements that are not compared. */
  readonly onSchema: (schema: JsonTree, path: Path) => void;
}

/** Media type of unencoded bytes. */
export const anyBytes = "application/octet-stream";

export function createSchemaNormalizer(context: SchemaContext) {
  const done = new Map<unknown, JsonTree>();

  /**
   * @param original `false` becomes a schema that matches nothing, `true` and undefined one that
   * matches anything
   */
  function normalize(original: unknown, path: Path, outer: string): JsonTree {
    if (original === false) return context.locate({ not: {} }, path);
    if (!isTree(original)) return context.locate({}, path);
    if (isPlain(original)) return context.locateOnce(original, path);
    const existing = done.get(original);
    if (existing) return existing;
    const result = context.locate(
      normalizeTree(original, path, context.baseIn(original, outer)),
      path,
    );
    done.set(original, result);
    return result;
  }

  function normalizeTree(original: JsonTree, path: Path, base: string): JsonTree {
    const { $dynamicRef } = original;
    // A reference that is not text is reported as unresolved.
    const $ref = original.$ref === undefined ? undefined : toReference(original.$ref);
    if ($ref !== undefined && context.isLegacy) return context.refer($ref, path, base, false);
    context.onSchema(original, path);
    const references = [
      ...($ref === undefined ? [] : [context.refer($ref, path, base, false)]),
      ...(typeof $dynamicRef === "string" ? [context.refer($dynamicRef, path, base, true)] : []),
    ];
    const [first, ...others] = references;
    if (first && others.length === 0) {
      const { $ref: _, $dynamicRef: __, ...rest } = original;
      if (!restrictsValues(rest) && !isNoted(rest)) return first;
    }
    const members = copyMembers(original, path, base);
    if (first) members.allOf = [...listIn(members, "allOf"), ...references];
    return simplify(members, path, context);
  }

  function copyMembers(original: JsonTree, path: Path, base: string): JsonTree {
    const result: JsonTree = {};
    for (const name of Object.keys(original)) {
      const member = original[name];
      if (name === "$ref" || (name === "$dynamicRef" && typeof member === "string")) continue;
      // Most values are text and numbers, whose location is not needed.
      const at = typeof member === "object" ? [...path, name] : path;
      const value = copyMember(name, member, at, base);
      if (value !== undefined) setMember(result, name, value);
    }
    applyKnownCondition(original, result, path, base);
    if (Array.isArray(result.items)) {
      // Tuples of earlier drafts.
      result.prefixItems = result.items;
      delete result.items;
    }
    return result;
  }

  /** `if` with true or false: one branch always applies, and the other one never does. */
  function applyKnownCondition(
    original: JsonTree,
    result: JsonTree,
    path: Path,
    base: string,
  ): void {
    if (typeof original.if !== "boolean") return;
    const name = original.if ? "then" : "else";
    const branch = original[name];
    for (const member of ["if", "then", "else"]) delete result[member];
    if (branch === undefined) return;
    result.allOf = [...listIn(result, "allOf"), normalize(branch, [...path, name], base)];
  }

  function copyMember(name: string, member: unknown, at: Path, base: string): unknown {
    if (schemaMaps.has(name)) {
      if (!isTree(member)) return undefined;
      const result: JsonTree = {};
      for (const key of Object.keys(member)) {
        const one = member[key];
        // The location of a leaf follows from that of the schema that contains it.
        const isLeaf = isTree(one) && isPlain(one);
        setMember(result, key, isLeaf ? one : normalize(one, [...at, key], base));
      }
      return result;
    }
    if (schemaLists.has(name) || (name === "items" && Array.isArray(member))) {
      if (!Array.isArray(member)) return undefined;
      return member.map((one, n) => normalize(one, [...at, n], base));
    }
    if (schemaMembers.has(name) || name === "items" || name === "additionalProperties") {
      if (member === true) return impliesByTrue.has(name) ? normalize(true, at, base) : undefined;
      if (member === false && name === "not") return undefined;
      // false has no schema to compare with another.
      if (member === false) return name === "items" ? normalize(false, at, base) : false;
      return normalize(member, at, base);
    }
    switch (name) {
      case "example":
      case "examples":
      case "$defs":
      case "definitions":
      case "additionalItems":
      case "externalDocs":
        return undefined;
      case "discriminator":
        return typeof member === "string" ? { propertyName: member } : member;
      case "enum":
        return Array.isArray(member) ? member : undefined;
      case "const":
      case "default":
        return member;
      default:
        // Limits are compared as numbers, so that they need not be exact.
        return typeof member === "bigint" ? Number(member) : member;
    }
  }

  return normalize;
}

/**
 * Whether normalization would copy a schema without a change. Most schemas are such leaves, and are
 * used as they are: copies of them would take most of the time and memory of a comparison.
 */
function isPlain(schema: JsonTree): boolean {
  for (const name in schema) {
    const test = findOwn(plainValues, name);
    if (test === undefined || !test(schema[name])) return false;
  }
  return true;
}

const isWord = (value: unknown) => typeof value === "string";
const isLimit = (value: unknown) => typeof value === "number";
const isEffectiveLimit = (value: unknown) => typeof value === "number" && value !== 0;
const encodedFormats = new Set<unknown>(["byte", "binary", "base64", "base64url"]);

/** By keyword: whether its value remains the same. Without a prototype, as names are untrusted. */
const plainValues: Readonly<Record<string, ((value: unknown) => boolean) | undefined>> = {
  ...Object.create(null),
  ...{ title: isWord, description: isWord, pattern: isWord, $comment: isWord },
  type: (value) => typeof value === "string" && value !== "file",
  format: (value) => typeof value === "string" && !encodedFormats.has(value),
  ...{ minimum: isLimit, maximum: isLimit, multipleOf: isLimit },
  ...{ maxLength: isLimit, maxItems: isLimit, maxProperties: isLimit },
  ...{ minLength: isEffectiveLimit, minItems: isEffectiveLimit, minProperties: isEffectiveLimit },
};

/** Keywords for which a schema that matches anything has an effect. */
const impliesByTrue = new Set(["not", "contains"]);

/** Not an assignment for a field that is named `__proto__`. */
function setMember(tree: JsonTree, name: string, value: unknown): void {
  if (name !== "__proto__") tree[name] = value;
  else {
    Object.defineProperty(tree, name, {
      ...{ value, enumerable: true, writable: true, configurable: true },
    });
  }
}

function toReference(value: unknown): string {
  return typeof value === "string" ? value : writeJson(value);
}

function simplify(schema: JsonTree, path: Path, context: SchemaContext): JsonTree {
  simplifyType(schema);
  simplifyBinary(schema);
  simplifyBounds(schema);
  dropDefaults(schema);
  simplifyContains(schema, context);
  simplifyCondition(schema, context);
  simplifyChoices(schema);
  simplifyValues(schema);
  return simplifyNullable(schema, path, context);
}

function simplifyType(schema: JsonTree): void {
  const types = new Set(listTypes(schema));
  if (types.has("file")) {
    // Before 3.0, for uploads and downloads.
    types.delete("file");
    types.add("string");
    schema.contentMediaType ??= anyBytes;
  }
  if (types.has("number")) types.delete("integer");
  const [only, ...others] = types;
  if (only === undefined || everyType.every((type) => types.has(type))) delete schema.type;
  else schema.type = others.length === 0 ? only : [...types];
}

const everyType = ["array", "boolean", "null", "number", "object", "string"];

/** Converts `format: byte` and `binary` to contentEncoding and contentMediaType. */
function simplifyBinary(schema: JsonTree): void {
  const encodings: Readonly<Record<string, string>> = { byte: "base64", base64url: "base64url" };
  const { format } = schema;
  if (typeof format === "string" && isText(schema)) {
    if (encodings[format] !== undefined || format === "base64") {
      schema.contentEncoding ??= encodings[format] ?? format;
      delete schema.format;
    } else if (format === "binary") {
      schema.contentMediaType ??= anyBytes;
      delete schema.format;
    }
  }
  const { contentEncoding } = schema;
  if (typeof contentEncoding === "string") {
    const encoding = contentEncoding.toLowerCase();
    if (["binary", "7bit", "8bit", "identity"].includes(encoding)) {
      delete schema.contentEncoding;
      schema.contentMediaType ??= anyBytes;
    } else schema.contentEncoding = encoding;
  }
  // The encoding alone implies arbitrary bytes.
  if (schema.contentEncoding !== undefined && schema.contentMediaType === anyBytes) {
    delete schema.contentMediaType;
  }
  const isEncoded = schema.contentEncoding !== undefined || schema.contentMediaType !== undefined;
  if (isEncoded && schema.type === undefined) schema.type = "string";
}

function isText(schema: JsonTree): boolean {
  const types = listTypes(schema);
  return types.length === 0 || types.includes("string");
}

function simplifyBounds(schema: JsonTree): void {
  for (const [bound, exclusive, tighter] of [
    ["minimum", "exclusiveMinimum", Math.max],
    ["maximum", "exclusiveMaximum", Math.min],
  ] as const) {
    const limit = schema[bound];
    const other = schema[exclusive];
    if (typeof other === "boolean") {
      delete schema[exclusive];
      if (other && typeof limit === "number") {
        schema[exclusive] = limit;
        delete schema[bound];
      }
    } else if (typeof other === "number" && typeof limit === "number") {
      // The stricter one of both.
      if (tighter(other, limit) === other) delete schema[bound];
      else delete schema[exclusive];
    }
  }
}

const zeroLimits = ["minLength", "minItems", "minProperties"];
const negligible: Readonly<Record<string, unknown>> = {
  uniqueItems: false,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
};

/** Removes values that are equal to the default. */
function dropDefaults(schema: JsonTree): void {
  for (const name of zeroLimits) if (schema[name] === 0) delete schema[name];
  for (const [name, value] of Object.entries(negligible)) {
    if (schema[name] === value) delete schema[name];
  }
  if (schema.contains === undefined) {
    delete schema.minContains;
    delete schema.maxContains;
  }
  if (schema.minContains === 1) delete schema.minContains;
  if (schema.minContains === 0 && schema.maxContains === undefined) {
    delete schema.minContains;
    delete schema.contains;
  }
  for (const name of ["additionalProperties", "items", "propertyNames", "unevaluatedItems"]) {
    if (isAnything(schema[name])) delete schema[name];
  }
  if (isAnything(schema.unevaluatedProperties)) delete schema.unevaluatedProperties;
  // Every name is text.
  const { propertyNames } = schema;
  if (isTree(propertyNames) && Object.keys(propertyNames).join() === "type") {
    if (propertyNames.type === "string") delete schema.propertyNames;
  }
  dropConditionsByName(schema);
  for (const name of ["required", "prefixItems", "allOf", "anyOf", "oneOf"]) {
    const list = schema[name];
    if (Array.isArray(list) && list.length === 0) delete schema[name];
  }
  for (const name of ["properties", "patternProperties", "dependentSchemas", "dependentRequired"]) {
    const map = schema[name];
    if (isTree(map) && Object.keys(map).length === 0) {
      // A schema with properties describes an object, even without a type.
      if (name === "properties") schema.type ??= "object";
      delete schema[name];
    }
  }
  const { xml } = schema;
  if (isTree(xml)) {
    const settings = Object.entries(xml).filter(([, value]) => value !== false && value !== "");
    if (settings.length === 0) delete schema.xml;
    else schema.xml = Object.fromEntries(settings);
  }
}

/** Removes schemas by name that match anything. */
function dropConditionsByName(schema: JsonTree): void {
  const { additionalProperties: further, unevaluatedProperties: other } = schema;
  // Otherwise, a pattern exempts properties from another condition.
  const isFree = further === undefined && other === undefined;
  for (const name of isFree ? ["patternProperties", "dependentSchemas"] : ["dependentSchemas"]) {
    const map = schema[name];
    if (!isTree(map)) continue;
    const effective = Object.entries(map).filter(([, one]) => !isAnything(one) && one !== true);
    if (effective.length === 0) delete schema[name];
    else if (effective.length < Object.keys(map).length) schema[name] = fromMembers(effective);
  }
}

function fromMembers(members: readonly (readonly [string, unknown])[]): JsonTree {
  const result: JsonTree = {};
  for (const [name, value] of members) setMember(result, name, value);
  return result;
}

/**
 * A condition without consequences, and consequences without a condition, have no effect.
 * Source: JSON Schema 2020-12 core, section 10.2.2.
 */
function simplifyCondition(schema: JsonTree, { countsEvaluated }: SchemaContext): void {
  for (const name of ["then", "else"]) {
    if (schema.if === undefined || isAnything(schema[name])) delete schema[name];
  }
  if (schema.if === undefined || schema.then !== undefined || schema.else !== undefined) return;
  // Properties that match the condition count as evaluated.
  if (!countsEvaluated()) delete schema.if;
}

/** Items that match anything are counted by the limits of the list. */
function simplifyContains(schema: JsonTree, { countsEvaluated }: SchemaContext): void {
  // Items that match `contains` count as evaluated.
  if (!isAnything(schema.contains) || countsEvaluated()) return;
  const { minContains = 1, maxContains, minItems = 0, maxItems } = schema;
  const bounds = [minContains, minItems, maxContains ?? 0, maxItems ?? 0];
  if (!bounds.every(isLimit)) return;
  for (const name of ["contains", "minContains", "maxContains"]) delete schema[name];
  const low = Math.max(Number(minContains), Number(minItems));
  if (low > 0) schema.minItems = low;
  if (maxContains === undefined) return;
  schema.maxItems = Math.min(Number(maxContains), Number(maxItems ?? maxContains));
}

function isAnything(schema: unknown): boolean {
  return (
    isTree(schema) && schema.$ref === undefined && !restrictsValues(schema) && !isNoted(schema)
  );
}

function simplifyChoices(schema: JsonTree): void {
  const parts = listIn(schema, "allOf").filter((part) => !isAnything(part));
  for (const name of ["anyOf", "oneOf"]) {
    const list = dropImpossible(schema, name);
    const [only, ...others] = list;
    if (only !== undefined && others.length === 0) {
      parts.push(only);
      delete schema[name];
    } else if (name === "anyOf" && list.some(isAnything)) {
      delete schema[name];
    } else {
      const values = mergeValues(list, name);
      if (values !== undefined && schema.enum === undefined && schema.const === undefined) {
        schema.enum = values;
        delete schema[name];
      }
    }
  }
  if (parts.length > 0) schema.allOf = parts;
  else delete schema.allOf;
}

/** Removes choices that match nothing, unless there are no others. */
function dropImpossible(schema: JsonTree, name: string): readonly unknown[] {
  const list = listIn(schema, name);
  const possible = list.filter((choice) => !isUnsatisfiable(choice));
  const rest = possible.length > 0 ? possible : list.slice(0, 1);
  if (rest.length < list.length) schema[name] = rest;
  return rest;
}

/** Converts `nullable` to a type, or to a choice for a schema without types. */
function simplifyNullable(schema: JsonTree, path: Path, { locate }: SchemaContext): JsonTree {
  const isNullable = schema.nullable === true || schema["x-nullable"] === true;
  delete schema.nullable;
  delete schema["x-nullable"];
  if (schema.type === "null") delete schema.enum;
  if (!isNullable) return schema;
  const types = listTypes(schema);
  const isPlain = schema.allOf === undefined && schema.anyOf === undefined;
  if (types.length > 0 && isPlain && schema.oneOf === undefined) {
    if (types.includes("null")) return schema;
    return { ...schema, type: [...types, "null"] };
  }
  const [outside, rest]: [JsonTree, JsonTree] = [{}, {}];
  for (const [name, value] of Object.entries(schema)) {
    (outerMembers.has(name) || name.startsWith("x-") ? outside : rest)[name] = value;
  }
  // Without a type, null is allowed already, and limits apply to other types only.
  if (!Object.keys(rest).some((name) => refusesNull.has(name))) return schema;
  const parts = listIn(rest, "allOf");
  const [part] = parts;
  const isMere = parts.length === 1 && Object.keys(rest).length === 1;
  const base = isMere && isTree(part) ? part : locate(rest, path);
  return { ...outside, anyOf: [base, locate({ type: "null" }, path)] };
}

/** Keywords that can refuse null. */
const refusesNull = new Set([
  ...["type", "enum", "allOf", "anyOf", "oneOf", "not", "if", "properties", "discriminator"],
]);

function listIn(schema: JsonTree, name: string): unknown[] {
  const list = schema[name];
  return Array.isArray(list) ? list : [];
}
