/**
 * Types of a value as alternatives: a schema with several types is equivalent to a choice between
 * schemas of one type each. Null is the most frequent of these types.
 */
import { isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import type { ApiDescription } from "../change.ts";
import { listTypes, parseKind, saysSomething } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { choices, hasChoices, listParts, namedKinds, parseKinds } from "./schema-shape.ts";

/**
 * The schema without null, if null is a type or a choice of its own.
 * @param schema after following its references
 */
export function withoutNull(
  schema: LocatedValue,
  description: ApiDescription,
): LocatedValue | undefined {
  const { value } = schema;
  if (!isTree(value)) return undefined;
  const types = listTypes(value);
  if (types.includes("null") && types.length > 1) {
    return description.derive(schema, "without null", () => {
      const [only, ...others] = types.filter((type) => type !== "null");
      const type = others.length === 0 ? only : [only, ...others];
      const values = Array.isArray(value.enum)
        ? value.enum.filter((one) => one !== null)
        : undefined;
      return { ...value, type, ...(values && { enum: values }) };
    });
  }
  const list = choicesAlone(schema, description);
  if (list === undefined) return undefined;
  const others = list.filter((one) => !isNull(one, description));
  if (others.length === list.length || others.length === 0) return undefined;
  const [only, ...more] = others;
  if (only && more.length === 0) return description.followSchema(only);
  const name = choices.find((one) => value[one] !== undefined) ?? "anyOf";
  return description.derive(schema, "without null", () => ({
    ...value,
    [name]: others.map((one) => one.value),
  }));
}

/** The choices of a schema that consists only of one list of choices. */
function choicesAlone(
  { value, path }: LocatedValue,
  description: ApiDescription,
): readonly LocatedValue[] | undefined {
  if (!isTree(value)) return undefined;
  const { oneOf, anyOf } = value;
  if (oneOf === undefined && anyOf === undefined) return undefined;
  const { oneOf: _one, anyOf: _any, discriminator: _, ...rest } = value;
  const lists = [oneOf, anyOf].filter(Array.isArray);
  if (lists.length !== 1) return undefined;
  const list = description.listIn({ value, path }, oneOf === undefined ? "anyOf" : "oneOf");
  const { type, ...further } = rest;
  if (saysSomething(further)) return undefined;
  if (type === undefined) return list;
  // A type that all choices share adds nothing.
  const kinds = new Set(listTypes(rest));
  const each = list.map((one) => parseKinds(one, description));
  return each.every((some) => some.size > 0 && [...some].every((kind) => kinds.has(kind)))
    ? list
    : undefined;
}

function isNull(choice: LocatedValue, description: ApiDescription): boolean {
  const kinds = parseKinds(choice, description);
  return kinds.size === 1 && kinds.has("null");
}

/** Whether a schema consists only of choices. */
export function isMereChoice(schema: LocatedValue, description: ApiDescription): boolean {
  return choicesAlone(schema, description) !== undefined;
}

/**
 * The choices by type, if each has one that no other choice has; numbers and integers count as one
 * type.
 */
function choicesByKind(
  schema: LocatedValue,
  description: ApiDescription,
): ReadonlyMap<string, LocatedValue> | undefined {
  const byKind = new Map<string, LocatedValue>();
  for (const choice of choicesAlone(schema, description) ?? []) {
    const [kind, ...others] = parseKinds(choice, description);
    if (kind === undefined || others.length > 0 || byKind.has(wide(kind))) return undefined;
    byKind.set(wide(kind), choice);
  }
  return byKind.size > 1 ? byKind : undefined;
}

/**
 * The schemas to compare for each common type, if one side lists types and the other has choices.
 */
export function pairsByKind(
  old: LocatedValue,
  young: LocatedValue,
  before: ApiDescription,
  now: ApiDescription,
): readonly (readonly [LocatedValue, LocatedValue])[] | undefined {
  const [former, current] = [splitByKind(old, before), splitByKind(young, now)];
  if (!former || !current || former.isList === current.isList) return undefined;
  return [...former.byKind].flatMap(([kind, one]) => {
    const other = current.byKind.get(kind);
    return other ? [[one, other] as const] : [];
  });
}

interface Split {
  readonly byKind: ReadonlyMap<string, LocatedValue>;
  /** Whether the schema lists several types and has no choices. */
  readonly isList: boolean;
}

function splitByKind(schema: LocatedValue, description: ApiDescription): Split | undefined {
  const chosen = choicesByKind(schema, description);
  if (chosen) return { byKind: chosen, isList: false };
  const parts = listParts(schema, description);
  const kinds = namedKinds(parts);
  if (kinds.size < 2 || hasChoices(parts)) return undefined;
  const each = [...kinds].map((kind) => [wide(kind), onlyKind(schema, kind, description)] as const);
  return { byKind: new Map(each), isList: true };
}

/** The schema for the values of one type. */
function onlyKind(schema: LocatedValue, kind: string, description: ApiDescription): LocatedValue {
  return description.derive(schema, `only ${kind}`, (): JsonTree => {
    const { value } = schema;
    if (!isTree(value) || value.allOf !== undefined) return { type: kind, allOf: [value] };
    const values = Array.isArray(value.enum)
      ? value.enum.filter((one) => wide(parseKind(one)) === wide(kind))
      : undefined;
    return { ...value, type: kind, ...(values && { enum: values }) };
  });
}

function wide(kind: string): string {
  return kind === "integer" ? "number" : kind;
}

/** Whether no value matches two of the schemas, because their types differ. */
export function areApart(list: readonly LocatedValue[], description: ApiDescription): boolean {
  const seenKinds = new Set<string>();
  for (const one of list) {
    const kinds = new Set([...parseKinds(one, description)].map(wide));
    if (kinds.size === 0 || [...kinds].some((kind) => seenKinds.has(kind))) return false;
    for (const kind of kinds) seenKinds.add(kind);
  }
  return true;
}
