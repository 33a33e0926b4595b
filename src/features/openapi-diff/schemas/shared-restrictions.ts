/**
 * Restrictions beside a list of choices, which apply to each of them: `{type: object, oneOf: [Dog,
 * Cat]}` is equivalent to a choice of two schemas that both include `type: object`.
 */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import type { ApiDescription } from "../change.ts";
import { allowsKind, restrictsValues } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { compareExclusion } from "./choice-overlaps.ts";
import type { SchemaPair } from "./discriminators.ts";
import { choices, hasChoices, listParts, parseKinds } from "./schema-shape.ts";

/**
 * A schema without the choices that the types around them exclude: `{type: string, oneOf: [Text,
 * Number]}` has only one.
 */
export function withoutExcludedChoices<T extends LocatedValue>(
  schema: T,
  description: ApiDescription,
): T | LocatedValue {
  const parts = listParts(schema, description);
  if (!hasChoices(parts)) return schema;
  const kinds = parseKinds(schema, description);
  if (kinds.size === 0) return schema;
  const isPossible = (choice: LocatedValue) =>
    haveSharedKind(kinds, parseKinds(choice, description));
  const isComplete = parts.every((part) =>
    choices.every((name) => description.listIn(part, name).every(isPossible)),
  );
  if (isComplete) return schema;
  return description.all(
    parts.map((part) => {
      const name = `choices of ${[...kinds].join()}`;
      return description.derive(part, name, () => {
        const { allOf: _, ...own } = isTree(part.value) ? part.value : {};
        const single: unknown[] = [];
        for (const keyword of choices) {
          const list = description.listIn(part, keyword);
          const possible = list.filter(isPossible).map(({ value }) => value);
          if (possible.length === list.length) continue;
          if (possible.length > 1) own[keyword] = possible;
          else delete own[keyword];
          if (possible.length < 2) single.push(possible[0] ?? { not: {} });
        }
        return single.length === 0 ? own : { ...own, allOf: single };
      });
    }),
  );
}

/** The choices of a schema, each with the restrictions beside them; empty for several lists. */
export function listRestrictedChoices(
  schema: LocatedValue,
  description: ApiDescription,
): readonly LocatedValue[] {
  const split = splitChoices(schema, description);
  if (split === undefined || hasDependentProperties(split, description)) return [];
  return applyShared(split, description).map((one) => one.schema);
}

/** A schema as a list of choices with the restrictions that apply to all of them. */
interface RestrictedChoices {
  readonly name: (typeof choices)[number];
  readonly list: readonly LocatedValue[];
  readonly discriminator: unknown;
  /** No value if there are none. */
  readonly shared: LocatedValue;
}

/** @returns whether the schemas differ at most in the place of restrictions, and in the keyword */
export function compareMovedRestrictions(
  old: LocatedValue,
  young: LocatedValue,
  sides: SchemaPair,
): boolean {
  const { before, now, areEqual } = sides;
  const [former, current] = [splitChoices(old, before), splitChoices(young, now)];
  if (!former || !current) return false;
  const [told, tells] = [former, current].map((one) => toCanonicalText(one.discriminator));
  if (told !== tells) return false;
  // Then the comparison of the choices themselves is sufficient.
  const [shared, sharedNow] = [former, current].map((one) => toCanonicalText(one.shared.value));
  if (shared === sharedNow) return false;
  if (hasDependentProperties(former, before) || hasDependentProperties(current, now)) return false;
  const list = applyShared(current, now);
  const rest = new Set(list);
  for (const one of applyShared(former, before)) {
    const name = getMember(one.choice.value, "$ref");
    const named = [...rest].filter(({ choice }) => getMember(choice.value, "$ref") === name);
    // A discriminator identifies choices by their references.
    const candidates = former.discriminator === undefined ? [...named, ...rest] : named;
    const same = candidates.find((other) => areEqual(one.schema, other.schema));
    if (same === undefined) return false;
    rest.delete(same);
  }
  if (rest.size > 0) return false;
  if (former.name !== current.name) {
    compareExclusion(current.name, [list.map(({ schema }) => schema)], young, sides);
  }
  return true;
}

/** @returns undefined unless exactly one list of choices applies */
function splitChoices(
  schema: LocatedValue,
  description: ApiDescription,
): RestrictedChoices | undefined {
  const parts = listParts(schema, description);
  const lists = parts.flatMap((part) =>
    choices.flatMap((name) => {
      const list = description.listIn(part, name);
      const discriminator = getMember(part.value, "discriminator");
      return list.length === 0 ? [] : [{ name, list, discriminator }];
    }),
  );
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return undefined;
  const restrictions = parts.flatMap((part) => {
    const { value } = part;
    if (!isTree(value)) return [];
    const { allOf: _, oneOf: __, anyOf: ___, discriminator: ____, ...own } = value;
    return restrictsValues(own) ? [description.derive(part, "own restrictions", () => own)] : [];
  });
  return { ...only, shared: description.all(restrictions) };
}

/** Keywords on which it depends which properties `additionalProperties` refuses. */
const properties = ["properties", "patternProperties", "additionalProperties"];

/** Whether properties beside the choices would have another meaning in a choice. */
function hasDependentProperties(
  { list, shared }: RestrictedChoices,
  description: ApiDescription,
): boolean {
  const has = (schemas: readonly LocatedValue[], test: (value: unknown) => boolean) =>
    schemas.some((one) => listParts(one, description).some(({ value }) => test(value)));
  return (
    has([shared], (value) => properties.some((name) => getMember(value, name) !== undefined)) &&
    has([shared, ...list], (value) => getMember(value, "additionalProperties") === false)
  );
}

/** Each choice, alone and with the shared restrictions, without those that no value can match. */
function applyShared(
  { list, shared }: RestrictedChoices,
  description: ApiDescription,
): { readonly choice: LocatedValue; readonly schema: LocatedValue }[] {
  const kinds = shared.value === undefined ? new Set<string>() : parseKinds(shared, description);
  return list.flatMap((choice) => {
    const isPossible = haveSharedKind(kinds, parseKinds(choice, description));
    const schemas = shared.value === undefined ? [choice] : [shared, choice];
    return isPossible ? [{ choice, schema: description.all(schemas) }] : [];
  });
}

/** Whether a value can have one of the types of both; no types allow any. */
function haveSharedKind(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (some.size === 0 || others.size === 0) return true;
  return (
    [...some].some((kind) => allowsKind(others, kind)) ||
    [...others].some((kind) => allowsKind(some, kind))
  );
}
