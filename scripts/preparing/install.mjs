/** Brings node_modules in line with the lockfile, where it is not. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @param {string} root
 * @throws an error where npm could not install
 */
export async function installMissing(root) {
  if (await isInstalled(root)) return;
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  console.log(`$ npm ${words.join(" ")}`);
  const { status, error } = spawnSync("npm", words, {
    cwd: root,
    stdio: "inherit",
    // On Windows npm is a command file, which only a shell starts.
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm could not install the packages.", { cause: error });
}

/**
 * Compares the lockfile with the one that npm leaves in node_modules of what it has put there.
 * @param {string} root
 */
async function isInstalled(root) {
  const wanted = await packagesIn(join(root, "package-lock.json"));
  /** @type {typeof wanted} */
  const none = {};
  const there = await packagesIn(join(root, "node_modules", ".package-lock.json")).catch(
    () => none,
  );
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const found = there[path]?.version;
    // Optional packages are for other systems than this one.
    return path === "" || found === version || (optional === true && found === undefined);
  });
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }>>}
 */
async function packagesIn(file) {
  return JSON.parse(await readFile(file, "utf8")).packages;
}
