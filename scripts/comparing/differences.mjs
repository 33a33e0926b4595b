/** Comparison of two API descriptions. */
import { compareSchemas, requiredness } from "./schema-differences.mjs";

/** @typedef {import("./schema-differences.mjs").Walk} Walk */
/** @typedef {import("./theirs.mjs").Operation} Operation */
/** @typedef {import("./theirs.mjs").Input} Input */

/**
 * @typedef {object} Difference
 * @property {string} location an operation with a field, or a named schema with a member
 * @property {string} what the difference in one line, in which "here" is tome and "there" the description
 * @property {Set<string>} operations the names of the affected operations
 * @property {Set<() => void>} relaxing functions that change the published response schema to allow the difference
 */

/**
 * Compares the operations of tome with those of a published description.
 *
 * @param {readonly Operation[]} here
 * @param {readonly Operation[]} there
 * @param {readonly { readonly operation: string, readonly method: string, readonly path: string }[]} absent
 *   the operations to which tome responds with 501
 * @param {readonly Operation[]} [elsewhere] the operations of other descriptions
 * @returns {Difference[]} sorted by location
 */
export function compare(here, there, absent, elsewhere = []) {
  /** @type {Map<string, Difference>} */
  const differences = new Map();
  /** @type {(operation: string) => Walk["note"]} */
  const noting = (operation) => (location, what, relax) => {
    const key = `${location} ${what}`;
    const one = differences.get(key) ?? {
      location,
      what,
      operations: new Set(),
      relaxing: new Set(),
    };
    one.operations.add(operation);
    if (relax) one.relaxing.add(relax);
    differences.set(key, one);
  };
  const published = new Map(there.map((operation) => [operation.name, operation]));
  const byRoute = new Map(there.map((operation) => [getRoute(operation), operation]));
  const known = new Set(elsewhere.flatMap((one) => [one.name, getRoute(one)]));
  const answered = new Set();
  for (const own of here) {
    const note = noting(own.name);
    const other = published.get(own.name) ?? byRoute.get(getRoute(own));
    const isKnown = known.has(own.name) || known.has(getRoute(own));
    if (!other && !isKnown) note(own.name, "is not published");
    else if (other) {
      answered.add(other.name);
      if (other.name !== own.name) note(own.name, `is called ${other.name} there`);
      compareOperation(own, other, note);
    }
  }
  const refused = new Map(absent.map((one) => [one.operation, one]));
  for (const other of there.filter(({ name }) => !answered.has(name))) {
    const own = refused.get(other.name);
    const note = noting(other.name);
    if (!own) note(other.name, "is new: it is neither answered nor named as absent");
    else compareRoute(own, other, note);
  }
  for (const own of absent) {
    if (!published.has(own.operation) && !known.has(own.operation)) {
      noting(own.operation)(own.operation, "is named as absent and not published");
    }
  }
  return [...differences.values()].sort(
    (a, b) => order(a.location, b.location) || order(a.what, b.what),
  );
}

/** @param {{ readonly method: string, readonly path: string }} operation */
const getRoute = ({ method, path }) => `${method} ${path}`;

/** @param {string} a @param {string} b */
const order = (a, b) => (a < b ? -1 : Number(a > b));

/**
 * @param {{ readonly method: string, readonly path: string }} own
 * @param {Operation} other
 * @param {Walk["note"]} note
 */
function compareRoute(own, other, note) {
  const here = getRoute(own);
  const there = getRoute(other);
  if (here !== there) note(other.name, `has moved: here ${here}, there ${there}`);
}

/**
 * @param {Operation} here
 * @param {Operation} there
 * @param {Walk["note"]} note
 */
function compareOperation(here, there, note) {
  compareRoute(here, there, note);
  const { name } = here;
  const asking = /** @type {Walk} */ ({
    direction: "request",
    operation: name,
    around: new Set(),
    note,
  });
  for (const [location, own] of here.parameters) {
    compareInput(own, there.parameters.get(location), `${name} ${location}`, asking);
  }
  for (const [location, other] of there.parameters) {
    if (!here.parameters.has(location))
      compareInput(undefined, other, `${name} ${location}`, asking);
  }
  compareInput(here.body, there.body, `${name} body`, asking);
  const statuses = (/** @type {Operation} */ { statuses }) => statuses.join(" or ");
  if (statuses(here) !== statuses(there)) {
    note(`${name} status`, `here ${statuses(here)}, there ${statuses(there)}`);
  }
  if (!here.answer && !there.answer) return;
  if (!here.answer) note(`${name} answer`, "only there");
  else if (!there.answer) note(`${name} answer`, "only here");
  else {
    const walk = { ...asking, direction: /** @type {const} */ ("answer") };
    compareSchemas(here.answer, there.answer, `${name} answer`, walk);
  }
}

/**
 * @param {Input | undefined} here
 * @param {Input | undefined} there
 * @param {string} location
 * @param {Walk} walk
 */
function compareInput(here, there, location, walk) {
  const requirement = (/** @type {Input} */ { required }) => (required ? ", required" : "");
  if (!here && !there) return;
  if (!here) walk.note(location, `only there${there ? requirement(there) : ""}`);
  else if (!there) walk.note(location, `only here${requirement(here)}`);
  else {
    if (here.required !== there.required) walk.note(location, requiredness(here.required));
    compareSchemas(here.value, there.value, location, walk);
  }
}
