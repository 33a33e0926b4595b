/** The software bill of materials of a package with Node: that of the program, without SQLite and with Node. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @import { Platform } from "./platforms.mjs" */

/**
 * @param {string} root with a current dist/
 * @param {Platform} platform
 * @returns {Promise<string>} CycloneDX 1.6 as JSON
 */
export async function describeRuntime(root, { node }) {
  const bom = JSON.parse(await readFile(join(root, "dist", "sbom.cdx.json"), "utf8"));
  const ref = `pkg:npm/${node.name}@${node.version}`;
  const sum = Buffer.from(node.integrity.replace("sha512-", ""), "base64").toString("hex");
  const runtime = {
    type: "platform",
    "bom-ref": ref,
    name: "node",
    version: node.version,
    // Known vulnerabilities of Node are listed by this name.
    cpe: `cpe:2.3:a:nodejs:node.js:${node.version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: "MIT" } }],
    purl: ref,
    hashes: [{ alg: "SHA-512", content: sum }],
  };
  const isIncluded = (/** @type {string} */ name) => !name.includes("%40photostructure/sqlite@");
  const components = bom.components.filter((/** @type {{ "bom-ref": string }} */ one) =>
    isIncluded(one["bom-ref"]),
  );
  const dependencies = bom.dependencies.map(
    (/** @type {{ ref: string, dependsOn: string[] }} */ { ref: parent, dependsOn }) => ({
      ref: parent,
      dependsOn: [...dependsOn.filter(isIncluded), ref],
    }),
  );
  return `${JSON.stringify({ ...bom, components: [...components, runtime], dependencies })}\n`;
}
