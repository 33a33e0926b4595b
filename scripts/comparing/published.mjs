/** The published description of the hosted platform: the newest one, a named version, or a file. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** The package that carries it. */
export const publisher = "@gitbook/api";

/**
 * @typedef {{ version: string, document: import("./theirs.mjs").Document }} Published
 */

/**
 * Reads it from a file, or gets it from the registry of npm into a folder that is removed again.
 *
 * @param {string | undefined} wanted a version, or a file that ends in .json; undefined for the newest
 * @returns {Promise<Published>}
 * @throws an error where npm could not get it, or the file is no description
 */
export async function readPublished(wanted) {
  if (wanted?.endsWith(".json")) return { version: basename(wanted), document: await read(wanted) };
  const folder = await mkdtemp(join(tmpdir(), "tome-published-"));
  try {
    await writeFile(join(folder, "package.json"), "{}");
    install(folder, `${publisher}@${wanted ?? "latest"}`);
    return await readInstalled(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder that has a node_modules with the package
 * @returns {Promise<Published>}
 */
export async function readInstalled(folder) {
  const place = join(folder, "node_modules", ...publisher.split("/"));
  const { version } = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
  return { version, document: await read(join(place, "spec", "openapi.json")) };
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
