/** Loading of the hosted platform's published API description: the newest version, another version or a file. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The package that contains the description. */
const publisher = "@gitbook/api";

/** An earlier version, whose clients are still in use. */
const earlier = "@gitbook/api-earlier";

/**
 * @typedef {{ version: string, document: import("./theirs.mjs").Document }} Published
 */

/**
 * Reads the description from a file, or installs the package into a temporary folder.
 *
 * @param {string | undefined} source a version, or a file name that ends with .json; undefined for the newest version
 * @returns {Promise<Published>}
 * @throws an error if the installation fails, or the file is not an API description
 */
export async function readPublished(source) {
  if (source?.endsWith(".json")) return { version: basename(source), document: await read(source) };
  const folder = await mkdtemp(join(tmpdir(), "tome-published-"));
  try {
    await writeFile(join(folder, "package.json"), "{}");
    install(folder, `${publisher}@${source ?? "latest"}`);
    return await readInstalled(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The installed descriptions: the earlier one, and the one that the tests use as the newest.
 *
 * @param {string} root
 * @returns {Promise<[Published, Published]>}
 */
export async function readBoth(root) {
  return [await readEarlier(root), await readInstalled(root)];
}

/**
 * @param {string} root
 * @returns {Promise<Published>}
 */
export async function readEarlier(root) {
  return readInstalled(root, earlier);
}

/**
 * @param {string} folder a folder whose node_modules contains the package
 * @param {string} [name]
 * @returns {Promise<Published>}
 */
async function readInstalled(folder, name = publisher) {
  const installed = join(folder, "node_modules", ...name.split("/"));
  const { version } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  return { version, document: await read(join(installed, "spec", "openapi.json")) };
}

/** @param {string} file */
async function read(file) {
  const document = JSON.parse(await readFile(file, "utf8"));
  if (typeof document?.paths !== "object") {
    throw new Error(
      `${file} is not an OpenAPI description: it has no paths. Specify an OpenAPI file in JSON format.`,
    );
  }
  return document;
}

/**
 * @param {string} folder
 * @param {string} spec the package and version
 */
function install(folder, spec) {
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-online", spec];
  const { status, error, stderr } = spawnSync("npm", words, {
    cwd: folder,
    encoding: "utf8",
    // On Windows, npm is a batch file, which requires a shell.
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm failed to install ${spec}: ${stderr}`, { cause: error });
}
