/** Comparison of the choices of oneOf and anyOf. */
import { isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { addTo } from "../../../json/groups.ts";
import type { JsonValue } from "../../../json/values.ts";
import { type ApiDescription, getNewLocation, getOldLocation } from "../change.ts";
import { getReferenceName } from "../normalize/document.ts";
import { restrictsValues } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import {
  addOverlap,
  buildTags,
  compareExclusion,
  compareOverlaps,
  describeChoice,
  findRef,
  isExclusiveChoice,
  toText,
  toTitle,
} from "./choice-overlaps.ts";
import { findChoiceValues, type SchemaPair } from "./discriminators.ts";
import { areDisjoint, isMereChoice } from "./schema-alternatives.ts";
import { choices, hasChoices, listParts, mergeShapes, parseKinds } from "./schema-shape.ts";
import { listRestrictedChoices } from "./shared-restrictions.ts";

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
  sides: SchemaPair,
): void {
  for (const [left, came] of [
    [one, other],
    [other, one],
  ]) {
    if (!left || !came || left.current.length > 0 || came.former.length > 0) continue;
    if (left.former.length === 0 || left.former.length !== came.current.length) continue;
    came.former = left.former;
    left.former = [];
    compareExclusion(came.name, came.current, young, sides);
  }
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
  { before, now, direction, add, inner, fits, isIncluded, areEqual }: SchemaPair,
): boolean {
  const sends = direction === "request";
  const one =
    list.find((each) => isSame(old, each, before, now)) ??
    list.find((each) => areEqual(old, each)) ??
    (list.length === 1 ? list[0] : findAlike([old, before], list, now));
  if (one === undefined || !isMereChoice(young, now)) {
    const message = `${name} now allows only values that match one of ${list.length} choices.`;
    const isMet =
      (name === "anyOf" && list.some((each) => addsNoRequirement(each, now, old, before))) ||
      isChoice([young, now], name, (each) => fits(old, each));
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
    // Values of the previous schema are not new, and other choices may add none.
    const isIn = isIncluded(other, one, now);
    const isOverlap = fits(old, other);
    if (isExclusive && (isIn || isOverlap)) addOverlap(other, add);
    const isNew = !isIn && !isOverlap;
    const message = `Added a choice to ${name}: ${describeChoice(other)}.`;
    add("choice-added", !sends && isNew, message, getNewLocation(other));
  }
  return true;
}

/**
 * Whether a choice passes a test, together with the restrictions beside the choices, and its values
 * cannot match another choice of `oneOf`.
 */
function isChoice(
  [schema, description]: readonly [LocatedValue, ApiDescription],
  name: string,
  test: (choice: LocatedValue) => boolean,
): boolean {
  const list = listRestrictedChoices(schema, description);
  return list.some(test) && (name === "anyOf" || areDisjoint(list, description));
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
  { before, now, direction, add, inner, fits, isIncluded, areEqual }: SchemaPair,
): boolean {
  const sends = direction === "request";
  const one =
    list.find((each) => isSame(young, each, now, before)) ??
    list.find((each) => areEqual(each, young)) ??
    (list.length === 1 ? list[0] : findAlike([young, now], list, before));
  if (one === undefined || !isMereChoice(old, before)) {
    const message = `The ${list.length} choices of ${name} were removed.`;
    const isMet =
      (name === "anyOf" && list.some((each) => addsNoRequirement(each, before, young, now))) ||
      isChoice([old, before], name, (each) => fits(each, young));
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

/** The choice that is another version of a schema. */
function findAlike(
  [schema, ofSchema]: readonly [LocatedValue, ApiDescription],
  list: readonly LocatedValue[],
  ofList: ApiDescription,
): LocatedValue | undefined {
  const described = describeSchema(schema, ofSchema);
  return list.find((each) => isAlike(described, describeSchema(each, ofList)));
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
  const pairs = new Map<LocatedValue, LocatedValue>();
  const pair = (one: LocatedValue, same: LocatedValue) => {
    gone.delete(one);
    added.delete(same);
    pairs.set(same, one);
    inner(one, same);
  };
  type FindName = (one: LocatedValue) => string | undefined;
  const byName = (findName: FindName, findNameNow: FindName = findName) => {
    const named = new Map<string, LocatedValue[]>();
    for (const one of added) {
      const called = findNameNow(one);
      if (called !== undefined) addTo(named, called, one);
    }
    for (const one of gone) {
      const called = findName(one);
      const same = called === undefined ? undefined : named.get(called)?.shift();
      if (same !== undefined) pair(one, same);
    }
  };
  byName(findRef);
  byName(toText);
  byName(
    (one) => findValue(values, one, former),
    (one) => findValue(valuesNow, one, current),
  );
  byName(toTitle);
  const describedChoices = new Map(
    [...added].map((one) => [one, describeSchema(one, current)] as const),
  );
  for (const isMatch of [isTagged, isAlike]) {
    for (const one of gone) {
      const description = describeSchema(one, former);
      const same = [...added].find((other) => {
        const described = describedChoices.get(other);
        return described !== undefined && isMatch(description, described);
      });
      if (same !== undefined) pair(one, same);
    }
  }
  for (const [unmatched, all, side] of [
    [gone, before, former],
    [added, now, current],
  ] as const) {
    const others = name === "anyOf" ? all.filter((one) => !unmatched.has(one)) : [];
    const texts = new Set(others.map((other) => toContent(other, side)));
    for (const one of unmatched) {
      const text = toContent(one, side);
      if (text !== undefined && texts.has(text)) continue;
      // The values of a choice that match another choice remain valid, and are not new.
      const isIn = others.some((other) => isIncluded(one, other, side));
      if (unmatched === gone) {
        const isCounted = !isIn && !now.some((other) => fits(one, other));
        const message = `A choice of ${name} was removed: ${describeChoice(one)}.`;
        add("choice-removed", sends && isCounted, message, getOldLocation(one));
      } else {
        // In a request, a former choice within the new one; in a response, the reverse.
        const isCounted = !isIn && !before.some((other) => fits(other, one));
        const message = `Added a choice to ${name}: ${describeChoice(one)}.`;
        add("choice-added", !sends && isCounted, message, getNewLocation(one));
      }
    }
  }
  if (isExclusive) compareOverlaps(before, now, pairs, sides);
}

/** Whether two choices of the same version are equal. */
function isEqual(one: LocatedValue, other: LocatedValue, description: ApiDescription): boolean {
  const text = toContent(one, description);
  return text !== undefined && text === toContent(other, description);
}

/** The restrictions of a choice as text. */
function toContent(choice: LocatedValue, description: ApiDescription): string | undefined {
  const schema = description.followSchema(choice);
  return schema && toRestrictions(schema);
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

/** The schema without its title, its description and other annotations. */
function toRestrictions({ value }: LocatedValue): string {
  if (!isTree(value)) return toCanonicalText(value as JsonValue);
  const effective = Object.entries(value).filter(([name, one]) => restrictsValues({ [name]: one }));
  return toCanonicalText(Object.fromEntries(effective) as JsonValue);
}

/** The properties of a choice that identify it. */
interface ChoiceDescription {
  /** Without null. */
  readonly kinds: string;
  readonly tags: ReadonlyMap<string, string>;
  /** Names of its properties. */
  readonly names: ReadonlySet<string>;
}

function describeSchema(choice: LocatedValue, description: ApiDescription): ChoiceDescription {
  const kinds = [...parseKinds(choice, description)].filter((kind) => kind !== "null").join();
  const { members } = mergeShapes(listParts(choice, description), description, "response");
  return { kinds, tags: buildTags(choice, description), names: new Set(members.keys()) };
}

function isTagged({ tags }: ChoiceDescription, other: ChoiceDescription): boolean {
  const shared = [...tags].filter(([name]) => other.tags.has(name));
  return shared.length > 0 && shared.every(([name, value]) => other.tags.get(name) === value);
}

/**
 * Whether two choices are versions of the same one: same types, and half of the properties in
 * common.
 */
function isAlike(one: ChoiceDescription, other: ChoiceDescription): boolean {
  if (one.kinds !== other.kinds) return false;
  for (const [name, value] of other.tags) {
    if (one.tags.has(name) && one.tags.get(name) !== value) return false;
  }
  const shared = [...one.names].filter((name) => other.names.has(name)).length;
  return shared * 2 >= Math.max(one.names.size, other.names.size);
}
