/**
 * Writes chunks in ASCII. V8 keeps a text with one character beyond Latin-1 in two bytes each, so that
 * a single ellipsis would double what a large chunk takes in memory and what it costs to read.
 */

/** @type {import("rolldown").Plugin} */
export const inAscii = {
  name: "in-ascii",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = escaped(file.code);
    }
  },
};

/**
 * Such a character stands in a string, a template or a pattern, and means there what its escape means.
 * @param {string} code
 */
function escaped(code) {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
