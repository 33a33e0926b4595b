/**
 * Parsing of YAML, which can expand far beyond its size: tokens are counted before parsing, and the
 * tree before conversion to data.
 */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type ScalarTag,
  type YAMLMap,
} from "yaml";
import type { Path } from "../../contract/openapi-references.ts";
import { bounds } from "./bounds.ts";
import {
  limitExceeded,
  type OpenApiSource,
  type SourceError,
  type TextPosition,
  Unreadable,
} from "./source.ts";

/** @throws Unreadable */
export async function readYaml(text: string): Promise<OpenApiSource> {
  refuseExcessiveTokens(text);
  const lines = new LineCounter();
  const positionAt = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    customTags: (tags) => [...tags, wholeFloat],
    prettyErrors: false,
    logLevel: "error",
    // Comparing all pairs of keys would take quadratic time.
    uniqueKeys: false,
  });
  const faults = document.errors.slice(0, bounds.faults).map(
    ({ message, pos: [offset] }): SourceError => ({
      code: "YAML_SYNTAX",
      message: `The text is not valid YAML: ${message.replace(/; please use YAML\.parseAllDocuments\(\)|\.$/, "")}.`,
      position: positionAt(offset),
    }),
  );
  // A value that does not match its tag is only a warning of the parser.
  for (const { code, pos } of document.warnings) {
    if (code !== "TAG_RESOLVE_FAILED" || faults.length >= bounds.faults) continue;
    const tag = text.slice(pos[0], pos[1]);
    faults.push({ code: "YAML_TAG", message: describeTag(tag), position: positionAt(pos[0]) });
  }
  if (faults.length > 0) throw new Unreadable(faults);
  const { hasLargeNumbers } = checkYamlTree(document, positionAt);
  return {
    format: "yaml",
    // Aliases have been counted already.
    value: document.toJS({ maxAliasCount: -1 }),
    hasLargeNumbers,
    toPosition: async (path) => positionAt(computeOffset(document, path)),
  };
}

function computeOffset(document: Document.Parsed, path: Path): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    const next = findChild(node, step);
    if (!next) break;
    node = next;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

function findChild(node: Node | null, step: string | number): Node | undefined {
  if (!isCollection(node)) return undefined;
  if (!isMap(node)) return (node.items[Number(step)] ?? undefined) as Node | undefined;
  const pair = node.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
  );
  return (pair?.value ?? undefined) as Node | undefined;
}

const standardTag = "tag:yaml.org,2002:";

/**
 * Tags of JSON values, the only ones that a specification may contain. Others would become bytes,
 * dates and sets, or lose their meaning as text.
 * Source: OpenAPI 3.1.1, "Format".
 */
const jsonTags: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq", "merge"].map((name) => standardTag + name),
).add("!");

/** The parser accepts the tag only for numbers with a point. */
const wholeFloat: ScalarTag = {
  tag: `${standardTag}float`,
  default: true,
  test: /^[-+]?\d+$/,
  resolve: Number,
};

function describeTag(tag: string): string {
  const name = tag.startsWith(standardTag) ? `!!${tag.slice(standardTag.length)}` : tag;
  return `The tag ${name} is not supported: specifications contain only JSON values.`;
}

/** Lexer tokens for the ends of documents and flow collections, which are not in the text. */
const documentMarks: readonly string[] = ["\u0002", "\u0018"];
/** Lexer token before a plain scalar. */
const scalarMark = "\u001f";

/**
 * Checks depth and number of tokens before parsing, in one pass. Block structures are counted by
 * their start columns, so a list inside a mapping at the same column counts once; the exact depth
 * is checked in the tree.
 * @throws Unreadable
 */
function refuseExcessiveTokens(text: string): void {
  const columns: number[] = [];
  let flow = 0;
  let parts = 0;
  let offset = 0;
  let lineStart = 0;
  let line = 1;
  const position = (): TextPosition => ({ line, column: offset - lineStart + 1 });
  for (const token of new Lexer().lex(text)) {
    if (token === scalarMark || /^["'*[{,-]/.test(token)) parts++;
    if (parts > bounds.yamlParts) {
      throw limitExceeded(
        `The file has more than ${bounds.yamlParts} names and values.`,
        position(),
      );
    }
    if (token === scalarMark || documentMarks.includes(token)) continue;
    if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow--;
    else if (flow === 0 && !/^[\s#]/.test(token) && token !== ":") {
      const column = offset - lineStart;
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    if (flow + columns.length > bounds.depth * 2) {
      throw limitExceeded(`The value is nested deeper than ${bounds.depth} levels.`, position());
    }
    offset += token.length;
    const lastBreak = token.lastIndexOf("\n");
    if (lastBreak !== -1) {
      line += token.split("\n").length - 1;
      lineStart = offset - token.length + lastBreak + 1;
    }
  }
}

/**
 * Checks the tree before conversion. Counts values after expansion of aliases, and turns integers
 * that a double cannot represent into bigints.
 * @throws Unreadable
 */
function checkYamlTree(
  document: Document.Parsed,
  positionAt: (offset: number) => TextPosition,
): { readonly hasLargeNumbers: boolean } {
  /** Size of each anchor; undefined while it is being measured. */
  const anchors = new Map<string, Size | undefined>();
  const faults: SourceError[] = [];
  let hasLargeNumbers = false;

  function position(node: unknown): TextPosition {
    return positionAt((node as Node | null)?.range?.[0] ?? 0);
  }

  function refuseTag(node: unknown): void {
    const { tag } = (node ?? {}) as { readonly tag?: string };
    if (tag === undefined || jsonTags.has(tag)) return;
    faults.push({ code: "YAML_TAG", message: describeTag(tag), position: position(node) });
  }

  function measure(node: unknown, depth: number): Size {
    if (depth > bounds.depth) {
      throw limitExceeded(
        `The value is nested deeper than ${bounds.depth} levels.`,
        position(node),
      );
    }
    if (isAlias(node)) {
      const size = anchors.get(node.source);
      if (size !== undefined) return size;
      const problem = anchors.has(node.source)
        ? "refers to a value that contains the alias"
        : "has no anchor";
      throw limitExceeded(`The alias *${node.source} ${problem}.`, position(node));
    }
    refuseTag(node);
    const { anchor } = (node ?? {}) as { readonly anchor?: string };
    if (anchor !== undefined) anchors.set(anchor, undefined);
    const size = { nodes: 1, characters: 0 };
    const add = (part: Size) => {
      size.nodes += part.nodes;
      size.characters += part.characters;
    };
    if (isScalar(node)) {
      hasLargeNumbers = keepExact(node) || hasLargeNumbers;
      size.characters = computeScalarLength(node);
    } else if (isMap(node)) {
      refuseOddKeys(node);
      for (const { key, value } of node.items) {
        size.characters += isScalar(key) ? computeScalarLength(key) : 0;
        refuseOddMerge(key, value);
        add(measure(value, depth + 1));
      }
    } else if (isCollection(node)) {
      for (const item of node.items) add(measure(isPair(item) ? item.value : item, depth + 1));
    }
    const excess =
      size.nodes > bounds.nodes
        ? `${bounds.nodes} values, including aliases (limit specification.nodes)`
        : size.characters > bounds.allBytes
          ? `${bounds.allBytes} characters, including aliases (limit specification.characters)`
          : undefined;
    if (excess !== undefined) {
      throw limitExceeded(`The file expands to more than ${excess}.`, position(node));
    }
    if (anchor !== undefined) anchors.set(anchor, size);
    return size;
  }

  function refuseOddKeys(map: YAMLMap): void {
    const names = new Set<string>();
    for (const { key } of map.items) {
      refuseTag(key);
      if (!isScalar(key)) {
        faults.push({
          code: "YAML_KEY",
          message: "A key must be plain text.",
          position: position(key),
        });
        continue;
      }
      // The merge key << has its own value; several of them in a mapping merge in order.
      const name = typeof key.value === "symbol" ? "<<" : String(key.value);
      if (names.has(name) && name !== "<<") {
        faults.push({
          code: "YAML_KEY",
          message: `Duplicate key ${name} in this mapping.`,
          position: position(key),
        });
      }
      names.add(name);
    }
  }

  /** The parser throws an error without a position. */
  function refuseOddMerge(key: unknown, value: unknown): void {
    if (!isScalar(key) || typeof key.value !== "symbol") return;
    const resolve = (node: unknown) => (isAlias(node) ? node.resolve(document) : node);
    const merged = resolve(value);
    const sources = isSeq(merged) ? merged.items.map(resolve) : [merged];
    if (sources.every(isMap)) return;
    const message = "The merge key << requires mappings as its value.";
    faults.push({ code: "YAML_MERGE", message, position: position(key) });
  }

  measure(document.contents, 1);
  if (faults.length > 0) throw new Unreadable(faults.slice(0, bounds.faults));
  return { hasLargeNumbers };
}

/** Number of values and characters of a node. */
interface Size {
  readonly nodes: number;
  readonly characters: number;
}

function computeScalarLength({ value }: Scalar): number {
  return typeof value === "string" ? value.length : 8;
}

/** @returns whether the number was converted to a bigint */
function keepExact(scalar: Scalar): boolean {
  const { value, source } = scalar;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return false;
  if (source === undefined || !/^[-+]?\d+$/.test(source)) return false;
  scalar.value = BigInt(source);
  return true;
}
