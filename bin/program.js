/** Loads the chunks of the program, with their cached compiled code. */
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");
const { openCompiled } = require("./compiled.js");

/**
 * A chunk; packages in directories beside the program are loaded by Node, because they read files
 * of their own.
 */
const chunk = /^\.\/[^/]+\.js$/;

/** A name that ends with a hash of the content, so that equal names mean equal code. */
const named = /-[\w-]{8}\.js$/;

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
    // The build output is ASCII.
    const text = wrapped(readFileSync(filename, "latin1"));
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

function wrapped(text) {
  return `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
}
