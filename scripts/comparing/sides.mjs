/** Both sides of the comparison: tome's contract as its sources have it, and what is published. */
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
 * @property {readonly import("../../src/service/server/absent-operations.ts").Absent[]} absent
 * @property {(noun: any) => string} typeOf
 */

/**
 * @typedef {object} Compared
 * @property {import("./differences.mjs").Difference[]} differences
 * @property {number} here operations that tome answers
 * @property {number} both of those, the published ones
 * @property {number} there operations that are published
 */

/**
 * The contract, from the sources as they are now.
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
    const { endpointsOf } = await load("src/service/core/route-module.ts");
    const endpoints = await endpointsOf(routeModules);
    // The models are loaded while their files are there.
    await ownOperations(endpoints, () => "");
    const { absent } = await load("src/service/server/absent-operations.ts");
    const { typeOf } = await load("src/contract/nouns.ts");
    return { endpoints, absent, typeOf };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Contract} contract
 * @param {import("./theirs.mjs").Document} document
 * @returns {Promise<Compared>}
 */
export async function compareContract({ endpoints, absent, typeOf }, document) {
  const here = await ownOperations(endpoints, typeOf);
  const there = publishedOperations(document);
  const routes = new Set(there.map(({ method, path }) => `${method} ${path}`));
  return {
    differences: compare(here, there, absent),
    here: here.length,
    both: endpoints.filter(({ route }) => routes.has(route)).length,
    there: there.length,
  };
}
