/** Bundles the program into CommonJS chunks, which start faster than ES modules. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { chunkGroups } from "./chunks.mjs";
import {
  asciiChunks,
  emojiNames,
  fewSpinners,
  fixedColors,
  plainPdfs,
  plainProtocol,
  plainServer,
  plainTables,
  plainXml,
  smallTelemetry,
  withoutPrograms,
} from "./plugins.mjs";

/** The folder of unbundled packages, relative to the chunks. */
const beside = "./beside/";

/** Locations of the unbundled packages in the build, by import name. */
const paths = {
  "@photostructure/sqlite": `${beside}sqlite/dist/index.js`,
  tinypool: `${beside}tinypool/index.js`,
};

/**
 * @param {string} root
 * @param {string} folder
 * @param {{ version: string, name: string }} build
 * @returns {Promise<Record<string, string[]>>} the written files, with the folders of the packages in each
 */
export async function bundleProgram(root, folder, { version, name }) {
  const input = {
    main: "src/app/main.ts",
    library: "src/library/library.ts",
    ...(await listWorkers(root)),
  };
  const constants = {
    TOME_VERSION: JSON.stringify(version),
    TOME_BUILD: JSON.stringify(name),
    TOME_BESIDE: JSON.stringify(beside),
  };
  const bundle = await open(root, input, constants);
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
    chunks.map(({ fileName, moduleIds }) => [fileName, listPackages(root, moduleIds)]),
  );
}

/**
 * Bundles one file of the program, so that Node versions without type stripping can import it.
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
 * Bundles several files together, so that shared modules are loaded once.
 * @param {string} root
 * @param {Record<string, string>} sources source files by output name without `.mjs`
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

/** The folder of replacements for files of packages. */
const replaced = join(import.meta.dirname, "replaced");

/**
 * @param {string} root
 * @param {Record<string, string>} input
 * @param {Record<string, string>} [define] expressions that replace identifiers
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
      fixedColors,
      plainServer,
      fewSpinners,
      plainPdfs,
      plainProtocol,
      plainXml,
      smallTelemetry,
      emojiNames,
      asciiChunks,
    ],
    transform: { define },
    resolve: {
      alias: {
        "brotli/decompress.js": join(replaced, "brotli-decompress.cjs"),
        undici$: join(replaced, "undici.cjs"),
      },
    },
    // Packages with data files are installed as dependencies, or are copied next to the program.
    external: [...installed, ...Object.keys(paths)],
    checks: { pluginTimings: false },
    onLog(level, log, handle) {
      // Tests check which modules each command loads.
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") return;
      if (level === "warn") throw new Error(`Bundler warning: ${log.message}`);
      handle(level, log);
    },
  });
}

/**
 * Entry points of threads and processes, which are started by file name.
 * @param {string} root
 */
async function listWorkers(root) {
  const files = await readdir(join(root, "src"), { recursive: true });
  const workers = files.filter((file) => file.endsWith("-worker.ts")).sort();
  return Object.fromEntries(workers.map((file) => [basename(file, ".ts"), `src/${file}`]));
}

/**
 * @param {string} root
 * @param {string[]} modules
 */
function listPackages(root, modules) {
  const packages = modules
    .map((module) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(packages)].map((folder) => relative(root, folder)).sort();
}
