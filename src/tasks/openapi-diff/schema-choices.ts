/** Compares the choices of oneOf and anyOf, and the discriminator that tells them apart. */
import { isTree, memberOf, type Tree } from "../../contract/openapi-references.ts";
import { canonicalText } from "../../json/canonical.ts";
import type { JsonValue } from "../../json/values.ts";
import { at, type Description, type Direction, type Located, was } from "./change.ts";
import type { Add, Inner } from "./schema-conditions.ts";
import { choices, hasChoices, kindsOf, ownValues, partsOf, shapeOf } from "./schema-shape.ts";

interface Sides {
  readonly before: Description;
  readonly now: Description;
  readonly direction: Direction;
  readonly add: Add;
  readonly inner: Inner;
  /** Whether all that fits the one fits the other. */
  readonly fits: (old: Located, young: Located) => boolean;
}

/** @returns whether that was all there is to compare, as one side is a choice of the other */
export function compareChoices(old: Located, young: Located, sides: Sides): boolean {
  const { before, now } = sides;
  let isAll = false;
  for (const name of choices) {
    const [former, current] = [listsOf(name, old, before), listsOf(name, young, now)];
    for (let n = 0; n < Math.max(former.length, current.length); n++) {
      const [some, others] = [former[n] ?? [], current[n] ?? []];
      if (some.length > 0 && others.length > 0) compareLists(name, some, others, sides);
      else if (others.length > 0) isAll = choicesCame(name, old, young, others, sides) || isAll;
      else if (some.length > 0) isAll = choicesWent(name, old, young, some, sides) || isAll;
    }
  }
  return isAll;
}

/** Each list of choices that a value must fit one of. */
function listsOf(name: string, of: Located, description: Description): (readonly Located[])[] {
  return partsOf(of, description).flatMap((part) => {
    const list = description.listIn(part, name);
    return list.length === 0 ? [] : [list];
  });
}

/** What was one schema is one of several, or must be one of several besides. */
function choicesCame(
  name: string,
  old: Located,
  young: Located,
  list: readonly Located[],
  { before, now, direction, add, inner, fits }: Sides,
): boolean {
  const sends = direction === "request";
  const one =
    list.find((each) => isSame(old, each, before, now)) ??
    (list.length === 1 ? list[0] : list.find((each) => isAlike(old, each, before, now)));
  if (one === undefined || !isMereChoice(young)) {
    const message = `Only what fits one of ${list.length} choices of ${name} is allowed now.`;
    add("choices-added", sends, message, at(now.member(young, name)));
    if (!isMereChoice(young)) return false;
    // What comes as one of them must fit what there was.
    if (!sends) for (const each of list) inner(old, each);
    return true;
  }
  inner(old, one);
  const isExclusive =
    sends && name === "oneOf" && memberOf(young.value, "discriminator") === undefined;
  for (const other of list) {
    if (other === one) continue;
    if (isExclusive && fits(old, other)) {
      const message = `What was sent fits a second choice of oneOf, and only one may fit: ${sayChoice(other)}.`;
      add("choices-overlap", true, message, at(other));
    }
    add("choice-added", !sends, `${name} has a new choice: ${sayChoice(other)}.`, at(other));
  }
  return true;
}

/** The same the other way. */
function choicesWent(
  name: string,
  old: Located,
  young: Located,
  list: readonly Located[],
  { before, now, direction, add, inner }: Sides,
): boolean {
  const sends = direction === "request";
  const one =
    list.find((each) => isSame(young, each, now, before)) ??
    (list.length === 1 ? list[0] : list.find((each) => isAlike(each, young, before, now)));
  if (one === undefined || !isMereChoice(old)) {
    const message = `The ${list.length} choices of ${name} are gone.`;
    add("choices-removed", !sends, message, was(before.member(old, name)));
    if (!isMereChoice(old)) return false;
    // What fitted one of them must fit what there is now.
    if (sends) for (const each of list) inner(each, young);
    return true;
  }
  inner(one, young);
  for (const other of list) {
    if (other === one) continue;
    add("choice-removed", sends, `A choice of ${name} is gone: ${sayChoice(other)}.`, was(other));
  }
  return true;
}

/** A schema that says nothing but that there are choices. */
function isMereChoice({ value }: Located): boolean {
  const own = ["type", "properties", "required", "allOf", "items", "enum", "$ref"];
  return own.every((name) => memberOf(value, name) === undefined);
}

function isSame(one: Located, choice: Located, ofOne: Description, of: Description): boolean {
  const ref = memberOf(choice.value, "$ref");
  if (typeof ref === "string" && ref === `#/${one.path.join("/")}`) return true;
  const [a, b] = [ofOne.followSchema(one), of.followSchema(choice)];
  return a !== undefined && b !== undefined && textOf(a) === textOf(b);
}

function compareLists(
  name: string,
  before: readonly Located[],
  now: readonly Located[],
  { before: former, now: current, direction, add, inner }: Sides,
): void {
  const sends = direction === "request";
  const gone = new Set(before);
  const added = new Set(now);
  const match = (isMatch: (one: Located, other: Located) => boolean) => {
    for (const one of gone) {
      const same = [...added].find((other) => isMatch(one, other));
      if (same === undefined) continue;
      gone.delete(one);
      added.delete(same);
      inner(one, same);
    }
  };
  const byName = (nameOf: (one: Located) => string | undefined) => {
    match((one, other) => nameOf(one) !== undefined && nameOf(one) === nameOf(other));
  };
  byName(refOf);
  byName(textOf);
  byName(titleOf);
  match((one, other) => isTagged(tagsOf(one, former), tagsOf(other, current)));
  match((one, other) => isAlike(one, other, former, current));
  for (const one of gone) {
    add("choice-removed", sends, `A choice of ${name} is gone: ${sayChoice(one)}.`, was(one));
  }
  for (const one of added) {
    add("choice-added", !sends, `${name} has a new choice: ${sayChoice(one)}.`, at(one));
  }
}

function refOf({ value }: Located): string | undefined {
  const ref = memberOf(value, "$ref");
  return typeof ref === "string" ? ref : undefined;
}

function titleOf({ value }: Located): string | undefined {
  const title = memberOf(value, "title");
  return typeof title === "string" ? title : undefined;
}

function textOf({ value }: Located): string {
  return canonicalText(value as JsonValue);
}

/** The properties that can have one text only, by which choices are told apart. */
function tagsOf(choice: Located, description: Description): Map<string, string> {
  const tags = new Map<string, string>();
  for (const [name, member] of shapeOf(partsOf(choice, description), description, "response")
    .members) {
    const value = description.follow(member)?.value;
    const [only, ...others] = (isTree(value) && ownValues(value)) || [];
    if (typeof only === "string" && others.length === 0) tags.set(name, only);
  }
  return tags;
}

function isTagged(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) {
  const shared = [...some].filter(([name]) => others.has(name));
  return shared.length > 0 && shared.every(([name, value]) => others.get(name) === value);
}

/** Of the same types, and with half of the properties of either: it has changed where it stands. */
function isAlike(one: Located, other: Located, former: Description, current: Description): boolean {
  const own = (some: ReadonlySet<string>) => [...some].filter((kind) => kind !== "null").join();
  if (own(kindsOf(one, former)) !== own(kindsOf(other, current))) return false;
  const tags = tagsOf(one, former);
  for (const [name, value] of tagsOf(other, current)) {
    if (tags.has(name) && tags.get(name) !== value) return false;
  }
  const names = [...shapeOf(partsOf(one, former), former, "response").members.keys()];
  const others = shapeOf(partsOf(other, current), current, "response").members;
  const shared = names.filter((name) => others.has(name)).length;
  return shared * 2 >= Math.max(names.length, others.size);
}

function sayChoice(one: Located): string {
  const name = refOf(one)?.split("/").at(-1) ?? titleOf(one) ?? textOf(one);
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}

/** What says which of the choices a value is. */
export function compareDiscriminators(
  old: Located,
  young: Located,
  { before, now, direction, add }: Omit<Sides, "inner" | "fits">,
): void {
  const sends = direction === "request";
  const name = "discriminator";
  const find = (of: Located, description: Description) =>
    partsOf(of, description)
      .map((part) => description.member(part, name))
      .find(({ value }) => isTree(value));
  const [a, b] = [find(old, before), find(young, now)];
  if (!a || !b) {
    if (a) add("discriminator-removed", false, "There is no discriminator any more.", was(a));
    if (b) add("discriminator-added", false, "There is a discriminator now.", at(b));
    return;
  }
  const [was_, is] = [a, b].map(({ value }) => String(memberOf(value, "propertyName")));
  if (was_ !== is) {
    const message = `The discriminator was the property ${was_} and is ${is}.`;
    add("discriminator-changed", true, message, at(b));
  }
  const [former, current] = [mappingOf(a), mappingOf(b)];
  // A choice that came or went is told as such.
  const areListed = hasChoices(partsOf(old, before)) && hasChoices(partsOf(young, now));
  for (const [value, target] of former) {
    const to = current.get(value);
    if (to === target || (to === undefined && areListed)) continue;
    const where =
      to === undefined ? was(before.member(a, "mapping")) : at(now.member(b, "mapping"));
    const message =
      to === undefined
        ? `The discriminator has no value ${value} any more.`
        : `The value ${value} of the discriminator was ${target} and is ${to}.`;
    add("discriminator-value-changed", sends || to !== undefined, message, where);
  }
  for (const [value, target] of current) {
    if (former.has(value) || areListed) continue;
    const message = `The discriminator has a new value ${value}, for ${target}.`;
    add("discriminator-value-added", !sends, message, at(now.member(b, "mapping")));
  }
}

/** The names of the schemas by the values that stand for them. */
function mappingOf({ value }: Located): ReadonlyMap<string, string> {
  const mapping = memberOf(value, "mapping");
  const entries = isTree(mapping) ? Object.entries(mapping as Tree) : [];
  return new Map(entries.map(([one, to]) => [one, String(to).split("/").at(-1) ?? ""]));
}
