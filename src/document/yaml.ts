/** Short YAML texts that people write: settings of a repository and of its pages. */
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseDocument,
  Scalar,
  visit,
} from "yaml";

/** @throws an error whose first line says what is wrong at which position */
export function readYaml(text: string): unknown {
  // Few aliases: with many, a short text can expand enormously.
  return parse(text, { maxAliasCount: 20, logLevel: "error" });
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
  const document = parseDocument(text, { lineCounter: counter, logLevel: "silent" });
  const [error] = document.errors;
  if (error) return () => error.linePos?.[0].line ?? 1;
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
  const { contents, errors } = parseDocument(text, { logLevel: "silent" });
  if (errors.length > 0 || (contents !== null && !isMap(contents))) return undefined;
  if (contents?.flow) return undefined;
  const left = new Map(changes);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  for (const { key, value } of contents?.items ?? []) {
    if (!isScalar(key) || !key.range || !left.has(String(key.value))) continue;
    const name = String(key.value);
    const end = (hasRange(value) ? value.range[2] : undefined) ?? key.range[2];
    edits.push({ start: key.range[0], end, text: pairOf(name, left.get(name)) });
    left.delete(name);
  }
  let [result, last] = ["", 0];
  for (const { start, end, text: changed } of edits) {
    result += text.slice(last, start) + changed;
    last = end;
  }
  result += text.slice(last);
  const added = [...left].map(([name, value]) => pairOf(name, value)).join("");
  return added === "" ? result : result.replace(/(?<=[^\n])$/, "\n") + added;
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function pairOf(name: string, value: unknown): string {
  return value === undefined ? "" : writeYaml({ [name]: value });
}
