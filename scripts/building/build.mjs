/** Makes dist/ out of the sources: the program, the help, the licences, and what is known of the build. */
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { putBeside } from "./beside.mjs";
import { bundleForImport, bundleProgram } from "./bundle.mjs";
import { writeHelpTables } from "./help-tables.mjs";
import { buildName, fingerprintOf } from "./inputs.mjs";
import { licencesOf } from "./licences.mjs";

/**
 * @param {string} root
 * @param {string} place the folder to make
 * @returns {Promise<boolean>} whether anything had to be made
 */
export async function build(root, place = join(root, "dist")) {
  const fingerprint = await fingerprintOf(root);
  const name = await buildName(root, fingerprint);
  if (await isCurrent(place, fingerprint, name)) return false;
  const folder = await mkdtemp(`${place}.`);
  await chmod(folder, 0o755);
  try {
    await fill(root, folder, fingerprint, name);
    await putInPlace(folder, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
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
  await writeHelpTables(await helpTexts(root, folder), folder);
  await writeFile(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  await writeFile(join(folder, "version.txt"), `${version}\n`);
  await writeFile(
    join(folder, "THIRD-PARTY-LICENSES.txt"),
    await licencesOf(root, Object.values(files).flat()),
  );
  const about = { version, build: name, fingerprint, files };
  await writeFile(join(folder, "about.json"), `${JSON.stringify(about, null, 1)}\n`);
}

/**
 * @param {string} root
 * @param {string} folder
 */
async function helpTexts(root, folder) {
  const temporary = join(folder, "temporary");
  await mkdir(temporary);
  const file = await bundleForImport(root, "src/app/help-table.ts", temporary);
  const { everyHelp } = await import(pathToFileURL(file).href);
  const texts = await everyHelp();
  await rm(temporary, { recursive: true });
  return texts;
}

/**
 * @param {string} place
 * @param {string} fingerprint
 * @param {string} name
 */
async function isCurrent(place, fingerprint, name) {
  try {
    const about = JSON.parse(await readFile(join(place, "about.json"), "utf8"));
    return about.fingerprint === fingerprint && about.build === name;
  } catch {
    return false;
  }
}

/**
 * A folder cannot be renamed over a full one, so the old one steps aside first.
 * @param {string} folder
 * @param {string} place
 */
async function putInPlace(folder, place) {
  const old = `${folder}.old`;
  for (;;) {
    await rename(place, old).catch(unless("ENOENT"));
    const isThere = await rename(folder, place).then(() => true, unless("ENOTEMPTY", "EEXIST"));
    await rm(old, { recursive: true, force: true });
    // Otherwise another build has put its own there in between.
    if (isThere) return;
  }
}

/** @param {string[]} codes of errors that are no failure here */
function unless(...codes) {
  return (/** @type {NodeJS.ErrnoException} */ error) => {
    if (!codes.includes(error.code ?? "")) throw error;
    return false;
  };
}
