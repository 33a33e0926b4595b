/** Short YAML texts written by users: settings of a repository and of its pages. */
import { FAILSAFE_SCHEMA, loadAll } from "js-yaml";
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
import { findRepeatedKey } from "../json/repeated-keys.ts";
import { mayBeUnsafeYaml, refuseUnsafeYaml } from "../json/unsafe-yaml.ts";

/** @throws an error whose first line contains the message and position */
export function readYaml(text: string): unknown {
  if (mayBeUnsafeYaml(text)) refuseUnsafeYaml(text);
  try {
    return readQuickly(text);
  } catch (error) {
    // The other parser would take seconds and gigabytes for the same result.
    if (String(error).includes("nesting exceeded maxDepth")) {
      throw new Error("It is nested deeper than 100 levels.");
    }
    // The other parser accepts more, such as unknown aliases and tags, and reports positions.
    return readCarefully(text);
  }
}

/** Five times as fast, which matters for plans of large organizations and imports of many pages. */
function readQuickly(text: string): unknown {
  if (text.startsWith("%")) throw new Error("YAML version directives are not supported.");
  const [value = null, ...others] = loadAll(text, { maxAliases: 0 });
  if (others.length > 0) throw new Error("Multiple YAML documents are not supported.");
  return value;
}

/**
 * The members of a mapping with all scalars as texts, as they are written: `1.10`, `true`.
 * @param text as `readYaml` accepts it; no members if it has tags, or aliases of unknown anchors
 */
export function readYamlTexts(text: string): Readonly<Record<string, unknown>> {
  try {
    const [value] = loadAll(text, { maxAliases: mostYamlAliases, schema: FAILSAFE_SCHEMA });
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function readCarefully(text: string): unknown {
  const lineCounter = new LineCounter();
  // At this log level, more than one document is an error.
  const document = parseLinearly(text, lineCounter, "error");
  const [error] = document.errors;
  if (error) throw error;
  const repeated = findRepeatedKey(document);
  if (repeated) {
    const { line, col } = lineCounter.linePos(repeated.range?.[0] ?? 0);
    throw new Error(`Map keys must be unique at line ${line}, column ${col}:`);
  }
  // Limits aliases, because with many of them a short text can expand enormously.
  try {
    return document.toJS({ maxAliasCount: mostYamlAliases });
  } catch (error) {
    if (!(error instanceof ReferenceError) || !/alias count/.test(error.message)) throw error;
    throw new Error(
      `Aliases expand an anchor more than ${mostYamlAliases} times (limit yaml.aliases)`,
    );
  }
}

/** Parses without the library's check of unique keys, which takes quadratic time; use `findRepeatedKey`. */
function parseLinearly(
  text: string,
  lineCounter = new LineCounter(),
  logLevel: "silent" | "error" = "silent",
): Document.Parsed {
  return parseDocument(text, { lineCounter, logLevel, uniqueKeys: false });
}

function hasSyntaxError(document: Document.Parsed): boolean {
  return document.errors.length > 0 || findRepeatedKey(document) !== undefined;
}

/**
 * The line of a value, from 1; of its name, if it has one.
 * @param at path of names and indexes, outermost first
 * @returns the line of the nearest enclosing value, if the value does not exist
 */
export function findYamlLine(text: string, at: readonly (string | number)[]): number {
  return createLineFinder(text)(at);
}

/** Parses YAML or JSON once, to get the lines of many values: `findYamlLine`. */
export function createLineFinder(text: string): (at: readonly (string | number)[]) => number {
  const counter = new LineCounter();
  const document = parseLinearly(text, counter);
  const [error] = document.errors;
  if (error) return () => error.linePos?.[0].line ?? 1;
  const repeated = findRepeatedKey(document);
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

/** Disables folding of long texts. */
export function writeYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(key, node) {
      if (key !== "value" || typeof node.value !== "string") return;
      if (node.value.length <= longestLine) return;
      const hasLines = node.value.trimEnd().includes("\n");
      node.type = hasLines ? Scalar.BLOCK_LITERAL : Scalar.BLOCK_FOLDED;
    },
  });
  return document.toString({ lineWidth: 80 });
}

const longestLine = 78;

/**
 * Changes values without touching the rest of the text.
 * @param changes undefined removes a name
 * @returns undefined for a text that is not a mapping with one name per line
 */
export function changeYaml(
  text: string,
  changes: ReadonlyMap<string, unknown>,
): string | undefined {
  const document = parseLinearly(text);
  const { contents } = document;
  if (hasSyntaxError(document) || (contents !== null && !isMap(contents))) return undefined;
  if (contents?.flow) return undefined;
  const remaining = new Map(changes);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  for (const { key, value } of contents?.items ?? []) {
    if (!isScalar(key) || !key.range || !remaining.has(String(key.value))) continue;
    const name = String(key.value);
    const end = (hasRange(value) ? value.range[2] : undefined) ?? key.range[2];
    edits.push({ start: key.range[0], end, text: formatPair(name, remaining.get(name)) });
    remaining.delete(name);
  }
  let [result, last] = ["", 0];
  for (const { start, end, text: changed } of edits) {
    result += text.slice(last, start) + changed;
    last = end;
  }
  result += text.slice(last);
  const added = [...remaining].map(([name, value]) => formatPair(name, value)).join("");
  return added === "" ? result : result.replace(/(?<=[^\n])$/, "\n") + added;
}

/**
 * Replaces the text of a value. Equal parts keep their position, formatting and comments; list
 * items are matched by `key`.
 * @returns the text of the value alone, if the previous text is not YAML
 */
export function rewriteYaml(text: string, value: unknown): string {
  const document = parseLinearly(text);
  if (hasSyntaxError(document)) return writeYaml(value);
  const fresh = new Document(value);
  const contents = mergeValues(document.contents, fresh.contents);
  return Object.assign(document, { contents }).toString({ lineWidth: 80 });
}

/** @returns the old node with the new value; the new node if they differ in kind */
function mergeValues(old: unknown, fresh: unknown): unknown {
  if (isMap(old) && isMap(fresh)) {
    const remaining = new Map(fresh.items.map((pair) => [String(pair.key), pair]));
    old.items = old.items.filter(({ key }) => remaining.has(String(key)));
    for (const pair of old.items) {
      pair.value = mergeValues(pair.value, remaining.get(String(pair.key))?.value);
      remaining.delete(String(pair.key));
    }
    for (const pair of remaining.values()) old.items.push(pair);
    return old;
  }
  if (isSeq(old) && isSeq(fresh)) {
    const byName = new Map(old.items.map((item) => [getItemName(item), item]));
    old.items = fresh.items.map((item) => {
      const before = byName.get(getItemName(item));
      return before === undefined ? item : mergeValues(before, item);
    });
    return old;
  }
  if (isScalar(old) && isScalar(fresh)) {
    if (old.value !== fresh.value) old.value = fresh.value;
    return old;
  }
  return fresh;
}

/** Identity of a list item: its `key`, or its own text. */
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
