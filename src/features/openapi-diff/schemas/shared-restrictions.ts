/**
 * Restrictions beside a list of choices, which apply to each of them: `{type: object, oneOf: [Dog,
 * Cat]}` is equivalent to a choice of two schemas that both include `type: object`.
 */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import type { ApiDescription } from "../change.ts";
import { allowsKind, restrictsValues } from "../normalize/keywords.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { choices, listParts, parseKinds } from "./schema-shape.ts";

/** A schema as a list of choices with the restrictions that apply to all of them. */
interface RestrictedChoices {
  readonly name: (typeof choices)[number];
  readonly list: readonly LocatedValue[];
  readonly discriminator: unknown;
  /** No value if there are none. */
  readonly shared: LocatedValue;
}

/**
 * Whether two schemas differ only in whether restrictions are beside the choices or in each of them.
 * @param isEqual compares two schemas of the two versions
 */
export function haveEqualChoices(
  [old, before]: readonly [LocatedValue, ApiDescription],
  [young, now]: readonly [LocatedValue, ApiDescription],
  isEqual: (a: LocatedValue, b: LocatedValue) => boolean,
): boolean {
  const [former, current] = [splitChoices(old, before), splitChoices(young, now)];
  if (!former || !current || former.name !== current.name) return false;
  const [told, tells] = [former, current].map((one) => toCanonicalText(one.discriminator));
  if (told !== tells) return false;
  // Then the comparison of the choices themselves is sufficient.
  const [shared, sharedNow] = [former, current].map((one) => toCanonicalText(one.shared.value));
  if (shared === sharedNow) return false;
  if (hasDependentProperties(former, before) || hasDependentProperties(current, now)) return false;
  const rest = new Set(applyShared(current, now));
  for (const one of applyShared(former, before)) {
    const name = getMember(one.choice.value, "$ref");
    const named = [...rest].filter(({ choice }) => getMember(choice.value, "$ref") === name);
    // A discriminator identifies choices by their references.
    const candidates = former.discriminator === undefined ? [...named, ...rest] : named;
    const same = candidates.find((other) => isEqual(one.schema, other.schema));
    if (same === undefined) return false;
    rest.delete(same);
  }
  return rest.size === 0;
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
    const own = parseKinds(choice, description);
    const isPossible =
      kinds.size === 0 ||
      own.size === 0 ||
      [...own].some((kind) => allowsKind(kinds, kind)) ||
      [...kinds].some((kind) => allowsKind(own, kind));
    const schemas = shared.value === undefined ? [choice] : [shared, choice];
    return isPossible ? [{ choice, schema: description.all(schemas) }] : [];
  });
}
