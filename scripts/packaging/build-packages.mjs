/** Builds the packages with Node, their bills of materials, the manifests and the checksums. */
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compress, createTar, createZip, extensions } from "./archives.mjs";
import { createDebianPackage, debianName } from "./debian.mjs";
import { listInstallation } from "./installation.mjs";
import { createManifests } from "./manifests.mjs";
import { loadNode } from "./node-runtime.mjs";
import { platforms } from "./platforms.mjs";
import { readRelease } from "./release.mjs";

/** @import { Compression } from "./archives.mjs" */
/** @import { Platform } from "./platforms.mjs" */
/** @import { Release } from "./release.mjs" */

/**
 * Replaces the folder. The manifests are part of it if all platforms are built.
 * @param {string} root with a current dist/
 * @param {object} options
 * @param {readonly Platform[]} options.selected
 * @param {Compression} options.compression
 * @param {string} options.target the folder
 * @returns {Promise<string[]>} the paths of the files in it
 */
export async function buildPackages(root, { selected, compression, target }) {
  const release = await readRelease(root);
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}.`);
  await chmod(folder, 0o755);
  try {
    /** @type {Map<string, string>} */
    const sums = new Map();
    const write = async (
      /** @type {string} */ path,
      /** @type {Uint8Array | string} */ content,
    ) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
      const sha256 = createHash("sha256").update(content).digest("hex");
      sums.set(path, sha256);
      return sha256;
    };
    /** @type {Map<string, { name: string, sha256: string }>} */
    const archives = new Map();
    for (const platform of selected) {
      const built = await buildPlatform(root, platform, release, compression);
      for (const { name, content, isArchive } of built) {
        const sha256 = await write(name, content);
        if (isArchive) archives.set(platform.name, { name, sha256 });
      }
    }
    if (selected.length === platforms.length) {
      for (const [path, text] of Object.entries(createManifests(release, archives))) {
        await write(path, text);
      }
    }
    const paths = [...sums.keys()].sort();
    const lines = paths.map((path) => `${sums.get(path)}  ${path}\n`);
    await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    return [...paths, "SHA256SUMS"];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {Platform} platform
 * @param {Release} release
 * @param {Compression} compression
 * @returns {Promise<{ name: string, content: Uint8Array | string, isArchive?: boolean }[]>}
 */
async function buildPlatform(root, platform, release, compression) {
  const { files, sbom } = await listInstallation(root, platform, await loadNode(root, platform));
  const base = `tome-${release.version}-${platform.name}`;
  const bill = { name: `${base}.sbom.cdx.json`, content: sbom };
  if (platform.program === "node.exe") {
    const content = createZip(files, release.date, `${base}/`);
    return [{ name: `${base}.zip`, content, isArchive: true }, bill];
  }
  const { debian } = platform;
  const [archive, debianPackage] = await Promise.all([
    createTar(files, release.date, `${base}/`).then((tar) => compress(tar, compression)),
    debian === undefined ? undefined : createDebianPackage(files, debian, release, compression),
  ]);
  return [
    { name: `${base}.tar${extensions[compression]}`, content: archive, isArchive: true },
    ...(debianPackage === undefined
      ? []
      : [{ name: `${debianName}_${release.version}_${debian}.deb`, content: debianPackage }]),
    bill,
  ];
}
