/**
 * Cache of V8's compiled code of the program, in the cache directory of the user. V8 runs such code
 * without checking it, so each file is authenticated with a key of the user, which is stored in the
 * settings directory: a file that another program put into the cache is never loaded.
 */
"use strict";
const fs = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");
const { openCacheFolder, openConfigFolder } = require("./own-folders.js");

/** Loaded only if there is a cache, because it takes a few milliseconds. */
const crypto = () => require("node:crypto");
const algorithm = "sha256";
const codeBytes = 32;
const keyName = "cache.key";
const keyBytes = 32;
/** Windows has no such flag, and no links that others could plant in the folders of a user. */
const noFollow = fs.constants.O_NOFOLLOW ?? 0;
/** In milliseconds; older files are not used, and not worth rewriting earlier. */
const longest = 30 * 24 * 60 * 60 * 1000;

/**
 * `script` compiles a text, or loads its compiled code. New code is cached at the end of the
 * process, when V8 has compiled everything that this command uses. Errors are ignored: without the
 * cache, the program is only slower.
 */
exports.openCompiled = () => {
  const folder = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : openCacheFolder("compiled");
  const key = folder === undefined ? undefined : findKey();
  if (folder === undefined || key === undefined) {
    return { script: (_name, text, filename) => new Script(text, { filename }) };
  }
  const suffix = `${process.version}-${process.arch}-${identify(key)}`;
  const fresh = [];
  process.once("exit", () => {
    if (fresh.length > 0) store(folder, key, fresh);
  });
  return {
    /** @param name equal names always mean equal texts */
    script(name, text, filename) {
      const entry = `${name}.${suffix}`;
      const cachedData = read(folder, key, entry);
      const script = new Script(text, { filename, cachedData });
      // V8 rejects the code of another version, or of other flags.
      if (cachedData === undefined || script.cachedDataRejected) fresh.push({ entry, script });
      return script;
    },
  };
};

/** The user's key, created if it is missing; undefined if others can read or replace it. */
function findKey() {
  const folder = openConfigFolder();
  if (folder === undefined) return undefined;
  const path = join(folder, keyName);
  try {
    const key = readKey(path);
    if (key !== undefined) return key.length === keyBytes ? key : undefined;
    // Commands that create it at once overwrite each other's key, and only compile once more.
    replace(path, crypto().randomBytes(keyBytes));
    return readKey(path);
  } catch {
    return undefined;
  }
}

/** @returns undefined if the file is missing; empty if other users can access it */
function readKey(path) {
  let file;
  try {
    file = fs.openSync(path, fs.constants.O_RDONLY | noFollow);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { uid, mode, size } = fs.fstatSync(file);
    const isOwn = !process.getuid || (uid === process.getuid() && (mode & 0o77) === 0);
    if (!isOwn || size !== keyBytes) return Buffer.alloc(0);
    return fs.readFileSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * A name of the key that does not reveal it. Users with several settings directories have several
 * keys, and the cached code of one must not replace that of another.
 */
function identify(key) {
  return crypto().createHmac(algorithm, key).digest("hex").slice(0, 8);
}

/** Undefined for a file that was not written with this key, under this name. */
function read(folder, key, entry) {
  try {
    const bytes = fs.readFileSync(join(folder, entry));
    const data = bytes.subarray(codeBytes);
    const code = authenticate(key, entry, data);
    const isOurs = crypto().timingSafeEqual(bytes.subarray(0, codeBytes), code);
    return isOurs ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Includes the name, so that the code of one chunk is never used for another. */
function authenticate(key, entry, data) {
  return crypto().createHmac(algorithm, key).update(`${entry}\0`).update(data).digest();
}

function store(folder, key, fresh) {
  try {
    for (const { entry, script } of fresh) {
      const data = script.createCachedData();
      replace(join(folder, entry), Buffer.concat([authenticate(key, entry, data), data]));
    }
    removeOld(folder);
  } catch {
    // A full disk, or a folder that was removed: the next command compiles again.
  }
}

/** Another command that reads the file at the same time gets the old one or the new one. */
function replace(path, bytes) {
  const temporary = `${path}.${crypto().randomBytes(8).toString("hex")}`;
  try {
    fs.writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
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
