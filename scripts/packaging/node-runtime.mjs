/** Node binaries from npm packages, downloaded once and verified against the pinned checksums. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { unpackTar } from "modern-tar";

/** @import { NodePackage, Platform } from "./platforms.mjs" */

/**
 * @param {string} root
 * @param {Platform} platform
 * @returns {Promise<{ program: Uint8Array, license: Uint8Array }>}
 * @throws an error if npm cannot download a package, or if its checksum differs
 */
export async function loadNode(root, { node, licenseSource, program }) {
  return {
    program: await readFromPackage(root, node, `bin/${program}`),
    license: await readFromPackage(root, licenseSource, "LICENSE"),
  };
}

/**
 * @param {string} root
 * @param {NodePackage} node
 * @param {string} file in the package
 */
async function readFromPackage(root, node, file) {
  const tar = await promisify(gunzip)(await downloadPackage(root, node));
  const isFile = (/** @type {{ name: string }} */ { name }) => name === `package/${file}`;
  const [found] = await unpackTar(tar, { filter: isFile });
  if (found?.data === undefined) throw new Error(`${node.name}@${node.version} lacks ${file}.`);
  return found.data;
}

/**
 * The package as npm downloads it, from the registry that npm is configured for.
 * @param {string} root
 * @param {NodePackage} node
 * @returns {Promise<Buffer>}
 */
async function downloadPackage(root, node) {
  const folder = join(root, "node_modules", ".cache", "tome-node");
  const cached = join(folder, `${node.name}-${node.version}.tgz`);
  const before = await readFile(cached).catch(() => undefined);
  if (before !== undefined && hasIntegrity(before, node)) return before;
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(folder, "download-"));
  try {
    await runNpmPack(`${node.name}@${node.version}`, temporary);
    const [name = ""] = await readdir(temporary);
    const bytes = await readFile(join(temporary, name));
    if (!hasIntegrity(bytes, node)) {
      throw new Error(
        `${node.name}@${node.version} has another checksum than scripts/packaging/platforms.mjs.`,
      );
    }
    await rename(join(temporary, name), cached);
    return bytes;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {Buffer} bytes
 * @param {NodePackage} node
 */
function hasIntegrity(bytes, { integrity }) {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}` === integrity;
}

/**
 * @param {string} specifier
 * @param {string} folder
 */
async function runNpmPack(specifier, folder) {
  const words = ["pack", specifier, "--silent", "--ignore-scripts", "--pack-destination", folder];
  // On Windows npm is a command file, which only a shell starts.
  const isWindows = process.platform === "win32";
  const npm = spawn("npm", words, { stdio: ["ignore", "ignore", "inherit"], shell: isWindows });
  const [status] = await once(npm, "close");
  if (status !== 0) throw new Error(`npm could not download ${specifier}.`);
}
