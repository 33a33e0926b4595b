/** Software bill of materials in CycloneDX format, for vulnerability scanners. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reproducible: contains neither a timestamp nor a serial number.
 * @param {string} root
 * @param {string[]} folders the folders of the bundled packages, relative to the root
 * @returns {Promise<string>} CycloneDX 1.6 as JSON
 */
export async function getSbom(root, folders) {
  const read = async (/** @type {string[]} */ ...path) =>
    JSON.parse(await readFile(join(root, ...path), "utf8"));
  const { packages } = await read("package-lock.json");
  const program = getComponent(await read("package.json"));
  const components = await Promise.all(
    [...new Set(folders)].sort().map(async (folder) => ({
      type: "library",
      ...getComponent(await read(folder, "package.json")),
      ...computeHashes(packages[folder]),
    })),
  );
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...program } },
    components,
    dependencies: [{ ref: program["bom-ref"], dependsOn: components.map((one) => one["bom-ref"]) }],
  };
  return `${JSON.stringify(bom)}\n`;
}

/** @param {{ name: string, version: string, license?: string }} manifest */
function getComponent({ name, version, license }) {
  const [baseName = "", scope] = name.split("/").reverse();
  const purl = `pkg:npm/${scope === undefined ? "" : `${scope.replace("@", "%40")}/`}${baseName}@${version}`;
  return {
    "bom-ref": purl,
    ...(scope !== undefined && { group: scope }),
    name: baseName,
    version,
    ...(typeof license === "string" && { licenses: [getLicense(license)] }),
    purl,
  };
}

/** @param {string} license an SPDX id or expression, or `SEE …` */
function getLicense(license) {
  if (license.startsWith("SEE ")) return { license: { name: license } };
  return / |\(/.test(license) ? { expression: license } : { license: { id: license } };
}

/**
 * The checksum of the package tarball, from the lockfile.
 * @param {{ integrity?: string } | undefined} locked
 */
function computeHashes(locked) {
  const [, sum] = /^sha512-(\S+)$/.exec(locked?.integrity ?? "") ?? [];
  if (sum === undefined) return {};
  return { hashes: [{ alg: "SHA-512", content: Buffer.from(sum, "base64").toString("hex") }] };
}
