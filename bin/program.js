/** Loads the chunks of the program, with their cached compiled code. */
"use strict";
const { closeSync, fstatSync, openSync, readSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");
const { openCompiled } = require("./compiled.js");

/**
 * A chunk; packages in directories beside the program are loaded by Node, because they read their own
 * files.
 */
const chunk = /^\.\/[^/]+\.js$/;

/** A name that ends with a hash of the content, so that equal names mean equal code. */
const named = /-[\w-]{8}\.js$/;

const before = "(function (exports, require, module, __filename, __dirname) { ";
const after = "\n})";

/**
 * Chunks refer to each other as `./name.js`, and to everything else as any module does. Node's own
 * `require` would do the same, but cannot use cached code on Node 20.
 * @param folder of the chunks, absolute
 * @returns the exports of main.js
 */
exports.loadProgram = (folder) => {
  const compiled = openCompiled();
  const requireFor = (id) => {
    if (chunk.test(id)) return load(id.slice(2));
    return require(id.startsWith(".") ? join(folder, id) : id);
  };
  return load("main.js");

  function load(name) {
    const filename = join(folder, name);
    const known = require.cache[filename];
    if (known) return known.exports;
    const text = readWrapped(filename);
    const script = named.test(name)
      ? compiled.script(name, text, filename)
      : new Script(text, { filename });
    const module = { id: filename, filename, loaded: true, exports: {}, children: [], paths: [] };
    // Stored in the module cache of Node, so that no chunk is loaded twice.
    require.cache[filename] = module;
    try {
      script.runInThisContext()(module.exports, requireFor, module, filename, folder);
    } catch (error) {
      delete require.cache[filename];
      throw error;
    }
    return module.exports;
  }
};

/**
 * The text as a function. It is enclosed as bytes, because V8 would copy a text of several parts, and
 * these copies cause garbage collection.
 */
function readWrapped(filename) {
  const file = openSync(filename, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.allocUnsafe(before.length + size + after.length);
    bytes.latin1Write(before, 0);
    let end = before.length;
    while (end < before.length + size) {
      const count = readSync(file, bytes, end, before.length + size - end, null);
      if (count === 0) break;
      end += count;
    }
    bytes.latin1Write(after, end);
    // The build output is ASCII.
    return bytes.latin1Slice(0, end + after.length);
  } finally {
    closeSync(file);
  }
}
