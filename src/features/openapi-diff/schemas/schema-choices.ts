/** Comparison of the choices of oneOf and anyOf. */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import type { JsonValue } from "../../../json/values.ts";
import { type ApiDescription, getNewLocation, getOldLocation } from "../change.ts";
import { getReferenceName } from "../normalize/document.ts";
import { restrictsValues } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { findChoiceValues, type SchemaPair } from "./discriminators.ts";
import { areDisjoint, isMereChoice } from "./schema-alternatives.ts";
import {
  choices,
  getOwnValues,
  hasChoices,
  listParts,
  mergeShapes,
  parseKinds,
} from "./schema-shape.ts";

/** @returns whether the comparison is complete, because one side is a choice of the other */
export function compareChoices(old: LocatedValue, young: LocatedValue, sides: SchemaPair): boolean {
  const { before, now } = sides;
  if (!hasChoices(listParts(old, before)) && !hasChoices(listParts(young, now))) return false;
  const values = [findChoiceValues(old, before), findChoiceValues(young, now)] as const;
  const lists = choices.map((name) => ({
    name,
    former: listSchemaLists(name, old, before),
    current: listSchemaLists(name, young, now),
  }));
  matchOtherNames(lists, young, sides);
  let isAll = false;
  for (const { name, former, current } of lists) {
    for (let n = 0; n < Math.max(former.length, current.length); n++) {
      const [some, others] = [former[n] ?? [], current[n] ?? []];
      if (some.length > 0 && others.length > 0)
        compareLists(name, some, others, values, { ...sides, young });
      else if (others.length > 0)
        isAll = compareAddedChoices(name, old, young, others, sides) || isAll;
      else if (some.length > 0)
        isAll = compareRemovedChoices(name, old, young, some, sides) || isAll;
    }
  }
  return isAll;
}

interface NamedLists {
  readonly name: (typeof choices)[number];
  former: (readonly LocatedValue[])[];
  current: (readonly LocatedValue[])[];
}

/** `oneOf` and `anyOf` with the same list differ only for values that match two choices. */
function matchOtherNames(
  [one, other]: readonly NamedLists[],
  young: LocatedValue,
  { now, direction, add }: SchemaPair,
): void {
  for (const [left, came] of [
    [one, other],
    [other, one],
  ]) {
    if (!left || !came || left.current.length > 0 || came.former.length > 0) continue;
    if (left.former.length === 0 || left.former.length !== came.current.length) continue;
    came.former = left.former;
    left.former = [];
    const isExclusive = came.name === "oneOf" && direction === "request";
    const isTold = getMember(young.value, "discriminator") !== undefined;
    if (!isExclusive || isTold || came.current.every((list) => areDisjoint(list, now))) continue;
    if (came.current.every((list) => areTagged(list, now))) continue;
    const message = "Values that match two of the choices are now refused.";
    add("choices-overlap", true, message, getNewLocation(now.member(young, "oneOf")));
  }
}

/** Whether a property has different constant values in each choice. */
function areTagged(list: readonly LocatedValue[], description: ApiDescription): boolean {
  const [first, ...others] = list.map((one) => buildTags(one, description));
  if (first === undefined) return true;
  return [...first].some(([name, value]) => {
    const values = [value, ...others.map((tags) => tags.get(name))];
    return !values.includes(undefined) && new Set(values).size === list.length;
  });
}

/** Each list of choices of which a value must match one. */
function listSchemaLists(
  name: string,
  of: LocatedValue,
  description: ApiDescription,
): (readonly LocatedValue[])[] {
  return listParts(of, description).flatMap((part) => {
    const list = description.listIn(part, name);
    return list.length === 0 ? [] : [list];
  });
}

/** A single schema became one of several choices, or now also has choices. */
function compareAddedChoices(
  name: string,
  old: LocatedValue,
  young: LocatedValue,
  list: readonly LocatedValue[],
  { before, now, direction, add, inner, fits, isIncluded }: SchemaPair,
): boolean {
  const sends = direction === "request";
  const one =
    list.find((each) => isSame(old, each, before, now)) ??
    (list.length === 1 ? list[0] : list.find((each) => isAlike(old, each, before, now)));
  if (one === undefined || !isMereChoice(young, now)) {
    const message = `${name} now allows only values that match one of ${list.length} choices.`;
    const isMet =
      name === "anyOf" && list.some((each) => addsNoRequirement(each, now, old, before));
    add("choices-added", sends && !isMet, message, getNewLocation(now.member(young, name)));
    if (!isMereChoice(young, now)) return false;
    // Values of a choice must match the previous schema.
    if (!sends) for (const each of list) inner(old, each);
    return true;
  }
  inner(old, one);
  const isExclusive = isExclusiveChoice(name, young, sends);
  for (const other of list) {
    if (other === one || (name === "anyOf" && isEqual(other, one, now))) continue;
    if (isExclusive && fits(old, other)) addOverlap(other, add);
    // Values of the previous schema are not new, and other choices may add none.
    const isNew = !isIncluded(other, one, now) && !fits(old, other);
    const message = `Added a choice to ${name}: ${describeChoice(other)}.`;
    add("choice-added", !sends && isNew, message, getNewLocation(other));
  }
  return true;
}

/** Whether values that a client sends are refused if they match two choices. */
function isExclusiveChoice(name: string, young: LocatedValue, sends: boolean): boolean {
  return sends && name === "oneOf" && getMember(young.value, "discriminator") === undefined;
}

function addOverlap(choice: LocatedValue, add: SchemaPair["add"]): void {
  const message = `Existing values also match the new choice ${describeChoice(choice)} of oneOf, which must match exactly one.`;
  add("choices-overlap", true, message, getNewLocation(choice));
}

/** Whether a choice only lists required properties, and another schema requires all of them. */
function addsNoRequirement(
  choice: LocatedValue,
  ofChoice: ApiDescription,
  schema: LocatedValue,
  ofSchema: ApiDescription,
): boolean {
  const value = ofChoice.followSchema(choice)?.value;
  if (!isTree(value) || !Array.isArray(value.required)) return false;
  const { required, type, ...rest } = value;
  if (restrictsValues(rest) || (type !== undefined && type !== "object")) return false;
  const parts = listParts(schema, ofSchema);
  const names = mergeShapes(parts, ofSchema, "response").required;
  return required.every((name) => names.has(String(name)));
}

/** The reverse case. */
function compareRemovedChoices(
  name: string,
  old: LocatedValue,
  young: LocatedValue,
  list: readonly LocatedValue[],
  { before, now, direction, add, inner, fits, isIncluded }: SchemaPair,
): boolean {
  const sends = direction === "request";
  const one =
    list.find((each) => isSame(young, each, now, before)) ??
    (list.length === 1 ? list[0] : list.find((each) => isAlike(each, young, before, now)));
  if (one === undefined || !isMereChoice(old, before)) {
    const message = `The ${list.length} choices of ${name} were removed.`;
    const isMet =
      name === "anyOf" && list.some((each) => addsNoRequirement(each, before, young, now));
    add("choices-removed", !sends && !isMet, message, getOldLocation(before.member(old, name)));
    if (!isMereChoice(old, before)) return false;
    // Values of a choice must match the new schema.
    if (sends) for (const each of list) inner(each, young);
    return true;
  }
  inner(one, young);
  for (const other of list) {
    if (other === one || (name === "anyOf" && isEqual(other, one, before))) continue;
    const isGone = !isIncluded(other, one, before) && !fits(other, young);
    const message = `A choice of ${name} was removed: ${describeChoice(other)}.`;
    add("choice-removed", sends && isGone, message, getOldLocation(other));
  }
  return true;
}

function isSame(
  one: LocatedValue,
  choice: LocatedValue,
  ofOne: ApiDescription,
  of: ApiDescription,
): boolean {
  const ref = findRef(choice);
  if (ref !== undefined && ref === getReferenceName(`#/${one.path.join("/")}`)) return true;
  const [a, b] = [ofOne.followSchema(one), of.followSchema(choice)];
  return a !== undefined && b !== undefined && toRestrictions(a) === toRestrictions(b);
}

function compareLists(
  name: string,
  before: readonly LocatedValue[],
  now: readonly LocatedValue[],
  [values, valuesNow]: readonly [DiscriminatorValues, DiscriminatorValues],
  sides: SchemaPair & { readonly young: LocatedValue },
): void {
  const { before: former, now: current, direction, add, inner, fits, isIncluded, young } = sides;
  const sends = direction === "request";
  const isExclusive = isExclusiveChoice(name, young, sends);
  const gone = new Set(before);
  const added = new Set(now);
  const match = (isMatch: (one: LocatedValue, other: LocatedValue) => boolean) => {
    for (const one of gone) {
      const same = [...added].find((other) => isMatch(one, other));
      if (same === undefined) continue;
      gone.delete(one);
      added.delete(same);
      inner(one, same);
    }
  };
  const byName = (findName: (one: LocatedValue) => string | undefined) => {
    match((one, other) => findName(one) !== undefined && findName(one) === findName(other));
  };
  byName(findRef);
  byName(toText);
  match((one, other) => {
    const value = findValue(values, one, former);
    return value !== undefined && value === findValue(valuesNow, other, current);
  });
  byName(toTitle);
  match((one, other) => isTagged(buildTags(one, former), buildTags(other, current)));
  match((one, other) => isAlike(one, other, former, current));
  for (const [unmatched, all, side] of [
    [gone, before, former],
    [added, now, current],
  ] as const) {
    const others = name === "anyOf" ? all.filter((one) => !unmatched.has(one)) : [];
    for (const one of unmatched) {
      if (others.some((other) => isEqual(one, other, side))) continue;
      // The values of a choice that match another choice remain valid, and are not new.
      const isIn = others.some((other) => isIncluded(one, other, side));
      if (unmatched === gone) {
        const isCounted = !isIn && !now.some((other) => fits(one, other));
        const message = `A choice of ${name} was removed: ${describeChoice(one)}.`;
        add("choice-removed", sends && isCounted, message, getOldLocation(one));
      } else {
        // In a request, a former choice within the new one; in a response, the reverse.
        const isOverlap = before.some((other) => fits(other, one));
        if (isExclusive && isOverlap) addOverlap(one, add);
        const isCounted = !isIn && !isOverlap;
        const message = `Added a choice to ${name}: ${describeChoice(one)}.`;
        add("choice-added", !sends && isCounted, message, getNewLocation(one));
      }
    }
  }
}

/** Whether two choices of the same version are equal. */
function isEqual(one: LocatedValue, other: LocatedValue, description: ApiDescription): boolean {
  const [a, b] = [description.followSchema(one), description.followSchema(other)];
  return a !== undefined && b !== undefined && toRestrictions(a) === toRestrictions(b);
}

/** Discriminator values by schema. */
type DiscriminatorValues = ReadonlyMap<unknown, string>;

function findValue(
  values: DiscriminatorValues,
  choice: LocatedValue,
  description: ApiDescription,
): string | undefined {
  return values.get(description.followSchema(choice)?.value);
}

function findRef({ value }: LocatedValue): string | undefined {
  const ref = getMember(value, "$ref");
  return typeof ref === "string" ? ref : undefined;
}

function toTitle({ value }: LocatedValue): string | undefined {
  const title = getMember(value, "title");
  return typeof title === "string" ? title : undefined;
}

/** The schema without its title, its description and other annotations. */
function toRestrictions({ value }: LocatedValue): string {
  if (!isTree(value)) return toCanonicalText(value as JsonValue);
  const effective = Object.entries(value).filter(([name, one]) => restrictsValues({ [name]: one }));
  return toCanonicalText(Object.fromEntries(effective) as JsonValue);
}

function toText({ value }: LocatedValue): string {
  return toCanonicalText(value as JsonValue);
}

/** Properties with a constant value, which identify choices. */
function buildTags(choice: LocatedValue, description: ApiDescription): Map<string, string> {
  const tags = new Map<string, string>();
  for (const [name, member] of mergeShapes(listParts(choice, description), description, "response")
    .members) {
    const value = description.follow(member)?.value;
    const [only, ...others] = (isTree(value) && getOwnValues(value)) || [];
    if (typeof only === "string" && others.length === 0) tags.set(name, only);
  }
  return tags;
}

function isTagged(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) {
  const shared = [...some].filter(([name]) => others.has(name));
  return shared.length > 0 && shared.every(([name, value]) => others.get(name) === value);
}

/**
 * Whether two choices are versions of the same one: same types, and half of the properties in
 * common.
 */
function isAlike(
  one: LocatedValue,
  other: LocatedValue,
  former: ApiDescription,
  current: ApiDescription,
): boolean {
  const listKinds = (some: ReadonlySet<string>) =>
    [...some].filter((kind) => kind !== "null").join();
  if (listKinds(parseKinds(one, former)) !== listKinds(parseKinds(other, current))) return false;
  const tags = buildTags(one, former);
  for (const [name, value] of buildTags(other, current)) {
    if (tags.has(name) && tags.get(name) !== value) return false;
  }
  const names = [...mergeShapes(listParts(one, former), former, "response").members.keys()];
  const others = mergeShapes(listParts(other, current), current, "response").members;
  const shared = names.filter((name) => others.has(name)).length;
  return shared * 2 >= Math.max(names.length, others.size);
}

function describeChoice(one: LocatedValue): string {
  const name = findRef(one)?.split("/").at(-1) ?? toTitle(one) ?? toText(one);
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}
