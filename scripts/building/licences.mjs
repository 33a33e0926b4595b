/** Gathers the licences of the packages that are part of the program. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @param {string} root
 * @param {string[]} folders of packages, from the root
 * @returns {Promise<string>} one text, in the order of the names
 */
export async function licencesOf(root, folders) {
  const parts = await Promise.all(
    [...new Set(folders)].sort().map((folder) => partOf(root, folder)),
  );
  const opening = "The program is made from its own sources and from these packages.\n";
  return [opening, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * @param {string} root
 * @param {string} folder
 */
async function partOf(root, folder) {
  const place = join(root, folder);
  const about = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
  const names = (await readdir(place)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = await Promise.all(names.sort().map((file) => readFile(join(place, file), "utf8")));
  if (typeof about.license !== "string" && texts.length === 0) {
    throw new Error(`The package ${about.name} names no licence.`);
  }
  const heading = `${about.name} ${about.version} (${about.license ?? "its licence is below"})`;
  return `${[heading, ...texts.map((text) => text.trim())].join("\n\n")}\n`;
}
