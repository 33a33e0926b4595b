/**
 * HTML tables of a stored document as table blocks for clients. Each table keeps its HTML, so that
 * a document that a client returns unchanged is stored as it was written.
 */
import { type Document, type Node, node as nodeModel } from "../../contract/document.model.ts";
import { computeHash, toCanonicalText } from "../../json/canonical.ts";
import { parseRawBlocks } from "./raw-blocks.ts";
import type { ResolveUrl } from "./raw-tree.ts";
import { withoutSilentContent } from "./silent-content.ts";
import { buildPieces } from "./tags.ts";

/** The HTML of a table, with the number of blocks from the same HTML before and after the table. */
interface TableSource {
  /** Of all blocks from the HTML, to detect changes. */
  readonly hash: string;
  readonly before: number;
  readonly after: number;
  readonly nodes: readonly Node[];
}

/** @param find resolves URLs in HTML */
export function withTableBlocks(document: Document, find: ResolveUrl): Document {
  return { ...document, nodes: toTableBlocks(document.nodes, find) };
}

function toTableBlocks(nodes: readonly Node[], find: ResolveUrl): Node[] {
  return groupTables(nodes).flatMap(({ isTable, nodes: group }) => {
    const converted = group.map((node) => withInnerTables(node, find));
    if (!isTable) return converted;
    const blocks = parseRawBlocks(withoutSilentContent(converted), find);
    const at = blocks.findIndex(({ type }) => type === "table");
    const table = blocks[at];
    if (!table) return converted;
    const [first] = group;
    const source: TableSource = {
      // A table in Markdown between the tags has its own key.
      hash: computeHash(toCanonicalText(blocks.with(at, withoutSource(table)))),
      ...{ before: at, after: blocks.length - at - 1, nodes: group },
    };
    const withSource: Node = {
      ...table,
      ...(first?.key !== undefined && { key: first.key }),
      ...(first?.meta && { meta: first.meta }),
      data: { ...table.data, source },
    };
    return blocks.with(at, withSource);
  });
}

function withInnerTables(node: Node, find: ResolveUrl): Node {
  const { nodes, fragments } = node;
  if (!nodes && !fragments) return node;
  return {
    ...node,
    ...(nodes && { nodes: toTableBlocks(nodes, find) }),
    ...(fragments && { fragments: fragments.map((one) => withInnerTables(one, find)) }),
  };
}

interface SiblingGroup {
  /** Whether the group is the HTML of a table, with the blocks in its cells. */
  readonly isTable: boolean;
  readonly nodes: readonly Node[];
}

/** The siblings in order; a table that is never closed has no group of its own. */
function groupTables(nodes: readonly Node[]): SiblingGroup[] {
  const groups: SiblingGroup[] = [];
  let [from, depth] = [0, 0];
  for (const [at, node] of nodes.entries()) {
    const isOutside = depth === 0;
    depth = countOpenTables(node, depth);
    if (isOutside) from = at;
    if (depth > 0) continue;
    groups.push({ isTable: !isOutside || hasTable(node), nodes: nodes.slice(from, at + 1) });
  }
  if (depth > 0) groups.push({ isTable: false, nodes: nodes.slice(from) });
  return groups;
}

function hasTable({ object, type, data }: Node): boolean {
  return object === "block" && type === "html" && /<table\b/i.test(String(data?.html ?? ""));
}

/** @param before the number of open tables before the node */
function countOpenTables(node: Node, before: number): number {
  if (node.object !== "block" || node.type !== "html") return before;
  const html = String(node.data?.html ?? "");
  if (!/<\/?table\b/i.test(html)) return before;
  return buildPieces(html).reduce((depth, piece) => {
    if (piece.kind === "text" || piece.name !== "table") return depth;
    return piece.kind === "open" ? depth + 1 : Math.max(0, depth - 1);
  }, before);
}

/** A document from a client: the HTML of unchanged tables instead of their blocks. */
export function withTableHtml(document: Document): Document {
  return { ...document, nodes: toTableHtml(document.nodes) };
}

function toTableHtml(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  // The number of following blocks that the HTML of a table replaces.
  let skipped = 0;
  for (const [at, node] of nodes.entries()) {
    if (skipped > 0) {
      skipped--;
      continue;
    }
    const source = readSource(node);
    if (!source) {
      result.push(withInnerHtml(node));
      continue;
    }
    const { before, after } = source;
    const blocks = nodes.slice(Math.max(0, at - before), at + after + 1);
    const isSame =
      blocks.length === before + after + 1 &&
      before <= result.length &&
      computeHash(toCanonicalText(blocks.with(before, withoutSource(node)))) === source.hash;
    if (!isSame) {
      result.push(withInnerHtml({ ...withoutSource(node), ...withKey(node) }));
      continue;
    }
    result.length -= before;
    for (const one of source.nodes) result.push(one);
    skipped = after;
  }
  return result;
}

function withInnerHtml(node: Node): Node {
  const { nodes, fragments } = node;
  if (!nodes && !fragments) return node;
  return {
    ...node,
    ...(nodes && { nodes: toTableHtml(nodes) }),
    ...(fragments && { fragments: fragments.map(withInnerHtml) }),
  };
}

function readSource({ type, data = {} }: Node): TableSource | undefined {
  const { source } = data;
  if (type !== "table" || typeof source !== "object" || source === null) return undefined;
  const { hash, before, after, nodes }: Partial<Record<keyof TableSource, unknown>> = source;
  if (typeof hash !== "string" || !isCount(before) || !isCount(after)) return undefined;
  if (!Array.isArray(nodes)) return undefined;
  const blocks = nodes.flatMap((node): Node[] => {
    const { success, data: block } = nodeModel.safeParse(node);
    return success ? [block] : [];
  });
  return blocks.length === nodes.length ? { hash, before, after, nodes: blocks } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** As converted from HTML. */
function withoutSource({ key: _, meta: __, data = {}, ...table }: Node): Node {
  const { source: ___, ...rest } = data;
  return { ...table, data: rest };
}

function withKey({ key, meta }: Node): Partial<Node> {
  return { ...(key !== undefined && { key }), ...(meta && { meta }) };
}
