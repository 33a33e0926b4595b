/** Caches the code that V8 compiled of the program, in the cache folder of the user. */
"use strict";
const fs = require("node:fs");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

const sumBytes = 4;
/** In milliseconds; an older file is no longer used, or worth writing again. */
const longest = 30 * 24 * 60 * 60 * 1000;

/**
 * `script` compiles a text, or loads its compiled code. What had to be compiled is cached at the end
 * of the process, when V8 has compiled all that this command uses of it. Nothing here ever fails:
 * without the cache everything works, only slower.
 */
exports.openCompiled = () => {
  const folder = ownFolder();
  if (folder === undefined) {
    return { script: (_name, text, filename) => new Script(text, { filename }) };
  }
  const fresh = [];
  process.once("exit", () => {
    if (fresh.length > 0) store(folder, fresh);
  });
  return {
    /** @param name the same name is always the same text */
    script(name, text, filename) {
      const path = join(folder, `${name}.${process.version}-${process.arch}`);
      const cachedData = read(path);
      const script = new Script(text, { filename, cachedData });
      // V8 rejects the code of another version, or of other flags.
      if (cachedData === undefined || script.cachedDataRejected) fresh.push({ path, script });
      return script;
    },
  };
};

/**
 * The cache is code, so it is only in a folder that nobody else can write to. Undefined if there is
 * no such folder, or if the user wants no cache.
 */
function ownFolder() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const named = process.env.XDG_CACHE_HOME;
  const caches = named && isAbsolute(named) ? named : join(homedir(), ".cache");
  const folder = join(caches, "tome", "compiled");
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const about = fs.lstatSync(folder);
    const isOwn = !process.getuid || (about.uid === process.getuid() && (about.mode & 0o22) === 0);
    return about.isDirectory() && isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** V8 does not check cached code and would run damaged code, so a checksum is at the end. */
function read(path) {
  try {
    const bytes = fs.readFileSync(path);
    const data = bytes.subarray(0, -sumBytes);
    return crc32(data) === bytes.readUInt32LE(data.length) ? data : undefined;
  } catch {
    return undefined;
  }
}

function store(folder, fresh) {
  try {
    for (const { path, script } of fresh) replace(path, withSum(script.createCachedData()));
    removeOld(folder);
  } catch {
    // A full disk, or a folder that was removed: the next command compiles again.
  }
}

function withSum(data) {
  const sum = Buffer.alloc(sumBytes);
  sum.writeUInt32LE(crc32(data));
  return Buffer.concat([data, sum]);
}

/** Another command that reads the file meanwhile gets the old one or the new one. */
function replace(path, bytes) {
  const temporary = `${path}.${process.pid}`;
  try {
    fs.writeFileSync(temporary, bytes, { mode: 0o600 });
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

function removeOld(folder) {
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - fs.statSync(path).mtimeMs > longest) fs.rmSync(path, { recursive: true });
  }
}
