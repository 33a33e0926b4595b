/**
 * Takes the place of `node-gyp-build`: the binaries of SQLite are kept compressed, a third of their size.
 * The one for this machine is written into the cache folder of the user, once, and loaded from there.
 */
"use strict";
const fs = require("node:fs");
const { homedir, tmpdir } = require("node:os");
const { isAbsolute, join } = require("node:path");
const { brotliDecompressSync } = require("node:zlib");

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
  const cache = ownFolder();
  if (cache === undefined) return loadOnce(unpacked());
  const file = join(cache, `${sha256}.node`);
  if (fs.statSync(file, { throwIfNoEntry: false })?.size !== size) {
    const temporary = `${file}.${process.pid}`;
    try {
      fs.writeFileSync(temporary, unpacked(), { mode: 0o600 });
      // Another command that loads the file meanwhile finds none, or the whole.
      fs.renameSync(temporary, file);
    } catch {
      fs.rmSync(temporary, { force: true });
      return loadOnce(unpacked());
    }
  }
  return load(file);
};

/** It is code, so it is kept only in a folder that nobody else can write to. Undefined if there is none. */
function ownFolder() {
  const named = process.env.XDG_CACHE_HOME;
  const caches = named && isAbsolute(named) ? named : join(homedir(), ".cache");
  const folder = join(caches, "tome", "sqlite");
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const about = fs.lstatSync(folder);
    const isOwn = !process.getuid || (about.uid === process.getuid() && (about.mode & 0o22) === 0);
    return about.isDirectory() && isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
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
