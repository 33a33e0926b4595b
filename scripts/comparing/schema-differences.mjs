/** Comparison of two schemas, member by member. */
import { idPattern } from "./own.mjs";
import { asOne, getShape } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Schema} Schema */
/** @typedef {import("./shapes.mjs").Located} Located */
/** @typedef {import("./shapes.mjs").Shape} Shape */

/**
 * Schemas of documents, of which the contract defines only the structure. A test compares the responses
 * with the published schema.
 */
const opaque = /^(?:JSON)?Document/;

/** @typedef {"request" | "answer"} Direction */

/**
 * @typedef {object} Walk
 * @property {Direction} direction
 * @property {string} operation
 * @property {Set<unknown>} around the enclosing published schemas and their names
 * @property {(location: string, what: string, relax?: () => void) => void} note
 */

/** @param {boolean} isRequiredHere */
export const requiredness = (isRequiredHere) =>
  isRequiredHere ? "here required, there optional" : "here optional, there required";

/**
 * @param {Located} here
 * @param {Located} there
 * @param {string} location
 * @param {Walk} walk
 */
export function compareSchemas(here, there, location, walk) {
  const own = getShape(here);
  const other = getShape(there);
  if (walk.around.has(there.schema)) return;
  const inner = { ...walk, around: new Set([...walk.around, there.schema]) };
  entering(other.name, location, inner, (at, within) => compareShapes(own, other, at, within));
}

/**
 * A named schema is a single location, wherever it is used. It is not compared again inside itself.
 * @param {string | undefined} name
 * @param {string} location
 * @param {Walk} walk
 * @param {(location: string, walk: Walk) => void} go
 */
function entering(name, location, walk, go) {
  if (name === undefined) go(location, walk);
  else if (!opaque.test(name) && !walk.around.has(name)) {
    go(`${name} ${walk.direction}`, { ...walk, around: new Set([...walk.around, name]) });
  }
}

/**
 * @param {Shape} here
 * @param {Shape} there
 * @param {string} location
 * @param {Walk} walk
 */
function compareShapes(here, there, location, walk) {
  const isKnown = compareTypes(here, there, location, walk);
  if (!isKnown) return;
  compareValues(here, there, location, walk);
  if (walk.direction === "request") compareLimits(here, there, location, walk);
  if (here.items && there.items) compareSchemas(here.items, there.items, `${location}[]`, walk);
  if (here.rest && there.rest) compareSchemas(here.rest, there.rest, `${location}.*`, walk);
  if (!here.types.has("object") || !there.types.has("object")) return;
  const tag = getTag(here, there);
  if (tag !== undefined) compareKinds(here, there, tag, location, walk);
  else {
    entering(there.inner, location, walk, (at, within) =>
      compareMembers(asOne(here), asOne(there), at, within),
    );
  }
}

/**
 * @param {Shape} here
 * @param {Shape} there
 * @param {string} location
 * @param {Walk} walk
 * @returns {boolean} whether both define the type of the value
 */
function compareTypes(here, there, location, walk) {
  if (here.types.size === 0 || there.types.size === 0) return false;
  const onlyHere = [...here.types].filter((type) => !there.types.has(type)).sort();
  const onlyThere = [...there.types].filter((type) => !here.types.has(type)).sort();
  const relax = () => {
    for (const source of there.sources) allowAnything(source);
  };
  if (onlyHere.length > 0) walk.note(location, `kind only here: ${onlyHere.join(", ")}`, relax);
  if (onlyThere.length > 0) walk.note(location, `kind only there: ${onlyThere.join(", ")}`);
  return true;
}

/** @param {Schema} schema */
function allowAnything(schema) {
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
}

/**
 * @param {Shape} here
 * @param {Shape} there
 * @param {string} location
 * @param {Walk} walk
 */
function compareValues(here, there, location, walk) {
  const { values: own } = here;
  const { values: other } = there;
  if (!own || !other) {
    if (other) walk.note(location, `values only there: ${listed(other)}`);
    return;
  }
  const only = [...own].filter((value) => !other.has(value));
  const missing = [...other].filter((value) => !own.has(value));
  const relax = () => {
    for (const source of there.sources) source.enum?.push(...only);
  };
  if (only.length > 0) walk.note(location, `values only here: ${listed(only)}`, relax);
  if (missing.length > 0) walk.note(location, `values only there: ${listed(missing)}`);
}

/** @param {Iterable<unknown>} values */
const listed = (values) => [...values].map(String).sort().join(", ");

/**
 * @param {Shape} here
 * @param {Shape} there
 * @param {string} location
 * @param {Walk} walk
 */
function compareLimits(here, there, location, walk) {
  for (const limit of new Set([...Object.keys(here.limits), ...Object.keys(there.limits)])) {
    const own = here.limits[limit] ?? "none";
    const other = there.limits[limit] ?? "none";
    // The description defines the characters of an id only for some ids; tome applies them to all ids.
    const isId = own === idPattern && other === "none";
    if (own !== other && !isId) walk.note(location, `${limit}: here ${own}, there ${other}`);
  }
}

/**
 * The member that discriminates between several kinds of objects.
 * @param {Shape} here
 * @param {Shape} there
 */
function getTag(here, there) {
  if (here.variants.length === 0 && there.variants.length === 0) return undefined;
  const [first] = kindsOf(there);
  return [...(first?.members.keys() ?? [])].find((name) => tells(here, name) && tells(there, name));
}

/**
 * Whether each kind has distinct values for a member.
 * @param {Shape} shape
 * @param {string} name
 */
function tells(shape, name) {
  const values = kindsOf(shape).map((kind) => new Set(taggedBy(kind, name)));
  const all = new Set(values.flatMap((some) => [...some]));
  return (
    values.every(({ size }) => size > 0) &&
    all.size === values.reduce((sum, { size }) => sum + size, 0)
  );
}

/** @param {Shape} shape */
const kindsOf = (shape) => (shape.variants.length > 0 ? shape.variants : [shape]);

/**
 * @param {Shape} shape
 * @param {string} name
 * @returns {unknown[]}
 */
function taggedBy(shape, name) {
  const member = shape.members.get(name);
  return member === undefined ? [] : [...(getShape(member.value).values ?? [])];
}

/**
 * @param {Shape} here
 * @param {Shape} there
 * @param {string} tag
 * @param {string} location
 * @param {Walk} walk
 */
function compareKinds(here, there, tag, location, walk) {
  const own = byTag(here, tag);
  const other = byTag(there, tag);
  for (const [value, shape] of own) {
    const match = other.get(value);
    const at = `${location}<${value}>`;
    if (match) {
      entering(match.inner, at, walk, (inside, within) =>
        compareMembers(asOne(shape), asOne(match), inside, within, tag),
      );
    } else walk.note(at, "kind only here", () => there.sources.slice(0, 1).forEach(allowAnything));
  }
  for (const value of other.keys()) {
    if (!own.has(value)) walk.note(`${location}<${value}>`, "kind only there");
  }
}

/**
 * @param {Shape} shape
 * @param {string} tag
 * @returns {Map<string, Shape>}
 */
function byTag(shape, tag) {
  /** @type {Map<string, Shape>} */
  const kinds = new Map();
  for (const one of kindsOf(shape)) {
    for (const value of taggedBy(one, tag).map(String)) {
      const before = kinds.get(value);
      const variants = before ? [...kindsOf(before), one] : [];
      kinds.set(value, before ? { ...before, inner: undefined, variants } : one);
    }
  }
  return kinds;
}

/**
 * @param {Shape} here
 * @param {Shape} there
 * @param {string} location
 * @param {Walk} walk
 * @param {string} [tag] the discriminating member, which is already compared
 */
function compareMembers(here, there, location, walk, tag) {
  for (const [name, own] of here.members) {
    if (name === tag) continue;
    const other = there.members.get(name);
    const at = `${location}.${name}`;
    if (!other) {
      if (!there.rest) walk.note(at, own.required ? "only here, required" : "only here");
      continue;
    }
    if (own.required !== other.required) {
      walk.note(at, requiredness(own.required), () => unrequire(other.holders, name));
    }
    compareSchemas(own.value, other.value, at, walk);
  }
  // A request that accepts any members also accepts the described ones.
  const takesAll = walk.direction === "request" && here.isOpen;
  for (const [name, other] of there.members) {
    if (here.members.has(name) || here.rest || takesAll) continue;
    const difference = other.required ? "only there, required" : "only there";
    walk.note(`${location}.${name}`, difference, () => unrequire(other.holders, name));
  }
  const takesAny = here.isOpen || here.rest !== undefined;
  if (walk.direction === "request" && there.isOpen && !takesAny) {
    walk.note(location, "members of any name only there");
  }
}

/**
 * @param {readonly Schema[]} holders
 * @param {string} name
 */
function unrequire(holders, name) {
  for (const holder of holders) {
    holder.required = (holder.required ?? []).filter((one) => one !== name);
  }
}
