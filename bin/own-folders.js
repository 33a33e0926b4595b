/**
 * Directories of code that tome keeps between commands. Cached code runs with all permissions of
 * the user, so a directory is used only if no other user can write to it, and only outside of work
 * trees: a checkout, or a CI cache that is restored into one, contains files of other authors.
 */
"use strict";
const fs = require("node:fs");
const { homedir } = require("node:os");
const { dirname, isAbsolute, join, resolve, sep } = require("node:path");

const writableByGroup = 0o20;
const writableByAll = 0o2;
/** Others may add entries to such a directory, but not replace those of the user: `/tmp`. */
const sticky = 0o1000;
const root = 0;

const isWindows = process.platform === "win32";
/** Windows has no user ids; the checks that depend on them are skipped there. */
const user = process.getuid?.();

/**
 * Creates the directory of a cache if it is missing.
 * @param {string} name of the cache
 * @returns undefined if the directory cannot be created or is not exclusively the user's
 */
exports.openCacheFolder = (name) => {
  return openOwnFolder(join(cachesFolder(), "tome", name));
};

function cachesFolder() {
  return absolute("XDG_CACHE_HOME") ?? join(homedir(), ".cache");
}

/**
 * Creates the settings directory if it is missing.
 * @returns undefined if it is not exclusively the user's, or is inside the cache directory
 */
exports.openConfigFolder = () => {
  const folder = configFolder();
  // A program that fills the caches would also fill this directory.
  const isInCaches = `${folder}${sep}`.startsWith(`${cachesFolder()}${sep}`);
  return isInCaches ? undefined : openOwnFolder(folder);
};

/** The same location as in src/settings/paths.ts. */
function configFolder() {
  const named = variable("TOME_CONFIG_DIR");
  if (named !== undefined) return resolve(named);
  const home = variable(isWindows ? "USERPROFILE" : "HOME") ?? homedir();
  return join(absolute("XDG_CONFIG_HOME") ?? systemFolder(home), "tome");
}

/** @param {string} home */
function systemFolder(home) {
  if (process.platform === "darwin") return join(home, "Library", "Application Support");
  if (isWindows) return variable("APPDATA") ?? join(home, "AppData", "Roaming");
  return join(home, ".config");
}

/** @param {string} folder */
function openOwnFolder(folder) {
  try {
    const { isOwn, isMissing } = examine(folder);
    if (!isOwn) return undefined;
    if (isMissing) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isMissing && !examine(folder).isOwn ? undefined : folder;
  } catch {
    return undefined;
  }
}

/**
 * Checks the directory and all its parents. Permissions are those of POSIX; on Windows, the
 * directories of a user's profile belong to the user, and only work trees are checked.
 * @param {string} folder
 */
function examine(folder) {
  let isMissing = false;
  let path = folder;
  let entry = fs.lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) {
    isMissing = true;
    while (entry === undefined) {
      path = dirname(path);
      entry = fs.lstatSync(path, { throwIfNoEntry: false });
    }
  } else if (!entry.isDirectory() || !belongsToUser(entry)) {
    return { isOwn: false, isMissing };
  }
  // A parent may be a link, whose target counts; one in a checkout belongs to that checkout.
  const locations = new Set([path, fs.realpathSync(path)]);
  const isOwn = [...locations].every(isOutsideOfOthers);
  return { isOwn, isMissing };
}

/** @param {fs.Stats} entry */
function belongsToUser({ uid, mode }) {
  if (user === undefined) return true;
  return uid === user && (mode & (writableByGroup | writableByAll)) === 0;
}

/** @param {string} folder */
function isOutsideOfOthers(folder) {
  for (let path = folder; ; path = dirname(path)) {
    if (!isTrusted(fs.statSync(path))) return false;
    if (fs.lstatSync(join(path, ".git"), { throwIfNoEntry: false }) !== undefined) return false;
    if (dirname(path) === path) return true;
  }
}

/**
 * On many systems, a group with the number of its user contains only that user. @param {fs.Stats}
 * entry
 */
function isTrusted({ uid, gid, mode }) {
  if (user === undefined) return true;
  if (uid !== user && uid !== root) return false;
  if ((mode & sticky) !== 0) return true;
  if ((mode & writableByAll) !== 0) return false;
  return (mode & writableByGroup) === 0 || gid === uid;
}

/** The XDG specification says that relative paths must be ignored. @param {string} name */
function absolute(name) {
  const value = variable(name);
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

/** An empty variable counts as absent. @param {string} name */
function variable(name) {
  return process.env[name] || undefined;
}
