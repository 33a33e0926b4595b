/** Lists what the program is made from, as CycloneDX has it, for those who look for known faults in it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The same for each build of the same packages: it has neither a time nor a number of its own.
 * @param {string} root
 * @param {string[]} folders of the packages that parts of the program are made from, from the root
 * @returns {Promise<string>} CycloneDX 1.6 as JSON
 */
export async function sbomOf(root, folders) {
  const read = async (/** @type {string[]} */ ...path) =>
    JSON.parse(await readFile(join(root, ...path), "utf8"));
  const { packages } = await read("package-lock.json");
  const own = componentOf(await read("package.json"));
  const components = await Promise.all(
    [...new Set(folders)].sort().map(async (folder) => ({
      type: "library",
      ...componentOf(await read(folder, "package.json")),
      ...hashesOf(packages[folder]),
    })),
  );
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...own } },
    components,
    dependencies: [{ ref: own["bom-ref"], dependsOn: components.map((one) => one["bom-ref"]) }],
  };
  return `${JSON.stringify(bom)}\n`;
}

/** @param {{ name: string, version: string, license?: string }} manifest */
function componentOf({ name, version, license }) {
  const [own = "", scope] = name.split("/").reverse();
  const purl = `pkg:npm/${scope === undefined ? "" : `${scope.replace("@", "%40")}/`}${own}@${version}`;
  return {
    "bom-ref": purl,
    ...(scope !== undefined && { group: scope }),
    name: own,
    version,
    ...(typeof license === "string" && { licenses: [licenceOf(license)] }),
    purl,
  };
}

/** @param {string} license an id of SPDX, several in an expression, or where it is told */
function licenceOf(license) {
  if (license.startsWith("SEE ")) return { license: { name: license } };
  return / |\(/.test(license) ? { expression: license } : { license: { id: license } };
}

/**
 * The sum of what npm fetched of the package, as the lockfile has it.
 * @param {{ integrity?: string } | undefined} locked
 */
function hashesOf(locked) {
  const [, sum] = /^sha512-(\S+)$/.exec(locked?.integrity ?? "") ?? [];
  if (sum === undefined) return {};
  return { hashes: [{ alg: "SHA-512", content: Buffer.from(sum, "base64").toString("hex") }] };
}
