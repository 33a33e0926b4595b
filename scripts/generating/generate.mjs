/** Keeps generated files in sync with their sources: the list of generators, and the comparison with the files. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { refreshed } from "../promising/page.mjs";
import { checkRules } from "./check-rules.mjs";
import { completions, coverage, manual, reference } from "./commands.mjs";
import { everyOperation } from "./every-operation.mjs";
import { fidelity } from "./fidelity.mjs";
import { inverses } from "./inverses.mjs";
import { libraryPage } from "./library-page.mjs";
import { oauthScopes } from "./oauth-scopes.mjs";
import { permissions } from "./permissions.mjs";
import { routePrefixes } from "./route-prefixes.mjs";
import { openSources } from "./sources.mjs";

/**
 * @typedef {object} Given
 * @property {string} root
 * @property {import("./sources.mjs").Load} load
 * @property {(file: string) => Promise<string>} read the text of a file, with what is generated so far
 */

/** @typedef {(given: Given) => Promise<Readonly<Record<string, string>>>} Generator texts by their files */

/**
 * @typedef {object} Derived
 * @property {Generator} files
 * @property {string} [folder] it contains nothing else: any other file in it is removed
 * @property {string} [command] the command that writes them, if it is another one; this one then only checks
 */

const promisesPage = "docs/promises.md";

/**
 * docs/promises.md, as far as it can be written without running the proofs.
 * @type {Generator}
 */
async function promises({ root, read }) {
  return { [promisesPage]: refreshed(root, await read(promisesPage)) };
}

/**
 * All that is generated, in the order of writing: sources that are generated come before what loads
 * the sources.
 * @type {readonly Derived[]}
 */
const derived = [
  { files: routePrefixes },
  { files: oauthScopes },
  { files: everyOperation },
  { files: completions, folder: "completions" },
  { files: manual, folder: "man" },
  { files: reference },
  { files: coverage },
  { files: fidelity },
  { files: permissions },
  { files: inverses },
  { files: checkRules },
  { files: libraryPage },
  { files: promises, command: "node scripts/promises.mjs" },
];

/**
 * @typedef {object} Stale
 * @property {string} file
 * @property {string} command the command that updates it
 * @property {boolean} isWritten whether it was updated
 */

/**
 * Yields each stale file as soon as it is found.
 *
 * @param {string} root
 * @param {{ isCheck: boolean }} how a check writes nothing
 * @returns {AsyncGenerator<Stale, void>}
 */
export async function* generate(root, { isCheck }) {
  const sources = await openSources(root);
  /** @type {Map<string, string>} */
  const texts = new Map();
  const read = async (/** @type {string} */ file) =>
    texts.get(file) ?? (await readFile(join(root, file), "utf8"));
  try {
    for (const { files, folder, command } of derived) {
      const generated = await files({ root, load: sources.load, read });
      const about = {
        command: command ?? "npm run generate",
        isWritten: !isCheck && command === undefined,
      };
      for (const [file, text] of Object.entries(generated)) {
        texts.set(file, text);
        if ((await readIfPresent(root, file)) === text) continue;
        if (about.isWritten) await write(join(root, file), text);
        yield { file, ...about };
      }
      for (const file of folder === undefined ? [] : await filesIn(root, folder)) {
        if (file in generated) continue;
        if (about.isWritten) await rm(join(root, file));
        yield { file, ...about };
      }
    }
  } finally {
    await sources.close();
  }
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Promise<string | undefined>} undefined if there is no such file
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
