/** Bundles the program into CommonJS chunks, which start faster than modules do. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { chunkGroups } from "./chunks.mjs";
import {
  asciiChunks,
  fewSpinners,
  fixedColours,
  plainPdfs,
  plainServer,
  plainTables,
  plainXml,
  withoutPrograms,
} from "./plugins.mjs";

/** The folder of packages beside the program, relative to its chunks. */
const beside = "./beside/";

/** The sources import them by name; in the build they are beside the program. */
const paths = {
  "@photostructure/sqlite": `${beside}sqlite/dist/index.js`,
  tinypool: `${beside}tinypool/index.js`,
};

/**
 * @param {string} root
 * @param {string} folder
 * @param {{ version: string, name: string }} build
 * @returns {Promise<Record<string, string[]>>} each file written, with the folders of the packages in it
 */
export async function bundleProgram(root, folder, { version, name }) {
  const input = {
    main: "src/app/main.ts",
    library: "src/library/library.ts",
    ...(await workersOf(root)),
  };
  const written = {
    TOME_VERSION: JSON.stringify(version),
    TOME_BUILD: JSON.stringify(name),
    TOME_BESIDE: JSON.stringify(beside),
  };
  const bundle = await open(root, input, written);
  const { output } = await bundle.write({
    dir: folder,
    format: "cjs",
    minify: true,
    comments: false,
    exports: "named",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    dynamicImportInCjs: false,
    paths,
    codeSplitting: { groups: await chunkGroups(root) },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  return Object.fromEntries(
    chunks.map(({ fileName, moduleIds }) => [fileName, packagesOf(root, moduleIds)]),
  );
}

/**
 * Bundles one file of the program so that a Node without support for types can import it.
 * @param {string} root
 * @param {string} source
 * @param {string} folder
 * @returns {Promise<string>} the file to import
 */
export async function bundleForImport(root, source, folder) {
  await bundleEachForImport(root, { imported: source }, folder);
  return join(folder, "imported.mjs");
}

/**
 * Bundles several files in the same way, so that what they share is loaded once.
 * @param {string} root
 * @param {Record<string, string>} sources by the names that they get in the folder, without `.mjs`
 * @param {string} folder
 */
export async function bundleEachForImport(root, sources, folder) {
  const bundle = await open(root, sources);
  await bundle.write({
    dir: folder,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
}

/** Our own files that replace files of packages. */
const replaced = join(import.meta.dirname, "replaced");

/**
 * @param {string} root
 * @param {Record<string, string>} input
 * @param {Record<string, string>} [define] expressions in place of names
 */
async function open(root, input, define = {}) {
  const about = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const installed = Object.keys({ ...about.dependencies, ...about.optionalDependencies });
  return rolldown({
    cwd: root,
    input,
    platform: "node",
    plugins: [
      withoutPrograms,
      plainTables,
      fixedColours,
      plainServer,
      fewSpinners,
      plainPdfs,
      plainXml,
      asciiChunks,
    ],
    transform: { define },
    resolve: {
      alias: {
        "brotli/decompress.js": join(replaced, "brotli-decompress.cjs"),
        undici$: join(replaced, "undici.cjs"),
      },
    },
    // A package with files of its own is installed with the program, or is beside it.
    external: [...installed, ...Object.keys(paths)],
    checks: { pluginTimings: false },
    onLog(level, log, handle) {
      // A test checks what each command loads.
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") return;
      if (level === "warn") throw new Error(`The bundle is in doubt: ${log.message}`);
      handle(level, log);
    },
  });
}

/**
 * Programs of threads and processes, which are started by the name of a file beside the chunk.
 * @param {string} root
 */
async function workersOf(root) {
  const files = await readdir(join(root, "src"), { recursive: true });
  const workers = files.filter((file) => file.endsWith("-worker.ts")).sort();
  return Object.fromEntries(workers.map((file) => [basename(file, ".ts"), `src/${file}`]));
}

/**
 * @param {string} root
 * @param {string[]} modules
 */
function packagesOf(root, modules) {
  const packages = modules
    .map((module) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(packages)].map((folder) => relative(root, folder)).sort();
}
