/** Builds dist/ from the sources: program, help, licenses and build metadata. */
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { putBeside } from "./beside.mjs";
import { bundleEachForImport, bundleProgram } from "./bundle.mjs";
import { buildName, computeFingerprint } from "./inputs.mjs";
import { writeLibraryTypes } from "./library-types.mjs";
import { listLicenses } from "./licenses.mjs";
import { getSbom } from "./sbom.mjs";

/**
 * @param {string} root
 * @param {string} target the folder to build
 * @returns {Promise<boolean>} false if the folder was up to date
 */
export async function build(root, target = join(root, "dist")) {
  const fingerprint = await computeFingerprint(root);
  const name = await buildName(root, fingerprint);
  if (await isCurrent(target, fingerprint, name)) return false;
  const folder = await mkdtemp(`${target}.`);
  await chmod(folder, 0o755);
  try {
    await fill(root, folder, fingerprint, name);
    // Another process may have built the same folder in the meantime. Running programs need its files.
    if (await isCurrent(target, fingerprint, name)) return false;
    await moveTo(folder, target);
  } finally {
    // After an error, other parts may still write into it. The error must not be replaced.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
  return true;
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} fingerprint
 * @param {string} name
 */
async function fill(root, folder, fingerprint, name) {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const files = {
    ...(await bundleProgram(root, folder, { version, name })),
    ...(await putBeside(root, folder)),
  };
  await writeLibraryTypes(root, folder);
  await writeHelp(root, folder);
  await writeFile(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  await writeFile(join(folder, "version.txt"), `${version}\n`);
  const packages = Object.values(files).flat();
  await writeFile(join(folder, "THIRD-PARTY-LICENSES.txt"), await listLicenses(root, packages));
  await writeFile(join(folder, "sbom.cdx.json"), await getSbom(root, packages));
  const about = { version, build: name, fingerprint, files };
  await writeFile(join(folder, "about.json"), `${JSON.stringify(about)}\n`);
}

/**
 * Writes the help of every command: by width for the launcher, and as manual pages.
 * @param {string} root
 * @param {string} folder
 */
async function writeHelp(root, folder) {
  const temporary = join(folder, "temporary");
  await mkdir(temporary);
  const sources = {
    help: "src/app/help/table.ts",
    manual: "src/app/help/manual/manual.ts",
  };
  await bundleEachForImport(root, sources, temporary);
  const load = (/** @type {keyof typeof sources} */ name) =>
    import(pathToFileURL(join(temporary, `${name}.mjs`)).href);
  const { buildHelpByWidth } = await load("help");
  for (const [width, texts] of await buildHelpByWidth()) {
    await writeHelpTables(texts, join(folder, "help", `${width}`));
  }
  await mkdir(join(folder, "man"));
  for (const [name, text] of await (await load("manual")).buildManual()) {
    await writeFile(join(folder, "man", name), text);
  }
  await rm(temporary, { recursive: true });
}

/**
 * @param {string} target
 * @param {string} fingerprint
 * @param {string} name
 */
async function isCurrent(target, fingerprint, name) {
  try {
    const about = JSON.parse(await readFile(join(target, "about.json"), "utf8"));
    return about.fingerprint === fingerprint && about.build === name;
  } catch {
    return false;
  }
}

/**
 * Moves the old folder away first, because a rename cannot replace a folder that is not empty.
 * @param {string} folder
 * @param {string} target
 */
async function moveTo(folder, target) {
  const old = `${folder}.old`;
  for (;;) {
    await rename(target, old).catch(unless("ENOENT"));
    const isMoved = await rename(folder, target).then(() => true, unless("ENOTEMPTY", "EEXIST"));
    await rm(old, { recursive: true, force: true });
    // Otherwise, another build has moved its folder there in the meantime.
    if (isMoved) return;
  }
}

/** @param {string[]} codes codes of errors to ignore */
function unless(...codes) {
  return (/** @type {NodeJS.ErrnoException} */ error) => {
    if (!codes.includes(error.code ?? "")) throw error;
    return false;
  };
}

/**
 * Writes the help for a width as files that the launcher reads without loading the program: `tome.txt`
 * for the root, and a file for each noun with the texts of its verbs. A plural refers to the command
 * words of its noun, which unlike help texts do not end with a line break: the texts of `spaces.json`
 * are `{"list": "space list"}`.
 * @param {Iterable<readonly [path: string, text: string]>} texts help texts by command path; empty for the root
 * @param {string} folder
 */
async function writeHelpTables(texts, folder) {
  /** @type {Map<string, Record<string, string>>} */
  const tables = new Map();
  /** @type {Map<string, string>} */
  const listWords = new Map();
  await mkdir(folder, { recursive: true });
  for (const [path, text] of texts) {
    const [noun = "", ...rest] = path.split(" ");
    if (noun === "") await writeFile(join(folder, "tome.txt"), text);
    else tables.set(noun, { ...tables.get(noun), [rest.join(" ")]: listWords.get(text) ?? text });
    if (!listWords.has(text)) listWords.set(text, path);
  }
  for (const [noun, table] of tables) {
    await writeFile(join(folder, `${noun}.json`), JSON.stringify(shareLines(table)));
  }
}

/**
 * Texts as numbers of lines, because the texts of a noun have many lines in common. Only words, which
 * refer to another text, stay as they are.
 *
 * @param {Record<string, string>} table
 */
function shareLines(table) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const getNumber = (/** @type {string} */ line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  const texts = Object.entries(table).map(([path, text]) => [
    path,
    text.endsWith("\n") ? text.split("\n").map(getNumber) : text,
  ]);
  return { texts: Object.fromEntries(texts), lines: [...numbers.keys()] };
}
