/**
 * Values that match two choices: `oneOf` refuses them, unless a discriminator selects a choice, and
 * `anyOf` does not.
 */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import type { JsonValue } from "../../../json/values.ts";
import { type ApiDescription, getNewLocation } from "../change.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import type { SchemaPair } from "./discriminators.ts";
import { areDisjoint } from "./schema-alternatives.ts";
import { type choices, getOwnValues, listParts, mergeShapes } from "./schema-shape.ts";

/**
 * Compares the same choices under another keyword.
 * @param name the current keyword
 */
export function compareExclusion(
  name: (typeof choices)[number],
  lists: readonly (readonly LocatedValue[])[],
  young: LocatedValue,
  { now, direction, add }: SchemaPair,
): void {
  const sends = direction === "request";
  if (sends !== (name === "oneOf")) return;
  if (getMember(young.value, "discriminator") !== undefined) return;
  if (lists.every((list) => areDisjoint(list, now) || areTagged(list, now))) return;
  const message = `Values that match two of the choices are now ${sends ? "refused" : "possible"}.`;
  add("choices-overlap", true, message, getNewLocation(now.member(young, name)));
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

/** Whether values that a client sends are refused if they match two choices. */
export function isExclusiveChoice(name: string, young: LocatedValue, sends: boolean): boolean {
  return sends && name === "oneOf" && getMember(young.value, "discriminator") === undefined;
}

export function addOverlap(choice: LocatedValue, add: SchemaPair["add"]): void {
  const message = `Existing values also match the new choice ${describeChoice(choice)} of oneOf, which must match exactly one.`;
  add("choices-overlap", true, message, getNewLocation(choice));
}

/**
 * A choice of oneOf that became wider, or is new, may include all values of another one, or be
 * included in another one. These values then match two choices.
 * @param pairs the former choices by the current ones
 */
export function compareOverlaps(
  before: readonly LocatedValue[],
  now: readonly LocatedValue[],
  pairs: ReadonlyMap<LocatedValue, LocatedValue>,
  { before: former, now: current, add, fits, isIncluded, areEqual }: SchemaPair,
): void {
  const isUnchanged = (choice: LocatedValue) => {
    const same = pairs.get(choice);
    return same !== undefined && areEqual(same, choice);
  };
  for (const wide of now) {
    const same = pairs.get(wide);
    if (same === undefined) {
      const isIn = now.some(
        (other) => other !== wide && isUnchanged(other) && isIncluded(wide, other, current),
      );
      if (isIn) {
        addOverlap(wide, add);
        continue;
      }
    } else if (areEqual(same, wide)) continue;
    const isOverlap = before.some(
      (one) =>
        one !== same &&
        fits(one, wide) &&
        now.some((other) => other !== wide && fits(one, other)) &&
        // Otherwise, its values were refused before.
        !before.some((other) => other !== one && isIncluded(one, other, former)),
    );
    if (isOverlap) addOverlap(wide, add);
  }
}

/** Properties with a constant value, which identify choices. */
export function buildTags(choice: LocatedValue, description: ApiDescription): Map<string, string> {
  const tags = new Map<string, string>();
  for (const [name, member] of mergeShapes(listParts(choice, description), description, "response")
    .members) {
    const value = description.follow(member)?.value;
    const [only, ...others] = (isTree(value) && getOwnValues(value)) || [];
    if (typeof only === "string" && others.length === 0) tags.set(name, only);
  }
  return tags;
}

export function describeChoice(one: LocatedValue): string {
  const name = findRef(one)?.split("/").at(-1) ?? toTitle(one) ?? toText(one);
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}

export function findRef({ value }: LocatedValue): string | undefined {
  const ref = getMember(value, "$ref");
  return typeof ref === "string" ? ref : undefined;
}

export function toTitle({ value }: LocatedValue): string | undefined {
  const title = getMember(value, "title");
  return typeof title === "string" ? title : undefined;
}

export function toText({ value }: LocatedValue): string {
  return toCanonicalText(value as JsonValue);
}
