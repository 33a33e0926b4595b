/** What the bundler changes in the files that it reads and writes, so that the program starts faster. */

/** @typedef {import("rolldown").Plugin} Plugin */

/**
 * Writes chunks in ASCII: V8 stores a text with one character beyond Latin-1 in two bytes per
 * character, so a single ellipsis would double the memory and the reading time of a large chunk.
 * @type {Plugin}
 */
export const asciiChunks = {
  name: "ascii-chunks",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "chunk") file.code = escapeBeyondAscii(file.code);
    }
  },
};

/**
 * Such characters stand only in strings, templates and patterns, where an escape means the same.
 * @param {string} code
 */
function escapeBeyondAscii(code) {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What cli-table3 imports to measure and colour text, and what stands in for it. */
const tableImports = {
  "string-width": ["\0length-as-width", "module.exports = (text) => text.length;"],
  "@colors/colors/safe": ["\0no-colours", "module.exports = {};"],
};

/**
 * Keeps cli-table3 from measuring and colouring: terminal/draw-rows.ts gives it texts that are as
 * wide as they are long, and does not colour by it.
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
 * Keeps commander from loading node:child_process: it is for commands that are programs of their own,
 * and tome has none.
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
 * Keeps chalk from asking the system which colours it supports, which loads node:tty:
 * terminal/colours.ts gives it a fixed level.
 * @type {Plugin}
 */
export const fixedColours = {
  name: "fixed-colours",
  resolveId(id, importer) {
    const isChalk = importer?.includes("/node_modules/chalk/") ?? false;
    return isChalk && id === "#supports-color" ? noDetection : undefined;
  },
  load: (id) => (id === noDetection ? "export default {};" : undefined),
};

const notServed = "\0not-served";

/** What fastify loads or brings along for servers of another kind. */
const otherServers = [
  // A proxy in front of `tome serve` terminates TLS and HTTP/2.
  "node:https",
  "node:http2",
  // The contract checks requests, and the platform writes its answers.
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
  // Log lines, and requests that come over no network.
  "pino",
  "light-my-request",
];

/**
 * Leaves out of fastify what service/listen.ts does not use, which would take a third of its start.
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

/** What pdfmake draws and no PDF here has: pictures of SVG, for which it brings a reader of XML, and QR codes. */
const undrawn = ["./3rd-party/svg-to-pdfkit", "xmldoc", "./qrEnc.js"];

/**
 * Leaves out of pdfmake what engines/pdf never asks for.
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
 * Leaves the two thousand entities of HTML out of xmldom, which reads XML here.
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

const twoSpinners = "\0two-spinners";

/**
 * Of the eighty spinners that come with ora, the two that it uses unless it is told another.
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
