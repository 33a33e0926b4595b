/** Comparison of tome's contract, loaded from its sources, with the published descriptions. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForImport } from "../building/bundle.mjs";
import { compare } from "./differences.mjs";
import { ownOperations } from "./own.mjs";
import { publishedOperations } from "./theirs.mjs";

/**
 * @typedef {object} Contract
 * @property {readonly import("../../src/contract/endpoint.ts").Endpoint[]} endpoints
 * @property {readonly import("../../src/service/server/unsupported-operations.ts").Absent[]} absent
 * @property {(noun: any) => string} typeOf
 */

/**
 * A difference from one or several descriptions.
 * @typedef {import("./differences.mjs").Difference & { versions: Set<string> }} Found
 */

/**
 * @typedef {object} Description
 * @property {string} version
 * @property {number} there the number of published operations
 * @property {number} both the number of operations that tome implements
 * @property {number} absent the number of operations to which tome responds with 501
 * @property {number} differences
 */

/**
 * @typedef {object} Compared
 * @property {readonly Found[]} differences
 * @property {number} here the number of operations of tome
 * @property {readonly Description[]} descriptions
 * @property {number} published the number of tome's operations that are in at least one description
 */

/**
 * Loads the contract from the current sources.
 *
 * @param {string} root
 * @returns {Promise<Contract>}
 */
export async function readContract(root) {
  const folder = await mkdtemp(join(root, "dist."));
  /** @param {string} source @returns {Promise<any>} */
  const load = async (source) =>
    import(pathToFileURL(await bundleForImport(root, source, join(folder, source))).href);
  try {
    const { routeModules } = await load("src/service/server/areas.ts");
    const { listEndpoints } = await load("src/service/core/route-module.ts");
    const endpoints = await listEndpoints(routeModules);
    // Models are loaded lazily, so they must be loaded before the temporary files are deleted.
    await ownOperations(endpoints, () => "");
    const { absent } = await load("src/service/server/unsupported-operations.ts");
    const { getType: typeOf } = await load("src/contract/nouns.ts");
    return { endpoints, absent, typeOf };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Contract} contract
 * @param {readonly import("./published.mjs").Published[]} published
 * @returns {Promise<Compared>}
 */
export async function compareContract({ endpoints, absent, typeOf }, published) {
  const here = await ownOperations(endpoints, typeOf);
  const sides = published.map(({ version, document }) => ({
    version,
    there: publishedOperations(document),
  }));
  /** @type {Map<string, Found>} */
  const found = new Map();
  const descriptions = sides.map(({ version, there }) => {
    const elsewhere = sides.flatMap((side) => (side.there === there ? [] : side.there));
    const differences = compare(here, there, absent, elsewhere);
    for (const difference of differences) add(found, version, difference);
    const routes = new Set(there.map(getRoute));
    const names = new Set(there.map(({ name }) => name));
    return {
      version,
      there: there.length,
      both: here.filter((own) => routes.has(getRoute(own))).length,
      absent: absent.filter(({ operation }) => names.has(operation)).length,
      differences: differences.length,
    };
  });
  const all = new Set(sides.flatMap(({ there }) => there.map(getRoute)));
  return {
    differences: [...found.values()].sort(byLocation),
    here: here.length,
    descriptions,
    published: here.filter((own) => all.has(getRoute(own))).length,
  };
}

/** @param {{ readonly method: string, readonly path: string }} operation */
const getRoute = ({ method, path }) => `${method} ${path}`;

/**
 * @param {Map<string, Found>} found
 * @param {string} version
 * @param {import("./differences.mjs").Difference} difference
 */
function add(found, version, { location, what, operations, relaxing }) {
  const key = `${location} | ${what}`;
  const one = found.get(key) ?? {
    location,
    what,
    operations: new Set(),
    relaxing: new Set(),
    versions: new Set(),
  };
  one.versions.add(version);
  for (const operation of operations) one.operations.add(operation);
  for (const relax of relaxing) one.relaxing.add(relax);
  found.set(key, one);
}

/** @param {Found} a @param {Found} b */
function byLocation(a, b) {
  const [one, other] = [`${a.location} | ${a.what}`, `${b.location} | ${b.what}`];
  return one < other ? -1 : Number(one > other);
}
