/** Comparison of the limits of two schemas. */
import { getMember } from "../../../contract/openapi-references.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { LocatedValue } from "../normalize/tools.ts";

interface LimitChange {
  readonly name: string;
  /** The keywords that can have changed. */
  readonly keywords: readonly string[];
  readonly message: string;
  readonly isBreaking: boolean;
}

/** Lower and upper limits with the type that they apply to. */
const counts: readonly (readonly [lower: string, upper: string, kind: string])[] = [
  ["minLength", "maxLength", "string"],
  ["minItems", "maxItems", "array"],
  ["minContains", "maxContains", "array"],
  ["minProperties", "maxProperties", "object"],
];

/** The parts of a schema, all of which apply: the schema itself and those included with allOf. */
type SchemaParts = readonly LocatedValue[];
type Kinds = ReadonlySet<string>;

/**
 * @param sends whether the client sends the values: fewer allowed values break requests, more break
 * responses
 * @param kinds the types of both: limits of other types have no effect
 */
export function compareLimits(
  [old, kindsBefore]: readonly [SchemaParts, Kinds],
  [young, kinds]: readonly [SchemaParts, Kinds],
  sends: boolean,
): LimitChange[] {
  const changes: LimitChange[] = [];
  const isAbout = (...names: readonly string[]) =>
    [kindsBefore, kinds].every((some) => some.size === 0 || names.some((name) => some.has(name)));
  if (isAbout("number", "integer")) {
    const wholes = [kindsBefore, kinds].map((some) => some.has("integer"));
    const bounds = compareBounds(old, young, wholes, sends);
    for (const change of [...bounds, ...compareSteps(old, young, sends)]) changes.push(change);
  }
  for (const [lower, upper, kind] of counts) {
    if (!isAbout(kind)) continue;
    for (const [name, isLower] of [
      [lower, true],
      [upper, false],
    ] as const) {
      const [before, now] = [limitIn(old, name, isLower), limitIn(young, name, isLower)];
      if (before === now) continue;
      const none = isLower ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      const [least, leastNow] =
        name === "minProperties" ? [countRequired(old), countRequired(young)] : [none, none];
      const [from, to] = isLower
        ? [Math.max(before ?? none, least), Math.max(now ?? none, leastNow)]
        : [before ?? none, now ?? none];
      if (from === to) continue;
      const isTighter = isLower ? to > from : to < from;
      const message = `${name} changed from ${formatValue(before)} to ${formatValue(now)}.`;
      const isBreaking = sends === isTighter;
      changes.push({ name: toKebabCase(name), keywords: [name], message, isBreaking });
    }
  }
  const [before, now] = [findPatterns(old), findPatterns(young)];
  if (before !== now && isAbout("string")) {
    const message = `The pattern changed from ${formatValue(before)} to ${formatValue(now)}.`;
    const isBreaking = sends && now !== undefined;
    changes.push({ name: "pattern", keywords: ["pattern"], message, isBreaking });
  }
  const [wasUnique, isUnique] = [old, young].map((parts) =>
    parts.some((one) => getMember(one.value, "uniqueItems") === true),
  );
  if (wasUnique !== isUnique && isAbout("array")) {
    const message = `Items must ${isUnique ? "now" : "no longer"} be unique.`;
    const isBreaking = sends === (isUnique === true);
    changes.push({ name: "unique-items", keywords: ["uniqueItems"], message, isBreaking });
  }
  return changes;
}

/** Objects have at least their required properties. */
function countRequired(parts: SchemaParts): number {
  const names = parts.flatMap(({ value }) => {
    const required = getMember(value, "required");
    return Array.isArray(required) ? required : [];
  });
  return new Set(names).size;
}

/** The strictest limit of all parts. */
function limitIn(parts: SchemaParts, name: string, isLower: boolean): number | undefined {
  const tighter = isLower ? Math.max : Math.min;
  const limits = parts.flatMap((part) => findNumber(part, name) ?? []);
  return limits.length === 0 ? undefined : limits.reduce((one, other) => tighter(one, other));
}

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

/**
 * @param wholes whether the numbers are integers, whose exclusive bounds are equivalent to
 * inclusive ones
 */
function compareBounds(
  old: SchemaParts,
  young: SchemaParts,
  [wereWhole = false, areWhole = false]: readonly boolean[],
  sends: boolean,
): LimitChange[] {
  return (["minimum", "maximum"] as const).flatMap((name) => {
    const [before, now] = [findBound(old, name, wereWhole), findBound(young, name, areWhole)];
    if (before?.value === now?.value && before?.isExclusive === now?.isExclusive) return [];
    const sign = name === "minimum" ? 1 : -1;
    const order = (bound: Bound | undefined) =>
      bound === undefined ? Number.NEGATIVE_INFINITY : sign * bound.value;
    const isTighter =
      order(now) > order(before) || (order(now) === order(before) && now?.isExclusive === true);
    const isExclusive =
      (before?.isExclusive ?? true) && (now?.isExclusive ?? true) && (before ?? now) !== undefined;
    const exclusive = name.replace(/^m/, "exclusiveM");
    const member = isExclusive ? exclusive : name;
    const sayBound = (bound: Bound | undefined) =>
      `${formatValue(bound?.value)}${bound?.isExclusive && !isExclusive ? " (exclusive)" : ""}`;
    const message = `${member} changed from ${sayBound(before)} to ${sayBound(now)}.`;
    const isBreaking = sends === isTighter;
    return [{ name: toKebabCase(member), keywords: [name, exclusive], message, isBreaking }];
  });
}

function findBound(
  parts: SchemaParts,
  name: "minimum" | "maximum",
  isWhole: boolean,
): Bound | undefined {
  const sign = name === "minimum" ? 1 : -1;
  let tightest: Bound | undefined;
  for (const part of parts) {
    for (const isExclusive of [false, true]) {
      const limit = findNumber(part, isExclusive ? name.replace(/^m/, "exclusiveM") : name);
      if (limit === undefined) continue;
      const bound = isWhole
        ? toWholeBound(limit, isExclusive, sign)
        : { value: limit, isExclusive };
      const [one, other] = [sign * bound.value, tightest && sign * tightest.value];
      if (other === undefined || one > other || (one === other && bound.isExclusive)) {
        tightest = bound;
      }
    }
  }
  return tightest;
}

function toWholeBound(limit: number, isExclusive: boolean, sign: 1 | -1): Bound {
  // The first integer above it, or below it for a maximum.
  const next = sign * (isExclusive ? Math.floor(sign * limit) + 1 : Math.ceil(sign * limit));
  return { value: next, isExclusive: false };
}

function compareSteps(old: SchemaParts, young: SchemaParts, sends: boolean): LimitChange[] {
  const [before, now] = [listSteps(old), listSteps(young)];
  if (before.join() === now.join()) return [];
  const [some, all] = sends ? [before, now] : [now, before];
  // Multiples of 4 are multiples of 2.
  const fits = all.every((step) => some.some((one) => isMultiple(one, step)));
  const text = (steps: readonly number[]) => (steps.length === 0 ? "not set" : steps.join(" and "));
  const message = `multipleOf changed from ${text(before)} to ${text(now)}.`;
  return [{ name: "multiple-of", keywords: ["multipleOf"], message, isBreaking: !fits }];
}

function listSteps(parts: SchemaParts): readonly number[] {
  const steps = parts.flatMap((part) => findNumber(part, "multipleOf") ?? []);
  // Multiples of 2 and of 3 are the multiples of 6.
  const each = steps.every((step) => isCountable(step))
    ? [steps.reduce(getCommonMultiple, 1)]
    : steps;
  // Integers are multiples of 1.
  return [...new Set(each)].filter((step) => step !== 1).sort((one, other) => one - other);
}

function isCountable(step: number): boolean {
  return Number.isSafeInteger(step) && step > 0;
}

/** The least common multiple of two positive integers. */
function getCommonMultiple(one: number, other: number): number {
  let [divisor, rest] = [one, other];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return (one / divisor) * other;
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

/** Patterns that match any text. */
const anyText = new Set<unknown>([
  ...["", ".*", "^.*", ".*$", "^.*$", "^", "$"],
  ...["[\\s\\S]*", "^[\\s\\S]*$", "[^]*", "^[^]*$", "(.*)", "^(.*)$"],
]);

function findPatterns(parts: SchemaParts): string | undefined {
  const patterns = parts
    .flatMap(({ value }) => getMember(value, "pattern") ?? [])
    .filter((pattern) => !anyText.has(pattern));
  return patterns.length === 0 ? undefined : [...new Set(patterns)].sort().join(" and ");
}

function findNumber({ value }: LocatedValue, name: string): number | undefined {
  const limit = getMember(value, name);
  return typeof limit === "number" ? limit : undefined;
}

/** Formats whose values are a subset of another format. */
const wider: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

/** @returns undefined if the format is unchanged */
export function formatFits(old: SchemaParts, young: SchemaParts, sends: boolean) {
  const [before, now] = [old, young].map((parts) =>
    parts.map(({ value }) => getMember(value, "format")).find((format) => format !== undefined),
  );
  if (before === now) return undefined;
  const [some, all] = sends ? [before, now] : [now, before];
  // All numbers that JSON parsers exchange reliably.
  const isAny = (format: unknown) => format === "int64" || format === "double";
  const fits =
    all === undefined ||
    (some === undefined && isAny(all)) ||
    (typeof some === "string" && findOwn(wider, some) === all);
  return {
    fits,
    message: `The format changed from ${formatValue(before)} to ${formatValue(now)}.`,
  };
}

function formatValue(value: unknown): string {
  return value === undefined ? "not set" : String(value);
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
