/** Parts of a text that are compared when it is written over its source. */
import type { TableCell } from "mdast";
import { addTo } from "../../json/groups.ts";
import type { AlignedPart } from "./align.ts";
import { type AnyNode, type MarkdownBlock, printTree } from "./tree.ts";

/** A part of the source. */
export interface Old extends AlignedPart {
  readonly node: AnyNode;
  readonly normal: AnyNode;
  readonly start: number;
  readonly end: number;
}

/** A part of the new text. */
export interface New extends AlignedPart {
  readonly normal: AnyNode;
  readonly printed: AnyNode;
}

/** Formatted text of blocks; computed only if their content differs, because formatting is slow. */
const getPartKey = (blocks: readonly MarkdownBlock[]) => formMark + JSON.stringify(blocks);
/** No Markdown starts with it. */
const formMark = "\u0000";

/** Number of equal parts at the start and at the end of both sides. */
export interface Alike {
  readonly start: number;
  readonly end: number;
}

export function pairAlikeParts(
  before: readonly (readonly MarkdownBlock[])[],
  after: readonly (readonly MarkdownBlock[])[],
): Alike {
  const [old, now] = [before.map(getPartKey), after.map(getPartKey)];
  const most = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (start < most && old[start] === now[start]) start++;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { start, end };
}

/** @param at position among `count` parts, some of which are equal on both sides */
export function signAt(
  blocks: readonly MarkdownBlock[],
  at: number,
  count: number,
  { start, end }: Alike,
): string {
  return at < start || at >= count - end ? getPartKey(blocks) : print(blocks);
}

/** Comparison key of blocks, computed in the same way on both sides. */
export function signLike(sign: string, blocks: readonly MarkdownBlock[]): string {
  return sign.startsWith(formMark) ? getPartKey(blocks) : print(blocks);
}

/** The new blocks twice: by content, and as they are formatted. */
export function findNewParts(
  normal: readonly MarkdownBlock[],
  printed: readonly MarkdownBlock[],
  alike: Alike,
): New[] {
  return normal.flatMap((node, at) => {
    const printedBlock = printed[at];
    const sign = signAt([node], at, normal.length, alike);
    return printedBlock ? [{ normal: node, printed: printedBlock, sign, kind: node.type }] : [];
  });
}

/** Children of a new part; empty if it is formatted as a whole. */
export function findNewChildren({ normal, printed }: New): New[] {
  if (!("children" in normal) || !("children" in printed)) return [];
  const isWithin = normal.type === "list" || normal.type === "table";
  if (!isWithin && !isHolder(normal)) return [];
  return normal.children.flatMap((child, at): New[] => {
    const printedChild = printed.children[at];
    if (!printedChild) return [];
    return [
      {
        normal: child,
        printed: printedChild,
        sign: print([wrapNode(child, normal)]),
        kind: child.type,
      },
    ];
  });
}

/** Whether it contains blocks. */
export const isHolder = (node: AnyNode) =>
  node.type === "blockquote" ||
  node.type === "listItem" ||
  node.type === "tagBlock" ||
  node.type === "footnoteDefinition";

/** Whether it contains blocks that can occur anywhere else. */
export const holdsBlocks = (node: AnyNode) => node.type === "root" || isHolder(node);

/** Parts that were not replaced, by key, to find parts that moved among their siblings. */
export function findFreeParts(old: readonly Old[], positions: readonly (number | undefined)[]) {
  const usedPositions = new Set(positions);
  const free = new Map<string, Old[]>();
  for (const [at, part] of old.entries()) {
    if (!usedPositions.has(at)) addTo(free, part.sign, part);
  }
  return free;
}

/** A part as a block: an item or row in a list or table of its own. */
export function wrapNode(node: AnyNode, parent: AnyNode): MarkdownBlock {
  if (node.type === "listItem" && parent.type === "list") {
    return { ...parent, start: parent.ordered ? 1 : null, children: [node] };
  }
  if (node.type === "tableRow" && parent.type === "table") {
    // Further cells are not displayed: GFM 4.10. A pipe in code separates cells too.
    const width = parent.children[0]?.children.length ?? node.children.length;
    const cells = Array.from(
      { length: width },
      (_, at): TableCell => node.children[at] ?? { type: "tableCell", children: [] },
    );
    return { ...parent, children: [{ ...node, children: cells }] };
  }
  return node as MarkdownBlock;
}

/** Without the last line break; a no-break space may precede it. */
export function print(blocks: readonly MarkdownBlock[]): string {
  return printTree({ type: "root", children: [...blocks] }).slice(0, -1);
}

/** A container without its content. The number of a list is part of its first item. */
export function getShellKey(node: AnyNode): string {
  const { children, position, start, ...shell } = node as AnyNode & {
    readonly children?: unknown;
    readonly start?: unknown;
  };
  return JSON.stringify(shell);
}
