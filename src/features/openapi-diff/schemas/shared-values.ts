/**
 * Values that were valid and now match two choices of `oneOf`, which refuses them. Choices can
 * overlap without one including the other, so single values are tried: texts, numbers and others
 * that are no objects or lists, because nearly all objects match several schemas.
 */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { type ApiDescription, getNewLocation } from "../change.ts";
import { meetsLimits } from "../normalize/enums.ts";
import {
  allowsKind,
  appliesTo,
  isUnsatisfiable,
  listTypes,
  outerMembers,
  parseKind,
  restrictsValues,
} from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { describeChoice } from "./choice-overlaps.ts";
import type { SchemaPair } from "./discriminators.ts";
import { choices, getOwnValues, listParts, parseKinds } from "./schema-shape.ts";

type Scalar = string | number | boolean | null;

/**
 * Reports the first value that was valid and now matches two choices.
 * @param isNullOnly whether the values of each type are compared separately
 */
export function compareSharedValues(
  old: LocatedValue,
  young: LocatedValue,
  isNullOnly: boolean,
  { before, now, add, areEqual }: SchemaPair,
): void {
  for (const part of listParts(young, now)) {
    const list = now.listIn(part, "oneOf");
    if (getMember(part.value, "discriminator") !== undefined || !haveSharedKind(list, now))
      continue;
    const values = isNullOnly ? [null] : listValues([...list, ...listChoices(old, before)], now);
    now.budget.drawNodes(values.length * list.length);
    for (const value of values) {
      const matching = list.filter((choice) => matches(value, choice, now));
      if (matching.length < 2 || !matches(value, old, before)) continue;
      // Two choices of a nested list that match count as none.
      if (matches(value, now.getNestedForm(young), now) === true) continue;
      const former = listChoices(old, before);
      const isNew = (choice: LocatedValue) => !former.some((one) => areEqual(one, choice));
      const changed = matching.find(isNew) ?? part;
      const [one, other] = matching.map(describeChoice);
      const message = `The value ${writeJson(value)} now matches ${one} and ${other}, but oneOf must match exactly one.`;
      add("choices-overlap", true, message, getNewLocation(changed));
      return;
    }
  }
}

const scalarKinds = ["string", "number", "boolean", "null"];

/** Whether two choices allow the same type, except objects and lists. */
function haveSharedKind(list: readonly LocatedValue[], description: ApiDescription): boolean {
  const lists = list.map((choice) => parseKinds(choice, description));
  const isAbout = (kinds: ReadonlySet<string>, kind: string) =>
    kinds.size === 0 || kinds.has(kind) || (kind === "number" && kinds.has("integer"));
  return scalarKinds.some((kind) => lists.filter((kinds) => isAbout(kinds, kind)).length > 1);
}

/** The choices of a schema, or the schema itself. */
function listChoices(schema: LocatedValue, description: ApiDescription): readonly LocatedValue[] {
  const parts = listParts(schema, description);
  const all = parts.flatMap((part) => choices.flatMap((name) => description.listIn(part, name)));
  return all.length === 0 ? [schema] : all;
}

const lengths = ["minLength", "maxLength"];
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const mostValues = 200;
const mostSteps = 10;
const longestText = 1000;

/** Values at the limits of schemas and between them, and listed values. */
function listValues(
  schemas: readonly LocatedValue[],
  description: ApiDescription,
): readonly Scalar[] {
  const parts = schemas.flatMap((schema) =>
    isTree(schema.value) ? listParts(schema, description) : [],
  );
  const findLimits = (names: readonly string[]) =>
    parts.flatMap(({ value }) =>
      names.flatMap((name) => {
        const limit = getMember(value, name);
        return typeof limit === "number" ? [limit - 1, limit, limit + 1] : [];
      }),
    );
  const ascending = (numbers: readonly number[]) =>
    [...new Set(numbers)].sort((one, other) => one - other).slice(0, mostValues);
  const limits = ascending([0, 1, ...findLimits(bounds)]);
  const steps = parts.flatMap(({ value }) => {
    const step = getMember(value, "multipleOf");
    return typeof step === "number" && step > 0 ? [step] : [];
  });
  // The multiples on both sides of each limit.
  const multiples = steps.slice(0, mostSteps).flatMap((step) =>
    limits.flatMap((limit) => {
      const count = Math.floor(limit / step);
      return [count * step, (count + 1) * step];
    }),
  );
  const points = ascending([...limits, ...multiples]);
  const between = points.slice(1).map((point, n) => (point + (points[n] ?? point)) / 2);
  const texts = ascending([0, 1, ...findLimits(lengths)])
    .filter((length) => length >= 0 && length <= longestText)
    .map((length) => "x".repeat(length));
  const listed = parts.flatMap(({ value }) => (isTree(value) ? (getOwnValues(value) ?? []) : []));
  const scalars = listed.filter(isScalar).slice(0, mostValues);
  return [...new Set([...scalars, ...points, ...between, ...texts, true, false, null])];
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

const mostNested = 8;

/** Whether a value certainly matches a schema; undefined if that is unknown. */
function matches(
  value: Scalar,
  schema: LocatedValue,
  description: ApiDescription,
  depth = 0,
): boolean | undefined {
  if (depth > mostNested || !isTree(schema.value)) return undefined;
  const parts = listParts(schema, description);
  if (parts.length === 0) return undefined;
  return combine(parts.map((part) => matchesPart(value, part, description, depth)));
}

/** Whether all are true; undefined if no result is false, but one is unknown. */
function combine(results: readonly (boolean | undefined)[]): boolean | undefined {
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/** Keywords whose effect is known; formats of numbers only describe their precision. */
const known = new Set([
  ...["type", "enum", "allOf", "oneOf", "anyOf", "discriminator", "$ref", "$defs", "definitions"],
  ...lengths,
  ...bounds,
]);

function matchesPart(
  value: Scalar,
  part: LocatedValue,
  description: ApiDescription,
  depth: number,
): boolean | undefined {
  const schema = part.value;
  if (!isTree(schema)) return undefined;
  const kind = parseKind(value);
  const types = listTypes(schema);
  if (isUnsatisfiable(schema) || !meetsLimits(value, schema)) return false;
  if (types.length > 0 && !allowsKind(new Set(types), kind)) return false;
  const values = getOwnValues(schema)?.map(toCanonicalText);
  if (values !== undefined && !values.includes(toCanonicalText(value))) return false;
  const step = schema.multipleOf;
  if (typeof value === "number" && typeof step === "number" && value % step !== 0) return false;
  const results = choices.map((name) => {
    const list = description.listIn(part, name);
    if (list.length === 0) return true;
    const each = list.map((choice) => matches(value, choice, description, depth + 1));
    const count = each.filter((one) => one === true).length;
    if (count > 1) return name === "anyOf";
    if (each.includes(undefined)) return name === "anyOf" && count === 1 ? true : undefined;
    return count === 1;
  });
  const isKnown = Object.entries(schema).every(
    ([name, one]) =>
      known.has(name) ||
      outerMembers.has(name) ||
      (name === "format" && typeof value === "number") ||
      !appliesTo(name, kind) ||
      !restrictsValues({ [name]: one }),
  );
  return combine([...results, isKnown ? true : undefined]);
}
