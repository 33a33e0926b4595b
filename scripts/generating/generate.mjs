/** The list of generators, and the update of generated files. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkRules } from "./check-rules.mjs";
import { completions, coverage, manualNames, reference } from "./commands.mjs";
import { everyOperation } from "./every-operation.mjs";
import { fidelity } from "./fidelity.mjs";
import { integrationOperations } from "./integration-operations.mjs";
import { inverses } from "./inverses.mjs";
import { libraryPage } from "./library-page.mjs";
import { migrations } from "./migrations.mjs";
import { oauthScopes } from "./oauth-scopes.mjs";
import { permissions } from "./permissions.mjs";
import { routePrefixes } from "./route-prefixes.mjs";
import { schema } from "./schema.mjs";
import { openSources } from "./sources.mjs";

/**
 * @typedef {object} Given
 * @property {string} root
 * @property {import("./sources.mjs").Load} load
 * @property {(file: string) => Promise<string>} read reads a file, including earlier generated changes
 */

/** @typedef {(context: Given) => Promise<Readonly<Record<string, string>>>} Generator texts by file name */

/**
 * @typedef {object} Derived
 * @property {Generator} files
 * @property {boolean} [isIgnored] whether Git ignores the files, so that a check skips them
 * @property {string} [folder] a folder that contains only these files; other files in it are removed
 */

/**
 * All generators, in order of execution: generated sources precede generators that load the sources.
 * @type {readonly Derived[]}
 */
const derived = [
  { files: routePrefixes },
  { files: oauthScopes },
  { files: integrationOperations },
  { files: everyOperation },
  { files: completions, folder: "completions" },
  { files: manualNames },
  { files: reference, isIgnored: true },
  { files: coverage },
  { files: fidelity },
  { files: permissions },
  { files: inverses },
  { files: checkRules },
  { files: libraryPage },
  { files: migrations },
  { files: schema },
];

/**
 * Yields the name of each stale file, and updates it unless `isCheck` is set.
 *
 * @param {string} root
 * @param {{ isCheck: boolean }} options
 * @returns {AsyncGenerator<string, void>}
 */
export async function* generate(root, { isCheck }) {
  const sources = await openSources(root);
  /** @type {Map<string, string>} */
  const texts = new Map();
  const read = async (/** @type {string} */ file) =>
    texts.get(file) ?? (await readFile(join(root, file), "utf8"));
  try {
    for (const { files, folder, isIgnored } of derived) {
      if (isCheck && isIgnored) continue;
      const generated = await files({ root, load: sources.load, read });
      for (const [file, text] of Object.entries(generated)) {
        texts.set(file, text);
        if ((await readIfPresent(root, file)) === text) continue;
        if (!isCheck) await write(join(root, file), text);
        yield file;
      }
      for (const file of folder === undefined ? [] : await filesIn(root, folder)) {
        if (file in generated) continue;
        if (!isCheck) await rm(join(root, file));
        yield file;
      }
    }
  } finally {
    await sources.close();
  }
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Promise<string | undefined>} undefined if the file does not exist
 */
async function readIfPresent(root, file) {
  return readFile(join(root, file), "utf8").catch(unlessAbsent);
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function filesIn(root, folder) {
  const names = await readdir(join(root, folder)).catch(unlessAbsent);
  return (names ?? []).map((name) => `${folder}/${name}`);
}

/**
 * @param {string} path
 * @param {string} text
 */
async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** @param {NodeJS.ErrnoException} error */
function unlessAbsent(error) {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
