/** Loads current modules of the program, bundled for Node versions without type stripping. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleEachForImport } from "../building/bundle.mjs";

/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */

/** @typedef {(...sources: string[]) => Promise<any[]>} Load loads modules by their paths, relative to the root */

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
      const inputs = Object.fromEntries(
        sources.map((source, index) => [`source-${index}`, source]),
      );
      await bundleEachForImport(root, inputs, target);
      const files = Object.keys(inputs).map((name) => join(target, `${name}.mjs`));
      return Promise.all(files.map((file) => import(pathToFileURL(file).href)));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The contract modules that contain operations, by name.
 *
 * @param {import("./generate.mjs").Given} given
 * @returns {Promise<[name: string, endpoints: Endpoint[]][]>}
 * @throws an error for a module that has other exports besides operations
 */
export async function contractModules({ root, load }) {
  const names = (await readdir(join(root, "src", "contract")))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".model.ts"))
    // These modules are generated from the others and may be stale.
    .filter((file) => file !== "route-prefixes.ts" && file !== "every-operation.ts")
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
  const modules = await load(...names.map((name) => `src/contract/${name}.ts`));
  return names.flatMap((name, index) => {
    const values = Object.entries(modules[index]);
    const others = values.filter(([, value]) => !isEndpoint(value)).map(([key]) => key);
    if (others.length === values.length) return [];
    if (others.length > 0) {
      throw new Error(
        `src/contract/${name}.ts exports ${others.join(", ")} in addition to operations. Move them to another file.`,
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
