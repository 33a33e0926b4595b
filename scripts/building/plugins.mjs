/** Bundler plugins that reduce the size and the start-up time of the program. */

import { parse, tokTypes } from "acorn";

/** @typedef {import("rolldown").Plugin} Plugin */

/**
 * Writes chunks in ASCII. V8 uses two bytes per character for a source text with any character beyond
 * Latin-1, so a single ellipsis would double the memory and load time of a large chunk.
 * @type {Plugin}
 */
export const asciiChunks = {
  name: "ascii-chunks",
  generateBundle({ format }, bundle) {
    const sourceType = format === "cjs" ? "script" : "module";
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = escapeBeyondAscii(file.code, sourceType);
    }
  },
};

/**
 * Such characters occur in strings, templates and regular expressions, where escapes are equivalent, and
 * in names of properties, where a pair of surrogates is one escape.
 * @param {string} code
 * @param {"script" | "module"} sourceType
 */
function escapeBeyondAscii(code, sourceType) {
  const names = listAstralNames(code, sourceType);
  const parts = names.map(({ start, end }, index) => {
    const before = escapeUnits(code.slice(names[index - 1]?.end ?? 0, start));
    const name = code.slice(start, end).replace(/[^\0-\x7f]/gu, escapePoint);
    return before + name;
  });
  return parts.join("") + escapeUnits(code.slice(names.at(-1)?.end ?? 0));
}

/** @param {string} code */
function escapeUnits(code) {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @param {string} sign */
function escapePoint(sign) {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Names with characters beyond the Basic Multilingual Plane, such as the keys of the table of letters in
 * temml, from which the bundler removes the quotation marks.
 * @param {string} code
 * @param {"script" | "module"} sourceType
 * @returns {{ start: number, end: number }[]}
 */
function listAstralNames(code, sourceType) {
  if (!/[\ud800-\udbff]/.test(code)) return [];
  /** @type {{ start: number, end: number }[]} */
  const names = [];
  parse(code, {
    ecmaVersion: "latest",
    sourceType,
    allowReturnOutsideFunction: true,
    onToken({ type, start, end }) {
      const isAstral = type === tokTypes.name && /[\ud800-\udbff]/.test(code.slice(start, end));
      if (isAstral) names.push({ start, end });
    },
  });
  return names;
}

/** Replacements for the modules that cli-table3 imports to measure and color text. */
const tableImports = {
  "string-width": ["\0length-as-width", "module.exports = (text) => text.length;"],
  "@colors/colors/safe": ["\0no-colors", "module.exports = {};"],
};

/**
 * Disables measuring and coloring in cli-table3. terminal/draw-rows.ts passes only texts whose width
 * equals their length, and colors them itself.
 * @type {Plugin}
 */
export const plainTables = {
  name: "plain-tables",
  resolveId(id, importer) {
    const isTable = importer?.includes("/node_modules/cli-table3/") ?? false;
    return isTable ? new Map(Object.entries(tableImports)).get(id)?.[0] : undefined;
  },
  load: (id) => Object.values(tableImports).find(([name]) => name === id)?.[1],
};

const noPrograms = "\0no-programs";

/**
 * Keeps commander from loading node:child_process, which it needs only for external subcommands.
 * @type {Plugin}
 */
export const withoutPrograms = {
  name: "without-programs",
  resolveId(id, importer) {
    const isCommander = importer?.includes("/node_modules/commander/") ?? false;
    return isCommander && id === "node:child_process" ? noPrograms : undefined;
  },
  load: (id) => (id === noPrograms ? "export {};" : undefined),
};

const noDetection = "\0no-detection";

/**
 * Disables color detection in chalk, which loads node:tty. terminal/draw/colors.ts sets the level.
 * @type {Plugin}
 */
export const fixedColors = {
  name: "fixed-colors",
  resolveId(id, importer) {
    const isChalk = importer?.includes("/node_modules/chalk/") ?? false;
    return isChalk && id === "#supports-color" ? noDetection : undefined;
  },
  load: (id) => (id === noDetection ? "export default {};" : undefined),
};

const notServed = "\0not-served";

/** Modules of fastify that service/listen.ts does not use. */
const otherServers = [
  // A proxy in front of `tome serve` terminates TLS and HTTP/2.
  "node:https",
  "node:http2",
  // The contract validates requests, and the platform serializes its responses.
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
  // Logging and simulated requests.
  "pino",
  "light-my-request",
];

/**
 * Removes the modules that service/listen.ts does not use from fastify, which saves a third of its load time.
 * @type {Plugin}
 */
export const plainServer = {
  name: "plain-server",
  resolveId(id, importer) {
    const isFastify = importer?.includes("/node_modules/fastify/") ?? false;
    return isFastify && otherServers.includes(id) ? notServed : undefined;
  },
  load: (id) => (id === notServed ? "module.exports = {};" : undefined),
};

const noPart = "\0no-part";

/** Modules of pdfmake for SVG images, with an XML parser, and for QR codes. */
const undrawn = ["./3rd-party/svg-to-pdfkit", "xmldoc", "./qrEnc.js"];

/**
 * Removes the modules that engines/pdf does not use from pdfmake.
 * @type {Plugin}
 */
export const plainPdfs = {
  name: "plain-pdfs",
  resolveId(id, importer) {
    const isPdfmake = importer?.includes("/node_modules/pdfmake/") ?? false;
    return isPdfmake && undrawn.some((one) => id.startsWith(one)) ? noPart : undefined;
  },
  load: (id) => (id === noPart ? "module.exports = {};" : undefined),
};

const entitiesOfXml = "\0entities-of-xml";

/**
 * Removes the two thousand HTML entities from xmldom, which parses only XML in tome.
 * @type {Plugin}
 */
export const plainXml = {
  name: "plain-xml",
  resolveId(id, importer) {
    const isXml = importer?.includes("/node_modules/@xmldom/xmldom/") ?? false;
    return isXml && id === "./entities" ? entitiesOfXml : undefined;
  },
  load: (id) =>
    id === entitiesOfXml
      ? `exports.XML_ENTITIES = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' }; exports.HTML_ENTITIES = exports.XML_ENTITIES;`
      : undefined,
};

/**
 * Uses the ES modules of OpenTelemetry, of which the bundler takes only the used parts: a quarter.
 * @type {Plugin}
 */
export const smallTelemetry = {
  name: "small-telemetry",
  async resolveId(id, importer) {
    if (!id.startsWith("@opentelemetry/")) return undefined;
    const resolved = await this.resolve(id, importer, { skipSelf: true });
    return resolved?.id.replace("/build/src/", "/build/esm/");
  },
};

const noValidator = "\0no-validator";

/**
 * Removes the second copy of ajv from the Model Context Protocol, which validates schemas of tools that
 * tome does not declare.
 * @type {Plugin}
 */
export const plainProtocol = {
  name: "plain-protocol",
  resolveId(id, importer) {
    const isProtocol = importer?.includes("/node_modules/@modelcontextprotocol/") ?? false;
    return isProtocol && id.startsWith("./ajvProvider-") ? noValidator : undefined;
  },
  load: (id) =>
    id === noValidator
      ? "class Validator { getValidator() { return (data) => ({ valid: true, data, errorMessage: undefined }); } } export { Validator as n };"
      : undefined,
};

const twoSpinners = "\0two-spinners";

/**
 * Reduces the eighty spinners of ora to the two defaults.
 * @type {Plugin}
 */
export const fewSpinners = {
  name: "few-spinners",
  resolveId(id, importer) {
    const isOra = importer?.includes("/node_modules/ora/") ?? false;
    return isOra && id === "cli-spinners" ? twoSpinners : undefined;
  },
  load: (id) =>
    id === twoSpinners
      ? `export default { dots: { interval: 80, frames: [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"] }, line: { interval: 130, frames: [..."-\\\\|/"] } };`
      : undefined,
};

/**
 * Reduces gemoji to a map of names, without tags, descriptions and categories.
 * @type {Plugin}
 */
export const emojiNames = {
  name: "emoji-names",
  async load(id) {
    if (!id.endsWith("/node_modules/gemoji/index.js")) return undefined;
    const { nameToEmoji } = await import(id);
    return `export const nameToEmoji = ${JSON.stringify(nameToEmoji)};`;
  },
};
