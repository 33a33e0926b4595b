/** Short YAML texts that people write: settings of a repository and of its pages. */
import { loadAll } from "js-yaml";
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Scalar,
  visit,
} from "yaml";
import { mostYamlAliases } from "../contract/limits.ts";
import { findRepeatedName } from "../json/repeated-names.ts";
import { mayBeUnsafeYaml, refuseUnsafeYaml } from "../json/unsafe-yaml.ts";

/** @throws an error whose first line says what is wrong at which position */
export function readYaml(text: string): unknown {
  if (mayBeUnsafeYaml(text)) refuseUnsafeYaml(text);
  try {
    return readQuickly(text);
  } catch (error) {
    // The other reader would take seconds and gigabytes to come to the same.
    if (String(error).includes("nesting exceeded maxDepth")) {
      throw new Error("It is nested deeper than 100 levels.");
    }
    // The other reader takes more, as aliases and tags that it does not know, and says where a fault is.
    return readCarefully(text);
  }
}

/** In a fifth of the time: plans of large organizations and imports of many pages wait for it. */
function readQuickly(text: string): unknown {
  if (text.startsWith("%")) throw new Error("The version of YAML is named.");
  const [value = null, ...others] = loadAll(text, { maxAliases: 0 });
  if (others.length > 0) throw new Error("There are several documents.");
  return value;
}

function readCarefully(text: string): unknown {
  const lineCounter = new LineCounter();
  // Only so are several documents an error.
  const document = parseLinearly(text, lineCounter, "error");
  const [error] = document.errors;
  if (error) throw error;
  const repeated = findRepeatedName(document);
  if (repeated) {
    const { line, col } = lineCounter.linePos(repeated.range?.[0] ?? 0);
    throw new Error(`Map keys must be unique at line ${line}, column ${col}:`);
  }
  // Few aliases: with many, a short text can expand enormously.
  try {
    return document.toJS({ maxAliasCount: mostYamlAliases });
  } catch (error) {
    if (!(error instanceof ReferenceError) || !/alias count/.test(error.message)) throw error;
    throw new Error(
      `Its aliases repeat an anchor more than ${mostYamlAliases} times (limit yaml.aliases)`,
    );
  }
}

/** The check of the package compares each name with all before it; `findRepeatedName` does so in linear time. */
function parseLinearly(
  text: string,
  lineCounter = new LineCounter(),
  logLevel: "silent" | "error" = "silent",
): Document.Parsed {
  return parseDocument(text, { lineCounter, logLevel, uniqueKeys: false });
}

function hasFault(document: Document.Parsed): boolean {
  return document.errors.length > 0 || findRepeatedName(document) !== undefined;
}

/**
 * The line of a value in a text, from 1 on: of its name, where it has one.
 * @param at the names and numbers that lead to it, the outermost first
 * @returns that of the nearest value around it, if there is no such value
 */
export function lineInYaml(text: string, at: readonly (string | number)[]): number {
  return lineFinder(text)(at);
}

/** Reads a text of YAML or JSON once, to tell the lines of many values in it: `lineInYaml`. */
export function lineFinder(text: string): (at: readonly (string | number)[]) => number {
  const counter = new LineCounter();
  const document = parseLinearly(text, counter);
  const [error] = document.errors;
  if (error) return () => error.linePos?.[0].line ?? 1;
  const repeated = findRepeatedName(document);
  if (repeated) return () => counter.linePos(repeated.range?.[0] ?? 0).line;
  return (at) => {
    let line = 1;
    let node: unknown = document.contents;
    for (const name of at) {
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
        : undefined;
      const next: unknown = pair ? pair.value : isSeq(node) ? node.items[Number(name)] : undefined;
      const start = pair ? pair.key : next;
      if (!isNode(start) || !start.range) return line;
      line = counter.linePos(start.range[0]).line;
      node = next;
    }
    return line;
  };
}

/** Long texts are folded at 80 columns. */
export function writeYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(key, node) {
      const isLong = typeof node.value === "string" && node.value.length > longestLine;
      if (key === "value" && isLong) node.type = Scalar.BLOCK_FOLDED;
    },
  });
  return document.toString({ lineWidth: 80 });
}

const longestLine = 78;

/**
 * Changes the values of some names, and not a letter of the others.
 * @param changes undefined removes a name
 * @returns undefined for a text that is not a list of names with values, a name on each line
 */
export function changedYaml(
  text: string,
  changes: ReadonlyMap<string, unknown>,
): string | undefined {
  const document = parseLinearly(text);
  const { contents } = document;
  if (hasFault(document) || (contents !== null && !isMap(contents))) return undefined;
  if (contents?.flow) return undefined;
  const left = new Map(changes);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  for (const { key, value } of contents?.items ?? []) {
    if (!isScalar(key) || !key.range || !left.has(String(key.value))) continue;
    const name = String(key.value);
    const end = (hasRange(value) ? value.range[2] : undefined) ?? key.range[2];
    edits.push({ start: key.range[0], end, text: formatPair(name, left.get(name)) });
    left.delete(name);
  }
  let [result, last] = ["", 0];
  for (const { start, end, text: changed } of edits) {
    result += text.slice(last, start) + changed;
    last = end;
  }
  result += text.slice(last);
  const added = [...left].map(([name, value]) => formatPair(name, value)).join("");
  return added === "" ? result : result.replace(/(?<=[^\n])$/, "\n") + added;
}

/**
 * The text of a value in place of an earlier one. What both have keeps its place, its look and the comments
 * beside it; items of a list are the same if they have the same `key`.
 * @returns the text of the value alone, if the earlier text is no YAML
 */
export function rewriteYaml(text: string, value: unknown): string {
  const document = parseLinearly(text);
  if (hasFault(document)) return writeYaml(value);
  const fresh = new Document(value);
  const contents = merged(document.contents, fresh.contents);
  return Object.assign(document, { contents }).toString({ lineWidth: 80 });
}

/** @returns the old node, changed to the value of the new one; the new one if they differ in kind */
function merged(old: unknown, fresh: unknown): unknown {
  if (isMap(old) && isMap(fresh)) {
    const left = new Map(fresh.items.map((pair) => [String(pair.key), pair]));
    old.items = old.items.filter(({ key }) => left.has(String(key)));
    for (const pair of old.items) {
      pair.value = merged(pair.value, left.get(String(pair.key))?.value);
      left.delete(String(pair.key));
    }
    for (const pair of left.values()) old.items.push(pair);
    return old;
  }
  if (isSeq(old) && isSeq(fresh)) {
    const byName = new Map(old.items.map((item) => [getItemName(item), item]));
    old.items = fresh.items.map((item) => {
      const before = byName.get(getItemName(item));
      return before === undefined ? item : merged(before, item);
    });
    return old;
  }
  if (isScalar(old) && isScalar(fresh)) {
    if (old.value !== fresh.value) old.value = fresh.value;
    return old;
  }
  return fresh;
}

/** What an item of a list is known by: its `key`, or its own text. */
function getItemName(item: unknown): string {
  if (isMap(item)) return `key ${String(item.get("key"))}`;
  return isScalar(item) ? String(item.value) : "";
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function formatPair(name: string, value: unknown): string {
  return value === undefined ? "" : writeYaml({ [name]: value });
}
