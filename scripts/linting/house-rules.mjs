/** The rules of this house that no common linter knows, each as a sentence about a file. */
import { parseAst } from "rolldown/parseAst";
import { walk } from "./syntax-tree.mjs";
import { commentFaults, nameFaults } from "./words.mjs";

/** Files that may be longer than the rest, each with its reason. */
const mayBeLong = new Map();

const mostLines = 600;
const vagueFolders = new Set(["common", "helpers", "lib", "misc", "shared", "utils"]);

/**
 * @param {string} file from the root, with slashes
 * @param {string} text
 * @returns {string[]} a sentence for each fault
 */
export function faultsOf(file, text) {
  const isSource = file.startsWith("src/");
  const program = parseAst(text, { lang: "ts" });
  return [
    ...lengthFaults(file, text),
    ...folderFaults(file),
    ...(isSource ? openingFaults(file, text) : []),
    ...silencingFaults(file, text),
    ...(file.endsWith(".ts") ? treeFaults(file, text, program) : []),
    ...(isSource ? spreadFaults(file, text, program) : []),
    ...(isSource ? groupingFaults(file, text, program) : []),
    ...(file.startsWith("src/service/") ? memoryFaults(file, text, program) : []),
    ...[...nameFaults(file, program), ...commentFaults(text, program)].map(
      ({ index, fault }) => `${at(file, text, index)}: ${fault}.`,
    ),
  ];
}

/**
 * @param {string} file
 * @param {string} text
 */
function lengthFaults(file, text) {
  const lines = text.split("\n").length - 1;
  const isLong = lines > mostLines;
  if (isLong && !mayBeLong.has(file)) {
    return [`${file} has ${lines} lines; ${mostLines} is the most.`];
  }
  if (!isLong && mayBeLong.has(file)) {
    return [`${file} is short enough now to be taken off the list of long files.`];
  }
  return [];
}

/** @param {string} file */
function folderFaults(file) {
  const vague = file.split("/").find((part) => vagueFolders.has(part.replace(/\.\w+$/, "")));
  return vague === undefined ? [] : [`${file} has a part, ${vague}, that names no idea.`];
}

/**
 * @param {string} file
 * @param {string} text
 */
function openingFaults(file, text) {
  const comment = /^\/\*\*(?<words>.*?)\*\//s.exec(text)?.groups?.words ?? "";
  const sentence = comment.replace(/^\s*\* ?/gm, "").trim();
  if (/^[A-Z`].*\.$/s.test(sentence)) return [];
  return [`${file} does not open with a sentence, in /** … */, that says what it is for.`];
}

/**
 * @param {string} file
 * @param {string} text
 */
function silencingFaults(file, text) {
  const words = /@ts-(?:ignore|expect-error|nocheck)|(?:biome|eslint)-(?:ignore|disable)/g;
  const unfinished = file.startsWith("src/") ? /\b(?:TODO|FIXME|XXX|HACK)\b/g : /(?!)/g;
  return [...text.matchAll(words), ...text.matchAll(unfinished)].map(
    (match) => `${at(file, text, match.index)} says ${match[0]}.`,
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function treeFaults(file, text, program) {
  const isQuiet = file.startsWith("src/") && !file.startsWith("src/app/");
  /** @type {string[]} */
  const faults = [];
  walk(program, (node) => {
    const isSource = file.startsWith("src/");
    const fault =
      typeFault(node) ??
      (isQuiet ? processFault(node) : undefined) ??
      (isSource ? functionNameFault(node) : undefined);
    if (fault !== undefined) faults.push(`${at(file, text, node.start)} ${fault}.`);
  });
  const { body } = program;
  if (file.startsWith("src/") && body.length > 0 && body.every(isPassingOn)) {
    faults.push(`${file} only passes on what other files export.`);
  }
  return faults;
}

/**
 * A list that a caller gives can be longer than a call has room for: V8 ends with a RangeError at
 * about 120 000 arguments. A call may spread what is written out, or says with `// Spread:`, on one
 * of the two lines above, why its list is short.
 *
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function spreadFaults(file, text, program) {
  const lines = text.split("\n");
  /** @type {string[]} */
  const faults = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
    const { callee } = node;
    const applies = callee.type === "MemberExpression" && callee.property.name === "apply";
    const spread = node.arguments.find(isLongSpread);
    if (!applies && spread === undefined) return;
    const line = text.slice(0, (spread ?? node).start).split("\n").length;
    if (isSaid(lines, line, "// Spread: ")) return;
    const cure = "loop over it, or say with // Spread: above it why it is short";
    faults.push(`${file}:${line} spreads a list into the arguments of a call; ${cure}.`);
  });
  return faults;
}

/**
 * A list that is copied for each value that comes to it takes a time that grows with its square.
 *
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function groupingFaults(file, text, program) {
  /** @type {string[]} */
  const faults = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" || node.callee.property?.name !== "set") return;
    const map = text.slice(node.callee.object.start, node.callee.object.end);
    const [, list] = node.arguments;
    if (list?.type !== "ArrayExpression") return;
    if (!text.slice(list.start, list.end).includes(`...(${map}.get(`)) return;
    faults.push(
      `${at(file, text, node.start)} copies a list to add to it; use addTo of json/groups.`,
    );
  });
  return faults;
}

/**
 * A process can run many platforms, and what a module keeps is of them all: one would see what another
 * did. What is of a platform is kept with its data, or in a WeakMap by it; what is of the process says so,
 * with `Of the process:` and the reason on one of the two lines above.
 *
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function memoryFaults(file, text, program) {
  const lines = text.split("\n");
  const statements = program.body.map((/** @type {any} */ one) => one.declaration ?? one);
  return statements.filter(isMemory).flatMap((/** @type {any} */ statement) => {
    const line = text.slice(0, statement.start).split("\n").length;
    const markers = ["Process-wide: ", "Of the process: "];
    if (markers.some((marker) => isSaid(lines, line, marker))) return [];
    const advice = "keep it with the data, or justify it with a comment Process-wide: above it";
    return [`${file}:${line} has mutable state shared by all platforms of the process; ${advice}.`];
  });
}

/**
 * Whether a line, or one of the two above it, has these words.
 * @param {readonly string[]} lines
 * @param {number} line from 1
 * @param {string} words
 */
function isSaid(lines, line, words) {
  return lines.slice(Math.max(0, line - 3), line).some((one) => one.includes(words));
}

/** @param {any} statement */
function isMemory({ type, kind, declarations }) {
  if (type !== "VariableDeclaration") return false;
  if (kind === "let") return true;
  return declarations.some(
    (/** @type {any} */ { init }) =>
      init?.type === "NewExpression" &&
      ["Map", "Set"].includes(init.callee.name) &&
      init.arguments.length === 0,
  );
}

/** @param {any} argument */
function isLongSpread(argument) {
  if (argument.type !== "SpreadElement") return false;
  return !isWrittenOut(argument.argument);
}

/**
 * @param {any} value
 * @returns {boolean}
 */
function isWrittenOut(value) {
  if (value.type === "ParenthesizedExpression") return isWrittenOut(value.expression);
  if (value.type === "ConditionalExpression") {
    return isWrittenOut(value.consequent) && isWrittenOut(value.alternate);
  }
  return (
    value.type === "ArrayExpression" &&
    value.elements.every((/** @type {any} */ one) => one.type !== "SpreadElement")
  );
}

/** @param {any} node */
function typeFault(node) {
  if (node.type === "TSAnyKeyword") return "has the type any";
  if (node.type === "TSNonNullExpression") return "claims with ! that a value is there";
  const inner = node.type === "TSAsExpression" ? node.expression : undefined;
  const isForced =
    inner?.type === "TSAsExpression" && inner.typeAnnotation.type === "TSUnknownKeyword";
  return isForced ? "forces a type by way of unknown" : undefined;
}

/** @param {any} node */
function functionNameFault(node) {
  const isFunction = node.type === "FunctionDeclaration" && /Of$/.test(node.id?.name ?? "");
  return isFunction ? `names a function ${node.id.name}; begin with the verb instead` : undefined;
}

/** @param {any} node */
function processFault(node) {
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  const { name } = node.object;
  if (name === "console") return "writes to the console, which is the app's";
  const ends = ["exit", "abort", "reallyExit"].includes(node.property.name);
  return name === "process" && ends ? "ends the process, which is the app's to do" : undefined;
}

/**
 * Of files; a file that is the one entrance to a package may pass on what comes through it.
 * @param {any} statement
 */
function isPassingOn({ type, source }) {
  return /^Export(?:All|Named)Declaration$/.test(type) && source?.value.startsWith(".") === true;
}

/**
 * @param {string} file
 * @param {string} text
 * @param {number} index
 */
function at(file, text, index) {
  return `${file}:${text.slice(0, index).split("\n").length}`;
}
