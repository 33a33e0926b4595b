/** Restrictions of a schema, including those of schemas that it includes with allOf. */

import { getMember, isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import { addTo } from "../../../json/groups.ts";
import { type ApiDescription, nodesPerComparison, type PayloadDirection } from "../change.ts";
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
  const pending = [schema];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const target = description.followSchema(part);
    if (!target || visited.has(target.value)) continue;
    description.budget.drawNodes();
    visited.add(target.value);
    parts.push(target);
    for (const one of [...description.getAllOfSchemas(target)].reverse()) pending.push(one);
  }
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

/**
 * Whether no value matches a schema, as with `false`, `not: {}`, an empty list of values or parts
 * without a common type.
 */
export function matchesNothing(schema: LocatedValue, description: ApiDescription): boolean {
  const parts = listParts(schema, description);
  if (parts.some(({ value }) => isUnsatisfiable(value))) return true;
  if (parts.length === 1) return false;
  const kinds = parts.map(({ value }) => listOwnKinds(value)).filter(({ size }) => size > 0);
  const [first, ...others] = kinds;
  if (first === undefined) return false;
  let shared: ReadonlySet<string> = first;
  for (const one of others) {
    shared = new Set(listSharedKinds(shared, one));
    if (shared.size === 0) return true;
  }
  return false;
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
  description.budget.drawNodes(declared.size * nodesPerComparison);
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

/** The types of a schema, including null and those of its choices; empty for any. */
export function parseKinds(schema: LocatedValue, description: ApiDescription): ReadonlySet<string> {
  if (!isTree(schema.value)) return collectNamedKinds(listParts(schema, description));
  const existing = description.kinds.get(schema.value);
  if (existing) return existing;
  return collectKinds(schema.value, schema, description);
}

/** A schema with choices, while their types are collected. */
interface KindNode {
  readonly named: ReadonlySet<string>;
  readonly lists: readonly (readonly LocatedValue[])[];
  /** The schemas whose types depend on it. */
  readonly owners: KindNode[];
  /** Undefined until the types of a choice are known. */
  kinds: ReadonlySet<string> | undefined;
  remainingRounds: number;
}

/** Types have at most this number of intermediate results, because each adds a type. */
const mostRounds = types.length;

/**
 * Determines the types of a schema and of all its direct and indirect choices. A choice can lead
 * back to its schema, to which it adds nothing.
 */
function collectKinds(
  value: JsonTree,
  schema: LocatedValue,
  description: ApiDescription,
): ReadonlySet<string> {
  const nodes = new Map<unknown, KindNode>();
  const queue: (readonly [LocatedValue, owner: KindNode | undefined])[] = [[schema, undefined]];
  for (const [one, owner] of queue) {
    if (isTree(one.value) && description.kinds.has(one.value)) continue;
    const existing = nodes.get(one.value);
    if (owner) existing?.owners.push(owner);
    if (existing) continue;
    const parts = listParts(one, description);
    const lists = parts.flatMap((part) =>
      choices.map((name) => description.listIn(part, name)).filter(({ length }) => length > 0),
    );
    const node: KindNode = {
      ...{ named: collectNamedKinds(parts), lists, owners: owner ? [owner] : [] },
      ...{ kinds: undefined, remainingRounds: mostRounds },
    };
    nodes.set(one.value, node);
    for (const list of lists) for (const choice of list) queue.push([choice, node]);
  }
  const findKinds = (one: LocatedValue) =>
    nodes.get(one.value)?.kinds ??
    (isTree(one.value) ? description.kinds.get(one.value) : undefined);
  // The choices before the schemas that contain them, which were found first.
  const pending = [...nodes.values()];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const kinds = combineKinds(node, findKinds);
    if (kinds === undefined || isSameSet(kinds, node.kinds) || node.remainingRounds-- <= 0)
      continue;
    node.kinds = kinds;
    for (const owner of node.owners) pending.push(owner);
  }
  for (const [one, { kinds, named }] of nodes) {
    if (isTree(one)) description.kinds.set(one, kinds ?? named);
  }
  return description.kinds.get(value) ?? new Set();
}

/** @returns undefined as long as the types of all choices are unknown */
function combineKinds(
  { named, lists }: KindNode,
  findKinds: (choice: LocatedValue) => ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  let kinds = named;
  for (const list of lists) {
    const each = list.flatMap((choice) => findKinds(choice) ?? []);
    if (each.length === 0 && named.size === 0) return undefined;
    if (each.length > 0 && each.every(({ size }) => size > 0)) {
      kinds = intersect(kinds, new Set(each.flatMap((some) => [...some])));
    }
  }
  return new Set([...kinds].sort());
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): boolean {
  return other?.size === one.size && [...one].every((kind) => other.has(kind));
}

/** All parts apply to a value. If they have no type in common, the first ones count. */
function intersect(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  if (some.size === 0 || others.size === 0) return some.size === 0 ? others : some;
  const both = listSharedKinds(some, others);
  return both.length > 0 ? new Set(both) : some;
}

function listSharedKinds(
  some: ReadonlySet<string>,
  others: ReadonlySet<string>,
): readonly string[] {
  return [...some, ...others].filter((kind) => allowsKind(some, kind) && allowsKind(others, kind));
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
