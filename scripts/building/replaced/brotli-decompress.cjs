/** Takes the place of a decoder of Brotli in JavaScript, half a megabyte, by the one that Node has. */
"use strict";
const { brotliDecompressSync } = require("node:zlib");

/** @param {Uint8Array} bytes */
module.exports = (bytes) => new Uint8Array(brotliDecompressSync(bytes));
