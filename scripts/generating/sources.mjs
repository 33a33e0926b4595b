/** Loads the current modules of the program, bundled, as this Node may not support types. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleEachForImport } from "../building/bundle.mjs";

/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */

/** @typedef {(...sources: string[]) => Promise<any[]>} Load modules by their files, from the root */

/**
 * @param {string} root
 * @returns {Promise<{ load: Load, close: () => Promise<void> }>}
 */
export async function openSources(root) {
  const folder = await mkdtemp(join(root, "dist."));
  let count = 0;
  return {
    async load(...sources) {
      const target = join(folder, `${count++}`);
      const named = Object.fromEntries(sources.map((source, at) => [`source-${at}`, source]));
      await bundleEachForImport(root, named, target);
      const files = Object.keys(named).map((name) => join(target, `${name}.mjs`));
      return Promise.all(files.map((file) => import(pathToFileURL(file).href)));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The modules of the contract that hold operations, by name.
 *
 * @param {import("./generate.mjs").Given} given
 * @returns {Promise<[name: string, endpoints: Endpoint[]][]>}
 * @throws an error for a module that exports something else beside its operations
 */
export async function contractModules({ root, load }) {
  const names = (await readdir(join(root, "src", "contract")))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".model.ts"))
    // They are generated from the others, and may be stale.
    .filter((file) => file !== "route-prefixes.ts" && file !== "every-operation.ts")
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
  const modules = await load(...names.map((name) => `src/contract/${name}.ts`));
  return names.flatMap((name, at) => {
    const values = Object.entries(modules[at]);
    const others = values.filter(([, value]) => !isEndpoint(value)).map(([key]) => key);
    if (others.length === values.length) return [];
    if (others.length > 0) {
      throw new Error(
        `src/contract/${name}.ts exports ${others.join(", ")} beside its operations; move them to a file of their own.`,
      );
    }
    return [[name, values.map(([, value]) => value)]];
  });
}

/**
 * @param {any} value
 * @returns {value is Endpoint}
 */
function isEndpoint(value) {
  return typeof value?.operation === "string" && typeof value.route === "string";
}
