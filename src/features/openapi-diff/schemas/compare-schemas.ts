/**
 * Comparison of two schemas, without the schemas that they refer to: `schema-graph.ts` compares
 * these.
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
import { compareMovedRestrictions, withoutExcludedChoices } from "./shared-restrictions.ts";
import { compareSharedValues } from "./shared-values.ts";
import { compareXml } from "./xml.ts";

/** Tests of schemas together with all schemas that they refer to. */
export interface SchemaTests {
  /** Whether every value that could be sent before still matches. */
  readonly fits: (old: LocatedValue, young: LocatedValue, direction: PayloadDirection) => boolean;
  /** Whether every value of a schema matches another schema of the same version. */
  readonly isIncluded: SchemaPair["isIncluded"];
  readonly areEqual: (
    old: LocatedValue,
    young: LocatedValue,
    direction: PayloadDirection,
  ) => boolean;
}

/** The result for two schemas alone. */
export interface PairResult {
  readonly changes: readonly OwnChange[];
  /** Changes of the XML representation, which count only where XML is used. */
  readonly xml: readonly OwnChange[];
  /** The pairs of schemas that it depends on. */
  readonly inner: readonly (readonly [old: LocatedValue, young: LocatedValue])[];
  /** Number of equal properties that refer to no other schemas. */
  readonly leaves: number;
}

/** The collections of a result. */
interface ResultParts {
  readonly xml: OwnChange[];
  leaves: number;
}

export class SchemaPairComparison {
  constructor(
    readonly before: ApiDescription,
    readonly now: ApiDescription,
    /** Undefined within a test, where choices are not tested again. */
    private readonly tests?: SchemaTests,
  ) {}

  /** @returns undefined if there is nothing to compare */
  resolve(
    old: LocatedValue,
    young: LocatedValue,
  ): readonly [old: SchemaValue, young: SchemaValue] | undefined {
    if (old.value === undefined && young.value === undefined) return undefined;
    const [a, b] = [
      this.before.followSchema(toSchemaOrAny(old)),
      this.now.followSchema(toSchemaOrAny(young)),
    ];
    // References to other documents are unknown, and false has nothing to compare.
    if (!a || !b) return undefined;
    const [one, other] = [
      withoutExcludedChoices(a, this.before),
      withoutExcludedChoices(b, this.now),
    ];
    return isSchema(one) && isSchema(other) ? [one, other] : undefined;
  }

  compare(old: LocatedValue, young: LocatedValue, direction: PayloadDirection): PairResult {
    const changes: OwnChange[] = [];
    const to: (readonly [LocatedValue, LocatedValue])[] = [];
    const parts: ResultParts = { xml: [], leaves: 0 };
    const inner = (a: LocatedValue, b: LocatedValue) => void to.push([a, b]);
    this.#compare(old, young, direction, parts, changes, inner);
    return { changes, xml: parts.xml, inner: to, leaves: parts.leaves };
  }

  #compare(
    old: LocatedValue,
    young: LocatedValue,
    direction: PayloadDirection,
    parts: ResultParts,
    changes: OwnChange[],
    inner: Inner,
  ): void {
    const sends = direction === "request";
    const add = (
      rule: string,
      isBreaking: boolean,
      message: string,
      where: Pick<OwnChange, "path" | "in">,
    ) => void changes.push({ rule: `${direction}-${rule}`, isBreaking, message, ...where });

    const { before, now, tests } = this;
    const sides: SchemaPair = {
      ...{ before, now, direction, add, inner },
      fits: (a, b) => tests?.fits(a, b, direction) ?? false,
      isIncluded: (a, b, description) => tests?.isIncluded(a, b, description) ?? false,
      areEqual: (a, b) => tests?.areEqual(a, b, direction) ?? false,
    };
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
      if (sends && tests !== undefined) compareSharedValues(old, young, true, sides);
      return;
    }
    if (this.#compareNull(old, young, sends, add, inner)) return;
    if (tests !== undefined && compareMovedRestrictions(old, young, sides)) {
      compareDiscriminators(old, young, sides);
      return;
    }
    const areCompared = compareChoices(old, young, sides);
    const isOverlap = changes.some(({ rule }) => rule === "request-choices-overlap");
    if (sends && tests !== undefined && !isOverlap) compareSharedValues(old, young, false, sides);
    if (areCompared) return;
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
    const findPart = (keywords: readonly string[]) =>
      findChangedPart(keywords, oldParts, youngParts) ?? young;
    const locate = (keywords: readonly string[]) => getNewLocation(findPart(keywords));
    const fit = this.#compareKinds(kindPair, findPart(["type"]), sends, add);
    if (fit !== "same") {
      // A schema that allows anything accepts all values that were sent before.
      const isAny = !youngParts.some(({ value }) => isTree(value) && restrictsValues(value));
      // If the types have nothing in common, further changes are not reported.
      const isAnother = fit === "not" && ![...kinds].some((kind) => kindsBefore.has(kind));
      if (isAnother || (sends && isAny)) return;
    }
    const format = formatFits(oldParts, youngParts, sends);
    if (format) add("format-changed", !format.fits, format.message, locate(["format"]));
    if (!areWithin(values, oldParts, youngParts, sends)) {
      const limits = compareLimits([oldParts, kindsBefore], [youngParts, kinds], sends);
      for (const { name, keywords, message, isBreaking } of limits) {
        add(`${name}-changed`, isBreaking, message, locate(keywords));
      }
    }
    const valueHolder = findChangedPart(["enum"], youngParts, oldParts) ?? old;
    this.#compareValues(values, valueHolder, findPart(["enum"]), sends, add);
    this.#compareMembers(oldParts, youngParts, young, direction, parts, add, inner);
    compareConditions(oldParts, youngParts, { ...sides, sends });
    compareDiscriminators(old, young, sides);
    const [items, itemsNow] = [
      findPartsMember(oldParts, "items", this.before),
      findPartsMember(youngParts, "items", this.now),
    ];
    const change = compareXml([items, this.before], [itemsNow, this.now], direction);
    if (change) parts.xml.push(change);
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
    parts: ResultParts,
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
        parts.leaves++;
        continue;
      }
      for (const { aspect, message } of compareNotes(`The property ${name}`, member, same, this)) {
        add(`property-${aspect}`, false, message, getNewLocation(same));
      }
      const xml = compareXml([member, this.before], [same, this.now], direction, name);
      if (xml) parts.xml.push(xml);
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
      if (xml) parts.xml.push(xml);
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

/**
 * The current part of a schema that changed, so that the change of a schema that others include is
 * reported once. Named schemas keep their path.
 * @returns undefined if no part or the schema itself changed
 */
function findChangedPart(
  keywords: readonly string[],
  old: readonly LocatedValue[],
  young: readonly LocatedValue[],
): LocatedValue | undefined {
  if (young.length < 2) return undefined;
  const toText = ({ value }: LocatedValue) =>
    toCanonicalText(keywords.map((keyword) => getMember(value, keyword) ?? null));
  const none = toText({ value: {}, path: [] });
  const [former, current] = [old, young].map((parts) => new Set(parts.map(toText)));
  const changed = young.find((part) => toText(part) !== none && !former?.has(toText(part)));
  if (changed !== undefined) return changed;
  const lost = old.find((part) => toText(part) !== none && !current?.has(toText(part)));
  const path = lost?.path.join("\n");
  return young.find((part) => part.path.join("\n") === path);
}

/** A schema that is an object. */
export interface SchemaValue extends LocatedValue {
  readonly value: JsonTree;
}

function isSchema(one: LocatedValue): one is SchemaValue {
  return isTree(one.value);
}

/** Whether two schemas are equal and neither contains nor refers to another one. */
export function isSameLeaf(one: JsonTree, other: JsonTree): boolean {
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

/** Values by two schemas. */
export class PairMap<T> {
  readonly #values = new Map<JsonTree, Map<JsonTree, T>>();

  get(old: SchemaValue, young: SchemaValue, make: () => T): T {
    const counterparts = this.#values.get(old.value) ?? new Map<JsonTree, T>();
    this.#values.set(old.value, counterparts);
    const existing = counterparts.get(young.value);
    if (existing !== undefined) return existing;
    const value = make();
    counterparts.set(young.value, value);
    return value;
  }
}
