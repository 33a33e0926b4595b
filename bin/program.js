/** Loads the program: its chunks, with what V8 compiled of them the last time. */
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");
const { openCompiled } = require("./compiled.js");

/** What stands beside the program, in folders, finds its own files from where it is. */
const chunk = /^\.\/[^/]+\.js$/;

/** Such a name ends with a hash of the content, so the same name is the same code. */
const named = /-[\w-]{8}\.js$/;

/**
 * Chunks name each other `./name.js`, and all else as any module does. This is what Node's own
 * `require` would do; it has no place for what was compiled before, on Node 20.
 * @param folder of the chunks, absolute
 * @returns what main.js exports
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
    // The build writes nothing but ASCII.
    const text = wrapped(readFileSync(filename, "latin1"));
    const script = named.test(name)
      ? compiled.script(name, text, filename)
      : new Script(text, { filename });
    const module = { id: filename, filename, loaded: true, exports: {}, children: [], paths: [] };
    // Where Node looks too, so that no chunk is ever there twice.
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
