/**
 * Regular expressions whose time grows faster than the text: exponentially, or with a power of its length.
 * Checking one can take seconds, so expressions.json beside this file keeps the verdicts; `npm run format`
 * brings it up to date.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { walk } from "./syntax-tree.mjs";

/**
 * @typedef {object} Verdicts
 * @property {readonly string[]} safe expressions that the checker found to be linear, as they are written
 * @property {Readonly<Record<string, string>>} reviewed others, each with the reason why it is harmless
 * @property {Readonly<Record<string, string>>} built those that are built at run time, by file and source,
 *   each with the reason why no text of a caller becomes a part of it unescaped
 */

export const verdictsFile = join(import.meta.dirname, "expressions.json");

/** @returns {Verdicts} */
export function readVerdicts() {
  return JSON.parse(readFileSync(verdictsFile, "utf8"));
}

/**
 * @typedef {object} FoundExpression
 * @property {string} key `/a+/g`, or the file and the source of one that is built
 * @property {number} line
 * @property {boolean} isBuilt
 */

/**
 * @param {string} text
 * @param {string} file
 * @returns {FoundExpression[]}
 */
export function findExpressions(file, text) {
  if (!/RegExp|\//.test(text)) return [];
  /** @type {FoundExpression[]} */
  const found = [];
  walk(parseAst(text, { lang: "ts" }), (node) => {
    const line = () => text.slice(0, node.start).split("\n").length;
    if (node.type === "Literal" && node.regex) {
      const key = `/${node.regex.pattern}/${node.regex.flags}`;
      found.push({ key, line: line(), isBuilt: false });
    }
    const pattern = node.type === "ObjectExpression" ? patternIn(node) : undefined;
    if (pattern !== undefined) found.push({ key: `/${pattern}/u`, line: line(), isBuilt: false });
    const isCall = node.type === "NewExpression" || node.type === "CallExpression";
    if (isCall && node.callee.type === "Identifier" && node.callee.name === "RegExp") {
      const [source] = node.arguments;
      const written = source === undefined ? "" : text.slice(source.start, source.end);
      const key = `${file}: ${written.replace(/\s+/g, " ")}`;
      found.push({ key, line: line(), isBuilt: true });
    }
  });
  return found;
}

/**
 * The pattern of a field of the contract: `{ source: "^\\d+$", means: "digits" }`.
 * @param {any} object
 * @returns {string | undefined}
 */
function patternIn({ properties }) {
  const names = properties.map((/** @type {any} */ one) => one.key?.name);
  if (!names.includes("source") || !names.includes("means")) return undefined;
  const { value } = properties[names.indexOf("source")];
  return typeof value?.value === "string" ? value.value : undefined;
}

/**
 * @param {ReadonlyMap<string, string>} files texts by their names
 * @param {Verdicts} verdicts
 * @param {boolean} isWhole whether these are all sources, so that an entry without an expression is stale
 * @returns {string[]} a sentence for each fault
 */
export function expressionFaults(files, { safe, reviewed, built }, isWhole) {
  const known = new Set([...safe, ...Object.keys(reviewed)]);
  const unused = new Set([...known, ...Object.keys(built)]);
  const faults = [];
  for (const [file, text] of files) {
    for (const { key, line, isBuilt } of findExpressions(file, text)) {
      unused.delete(key);
      if (isBuilt && !Object.hasOwn(built, key)) {
        faults.push(
          `${file}:${line} builds a regular expression at run time; use a linear matcher, or say in scripts/linting/expressions.json, under "built", why no text of a caller becomes a part of it.`,
        );
      } else if (!isBuilt && !known.has(key)) {
        faults.push(
          `${file}:${line} has an expression without a verdict; npm run format checks it.`,
        );
      }
    }
  }
  if (!isWhole) return faults;
  return [
    ...faults,
    ...[...unused].map(
      (key) =>
        `scripts/linting/expressions.json has ${key}, which is no longer in src; npm run format removes it.`,
    ),
  ];
}

/** Loaded when it is needed, as it has three megabytes. @returns {typeof import("recheck")} */
const loadChecker = () => createRequire(import.meta.url)("recheck/lib/browser.js");

/**
 * Uses the form of the checker that is plain JavaScript: the others start Java or a native program.
 * @param {string} key `/a+/g`
 * @returns {string | undefined} why it is not linear; undefined if it is
 */
export function explainExpression(key) {
  const end = key.lastIndexOf("/");
  const result = loadChecker().checkSync(key.slice(1, end), key.slice(end + 1), {
    timeout: 20_000,
  });
  if (result.status === "safe") return undefined;
  if (result.status === "unknown") return `cannot be decided (${result.error.kind})`;
  return `${result.complexity.summary}, as with ${result.attack.pattern}`;
}
