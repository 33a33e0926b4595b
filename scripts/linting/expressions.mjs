/**
 * Detection of regular expressions with superlinear running time. A check can take seconds, so the
 * verdicts are stored in expressions.json; `npm run format` updates it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { walk } from "./syntax-tree.mjs";

/**
 * @typedef {object} Verdicts
 * @property {readonly string[]} safe expressions that the checker found to be linear
 * @property {Readonly<Record<string, string>>} reviewed other expressions, with the reason why each is harmless
 * @property {Readonly<Record<string, string>>} built expressions that are built at run time, by file and
 *   source, with the reason why untrusted text is not interpolated unescaped
 */

export const verdictsFile = join(import.meta.dirname, "expressions.json");

/** @returns {Verdicts} */
export function readVerdicts() {
  return JSON.parse(readFileSync(verdictsFile, "utf8"));
}

/**
 * @typedef {object} FoundExpression
 * @property {string} key `/a+/g`, or file and source of an expression that is built at run time
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
  const expressions = [];
  walk(parseAst(text, { lang: "ts" }), (node) => {
    const line = () => text.slice(0, node.start).split("\n").length;
    if (node.type === "Literal" && node.regex) {
      const key = `/${node.regex.pattern}/${node.regex.flags}`;
      expressions.push({ key, line: line(), isBuilt: false });
    }
    const pattern = node.type === "ObjectExpression" ? patternIn(node) : undefined;
    if (pattern !== undefined) {
      expressions.push({ key: `/${pattern}/u`, line: line(), isBuilt: false });
    }
    const isCall = node.type === "NewExpression" || node.type === "CallExpression";
    if (isCall && node.callee.type === "Identifier" && node.callee.name === "RegExp") {
      const [source] = node.arguments;
      const sourceText = source === undefined ? "" : text.slice(source.start, source.end);
      const key = `${file}: ${sourceText.replace(/\s+/g, " ")}`;
      expressions.push({ key, line: line(), isBuilt: true });
    }
  });
  return expressions;
}

/**
 * The pattern of a contract field: `{ source: "^\\d+$", means: "digits" }`.
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
 * @param {ReadonlyMap<string, string>} files texts by file name
 * @param {Verdicts} verdicts
 * @param {boolean} isWhole whether `files` contains all sources, so that unused entries are stale
 * @returns {string[]} a sentence for each violation
 */
export function expressionFaults(files, { safe, reviewed, built }, isWhole) {
  const checkedKeys = new Set([...safe, ...Object.keys(reviewed)]);
  const unused = new Set([...checkedKeys, ...Object.keys(built)]);
  const faults = [];
  for (const [file, text] of files) {
    for (const { key, line, isBuilt } of findExpressions(file, text)) {
      unused.delete(key);
      if (isBuilt && !Object.hasOwn(built, key)) {
        faults.push(
          `${file}:${line} builds a regular expression at run time. Use a linear matcher, or add the reason why it is safe to scripts/linting/expressions.json under "built".`,
        );
      } else if (!isBuilt && !checkedKeys.has(key)) {
        faults.push(`${file}:${line} has an unchecked regular expression. Run: npm run format`);
      }
    }
  }
  if (!isWhole) return faults;
  return [
    ...faults,
    ...[...unused].map(
      (key) =>
        `scripts/linting/expressions.json contains ${key}, which is no longer in src. Run: npm run format`,
    ),
  ];
}

/** Loaded on demand, because it is three megabytes in size. @returns {typeof import("recheck")} */
const loadChecker = () => createRequire(import.meta.url)("recheck/lib/browser.js");

/**
 * Uses the pure JavaScript build of the checker; the others start Java or a native program.
 * @param {string} key `/a+/g`
 * @returns {string | undefined} the reason why the expression is not linear; undefined if it is linear
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
