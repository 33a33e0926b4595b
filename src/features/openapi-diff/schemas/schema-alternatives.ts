/**
 * Types of a value as alternatives: a schema with several types is equivalent to a choice between
 * schemas of one type each. Null is the most frequent of these types.
 */
import { isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { addTo } from "../../../json/groups.ts";
import type { ApiDescription } from "../change.ts";
import {
  allowsKind,
  appliesTo,
  listTypes,
  parseKind,
  restrictsValues,
} from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { choices, collectNamedKinds, hasChoices, listParts, parseKinds } from "./schema-shape.ts";

/**
 * The schema without null, if null is a type or a separate choice.
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
  const list = findSoleChoices(schema, description);
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
function findSoleChoices(
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
  if (restricts(further)) return undefined;
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
  return findSoleChoices(schema, description) !== undefined;
}

/** Whether a schema has keywords other than those about its location. */
function restricts(schema: JsonTree): boolean {
  const { default: _, readOnly: __, writeOnly: ___, ...rest } = schema;
  return restrictsValues(rest);
}

/** A schema that a value can match, with its types. */
interface Alternative {
  readonly schema: LocatedValue;
  readonly kinds: ReadonlySet<string>;
  /** The keyword that lists it. */
  readonly list: (typeof choices)[number] | undefined;
  /** Of the schema that lists it. */
  readonly discriminator: unknown;
  /** Whether it is a choice of a choice. */
  readonly isNested: boolean;
}

/** The schemas to compare for each type, and all types. */
export interface KindPairs {
  readonly kinds: readonly [ReadonlySet<string>, ReadonlySet<string>];
  readonly pairs: readonly (readonly [LocatedValue, LocatedValue])[];
}

/**
 * The schemas to compare for each type, if the choices of one side do not correspond to those of the
 * other: a list of types and choices, or null in another choice.
 */
export function pairByKind(
  old: LocatedValue,
  young: LocatedValue,
  before: ApiDescription,
  now: ApiDescription,
): KindPairs | undefined {
  if (!mayHaveAlternatives(old, before) && !mayHaveAlternatives(young, now)) return undefined;
  const [former, current] = [listAlternatives(old, before), listAlternatives(young, now)];
  if (!former || !current || areCorresponding(former, current)) return undefined;
  const [byKind, byKindNow] = [groupByKind(old, former, before), groupByKind(young, current, now)];
  return {
    kinds: [collectKinds(former), collectKinds(current)],
    pairs: [...byKind].flatMap(([kind, one]) => {
      const other = byKindNow.get(kind);
      // There is only one null.
      return other && kind !== "null" ? [[one, other] as const] : [];
    }),
  };
}

/** Most schemas have one type and no choices. */
function mayHaveAlternatives(schema: LocatedValue, description: ApiDescription): boolean {
  const parts = listParts(schema, description);
  return hasChoices(parts) || collectNamedKinds(parts).size > 1;
}

/** Whether no choice contains choices, and alternatives with a type in common have the same types. */
function areCorresponding(
  former: readonly Alternative[],
  current: readonly Alternative[],
): boolean {
  if ([...former, ...current].some(({ isNested }) => isNested)) return false;
  const listsOfKinds = [former, current].map(listDistinctKinds);
  const [some = [], others = []] = listsOfKinds;
  return some.every((one) =>
    others.every((other) => {
      const shared = [...other].filter((kind) => one.has(kind));
      return shared.length === 0 || (shared.length === one.size && one.size === other.size);
    }),
  );
}

/** Each combination of types that an alternative has, with integers as numbers. */
function listDistinctKinds(alternatives: readonly Alternative[]): readonly ReadonlySet<string>[] {
  const sets = alternatives.map(({ kinds }) => new Set([...kinds].map(widenKind)));
  return [...new Map(sets.map((kinds) => [[...kinds].sort().join(), kinds] as const)).values()];
}

/** Choices in choices multiply: more of them are compared as they are. */
const mostNested = 8;
const mostAlternatives = 1000;

/** @returns undefined if an alternative has no types, or several lists of choices apply */
function listAlternatives(
  schema: LocatedValue,
  description: ApiDescription,
  depth = 0,
): readonly Alternative[] | undefined {
  const target = description.followSchema(schema);
  if (!target || !isTree(target.value) || depth > mostNested) return undefined;
  const parts = listParts(target, description);
  if (!hasChoices(parts)) {
    const kinds = collectNamedKinds(parts);
    return kinds.size === 0
      ? undefined
      : [{ schema, kinds, list: undefined, discriminator: undefined, isNested: false }];
  }
  const { oneOf, anyOf, discriminator, ...base } = target.value;
  const list = oneOf === undefined ? "anyOf" : "oneOf";
  const isOnly = (oneOf === undefined) !== (anyOf === undefined);
  const others = parts.filter((part) => part.value !== target.value);
  if (!isOnly || hasChoices(others)) return undefined;
  const rest = restricts(base)
    ? description.derive(target, "beside choices", () => base)
    : undefined;
  const kinds = rest ? collectNamedKinds(listParts(rest, description)) : new Set<string>();
  const alternatives: Alternative[] = [];
  for (const choice of description.listIn(target, list)) {
    const inner = listAlternatives(choice, description, depth + 1);
    if (inner === undefined) return undefined;
    for (const one of inner) {
      const shared = [...one.kinds].filter((kind) => kinds.size === 0 || allowsKind(kinds, kind));
      if (shared.length === 0) continue;
      alternatives.push({
        schema: rest ? description.all([rest, one.schema]) : one.schema,
        kinds: new Set(shared),
        ...(inner.length === 1
          ? { list, discriminator, isNested: false }
          : {
              list: one.list ?? list,
              discriminator: one.discriminator,
              isNested: one.list !== undefined,
            }),
      });
    }
    if (inner.length > 1 && alternatives.length > mostAlternatives) return undefined;
  }
  return alternatives.length === 0 ? undefined : alternatives;
}

function collectKinds(alternatives: readonly Alternative[]): ReadonlySet<string> {
  const kinds = new Set(alternatives.flatMap((one) => [...one.kinds]));
  if (kinds.has("number")) kinds.delete("integer");
  return new Set([...kinds].sort());
}

/** For each type, the schema that its values match; choices if there are several. */
function groupByKind(
  schema: LocatedValue,
  alternatives: readonly Alternative[],
  description: ApiDescription,
): ReadonlyMap<string, LocatedValue> {
  const groups = new Map<string, Alternative[]>();
  for (const one of alternatives) {
    for (const kind of one.kinds) {
      const isOnly = one.kinds.size === 1;
      const part = isOnly ? one.schema : restrictToKind(one.schema, kind, description);
      addTo(groups, widenKind(kind), { ...one, schema: part, kinds: new Set([kind]) });
    }
  }
  return new Map(
    [...groups].flatMap(([kind, all]) => {
      const [only, ...others] =
        kind === "null" ? all.slice(0, 1) : withoutIncluded(all, description);
      if (only === undefined) return [];
      if (others.length === 0) return [[kind, only.schema] as const];
      const name = [only, ...others].every(({ list }) => list === "anyOf") ? "anyOf" : "oneOf";
      const group = description.derive(schema, `choices of ${kind}`, () => ({
        ...(only.discriminator !== undefined && { discriminator: only.discriminator }),
        [name]: [only, ...others].map((one) => one.schema.value),
      }));
      if (all.some(({ isNested }) => isNested)) description.setNestedForm(group, schema);
      return [[kind, group] as const];
    }),
  );
}

/** Without alternatives that another one includes, because it is equal, or a number without limits. */
function withoutIncluded(
  all: readonly Alternative[],
  description: ApiDescription,
): readonly Alternative[] {
  if (all.length === 1 || all.some(({ list }) => list === "oneOf")) return all;
  const texts = new Set<string>();
  const isFree = all.some(({ schema }) => {
    const value = description.followSchema(schema)?.value;
    if (!isTree(value)) return false;
    const { type: _, ...rest } = value;
    return !restricts(rest);
  });
  return all.filter(({ schema, kinds }) => {
    if (isFree && kinds.has("integer") && all.some((one) => one.kinds.has("number"))) return false;
    const text = toCanonicalText(description.followSchema(schema)?.value);
    if (texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}

/** The schema for the values of one type. */
function restrictToKind(
  schema: LocatedValue,
  kind: string,
  description: ApiDescription,
): LocatedValue {
  const target = description.followSchema(schema) ?? schema;
  return description.derive(target, `only ${kind}`, (): JsonTree => {
    const { value } = target;
    if (!isTree(value) || value.allOf !== undefined) return { type: kind, allOf: [value] };
    const values = Array.isArray(value.enum)
      ? value.enum.filter((one) => widenKind(parseKind(one)) === widenKind(kind))
      : undefined;
    const members = Object.entries(value).filter(([name]) => appliesTo(name, kind));
    return { ...Object.fromEntries(members), type: kind, ...(values && { enum: values }) };
  });
}

function widenKind(kind: string): string {
  return kind === "integer" ? "number" : kind;
}

/** Whether no value matches two of the schemas, because their types differ. */
export function areDisjoint(list: readonly LocatedValue[], description: ApiDescription): boolean {
  const seenKinds = new Set<string>();
  for (const one of list) {
    const kinds = new Set([...parseKinds(one, description)].map(widenKind));
    if (kinds.size === 0 || [...kinds].some((kind) => seenKinds.has(kind))) return false;
    for (const kind of kinds) seenKinds.add(kind);
  }
  return true;
}
