/** The repository's own rules, applied to a folder. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { expressionFaults, readVerdicts } from "./expressions.mjs";
import { listViolations } from "./house-rules.mjs";
import { typeNameFaults } from "./type-names.mjs";

const repository = join(import.meta.dirname, "..", "..");
const folders = ["bench", "bin", "scripts", "src", "test"];

/**
 * @param {string} root this repository, or a folder with the same subfolders
 * @returns {Promise<string[]>} one sentence each, with file and line
 */
export async function listFaults(root) {
  const faults = [];
  /** @type {Map<string, string>} */
  const sources = new Map();
  for (const folder of folders) {
    const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const name of names.filter((name) => /\.(?:ts|m?js)$/.test(name)).sort()) {
      const file = `${folder}/${name.split(sep).join("/")}`;
      const text = await readFile(join(root, file), "utf8");
      faults.push(...listViolations(file, text));
      if (file.startsWith("src/")) sources.set(file, text);
    }
  }
  faults.push(...typeNameFaults(sources));
  faults.push(...expressionFaults(sources, readVerdicts(), resolve(root) === repository));
  return faults;
}
