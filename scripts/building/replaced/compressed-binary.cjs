/**
 * Takes the place of `node-gyp-build`: the binaries of SQLite are kept compressed, a third of their size.
 * The one for this machine is written into the cache folder of the user, once, and loaded from there.
 */
"use strict";
const { createHash, randomUUID } = require("node:crypto");
const fs = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { brotliDecompressSync } = require("node:zlib");
const { openCacheFolder } = require("../../../bin/own-folders.js");

/** @param {string} folder of the package, with its binaries and what is known of them */
module.exports = (folder) => {
  const isMusl = process.platform === "linux" && fs.existsSync("/etc/alpine-release");
  const name = `${process.platform}-${process.arch}-${isMusl ? "musl" : "glibc"}`;
  const binaries = JSON.parse(fs.readFileSync(join(folder, "binaries.json"), "utf8"));
  if (!(name in binaries)) {
    throw new Error(`There is no SQLite for ${name} here; Node 22.13 and later have their own.`);
  }
  const { size, sha256 } = binaries[name];
  const unpacked = () => brotliDecompressSync(fs.readFileSync(join(folder, `${name}.node.br`)));
  const cache = openCacheFolder("sqlite");
  if (cache === undefined) return loadOnce(unpacked());
  const file = join(cache, `${sha256}.node`);
  if (!isIntact(file, size, sha256)) {
    const temporary = `${file}.${randomUUID()}`;
    try {
      fs.writeFileSync(temporary, unpacked(), { mode: 0o600, flag: "wx" });
      // Another command that loads the file meanwhile finds none, or the whole.
      fs.renameSync(temporary, file);
    } catch {
      fs.rmSync(temporary, { force: true });
      return loadOnce(unpacked());
    }
  }
  return load(file);
};

/**
 * Whether the file is the binary that was built into this program: it is code, and runs once loaded.
 * @param {string} file
 * @param {number} size
 * @param {string} sha256
 */
function isIntact(file, size, sha256) {
  const entry = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!entry?.isFile() || entry.size !== size) return false;
  const hash = createHash("sha256");
  // In parts, because the first use of memory takes longer than reading the file into it.
  const part = Buffer.allocUnsafeSlow(64 * 1024);
  const opened = fs.openSync(file, "r");
  try {
    for (let length = 1; length > 0; ) {
      length = fs.readSync(opened, part);
      hash.update(part.subarray(0, length));
    }
  } finally {
    fs.closeSync(opened);
  }
  return hash.digest("hex") === sha256;
}

/** @param {Buffer} bytes */
function loadOnce(bytes) {
  const folder = fs.mkdtempSync(join(tmpdir(), "tome-sqlite-"));
  try {
    const file = join(folder, "sqlite.node");
    fs.writeFileSync(file, bytes, { mode: 0o600 });
    return load(file);
  } finally {
    try {
      fs.rmSync(folder, { recursive: true });
    } catch {
      // Windows keeps the file of a library that is loaded.
    }
  }
}

/** @param {string} file */
function load(file) {
  /** @type {{ exports: any }} */
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
}
