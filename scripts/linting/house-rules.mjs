/** Lint rules that are specific to this repository. */
import { parseAst } from "rolldown/parseAst";
import { isFunction, walk } from "./syntax-tree.mjs";
import { verbFaults } from "./verbs.mjs";
import { commentFaults, nameFaults } from "./words.mjs";

/** Exceptions to the maximum length, with a reason for each file. */
const mayBeLong = new Map();

const maxLines = 600;
const vagueFolders = new Set(["common", "helpers", "lib", "misc", "shared", "utils"]);

/**
 * @param {string} file the path relative to the root, with slashes
 * @param {string} text
 * @returns {string[]} a sentence for each violation
 */
export function listViolations(file, text) {
  const isSource = file.startsWith("src/");
  const program = parseAst(text, { lang: "ts" });
  return [
    ...lengthFaults(file, text),
    ...folderFaults(file),
    ...(isSource ? openingFaults(file, text) : []),
    ...silencingFaults(file, text),
    ...functionNameFaults(file, text, program),
    ...(file.endsWith(".ts") ? treeFaults(file, text, program) : []),
    ...(isSource ? spreadFaults(file, text, program) : []),
    ...(isSource ? groupingFaults(file, text, program) : []),
    ...(isSource ? inheritanceFaults(file, text, program) : []),
    ...(file.startsWith("src/service/") ? memoryFaults(file, text, program) : []),
    ...(file.startsWith("src/features/") ? waitingFaults(file, text, program) : []),
    ...[
      ...nameFaults(file, program),
      ...(isSource ? verbFaults(file, program) : []),
      ...commentFaults(text, program),
    ].map(({ index, fault }) => `${at(file, text, index)}: ${fault}.`),
  ];
}

/**
 * @param {string} file
 * @param {string} text
 */
function lengthFaults(file, text) {
  const lines = text.split("\n").length - 1;
  const isLong = lines > maxLines;
  if (isLong && !mayBeLong.has(file)) {
    return [`${file} has ${lines} lines. The maximum is ${maxLines}.`];
  }
  if (!isLong && mayBeLong.has(file)) {
    return [`${file} no longer exceeds the maximum length. Remove it from the list of exceptions.`];
  }
  return [];
}

/** @param {string} file */
function folderFaults(file) {
  const vague = file.split("/").find((part) => vagueFolders.has(part.replace(/\.\w+$/, "")));
  return vague === undefined
    ? []
    : [`${file} has the vague name ${vague}. Choose a specific name.`];
}

/**
 * @param {string} file
 * @param {string} text
 */
function openingFaults(file, text) {
  const comment = /^\/\*\*(?<words>.*?)\*\//s.exec(text)?.groups?.words ?? "";
  const sentence = comment.replace(/^\s*\* ?/gm, "").trim();
  if (/^[A-Z`].*\.$/s.test(sentence)) return [];
  return [`${file} does not begin with a file comment in /** … */ that consists of sentences.`];
}

/**
 * @param {string} file
 * @param {string} text
 */
function silencingFaults(file, text) {
  const words = /@ts-(?:ignore|expect-error|nocheck)|(?:biome|eslint)-(?:ignore|disable)/g;
  const unfinished = file.startsWith("src/") ? /\b(?:TODO|FIXME|XXX|HACK)\b/g : /(?!)/g;
  return [...text.matchAll(words), ...text.matchAll(unfinished)].map(
    (match) => `${at(file, text, match.index)} contains ${match[0]}.`,
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
    const fault = typeFault(node) ?? (isQuiet ? processFault(node) : undefined);
    if (fault !== undefined) faults.push(`${at(file, text, node.start)} ${fault}.`);
  });
  const { body } = program;
  if (file.startsWith("src/") && body.length > 0 && body.every(isPassingOn)) {
    faults.push(`${file} contains only re-exports.`);
  }
  return faults;
}

/**
 * V8 throws a RangeError for calls with more than about 120,000 arguments, and an input list can be
 * longer. A call may spread an array literal, or must justify the spread with a comment `// Spread:` on
 * one of the two lines above.
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
    const advice = "Use a loop, or justify it with a comment // Spread: above it";
    faults.push(`${file}:${line} spreads a list into call arguments. ${advice}.`);
  });
  return faults;
}

/**
 * A command that polls must respect the pauses that the platform asks for, so all pauses are in one
 * module.
 *
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function waitingFaults(file, text, program) {
  if (file === "src/features/waiting.ts") return [];
  /** @type {string[]} */
  const faults = [];
  walk(program, (node) => {
    const isTimer =
      (node.type === "Literal" && /^(?:node:)?timers(?:\/promises)?$/.test(String(node.value))) ||
      (node.type === "Identifier" && /^set(?:Timeout|Interval)$/.test(node.name));
    if (!isTimer) return;
    faults.push(
      `${at(file, text, node.start)} sets a timer. Use pause of src/features/waiting.ts.`,
    );
  });
  return faults;
}

/**
 * Copying a list for each added value takes quadratic time.
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
      `${at(file, text, node.start)} copies a list to append to it. Use addTo of json/groups.`,
    );
  });
  return faults;
}

/**
 * A name from outside, such as `constructor`, would give a member that every object inherits. The rule
 * concerns objects at the top level of a file that have names of any text.
 *
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function inheritanceFaults(file, text, program) {
  const names = new Set(program.body.flatMap(listTables));
  /** @param {any} node */
  const read = (node) => text.slice(node.start, node.end);
  /** @type {Set<any>} */
  const checked = new Set();
  /** @type {string[]} */
  const faults = [];
  walk(program, (node) => {
    if (node.type !== "ConditionalExpression" || node.test.type !== "CallExpression") return;
    if (read(node.test.callee) !== "Object.hasOwn") return;
    const [object, name] = node.test.arguments;
    const member = `${read(object)}[${read(name)}]`;
    walk(node.consequent, (inner) => {
      if (read(inner) === member) checked.add(inner);
    });
    if (read(node.consequent) === member && read(node.alternate) === "undefined") {
      faults.push(`${at(file, text, node.start)} repeats findOwn of json/own-members. Call it.`);
    }
  });
  walk(program, (node) => {
    const isDynamic = node.type === "MemberExpression" && node.computed;
    if (!isDynamic || !names.has(node.object.name) || checked.has(node)) return;
    if (node.property.type === "Literal") return;
    const advice = "Use findOwn of json/own-members";
    faults.push(`${at(file, text, node.start)} may read an inherited member. ${advice}.`);
  });
  return faults;
}

/**
 * Names of constants with the type Record<string, …>.
 * @param {any} statement
 * @returns {string[]}
 */
function listTables(statement) {
  const { declarations = [] } = statement.declaration ?? statement;
  return declarations.flatMap((/** @type {any} */ { id, init }) =>
    init?.type === "ObjectExpression" && isRecordOfTexts(id.typeAnnotation?.typeAnnotation)
      ? [id.name]
      : [],
  );
}

/**
 * @param {any} type
 * @returns {boolean}
 */
function isRecordOfTexts(type) {
  const [first] = type?.typeArguments?.params ?? [];
  switch (type?.typeName?.name) {
    case "Readonly":
    case "Partial":
      return isRecordOfTexts(first);
    case "Record":
      return first?.type === "TSStringKeyword";
    default:
      return false;
  }
}

/**
 * A process can run several platforms, which share the state of a module. State of a platform belongs to
 * its data or to a WeakMap by platform. State of the process must be justified with a comment
 * `Process-wide:` on one of the two lines above.
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
    const advice = "Store it with the data, or justify it with a comment Process-wide: above it";
    return [
      `${file}:${line} has mutable state that all platforms of the process share. ${advice}.`,
    ];
  });
}

/**
 * Whether a line or one of the two lines above it contains a text.
 * @param {readonly string[]} lines
 * @param {number} line one-based
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
  if (node.type === "TSAnyKeyword") return "uses the type any";
  if (node.type === "TSNonNullExpression") return "uses a non-null assertion (!)";
  const inner = node.type === "TSAsExpression" ? node.expression : undefined;
  const isForced =
    inner?.type === "TSAsExpression" && inner.typeAnnotation.type === "TSUnknownKeyword";
  return isForced ? "casts a type by way of unknown" : undefined;
}

/**
 * @param {string} file
 * @param {string} text
 * @param {any} program
 */
function functionNameFaults(file, text, program) {
  /** @type {string[]} */
  const faults = [];
  walk(program, (node) => {
    const name = functionName(node);
    if (!/Of$/.test(name ?? "")) return;
    faults.push(
      `${at(file, text, node.start)} declares a function ${name}; begin its name with a verb.`,
    );
  });
  return faults;
}

/** @param {any} node */
function functionName(node) {
  if (node.type === "VariableDeclarator" && isFunction(node.init)) return node.id.name;
  if (node.type === "MethodDefinition") return node.key.name;
  return isFunction(node) ? node.id?.name : undefined;
}

/** @param {any} node */
function processFault(node) {
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  const { name } = node.object;
  if (name === "console") return "writes to the console, which only src/app may do";
  const ends = ["exit", "abort", "reallyExit"].includes(node.property.name);
  return name === "process" && ends ? "ends the process, which only src/app may do" : undefined;
}

/**
 * Applies to relative paths only. A file that wraps a package may re-export its exports.
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
