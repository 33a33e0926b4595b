/** Installs the packages of the lockfile, unless node_modules is up to date. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @param {string} root
 * @throws an error if the installation fails
 */
export async function installMissing(root) {
  if (await isInstalled(root)) return;
  // Suppresses the warning about a package that declares Node 20 as its only engine.
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  console.log(`$ npm ${words.join(" ")}`);
  const { status, error } = spawnSync("npm", words, {
    cwd: root,
    stdio: "inherit",
    // On Windows, npm is a batch file, which requires a shell.
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm failed to install the packages.", { cause: error });
}

/**
 * Compares the lockfile with the one in node_modules, in which npm records the installed packages.
 * @param {string} root
 */
async function isInstalled(root) {
  const required = await packagesIn(join(root, "package-lock.json"));
  /** @type {typeof required} */
  const none = {};
  const present = await packagesIn(join(root, "node_modules", ".package-lock.json")).catch(
    () => none,
  );
  return Object.entries(required).every(([path, { version, optional }]) => {
    const installed = present[path]?.version;
    // Optional packages may be for other systems.
    return path === "" || installed === version || (optional === true && installed === undefined);
  });
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }>>}
 */
async function packagesIn(file) {
  return JSON.parse(await readFile(file, "utf8")).packages;
}
