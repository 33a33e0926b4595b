/**
 * Comparison of discriminators: the property that selects the schema of a value, and the schemas.
 * Without a list of choices, these are the schemas that include the one with the discriminator with
 * `allOf`.
 * Source: OpenAPI 3.1, "Discriminator Object" and "Composition and Inheritance (Polymorphism)".
 */
import { getMember, isTree, type Path } from "../../../contract/openapi-references.ts";
import {
  type ApiDescription,
  getNewLocation,
  getOldLocation,
  type PayloadDirection,
} from "../change.ts";
import { getReferenceName } from "../normalize/document.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import type { AddConditionChange, Inner } from "./schema-conditions.ts";
import { choices, hasChoices, listParts } from "./schema-shape.ts";

/** Two versions of a specification, and the functions that compare schemas in them. */
export interface SchemaPair {
  readonly before: ApiDescription;
  readonly now: ApiDescription;
  readonly direction: PayloadDirection;
  readonly add: AddConditionChange;
  readonly inner: Inner;
  /** Whether every value of the first schema matches the second. */
  readonly fits: (old: LocatedValue, young: LocatedValue) => boolean;
  /** Whether every value of a schema matches another schema of the same version. */
  readonly isIncluded: (
    one: LocatedValue,
    other: LocatedValue,
    description: ApiDescription,
  ) => boolean;
  /** Whether two schemas of the two versions are equal. */
  readonly areEqual: (old: LocatedValue, young: LocatedValue) => boolean;
}

/** A schema that a discriminator value selects. */
interface Meant {
  readonly name: string;
  /** Undefined if the schema does not exist. */
  readonly schema: LocatedValue | undefined;
  /** Whether the mapping names the value explicitly. */
  readonly isMapped: boolean;
}

export function compareDiscriminators(
  old: LocatedValue,
  young: LocatedValue,
  sides: SchemaPair,
): void {
  const { before, now, direction, add, inner, fits } = sides;
  const sends = direction === "request";
  const [a, b] = [findDiscriminator(old, before), findDiscriminator(young, now)];
  if (!a && !b) return;
  // Added and removed choices are reported with the choices.
  const areListed = hasChoices(listParts(old, before)) && hasChoices(listParts(young, now));
  const former = a ? findValues(a, old, before) : new Map<string, Meant>();
  const current = b ? findValues(b, young, now) : new Map<string, Meant>();
  if (!a || !b) {
    if (a) {
      // Without the discriminator, nothing refers to the schemas that include this one.
      const isLost =
        !areListed &&
        [...former.values()].some(({ schema }) => schema && schema.value !== old.value);
      add("discriminator-removed", isLost, "The discriminator was removed.", getOldLocation(a));
    }
    if (b) add("discriminator-added", false, "A discriminator was added.", getNewLocation(b));
    return;
  }
  const [property, propertyNow] = [a, b].map(({ value }) =>
    String(getMember(value, "propertyName")),
  );
  if (property !== propertyNow) {
    const message = `The discriminator property changed from ${property} to ${propertyNow}.`;
    add("discriminator-changed", true, message, getNewLocation(b));
  }
  for (const [value, meant] of former) {
    const other = current.get(value);
    if (other === undefined) {
      if (areListed && !isOnlyRenamed(meant, property, young, current, now)) continue;
      const where = getOldLocation(
        meant.isMapped ? before.member(a, "mapping") : (meant.schema ?? a),
      );
      const message = `The value ${value} of the discriminator was removed.`;
      add("discriminator-value-changed", sends, message, where);
    } else if (
      meant.name === other.name ||
      isPair(meant, other, old, young) ||
      isRenamed(meant, other, fits)
    ) {
      if (!areListed && meant.schema && other.schema) inner(meant.schema, other.schema);
    } else {
      const message = `The value ${value} of the discriminator changed from ${meant.name} to ${other.name}.`;
      add("discriminator-value-changed", true, message, getNewLocation(now.member(b, "mapping")));
    }
  }
  for (const [value, meant] of current) {
    const { name, schema, isMapped } = meant;
    if (former.has(value)) continue;
    if (areListed && !isOnlyRenamed(meant, property, old, former, before)) continue;
    const message = `Added the value ${value} to the discriminator, for ${name}.`;
    const where = getNewLocation(isMapped ? now.member(b, "mapping") : (schema ?? b));
    add("discriminator-value-added", !sends, message, where);
  }
}

/**
 * Whether the schema of a mapped value is a choice in the other version too, without this value.
 * Otherwise the choice is reported.
 * @param property the discriminator
 * @param others the values in the other version, and the schema there
 */
function isOnlyRenamed(
  { name, schema, isMapped }: Meant,
  property: string | undefined,
  other: LocatedValue,
  others: ReadonlyMap<string, Meant>,
  description: ApiDescription,
): boolean {
  if (!isMapped || schema === undefined) return false;
  const choice = listSchemasBelow(other, description).get(name);
  if (choice === undefined) return false;
  // A constant value of the property identifies the choice without a mapping.
  const isNamed = [...others.values()].some((meant) => meant.isMapped && meant.name === name);
  return isNamed || !hasConstant(choice, property ?? "", description);
}

function hasConstant(schema: LocatedValue, name: string, description: ApiDescription): boolean {
  return listParts(schema, description).some((part) => {
    const member = description.member(description.member(part, "properties"), name);
    return Array.isArray(getMember(description.followSchema(member)?.value, "enum"));
  });
}

/** Whether both select the schemas that are being compared. */
function isPair(one: Meant, other: Meant, old: LocatedValue, young: LocatedValue): boolean {
  return one.schema?.value === old.value && other.schema?.value === young.value;
}

/** Whether only the name of the selected schema changed. */
function isRenamed(one: Meant, other: Meant, fits: SchemaPair["fits"]): boolean {
  return one.schema !== undefined && other.schema !== undefined && fits(one.schema, other.schema);
}

function findDiscriminator(
  schema: LocatedValue,
  description: ApiDescription,
): LocatedValue | undefined {
  const part = listParts(schema, description).find(({ value }) =>
    isTree(getMember(value, "discriminator")),
  );
  return part && description.member(part, "discriminator");
}

/** The discriminator values of a schema's choices, by schema. */
export function findChoiceValues(
  schema: LocatedValue,
  description: ApiDescription,
): ReadonlyMap<unknown, string> {
  const discriminator = findDiscriminator(schema, description);
  if (!discriminator) return new Map();
  return new Map(
    [...findValues(discriminator, schema, description)].flatMap(([value, meant]) =>
      meant.schema ? [[meant.schema.value, value] as const] : [],
    ),
  );
}

const anyOther = "(any other)";

/** The name of a schema that includes one with a discriminator: the value of its own values. */
function listOwnName(
  schema: LocatedValue,
  description: ApiDescription,
): readonly (readonly [string, LocatedValue])[] {
  if (getMember(schema.value, "discriminator") !== undefined) return [];
  if (hasChoices(listParts(schema, description))) return [];
  return [...description.schemas()].filter(([, { value }]) => value === schema.value);
}

/** The values of the mapping, and the names of the other possible schemas. */
function findValues(
  discriminator: LocatedValue,
  schema: LocatedValue,
  description: ApiDescription,
): Map<string, Meant> {
  const values = new Map<string, Meant>();
  const below = listSchemasBelow(schema, description);
  const isListed = hasChoices(listParts(schema, description));
  const isPossible = (one: LocatedValue | undefined) =>
    isListed || one === undefined || isWithin(one, schema, below, description);
  const { mapping, defaultMapping } = isTree(discriminator.value) ? discriminator.value : {};
  const named = isTree(mapping) ? Object.entries(mapping) : [];
  // Reported once, with the schema that has the discriminator.
  const hasDefault = isListed || getMember(schema.value, "discriminator") !== undefined;
  const usual =
    hasDefault && typeof defaultMapping === "string" ? [[anyOther, defaultMapping]] : [];
  for (const [value, to] of [...named, ...usual]) {
    const name = String(to).split("/").at(-1) ?? "";
    const target = resolveMapping(String(to), description, discriminator.path);
    if (!isPossible(target)) continue;
    values.set(String(value), { name, schema: target, isMapped: true });
  }
  // The names of schemas remain values beside a default.
  const explicit = [...values].filter(([value]) => value !== anyOther);
  const mapped = new Set(explicit.map(([, meant]) => meant.schema?.value));
  for (const [name, one] of [...below, ...listOwnName(schema, description)]) {
    if (!mapped.has(one.value) && !values.has(name)) {
      values.set(name, { name, schema: one, isMapped: false });
    }
  }
  return values;
}

/**
 * Whether a value of the schema can be one of the mapped schema. A schema that includes the one with
 * the discriminator has only its own descendants as values.
 */
function isWithin(
  one: LocatedValue,
  schema: LocatedValue,
  below: ReadonlyMap<string, LocatedValue>,
  description: ApiDescription,
): boolean {
  if (one.value === schema.value || !isNamed(schema, description)) return true;
  if (getMember(schema.value, "discriminator") !== undefined) return true;
  return [...below.values()].some(({ value }) => value === one.value);
}

function isNamed({ value }: LocatedValue, description: ApiDescription): boolean {
  return [...description.schemas().values()].some((one) => one.value === value);
}

/** A component name or a reference. Reports one that cannot be resolved. */
function resolveMapping(
  to: string,
  description: ApiDescription,
  path: Path,
): LocatedValue | undefined {
  const component = description.schemas().get(to);
  if (component) return component;
  const { base } = description.document.index;
  const reference = { text: to, base, isDynamic: false };
  const target = description.resolve(reference);
  if (!target) {
    description.reportUnresolved(reference, [...path, "mapping"]);
    return undefined;
  }
  const value = description.document.normalizeSchema(target);
  return description.followSchema({ value, path: target.path });
}

/**
 * Named schemas that a value of a schema can have: its choices, else the schemas that include it.
 */
function listSchemasBelow(
  schema: LocatedValue,
  description: ApiDescription,
): ReadonlyMap<string, LocatedValue> {
  const parts = listParts(schema, description);
  const listed = parts.flatMap((part) => choices.flatMap((name) => description.listIn(part, name)));
  if (listed.length === 0) {
    // A schema without a name has the values of the named one that it includes.
    const owner = parts.find(({ value }) => getMember(value, "discriminator") !== undefined);
    const isUnnamed = owner && owner.value !== schema.value && !isNamed(schema, description);
    return findDescendants(isUnnamed ? owner : schema, description);
  }
  return new Map(
    listed.flatMap((choice) => {
      const reference = getMember(choice.value, "$ref");
      const target = description.followSchema(choice);
      if (typeof reference !== "string" || !target) return [];
      return [[getReferenceName(reference).split("/").at(-1) ?? "", target] as const];
    }),
  );
}

/** Components that include a schema with `allOf`, directly or indirectly. */
function findDescendants(
  schema: LocatedValue,
  description: ApiDescription,
): ReadonlyMap<string, LocatedValue> {
  const children = getChildren(description);
  const schemas = new Map<string, LocatedValue>();
  const queue = [schema.value];
  const visited = new Set<unknown>(queue);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const [name, child] of children.get(next) ?? []) {
      if (visited.has(child.value)) continue;
      description.budget.drawNodes();
      visited.add(child.value);
      schemas.set(name, child);
      queue.push(child.value);
    }
  }
  return schemas;
}

type Children = ReadonlyMap<unknown, ReadonlyMap<string, LocatedValue>>;
const childrenByDescription = new WeakMap<ApiDescription, Children>();

/** Named schemas by the schema that they include. */
function getChildren(description: ApiDescription): Children {
  const earlier = childrenByDescription.get(description);
  if (earlier) return earlier;
  const children = new Map<unknown, Map<string, LocatedValue>>();
  for (const [name, child] of description.schemas()) {
    for (const part of listParts(child, description)) {
      for (const one of description.getAllOfSchemas(part)) {
        const parent = description.followSchema(one)?.value;
        if (parent === undefined || parent === child.value) continue;
        const schemas = children.get(parent) ?? new Map<string, LocatedValue>();
        children.set(parent, schemas);
        schemas.set(name, child);
      }
    }
  }
  childrenByDescription.set(description, children);
  return children;
}
