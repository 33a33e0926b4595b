/**
 * Comparison of JSON Schema conditions other than types, values and limits. An added condition
 * allows fewer values, a removed one allows more.
 */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { type ApiDescription, getNewLocation, getOldLocation, type OwnChange } from "../change.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { findPartsMember } from "./schema-shape.ts";

export type AddConditionChange = (
  rule: string,
  isBreaking: boolean,
  message: string,
  where: Pick<OwnChange, "path" | "in">,
) => void;
export type Inner = (old: LocatedValue, young: LocatedValue) => void;

interface ConditionPair {
  readonly before: ApiDescription;
  readonly now: ApiDescription;
  readonly sends: boolean;
  readonly add: AddConditionChange;
  readonly inner: Inner;
}

/** A schema that values, or parts of them, must match. */
const nested = [
  "contains",
  "propertyNames",
  "contentSchema",
  "unevaluatedItems",
  "unevaluatedProperties",
  "then",
  "else",
];
/** Conditions whose effect cannot be determined from their schemas. */
const whole = ["not", "if", "contentEncoding", "contentMediaType"];
const schemasByName = ["patternProperties", "dependentSchemas"];

/** @param old the parts of a schema, like `young` */
export function compareConditions(
  old: readonly LocatedValue[],
  young: readonly LocatedValue[],
  sides: ConditionPair,
): void {
  if (!hasConditions(old) && !hasConditions(young)) return;
  const { before, now, sends, add, inner } = sides;
  const compare = (name: string, a: LocatedValue, b: LocatedValue, isWhole: boolean) => {
    const rule = name.split(" ")[0] ?? name;
    const [former, current] = [computeStrictness(a.value), computeStrictness(b.value)];
    if (former < current)
      add(
        `${toKebabCase(rule)}-added`,
        sends,
        `The condition ${name} was added.`,
        getNewLocation(b),
      );
    else if (former > current) {
      add(
        `${toKebabCase(rule)}-removed`,
        !sends,
        `The condition ${name} was removed.`,
        getOldLocation(a),
      );
    } else if (!isWhole) {
      if (isTree(a.value) && isTree(b.value)) inner(a, b);
    } else if (former > 0 && toText(a) !== toText(b)) {
      add(
        `${toKebabCase(rule)}-changed`,
        true,
        `The condition ${name} has changed.`,
        getNewLocation(b),
      );
    }
  };
  for (const name of nested) {
    compare(name, findPartsMember(old, name, before), findPartsMember(young, name, now), false);
  }
  for (const name of whole) {
    compare(name, findPartsMember(old, name, before), findPartsMember(young, name, now), true);
  }
  for (const name of schemasByName) {
    const [former, current] = [listMaps(old, name, before), listMaps(young, name, now)];
    for (const key of collectNames([former, current].flat())) {
      const a = findPartsMember(former, key, before);
      const b = findPartsMember(current, key, now);
      compare(`${name} ${key}`, a, b, false);
    }
  }
  compareDependencies(old, young, sides);
  comparePositions(old, young, sides);
}

const all = [...nested, ...whole, ...schemasByName, "dependentRequired", "prefixItems"];

/** Few schemas have conditions. */
function hasConditions(parts: readonly LocatedValue[]): boolean {
  return parts.some(({ value }) => all.some((name) => getMember(value, name) !== undefined));
}

/** Properties that are required if another one is present. */
function compareDependencies(
  old: readonly LocatedValue[],
  young: readonly LocatedValue[],
  { before, now, sends, add }: ConditionPair,
): void {
  const name = "dependentRequired";
  const [former, current] = [listMaps(old, name, before), listMaps(young, name, now)];
  for (const key of collectNames([former, current].flat())) {
    const [a, b] = [listIn(former, key), listIn(current, key)];
    for (const one of b.filter((each) => !a.includes(each))) {
      const message = `With ${key}, the property ${one} is now required.`;
      add(
        "dependent-required-added",
        sends,
        message,
        getNewLocation(findPartsMember(current, key, now)),
      );
    }
    for (const one of a.filter((each) => !b.includes(each))) {
      const message = `With ${key}, the property ${one} is now optional.`;
      add(
        "dependent-required-removed",
        !sends,
        message,
        getOldLocation(findPartsMember(former, key, before)),
      );
    }
  }
}

/** The members of each part with the given name. */
function listMaps(
  parts: readonly LocatedValue[],
  name: string,
  description: ApiDescription,
): readonly LocatedValue[] {
  return parts
    .map((part) => description.member(part, name))
    .filter(({ value }) => value !== undefined);
}

/** List items that have a schema for their position. */
function comparePositions(
  old: readonly LocatedValue[],
  young: readonly LocatedValue[],
  { before, now, sends, add, inner }: ConditionPair,
): void {
  const name = "prefixItems";
  const [former = nothing] = listMaps(old, name, before);
  const [current = nothing] = listMaps(young, name, now);
  const [count, counted] = [computeLength(former), computeLength(current)];
  for (let n = 0; n < Math.min(count, counted); n++) {
    inner(before.member(former, n), now.member(current, n));
  }
  for (let n = counted; n < count; n++) {
    const message = `prefixItems no longer defines item ${n + 1}.`;
    add("prefix-item-removed", sends, message, getOldLocation(before.member(former, n)));
  }
  for (let n = count; n < counted; n++) {
    const message = `prefixItems now defines item ${n + 1}.`;
    add("prefix-item-added", !sends, message, getNewLocation(now.member(current, n)));
  }
}

/** Strictness of a condition: none or true; a schema or a word; false, which matches nothing. */
function computeStrictness(value: unknown): number {
  if (value === undefined || value === true) return 0;
  return value === false ? 2 : 1;
}

function collectNames(maps: readonly LocatedValue[]): Set<string> {
  return new Set(maps.flatMap(({ value }) => (isTree(value) ? Object.keys(value) : [])));
}

function listIn(maps: readonly LocatedValue[], name: string): readonly string[] {
  return maps.flatMap(({ value }) => {
    const list = getMember(value, name);
    return Array.isArray(list) ? list.map(String) : [];
  });
}

const nothing: LocatedValue = { value: undefined, path: [] };

function computeLength({ value }: LocatedValue): number {
  return Array.isArray(value) ? value.length : 0;
}

function toText({ value }: LocatedValue): string {
  return toCanonicalText(value);
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
