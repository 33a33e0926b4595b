/** The limits of values in two schemas, and whether what fitted before fits now. */
import { memberOf } from "../../contract/openapi-references.ts";
import type { Located } from "./change.ts";

interface LimitChange {
  readonly name: string;
  readonly message: string;
  readonly isBreaking: boolean;
}

const lower = [
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
  "minContains",
];
const upper = [
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
  "maxContains",
];

/** The parts of a schema, all of which hold: itself, and what it takes from others by allOf. */
type Parts = readonly Located[];

/** @param sends what a client sends must fit into fewer values; what it gets may be more */
export function comparedLimits(old: Parts, young: Parts, sends: boolean): LimitChange[] {
  const changes: LimitChange[] = [];
  for (const name of [...lower, ...upper]) {
    const [before, now] = [limitIn(old, name), limitIn(young, name)];
    if (before === now) continue;
    const none = lower.includes(name) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const [from, to] = [before ?? none, now ?? none];
    const isTighter = lower.includes(name) ? to > from : to < from;
    const message = `${name} was ${before ?? "not set"} and is ${now ?? "not set"}.`;
    changes.push({ name: kebab(name), message, isBreaking: sends === isTighter });
  }
  const [before, now] = [patternsIn(old), patternsIn(young)];
  if (before !== now) {
    const message = `The pattern was ${say(before)} and is ${say(now)}.`;
    changes.push({ name: "pattern", message, isBreaking: sends && now !== undefined });
  }
  const [wasUnique, isUnique] = [old, young].map((parts) =>
    parts.some((one) => memberOf(one.value, "uniqueItems") === true),
  );
  if (wasUnique !== isUnique) {
    const message = `Items must ${isUnique ? "" : "no longer "}differ from each other.`;
    changes.push({ name: "unique-items", message, isBreaking: sends === (isUnique === true) });
  }
  return changes;
}

/** The tightest of all parts. */
function limitIn(parts: Parts, name: string): number | undefined {
  const tighter = lower.includes(name) ? Math.max : Math.min;
  const limits = parts.flatMap((part) => ownLimit(part, name) ?? []);
  return limits.length === 0 ? undefined : limits.reduce((one, other) => tighter(one, other));
}

/** Patterns that every text fits. */
const anything = new Set<unknown>(["", ".*", "^.*", ".*$", "^.*$"]);

function patternsIn(parts: Parts): string | undefined {
  const patterns = parts
    .flatMap(({ value }) => memberOf(value, "pattern") ?? [])
    .filter((pattern) => !anything.has(pattern));
  return patterns.length === 0 ? undefined : [...new Set(patterns)].sort().join(" and ");
}

function ownLimit({ value }: Located, name: string): number | undefined {
  const limit = memberOf(value, name);
  if (typeof limit === "number") return limit;
  // In descriptions before 3.1 it says of the other limit whether it is included.
  const other = name === "exclusiveMinimum" ? "minimum" : "maximum";
  const isOld = limit === true && (name === "exclusiveMinimum" || name === "exclusiveMaximum");
  const bound = isOld ? memberOf(value, other) : undefined;
  return typeof bound === "number" ? bound : undefined;
}

/** Formats whose values are all of another format, too. */
const wider: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

/** @returns undefined if the format is the same */
export function formatFits(old: Parts, young: Parts, sends: boolean) {
  const [before, now] = [old, young].map((parts) =>
    parts.map(({ value }) => memberOf(value, "format")).find((format) => format !== undefined),
  );
  if (before === now) return undefined;
  const [some, all] = sends ? [before, now] : [now, before];
  const fits = all === undefined || (typeof some === "string" && wider[some] === all);
  return { fits, message: `The format was ${say(before)} and is ${say(now)}.` };
}

function say(value: unknown): string {
  return value === undefined ? "not set" : String(value);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
