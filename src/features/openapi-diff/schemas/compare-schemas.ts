/**
 * Comparison of the schemas of two specifications. Each pair is compared once as a request and once
 * as a response. References are edges of a graph, so that cycles and large specifications
 * terminate.
 */
import { getMember, isTree, type JsonTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import {
  type ApiDescription,
  getNewLocation,
  getOldLocation,
  type OwnChange,
  type PayloadDirection,
} from "../change.ts";
import { meetsLimits } from "../normalize/enums.ts";
import { allowsKind, restrictsValues } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { compareNotes } from "../notes.ts";
import { compareDiscriminators, type SchemaPair } from "./discriminators.ts";
import { pairByKind, withoutNull } from "./schema-alternatives.ts";
import { compareChoices } from "./schema-choices.ts";
import { type AddConditionChange, compareConditions, type Inner } from "./schema-conditions.ts";
import { compareLimits, formatFits } from "./schema-limits.ts";
import {
  anything,
  collectNamedKinds,
  findPartsMember,
  getOwnValues,
  hasChoices,
  listParts,
  matchesNothing,
  mergeShapes,
  type ObjectShape,
  parseKinds,
} from "./schema-shape.ts";
import { haveEqualChoices } from "./shared-restrictions.ts";
import { compareXml } from "./xml.ts";

/** Two compared schemas and the result. */
interface Pair {
  readonly changes: OwnChange[];
  /** Changes of the XML representation, which count only where XML is used. */
  readonly xml: OwnChange[];
  /** The pairs that it refers to. */
  readonly to: Pair[];
}

/** The result for two equal schemas that refer to no others. */
const equalLeaves: Pair = { changes: [], xml: [], to: [] };

export class SchemaComparison {
  /**
   * Keyed by object identity, because a specification can have hundreds of thousands of schemas.
   */
  readonly #pairs = {
    request: new Map<JsonTree, Map<JsonTree, Pair>>(),
    response: new Map<JsonTree, Map<JsonTree, Pair>>(),
  };
  /** Schemas that are equal to their counterpart and refer to no others, except properties. */
  readonly #leaves = { request: new Set<JsonTree>(), response: new Set<JsonTree>() };
  readonly #pending: (() => void)[] = [];

  constructor(
    readonly before: ApiDescription,
    readonly now: ApiDescription,
    /**
     * Whether this comparison tests if a choice matches; within it, choices are not tested again.
     */
    readonly isTrial = false,
  ) {}

  /** Number of compared pairs. */
  get size(): number {
    return this.#size + this.#leaves.request.size + this.#leaves.response.size;
  }

  #size = 0;

  /**
   * All changes of a pair of schemas and of the schemas that they refer to.
   * @param options.element the name of the XML element, unless the schemas determine it
   */
  buildChanges(
    old: LocatedValue,
    young: LocatedValue,
    direction: PayloadDirection,
    { isXml = false, element }: { readonly isXml?: boolean; readonly element?: string } = {},
  ): readonly OwnChange[] {
    const start = this.#pair(old, young, direction);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
    if (start === undefined || (start === equalLeaves && !isXml)) return [];
    const visited = new Set([start]);
    const allChanges: OwnChange[] = [];
    if (isXml) {
      const change = compareXml([old, this.before], [young, this.now], direction, element);
      if (change) allChanges.push(change);
    }
    for (const { changes, xml, to } of visited) {
      for (const change of changes) allChanges.push(change);
      if (isXml) for (const change of xml) allChanges.push(change);
      for (const other of to) visited.add(other);
    }
    return allChanges;
  }

  #fits(old: LocatedValue, young: LocatedValue, direction: PayloadDirection): boolean {
    if (this.isTrial) return false;
    const trial = new SchemaComparison(this.before, this.now, true);
    return !trial.buildChanges(old, young, direction).some(({ isBreaking }) => isBreaking);
  }

  #haveEqualChoices(old: LocatedValue, young: LocatedValue, direction: PayloadDirection): boolean {
    if (this.isTrial) return false;
    return haveEqualChoices([old, this.before], [young, this.now], (a, b) => {
      const trial = new SchemaComparison(this.before, this.now, true);
      return trial.buildChanges(a, b, direction, { isXml: true, element: "" }).length === 0;
    });
  }

  #pair(old: LocatedValue, young: LocatedValue, direction: PayloadDirection): Pair | undefined {
    if (old.value === undefined && young.value === undefined) return undefined;
    const [a, b] = [
      this.before.followSchema(toSchemaOrAny(old)),
      this.now.followSchema(toSchemaOrAny(young)),
    ];
    // References to other documents are unknown, and false has nothing to compare.
    if (!a || !b || !isTree(a.value) || !isTree(b.value)) return undefined;
    if (isSameLeaf(a.value, b.value)) {
      this.#leaves[direction].add(b.value);
      return equalLeaves;
    }
    const pairs = this.#pairs[direction];
    const counterparts = pairs.get(a.value) ?? new Map<JsonTree, Pair>();
    pairs.set(a.value, counterparts);
    const pair: Pair = counterparts.get(b.value) ?? { changes: [], xml: [], to: [] };
    if (!counterparts.has(b.value)) {
      counterparts.set(b.value, pair);
      this.#size++;
      this.#pending.push(() => this.#compare(a, b, direction, pair));
    }
    return pair;
  }

  #compare(old: LocatedValue, young: LocatedValue, direction: PayloadDirection, pair: Pair): void {
    const { changes, to } = pair;
    const sends = direction === "request";
    const inner = (a: LocatedValue, b: LocatedValue) => {
      const other = this.#pair(a, b, direction);
      if (other !== undefined && other !== equalLeaves) to.push(other);
    };
    const add = (
      rule: string,
      isBreaking: boolean,
      message: string,
      where: Pick<OwnChange, "path" | "in">,
    ) => void changes.push({ rule: `${direction}-${rule}`, isBreaking, message, ...where });

    const fits = (a: LocatedValue, b: LocatedValue) => this.#fits(a, b, direction);
    const isIncluded: SchemaPair["isIncluded"] = (a, b, description) => {
      if (this.isTrial) return false;
      const trial = new SchemaComparison(description, description, true);
      return !trial.buildChanges(a, b, "request").some(({ isBreaking }) => isBreaking);
    };
    const both = { before: this.before, now: this.now, isIncluded };
    const [hadNone, hasNone] = [matchesNothing(old, this.before), matchesNothing(young, this.now)];
    if (hadNone || hasNone) {
      const kinds = [describeKinds(old, this.before), describeKinds(young, this.now)] as const;
      const message = `The type changed from ${kinds[0]} to ${kinds[1]}.`;
      // Fewer values break requests, more break responses.
      if (hadNone !== hasNone)
        add("type-changed", hasNone === sends, message, getNewLocation(young));
      return;
    }
    const kindPairs = pairByKind(old, young, this.before, this.now);
    if (kindPairs) {
      this.#compareKinds(kindPairs.kinds, young, sends, add);
      for (const [one, other] of kindPairs.pairs) inner(one, other);
      return;
    }
    if (this.#compareNull(old, young, sends, add, inner)) return;
    if (this.#haveEqualChoices(old, young, direction)) {
      compareDiscriminators(old, young, { ...both, direction, add, inner, fits });
      return;
    }
    if (compareChoices(old, young, { ...both, direction, add, inner, fits })) return;
    const [oldParts, youngParts] = [listParts(old, this.before), listParts(young, this.now)];
    // Choices are compared individually.
    const haveChoices = hasChoices(oldParts) && hasChoices(youngParts);
    const named = [collectNamedKinds(oldParts), collectNamedKinds(youngParts)] as const;
    // Without a type beside them, the choices imply it.
    const [kindsBefore, kinds] =
      haveChoices && named.every(({ size }) => size > 0) === named.some(({ size }) => size > 0)
        ? named
        : [parseKinds(old, this.before), parseKinds(young, this.now)];
    const values = [getValues(oldParts), getValues(youngParts)] as const;
    const kindPair = withImpliedNumbers([kindsBefore, kinds], values);
    const fit = this.#compareKinds(kindPair, young, sends, add);
    if (fit !== "same") {
      // A schema that allows anything accepts all values that were sent before.
      const isAny = !youngParts.some(({ value }) => isTree(value) && restrictsValues(value));
      // If the types have nothing in common, further changes are not reported.
      const isAnother = fit === "not" && ![...kinds].some((kind) => kindsBefore.has(kind));
      if (isAnother || (sends && isAny)) return;
    }
    const format = formatFits(oldParts, youngParts, sends);
    if (format) add("format-changed", !format.fits, format.message, getNewLocation(young));
    if (!areWithin(values, oldParts, youngParts, sends)) {
      const limits = compareLimits([oldParts, kindsBefore], [youngParts, kinds], sends);
      for (const { name, message, isBreaking } of limits) {
        add(`${name}-changed`, isBreaking, message, getNewLocation(young));
      }
    }
    this.#compareValues(values, old, young, sends, add);
    this.#compareMembers(oldParts, youngParts, young, direction, pair, add, inner);
    const sides = { ...both, sends, direction, add, inner };
    compareConditions(oldParts, youngParts, sides);
    compareDiscriminators(old, young, { ...sides, fits });
    const [items, itemsNow] = [
      findPartsMember(oldParts, "items", this.before),
      findPartsMember(youngParts, "items", this.now),
    ];
    const change = compareXml([items, this.before], [itemsNow, this.now], direction);
    if (change) pair.xml.push(change);
    inner(items, itemsNow);
  }

  /** @returns whether the schemas are compared without their null from here on */
  #compareNull(
    old: LocatedValue,
    young: LocatedValue,
    sends: boolean,
    add: AddConditionChange,
    inner: Inner,
  ): boolean {
    const [one, other] = [withoutNull(old, this.before), withoutNull(young, this.now)];
    if (!one && !other) return false;
    const [former, current] = [parseKinds(old, this.before), parseKinds(young, this.now)];
    // A value of any type can be null.
    if (former.size === 0 || current.size === 0) return false;
    if (!(one || !former.has("null")) || !(other || !current.has("null"))) return false;
    const [rest, restNow] = [one ?? old, other ?? young];
    const isSameRest =
      [...parseKinds(rest, this.before)].join() === [...parseKinds(restNow, this.now)].join();
    if (!isSameRest) this.#compareKinds([former, current], young, sends, add);
    else if (former.has("null") !== current.has("null")) {
      this.#compareKinds([former, current], young, sends, add);
    }
    if (isSameRest || [...parseKinds(rest, this.before)].some((kind) => current.has(kind))) {
      inner(rest, restNow);
    }
    return true;
  }

  #compareKinds(
    [before, now]: readonly [ReadonlySet<string>, ReadonlySet<string>],
    young: LocatedValue,
    sends: boolean,
    add: AddConditionChange,
  ): "same" | "fits" | "not" {
    const [from, into] = [[...before].join(" or "), [...now].join(" or ")];
    if (from === into) return "same";
    const fits = sends ? isWithin(before, now) : isWithin(now, before);
    const message = `The type changed from ${from || "any"} to ${into || "any"}.`;
    add("type-changed", !fits, message, getNewLocation(young));
    return fits ? "fits" : "not";
  }

  #compareValues(
    [before, now]: readonly [AllowedValues, AllowedValues],
    old: LocatedValue,
    young: LocatedValue,
    sends: boolean,
    add: AddConditionChange,
  ): void {
    if (before === undefined && now === undefined) return;
    if (before === undefined) {
      add(
        "enum-added",
        sends,
        "Only the listed values are now allowed.",
        getNewLocation(this.now.member(young, "enum")),
      );
    } else if (now === undefined) {
      add(
        "enum-removed",
        !sends,
        "Any value is now allowed.",
        getOldLocation(this.before.member(old, "enum")),
      );
    } else {
      for (const value of before.keys()) {
        if (now.has(value)) continue;
        add(
          "value-removed",
          sends,
          `The value ${value} was removed.`,
          getOldLocation(this.before.member(old, "enum")),
        );
      }
      for (const value of now.keys()) {
        if (before.has(value)) continue;
        add(
          "value-added",
          !sends,
          `Added the value ${value}.`,
          getNewLocation(this.now.member(young, "enum")),
        );
      }
    }
  }

  #compareMembers(
    oldParts: readonly LocatedValue[],
    youngParts: readonly LocatedValue[],
    young: LocatedValue,
    direction: PayloadDirection,
    pair: Pair,
    add: AddConditionChange,
    inner: Inner,
  ): void {
    const sends = direction === "request";
    const before = mergeShapes(oldParts, this.before, direction);
    const now = mergeShapes(youngParts, this.now, direction);
    for (const [name, member] of before.members) {
      const same = now.members.get(name);
      const [wasRequired, isRequired] = [before.required.has(name), now.required.has(name)];
      if (!same) {
        const what = `The ${wasRequired ? "required" : "optional"} property ${name}`;
        const other = now.others.get(name);
        if (other) {
          const is = sends ? "read-only" : "write-only";
          add(`property-${is}`, true, `${what} is now ${is}.`, getNewLocation(other));
        } else add("property-removed", true, `${what} was removed.`, getOldLocation(member));
        continue;
      }
      if (sends && !wasRequired && isRequired) {
        add(
          "property-required",
          true,
          `The property ${name} is now required.`,
          getNewLocation(same),
        );
      } else if (wasRequired && !isRequired) {
        add(
          "property-optional",
          !sends,
          `The property ${name} is now optional.`,
          getNewLocation(same),
        );
      }
      if (isTree(member.value) && isTree(same.value) && isSameLeaf(member.value, same.value)) {
        this.#size++;
        continue;
      }
      for (const { aspect, message } of compareNotes(`The property ${name}`, member, same, this)) {
        add(`property-${aspect}`, false, message, getNewLocation(same));
      }
      const xml = compareXml([member, this.before], [same, this.now], direction, name);
      if (xml) pair.xml.push(xml);
      inner(member, same);
    }
    const further = findPartsMember(oldParts, "additionalProperties", this.before);
    for (const [name, member] of now.members) {
      if (before.members.has(name)) continue;
      const isRequired = now.required.has(name);
      const what = isRequired ? "required" : "optional";
      // Even with a default, because validation against the specification refuses requests without
      // it.
      add(
        "property-added",
        sends && isRequired,
        `Added the ${what} property ${name}.`,
        getNewLocation(member),
      );
      // Until now, its values had to match the schema of additional properties.
      if (isTree(further.value) && restrictsValues(further.value)) inner(further, member);
    }
    this.#compareUndeclared(before, now, young, sends, add);
    const name = "additionalProperties";
    const [refuses, isRefusing] = [oldParts, youngParts].map((parts) =>
      parts.some(({ value }) => getMember(value, name) === false),
    );
    if (!refuses && isRefusing && sends) {
      add(
        "additional-properties-refused",
        true,
        "Additional properties are now refused.",
        getNewLocation(young),
      );
    }
    if (refuses || isRefusing) return;
    const furtherNow = findPartsMember(youngParts, name, this.now);
    if (isTree(further.value) || isTree(furtherNow.value)) {
      const xml = compareXml([further, this.before], [furtherNow, this.now], direction, "");
      if (xml) pair.xml.push(xml);
      inner(further, furtherNow);
    }
  }

  #compareUndeclared(
    before: ObjectShape,
    now: ObjectShape,
    young: LocatedValue,
    sends: boolean,
    add: AddConditionChange,
  ): void {
    const [former, current] = [listUndeclared(before, now), listUndeclared(now, before)];
    for (const name of current) {
      if (former.has(name)) continue;
      add(
        "property-required",
        sends,
        `The property ${name} is now required.`,
        getNewLocation(young),
      );
    }
    for (const name of former) {
      if (current.has(name)) continue;
      add(
        "property-optional",
        !sends,
        `The property ${name} is now optional.`,
        getNewLocation(young),
      );
    }
  }
}

/** Whether two schemas are equal and neither contains nor refers to another one. */
function isSameLeaf(one: JsonTree, other: JsonTree): boolean {
  if (one.$ref !== undefined) return false;
  let names = 0;
  for (const name in one) {
    names++;
    if (!Object.hasOwn(other, name) || !isSamePlain(one[name], other[name])) return false;
  }
  for (const _ in other) names--;
  return names === 0;
}

function isSamePlain(one: unknown, other: unknown): boolean {
  if (one === other) return typeof one !== "object" || one === null;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((value, n) => value === other[n] && typeof value !== "object");
}

/** Required properties that neither schema defines further. */
function listUndeclared(one: ObjectShape, other: ObjectShape): Set<string> {
  const declared = [one.members, one.others, other.members, other.others];
  return new Set([...one.required].filter((name) => declared.every((some) => !some.has(name))));
}

/** The types of a schema for a message. */
function describeKinds(schema: LocatedValue, description: ApiDescription): string {
  if (matchesNothing(schema, description)) return "none";
  return [...parseKinds(schema, description)].join(" or ") || "any";
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return all.size === 0 || (some.size > 0 && [...some].every((kind) => allowsKind(all, kind)));
}

/**
 * Types of listed values, where the list itself says whether numbers are integers: with
 * `type: number` and the values 1 and 2, all numbers are integers.
 */
function withImpliedNumbers(
  [before, now]: readonly [ReadonlySet<string>, ReadonlySet<string>],
  [former, current]: readonly [AllowedValues, AllowedValues],
): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const isImplied =
    former === undefined
      ? current !== undefined && isWithin(now, before)
      : current !== undefined || isWithin(before, now);
  if (!isImplied) return [before, now];
  const widen = (kinds: ReadonlySet<string>) =>
    new Set([...kinds].map((kind) => (kind === "integer" ? "number" : kind)).sort());
  return [widen(before), widen(now)];
}

/** A missing schema, or true, allows anything. */
function toSchemaOrAny(one: LocatedValue): LocatedValue {
  return one.value === undefined || one.value === true ? { value: anything, path: one.path } : one;
}

/** The allowed values by their JSON; undefined for any. */
type AllowedValues = ReadonlyMap<string, unknown> | undefined;

/**
 * Whether listed values make limits redundant: limits of both lists have been applied, and a list on
 * one side is within the limits of the other.
 */
function areWithin(
  [before, now]: readonly [AllowedValues, AllowedValues],
  old: readonly LocatedValue[],
  young: readonly LocatedValue[],
  sends: boolean,
): boolean {
  if (before === undefined && now === undefined) return false;
  const [values, limits] = sends ? [before, young] : [now, old];
  // Otherwise the change of the list itself is reported.
  if (values === undefined || (before !== undefined && now !== undefined)) return true;
  return [...values.values()].every((value) =>
    limits.every((part) => !isTree(part.value) || meetsLimits(value, part.value)),
  );
}

/** The values that all parts of a schema allow. */
function getValues(parts: readonly LocatedValue[]): AllowedValues {
  const [first, ...others] = parts.flatMap(({ value }) => {
    const values = isTree(value) ? getOwnValues(value) : undefined;
    return values ? [new Map(values.map((one) => [toCanonicalText(one), one]))] : [];
  });
  if (first === undefined) return undefined;
  const isAllowed = (text: string, value: unknown) =>
    others.every((one) => one.has(text)) &&
    parts.every((part) => !isTree(part.value) || meetsLimits(value, part.value));
  return new Map([...first].filter(([text, value]) => isAllowed(text, value)));
}
