/** Restrictions of a schema, including those of schemas that it includes with allOf. */

import { getMember, isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import { addTo } from "../../../json/groups.ts";
import type { ApiDescription, PayloadDirection } from "../change.ts";
import { allowsKind, isUnsatisfiable, listTypes } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";

export interface ObjectShape {
  readonly members: ReadonlyMap<string, LocatedValue>;
  /**
   * Properties that exist only in the other direction, such as read-only properties in a request.
   */
  readonly others: ReadonlyMap<string, LocatedValue>;
  readonly required: ReadonlySet<string>;
}

/** A schema that matches anything. */
export const anything: JsonTree = {};

/** A schema and all schemas included with allOf, each of which a value must match. */
export function listParts(
  schema: LocatedValue,
  description: ApiDescription,
): readonly LocatedValue[] {
  if (!isTree(schema.value)) return collectParts(schema, description);
  if (description.isSingle(schema.value)) return [schema];
  const existing = description.parts.get(schema.value);
  if (existing) return existing;
  const parts = collectParts(schema, description);
  description.parts.set(schema.value, parts);
  return parts;
}

function collectParts(schema: LocatedValue, description: ApiDescription): readonly LocatedValue[] {
  const parts: LocatedValue[] = [];
  const visited = new Set<unknown>();
  const collect = (part: LocatedValue): void => {
    const target = description.followSchema(part);
    if (!target || visited.has(target.value)) return;
    visited.add(target.value);
    parts.push(target);
    for (const one of description.getAllOfSchemas(target)) collect(one);
  };
  collect(schema);
  return parts;
}

/** The members of the parts with a name, combined into one schema; no value if no part has it. */
export function findPartsMember(
  parts: readonly LocatedValue[],
  name: string,
  description: ApiDescription,
): LocatedValue {
  const [only, ...more] = parts;
  if (only && more.length === 0) return description.member(only, name);
  const owners = parts.filter(({ value }) => getMember(value, name) !== undefined);
  const [first] = owners;
  if (owners.length > 1) return description.all(owners.map((one) => description.member(one, name)));
  return first ? description.member(first, name) : { value: undefined, path: [] };
}

/** Whether no value matches a schema, as with `false`, `not: {}` or an empty list of values. */
export function matchesNothing(schema: LocatedValue, description: ApiDescription): boolean {
  return listParts(schema, description).some(({ value }) => isUnsatisfiable(value));
}

export function mergeShapes(
  parts: readonly LocatedValue[],
  description: ApiDescription,
  direction: PayloadDirection,
): ObjectShape {
  const required = new Set<string>();
  const other = direction === "request" ? "readOnly" : "writeOnly";
  const [members, others] = [new Map<string, LocatedValue>(), new Map<string, LocatedValue>()];
  const isOther = (one: LocatedValue): boolean =>
    isTree(one.value) && description.isSingle(one.value)
      ? one.value[other] === true
      : listParts(one, description).some(({ value }) => getMember(value, other) === true);
  const [only, ...more] = parts;
  if (only && more.length === 0) {
    for (const name of listTexts(only.value, "required")) required.add(name);
    for (const [name, member] of description.listMembers(description.member(only, "properties"))) {
      (isOther(member) ? others : members).set(name, member);
    }
    return { members, others, required };
  }
  const declared = new Map<string, LocatedValue[]>();
  for (const part of parts) {
    for (const name of listTexts(part.value, "required")) required.add(name);
    for (const [name, member] of description.listMembers(description.member(part, "properties"))) {
      addTo(declared, name, member);
    }
  }
  for (const [name, each] of declared) {
    (each.some(isOther) ? others : members).set(name, description.all(each));
  }
  return { members, others, required };
}

function listTexts(value: unknown, name: string): readonly string[] {
  const list = getMember(value, name);
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

export const choices = ["oneOf", "anyOf"] as const;

/** Whether any part is a choice. */
export function hasChoices(parts: readonly LocatedValue[]): boolean {
  return parts.some(({ value }) => choices.some((name) => getMember(value, name) !== undefined));
}

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];
const kindsByType = new Map(types.map((type) => [type, new Set([type])]));

/** The types that parts list, without those of their choices; empty for any. */
export function collectNamedKinds(parts: readonly LocatedValue[]): ReadonlySet<string> {
  const [only, ...more] = parts;
  if (only && more.length === 0) {
    const { type, multipleOf } = isTree(only.value) ? only.value : {};
    const kinds = typeof type === "string" && multipleOf === undefined && kindsByType.get(type);
    if (kinds) return kinds;
  }
  const kinds = parts.map(({ value }) => listOwnKinds(value)).reduce(intersect, new Set<string>());
  // Multiples of an integer are integers, even if one part has the type and another the multiple.
  const isWhole = kinds.has("number") && parts.some(({ value }) => isMultipleOfInteger(value));
  const each = isWhole ? [...kinds].map((kind) => (kind === "number" ? "integer" : kind)) : kinds;
  return new Set([...each].sort());
}

/**
 * The types of a schema, including null and those of its choices; empty for any.
 * @param above schemas that contain this choice: a reference back to one of them adds nothing
 */
export function parseKinds(
  schema: LocatedValue,
  description: ApiDescription,
  above: ReadonlySet<unknown> = new Set(),
): ReadonlySet<string> {
  if (above.size > 0 || !isTree(schema.value)) return collectKinds(schema, description, above);
  const existing = description.kinds.get(schema.value);
  if (existing) return existing;
  const kinds = collectKinds(schema, description, above);
  description.kinds.set(schema.value, kinds);
  return kinds;
}

function collectKinds(
  schema: LocatedValue,
  description: ApiDescription,
  above: ReadonlySet<unknown>,
): ReadonlySet<string> {
  const parts = listParts(schema, description);
  let kinds = collectNamedKinds(parts);
  if (!hasChoices(parts)) return kinds;
  for (const part of parts) {
    if (above.has(part.value)) continue;
    for (const name of choices) {
      const within = new Set([...above, part.value]);
      const each = description
        .listIn(part, name)
        .map((one) => parseKinds(one, description, within));
      if (each.every(({ size }) => size > 0)) {
        kinds = intersect(kinds, new Set(each.flatMap((some) => [...some])));
      }
    }
  }
  return new Set([...kinds].sort());
}

/** All parts apply to a value. If they have no type in common, the first ones count. */
function intersect(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  if (some.size === 0 || others.size === 0) return some.size === 0 ? others : some;
  const both = [...some, ...others].filter(
    (kind) => allowsKind(some, kind) && allowsKind(others, kind),
  );
  return both.length > 0 ? new Set(both) : some;
}

function listOwnKinds(value: unknown): ReadonlySet<string> {
  const kinds = new Set(listTypes(value));
  // A schema with properties describes an object, even without a type.
  if (kinds.size === 0 && isTree(value) && isTree(value.properties)) kinds.add("object");
  return kinds;
}

function isMultipleOfInteger(value: unknown): boolean {
  const step = isTree(value) ? value.multipleOf : undefined;
  return typeof step === "number" && Number.isInteger(step);
}

/** The allowed values; undefined for any. */
export function getOwnValues(value: JsonTree): readonly unknown[] | undefined {
  return Array.isArray(value.enum) ? value.enum : undefined;
}
