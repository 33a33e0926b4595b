/** Reads the published description of the hosted platform: the newest one, a named version, or a file. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The package that contains it. */
const publisher = "@gitbook/api";

/** An earlier version of it, whose clients are in use. */
const earlier = "@gitbook/api-earlier";

/**
 * @typedef {{ version: string, document: import("./theirs.mjs").Document }} Published
 */

/**
 * Reads it from a file, or installs it from the npm registry into a temporary folder.
 *
 * @param {string | undefined} source a version, or a file that ends in .json; undefined for the newest
 * @returns {Promise<Published>}
 * @throws an error if npm could not get it, or the file is no description
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
 * The descriptions that are installed: the earlier one, and the one that tests hold as the newest.
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
 * @param {string} folder that has a node_modules with the package
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
    throw new Error(`${file} has no paths; name a description in OpenAPI's JSON.`);
  }
  return document;
}

/**
 * @param {string} folder
 * @param {string} what
 */
function install(folder, what) {
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-online", what];
  const { status, error, stderr } = spawnSync("npm", words, {
    cwd: folder,
    encoding: "utf8",
    // On Windows npm is a command file, which only a shell starts.
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm could not get ${what}: ${stderr}`, { cause: error });
}
