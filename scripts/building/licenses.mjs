/** Collects the licenses of the bundled packages. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Copyright lines. The rest of a license text is the same for all packages with that license. */
const copyright = /^[ \t*]*(?:copyright\b|\(c\)).*$\n?/gim;

/**
 * @param {string} root
 * @param {string[]} folders the folders of the packages, relative to the root
 * @returns {Promise<string>} the packages with their copyright lines, grouped by license terms
 */
export async function listLicenses(root, folders) {
  const packages = await Promise.all(
    [...new Set(folders)].sort().map((folder) => getLicense(root, folder)),
  );
  /** @type {Map<string, { terms: string, under: Set<string> }>} */
  const groups = new Map();
  for (const { heading, text } of packages) {
    const terms = text.replace(copyright, "").trim();
    const owners = (text.match(copyright) ?? []).map((line) => line.trim());
    const key = terms.replace(/\s+/g, " ");
    const group = groups.get(key) ?? { terms, under: new Set() };
    group.under.add([heading, ...owners].join("\n"));
    groups.set(key, group);
  }
  const parts = [...groups.values()].map(
    ({ terms, under }) => `${[...under, terms].filter((part) => part !== "").join("\n\n")}\n`,
  );
  const opening = "This program contains the following packages.\n";
  return [opening, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * @param {string} root
 * @param {string} folder
 */
async function getLicense(root, folder) {
  const path = join(root, folder);
  const about = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const names = (await readdir(path)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = await Promise.all(names.sort().map((file) => readFile(join(path, file), "utf8")));
  if (typeof about.license !== "string" && texts.length === 0) {
    throw new Error(`Package ${about.name} has no license.`);
  }
  return {
    heading: `${about.name} ${about.version} (${about.license ?? "see the license below"})`,
    text: texts.join("\n\n"),
  };
}
