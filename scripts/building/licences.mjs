/** Gathers the licences of the packages that are part of the program. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Who has the rights stands in lines of its own; all else is the same for everybody with that licence. */
const copyright = /^[ \t*]*(?:copyright\b|\(c\)).*$\n?/gim;

/**
 * @param {string} root
 * @param {string[]} folders of packages, from the root
 * @returns {Promise<string>} each package by name, under it who has the rights, and the terms of
 * several once
 */
export async function licencesOf(root, folders) {
  const packages = await Promise.all(
    [...new Set(folders)].sort().map((folder) => licenceOf(root, folder)),
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
  const opening = "The program is made from its own sources and from these packages.\n";
  return [opening, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * @param {string} root
 * @param {string} folder
 */
async function licenceOf(root, folder) {
  const place = join(root, folder);
  const about = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
  const names = (await readdir(place)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = await Promise.all(names.sort().map((file) => readFile(join(place, file), "utf8")));
  if (typeof about.license !== "string" && texts.length === 0) {
    throw new Error(`The package ${about.name} names no licence.`);
  }
  return {
    heading: `${about.name} ${about.version} (${about.license ?? "its licence is below"})`,
    text: texts.join("\n\n"),
  };
}
