/** Keeps what Node has compiled of the program between commands; Node can do so from version 22 on. */
"use strict";
const { lstatSync, mkdirSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");

/**
 * What is kept is code, so it is kept only in a folder that nobody else can have filled: not in the
 * one for temporary files, which would be Node's own choice.
 */
exports.keepCompiled = () => {
  const named = process.env.XDG_CACHE_HOME;
  const caches = named && isAbsolute(named) ? named : join(homedir(), ".cache");
  const folder = join(caches, "tome", "compiled");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = !process.getuid || (uid === process.getuid() && (mode & 0o22) === 0);
    if (isOwn) enableCompileCache(folder);
  } catch {
    // Without the cache everything works, only later.
  }
};
