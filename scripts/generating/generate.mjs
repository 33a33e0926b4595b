/** Holds what is generated to what it derives from: the list of it all, and the comparison with the files. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { completions } from "./completions.mjs";
import { coverage } from "./coverage.mjs";
import { fidelity } from "./fidelity.mjs";
import { manual } from "./manual.mjs";
import { places } from "./places.mjs";
import { promises } from "./promises.mjs";
import { reference } from "./reference.mjs";
import { openSources } from "./sources.mjs";

/**
 * @typedef {object} Given
 * @property {string} root
 * @property {import("./sources.mjs").Load} load
 * @property {(file: string) => Promise<string>} read the file's text, with the parts generated so far
 */

/** @typedef {(given: Given) => Promise<Readonly<Record<string, string>>>} Generator texts by their files */

/**
 * @typedef {object} Derived
 * @property {Generator} files
 * @property {string} [folder] it holds nothing else: any other file in it is removed
 * @property {string} [command] what writes them, where that is not this one, which then only looks
 */

/**
 * All that is generated, in the order of writing: sources that are generated come before what loads
 * the sources.
 * @type {readonly Derived[]}
 */
const derived = [
  { files: places },
  { files: completions, folder: "completions" },
  { files: manual, folder: "man" },
  { files: reference },
  { files: coverage },
  { files: fidelity },
  { files: promises, command: "node scripts/promises.mjs" },
];

/**
 * @typedef {object} Stale
 * @property {string} file
 * @property {string} command what mends it
 * @property {boolean} isWritten it is mended
 */

/**
 * Tells each file that was not as it should be, as soon as it is known.
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
        if ((await present(root, file)) === text) continue;
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
async function present(root, file) {
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
