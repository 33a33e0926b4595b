/** Debian packages, written without dpkg: an ar archive of two tar archives. */
import { createHash } from "node:crypto";
import { gzipSync } from "fflate";
import { compress, createTar, extensions } from "./archives.mjs";

/** @import { Compression } from "./archives.mjs" */
/** @import { InstalledFile } from "./installation.mjs" */
/** @import { Release } from "./release.mjs" */

/** Other programs have the name tome, among them a game. */
export const debianName = "tome-docs";

/**
 * The package has no maintainer scripts: installing, upgrading and removing it runs none of its code
 * and changes only its own files.
 * @param {readonly InstalledFile[]} files
 * @param {string} architecture
 * @param {Release} release
 * @param {Compression} compression
 * @returns {Promise<Uint8Array>}
 */
export async function createDebianPackage(files, architecture, release, compression) {
  const { date } = release;
  const installed = toDebianFiles(files, release);
  const size = installed.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 1024), 0);
  const control = await createTar(
    [
      createText("control", describePackage(architecture, size, release)),
      createText("md5sums", listChecksums(installed)),
    ],
    date,
    "./",
  );
  const data = await compress(await createTar(installed, date, "./"), compression);
  return createAr(
    [
      { name: "debian-binary", bytes: Buffer.from("2.0\n") },
      { name: "control.tar.gz", bytes: await compress(control, "gzip") },
      { name: `data.tar${extensions[compression]}`, bytes: data },
    ],
    date,
  );
}

/**
 * The files below /usr, with the documents that Debian requires.
 * @param {readonly InstalledFile[]} files
 * @param {Release} release
 * @returns {InstalledFile[]}
 */
function toDebianFiles(files, { changelog, copyright }) {
  const moved = files.map((file) => {
    const path = `usr/${file.path}`;
    if (path.startsWith("usr/share/man/")) return compressFile(`${path}.gz`, file.bytes);
    return { ...file, path: path.replace("zsh/site-functions", "zsh/vendor-completions") };
  });
  const documents = `usr/share/doc/${debianName}`;
  return [
    ...moved,
    compressFile(`${documents}/changelog.gz`, Buffer.from(changelog)),
    createText(`${documents}/copyright`, copyright),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * @param {string} architecture
 * @param {number} size in KiB
 * @param {Release} release
 */
function describePackage(architecture, size, { version, description, homepage, maintainer }) {
  return [
    `Package: ${debianName}`,
    `Version: ${toDebianVersion(version)}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${size}`,
    // Node's libraries; the versions are those that its build requires.
    "Depends: libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6 (>= 8)",
    "Recommends: ca-certificates, git",
    "Suggests: bash-completion, man-db",
    "Section: utils",
    "Priority: optional",
    `Homepage: ${homepage}`,
    `Description: ${description}`,
    " Contains Node, and needs no other program.",
    "",
  ].join("\n");
}

/** A version before a release sorts before it: 1.0.0~rc.1. @param {string} version */
function toDebianVersion(version) {
  return version.replace("-", "~");
}

/** @param {readonly InstalledFile[]} files */
function listChecksums(files) {
  return files
    .map(({ path, bytes }) => `${createHash("md5").update(bytes).digest("hex")}  ${path}\n`)
    .join("");
}

/**
 * @param {string} path
 * @param {Uint8Array} bytes
 * @returns {InstalledFile}
 */
function compressFile(path, bytes) {
  return { path, bytes: gzipSync(bytes, { level: 9, mtime: 0 }), isProgram: false };
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {InstalledFile}
 */
function createText(path, text) {
  return { path, bytes: Buffer.from(text), isProgram: false };
}

/**
 * @param {readonly { name: string, bytes: Uint8Array }[]} files names of at most 16 characters
 * @param {Date} date
 */
function createAr(files, date) {
  const seconds = String(Math.floor(date.getTime() / 1000));
  const parts = files.flatMap(({ name, bytes }) => [
    Buffer.from(
      [
        name.padEnd(16),
        seconds.padEnd(12),
        "0".padEnd(6),
        "0".padEnd(6),
        "100644".padEnd(8),
        String(bytes.length).padEnd(10),
        "`\n",
      ].join(""),
    ),
    bytes,
    // Each file begins at an even offset.
    Buffer.from(bytes.length % 2 === 1 ? "\n" : ""),
  ]);
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}
