/** Normalized form of JSON schemas, for comparison. */

/**
 * The supported subset of JSON Schema.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {Schema[]} [allOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [anyOf]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {boolean | Schema} [additionalProperties]
 * @property {boolean} [nullable]
 * @property {Schema} [items]
 * @property {number} [minimum]
 * @property {number} [maxLength]
 * @property {string} [pattern]
 * @property {string} [format]
 */

/**
 * A schema, and the document in which its references are resolved.
 * @typedef {{ schema: Schema, root: object }} Located
 */

/**
 * A member of an object. `holders` are the schemas that require it.
 * @typedef {{ value: Located, required: boolean, holders: Schema[] }} Member
 */

/**
 * @typedef {object} Shape
 * @property {string | undefined} name the name of the schema in the document
 * @property {string | undefined} inner the name of the only object among its alternatives
 * @property {ReadonlySet<string>} types
 * @property {ReadonlySet<unknown> | undefined} values the enumerated values, except null
 * @property {Readonly<Record<string, unknown>>} limits
 * @property {ReadonlyMap<string, Member>} members
 * @property {Located | undefined} rest the schema of additional members
 * @property {boolean} isOpen whether it may have additional members of any type
 * @property {Located | undefined} items
 * @property {readonly Shape[]} variants the kinds of objects, if there are several
 * @property {readonly Schema[]} sources the schemas from which it was derived
 */

/** The keywords that limit a value. `format` is ignored. */
const bounds = ["minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems"];

/** @type {Shape} */
const nothing = {
  name: undefined,
  inner: undefined,
  types: new Set(),
  values: undefined,
  limits: {},
  members: new Map(),
  rest: undefined,
  isOpen: false,
  items: undefined,
  variants: [],
  sources: [],
};

/**
 * By document and schema, because many operations refer to the same schemas.
 * @type {WeakMap<object, WeakMap<Schema, Shape>>}
 */
const knownShapes = new WeakMap();

/**
 * Normalizes a schema, one level deep. The schema must not change afterwards.
 *
 * @param {Located} located
 * @returns {Shape}
 * @throws an error for a reference without a target
 */
export function getShape(located) {
  const { schema, root } = located;
  const shapes = knownShapes.get(root) ?? new WeakMap();
  knownShapes.set(root, shapes);
  const shape = shapes.get(schema) ?? buildShape(located, []);
  shapes.set(schema, shape);
  return shape;
}

/**
 * @param {Located} located
 * @param {readonly string[]} within the references that lead to it
 * @returns {Shape}
 */
function buildShape({ schema, root }, within) {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const target = { schema: follow($ref, root), root };
    if (within.includes($ref)) return ownShape(target);
    const shape = buildShape(target, [...within, $ref]);
    const name = /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1];
    return name === undefined ? shape : { ...shape, name };
  }
  const own = ownShape({ schema, root });
  const inside = (/** @type {Schema} */ part) => buildShape({ schema: part, root }, within);
  const whole = { ...(schema.allOf ?? []).map(inside).reduce(both, own), name: undefined };
  const options = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  // A variant that extends the schema listing all variants is only one of them.
  const isListed = options.some((option) => within.includes(option.$ref ?? ""));
  return options.length === 0 || isListed ? whole : chooseAlternative(whole, options.map(inside));
}

/**
 * @param {string} reference
 * @param {any} root
 * @returns {Schema}
 */
export function follow(reference, root) {
  const target = reference
    .split("/")
    .slice(1)
    .reduce((node, part) => node?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], root);
  if (target === undefined) throw new Error(`Unresolved reference: ${reference}`);
  return target;
}

/**
 * @param {Located} located
 * @returns {Shape}
 */
function ownShape({ schema, root }) {
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  const values = listed?.filter((value) => value !== null);
  const types = new Set(listTypes(schema, listed));
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, value]) =>
      /** @type {const} */ ([
        name,
        {
          value: { schema: value, root },
          required: required.has(name),
          holders: required.has(name) ? [schema] : [],
        },
      ]),
  );
  const { additionalProperties: rest, items } = schema;
  const isMap = typeof rest === "object" && Object.keys(rest).length > 0;
  const isOpen = rest === true || (typeof rest === "object" && !isMap);
  return {
    ...nothing,
    types,
    values: values !== undefined && values.length > 0 ? new Set(values) : undefined,
    limits: Object.fromEntries(Object.entries(schema).filter(isBound)),
    members: new Map(members),
    rest: isMap ? { schema: rest, root } : undefined,
    isOpen,
    items: items === undefined ? undefined : { schema: items, root },
    sources: [schema],
  };
}

/**
 * Minimum lengths of 0 and the limits of safe integers do not count as limits.
 * @param {[name: string, limit: unknown]} entry
 */
function isBound([name, limit]) {
  if (!bounds.includes(name)) return false;
  const isEmpty = limit === 0 && name.startsWith("min") && name !== "minimum";
  return !isEmpty && Math.abs(Number(limit)) !== Number.MAX_SAFE_INTEGER;
}

/**
 * @param {Schema} schema
 * @param {unknown[] | undefined} values
 * @returns {string[]}
 */
function listTypes(schema, values) {
  // OpenAPI 3.0 has no null type.
  const isNull = values !== undefined && values.length > 0 && values.every((one) => one === null);
  if (isNull) return ["null"];
  const declaredTypes = [schema.type ?? [], schema.nullable === true ? "null" : []].flat();
  const types = declaredTypes.length > 0 ? declaredTypes : (values ?? []).map(getType);
  const isObject =
    schema.properties !== undefined || typeof schema.additionalProperties === "object";
  const typesOrObject = types.length === 0 && isObject ? ["object"] : types;
  // Integers count as numbers, because the descriptions distinguish them inconsistently.
  const all = typesOrObject.map((type) => (type === "integer" ? "number" : type));
  return values?.includes(null) ? [...all, "null"] : all;
}

/** @param {unknown} value */
const getType = (value) => (value === null ? "null" : typeof value);

/**
 * The intersection of two schemas.
 * @param {Shape} one
 * @param {Shape} other
 * @returns {Shape}
 */
function both(one, other) {
  const members = new Map(one.members);
  for (const [name, member] of other.members) {
    const before = members.get(name);
    members.set(name, {
      value: member.value,
      required: member.required || before?.required === true,
      holders: [...(before?.holders ?? []), ...member.holders],
    });
  }
  const whole = {
    ...one,
    types: new Set([...one.types, ...other.types]),
    values: other.values ?? one.values,
    limits: { ...one.limits, ...other.limits },
    members,
    rest: other.rest ?? one.rest,
    isOpen: one.isOpen || other.isOpen,
    items: other.items ?? one.items,
    sources: [...one.sources, ...other.sources],
  };
  const variants = [...one.variants, ...other.variants];
  return variants.length === 0
    ? whole
    : { ...whole, variants: variants.map((variant) => both({ ...whole, variants: [] }, variant)) };
}

/**
 * The intersection of a schema with one of several alternatives.
 * @param {Shape} own
 * @param {readonly Shape[]} options
 * @returns {Shape}
 */
function chooseAlternative(own, options) {
  const flat = options.flatMap((option) =>
    option.variants.length > 0 ? option.variants : [option],
  );
  const objects = flat.filter(({ types }) => types.has("object"));
  const others = flat.filter(({ types }) => !types.has("object"));
  const values = flat.flatMap((option) => [...(option.values ?? [])]);
  const [only] = objects;
  const base = objects.length === 1 && only ? both(own, only) : own;
  const getName = (/** @type {Shape} */ { name, inner }) => name ?? inner;
  return {
    ...base,
    inner: objects.length === 1 && only ? getName(only) : undefined,
    types: new Set([...own.types, ...flat.flatMap(({ types }) => [...types])]),
    values: values.length > 0 ? new Set(values) : own.values,
    limits: Object.assign({}, base.limits, ...others.map(({ limits }) => limits)),
    isOpen: base.isOpen || objects.some(({ isOpen }) => isOpen),
    items: flat.find(({ items }) => items !== undefined)?.items ?? own.items,
    variants:
      objects.length > 1
        ? objects.map((variant) => ({ ...both(own, variant), inner: getName(variant) }))
        : [],
    sources: [...own.sources, ...flat.flatMap(({ sources }) => [...sources])],
  };
}

/**
 * Combines several kinds of objects into one. A member is required if all kinds require it.
 * @param {Shape} shape
 * @returns {Shape}
 */
export function asOne(shape) {
  if (shape.variants.length === 0) return shape;
  /** @type {Map<string, Member>} */
  const members = new Map();
  for (const variant of shape.variants) {
    for (const [name, member] of variant.members) {
      const every = shape.variants.every((other) => other.members.get(name)?.required === true);
      const before = members.get(name);
      members.set(name, {
        value: before ? alternatively(before.value, member.value) : member.value,
        required: every,
        holders: [...(before?.holders ?? []), ...member.holders],
      });
    }
  }
  return { ...shape, members, variants: [] };
}

/** @type {WeakMap<Schema, WeakMap<Schema, Schema>>} */
const paired = new WeakMap();

/**
 * @param {Located} one
 * @param {Located} other
 * @returns {Located} the same object for the same pair, so that recursion is detected
 */
function alternatively(one, other) {
  if (one.schema === other.schema) return one;
  const pairs = paired.get(one.schema) ?? new WeakMap();
  paired.set(one.schema, pairs);
  const schema = pairs.get(other.schema) ?? { anyOf: [one.schema, other.schema] };
  pairs.set(other.schema, schema);
  return { root: one.root, schema };
}
