/**
 * Template tags that readers see as text, because they are not alone on a line or have unusual
 * spacing: `{% hint %} Text {% endhint %}`.
 */
import { trimCharacter } from "../../json/trim.ts";
import { findSilentSpans } from "../html/silent-content.ts";
import { buildPieces } from "../html/tags.ts";
import type { AnyNode } from "../markdown/tree.ts";

export interface TextTag {
  readonly name: string;
  /** From 1, in the text. */
  readonly line: number;
}

/** In characters; longer ones are not tags. */
const longestTag = 1000;

/**
 * @param source of the tree
 * @param isKnown whether a name is a block, or the end of one
 * @returns the first tag of each line
 */
export function findTextTags(
  root: AnyNode,
  source: string,
  isKnown: (name: string) => boolean,
): TextTag[] {
  const tags = new Map<number, TextTag>();
  const add = (text: string, firstLine: number) => {
    for (const { name, at } of listWrittenTags(text)) {
      const line = firstLine + countLineBreaks(text.slice(0, at));
      if (isKnown(name) && !tags.has(line)) tags.set(line, { name, line });
    }
  };
  const walk = (node: AnyNode) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === "html") add(withoutExamples([node], source), line);
    else if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") {
      add(withoutExamples(node.children, source, node), line);
    } else if (node.type === "code") {
      const [first = ""] = node.value.split("\n", 1);
      if (isIndented(source, node.position?.start.offset) && isTagAlone(first)) add(first, line);
    } else if ("children" in node) {
      for (const child of node.children) walk(child);
    }
  };
  walk(root);
  return [...tags.values()];
}

/**
 * The source of inline content, with spaces in place of code and HTML tags.
 * @param container absent if the nodes are all of it
 */
function withoutExamples(
  nodes: readonly AnyNode[],
  source: string,
  container: AnyNode | undefined = nodes[0],
): string {
  const { start, end } = container?.position ?? {};
  const from = start?.offset ?? 0;
  const text = source.slice(from, end?.offset ?? from);
  const units = text.split("");
  const blank = (at: number, to: number) => {
    for (let index = at; index < to; index++) if (units[index] !== "\n") units[index] = " ";
  };
  /** Open `<code>` and `<pre>` elements, in which tags are examples. */
  let examples = 0;
  const getStart = (node: AnyNode | undefined) => (node?.position?.start.offset ?? from) - from;
  const getEnd = (node: AnyNode | undefined) => (node?.position?.end.offset ?? from) - from;
  const read = (node: AnyNode) => {
    const at = getStart(node);
    const to = getEnd(node);
    if (node.type === "inlineCode" || node.type === "formula") blank(at, to);
    else if (node.type === "html") {
      const pieces = buildPieces(node.value);
      const visible: string[] = [];
      for (const piece of pieces) {
        if (piece.kind === "text") {
          if (examples === 0) visible.push(piece.text);
        } else if (piece.name === "code" || piece.name === "pre") {
          examples = Math.max(0, examples + (piece.kind === "open" ? 1 : -1));
        }
      }
      keepOnly(visible, at, to);
    } else if ("children" in node) readAll(node.children);
    else if (examples > 0) blank(at, to);
  };
  const keepOnly = (visible: readonly string[], at: number, to: number) => {
    let last = at;
    for (const piece of visible) {
      const found = text.indexOf(piece, last);
      if (found < 0 || found + piece.length > to) continue;
      blank(last, found);
      last = found + piece.length;
    }
    blank(last, to);
  };
  const readAll = (siblings: readonly AnyNode[]) => {
    for (const node of siblings) read(node);
  };
  readAll(nodes);
  const html = [...listHtml(nodes)];
  for (const span of findSilentSpans(html.map(({ value }) => value))) {
    blank(getEnd(html[span.from]), getStart(html[span.to]));
  }
  return units.join("");
}

function* listHtml(nodes: readonly AnyNode[]): Generator<Extract<AnyNode, { type: "html" }>> {
  for (const node of nodes) {
    if (node.type === "html") yield node;
    else if ("children" in node) yield* listHtml(node.children);
  }
}

/** Tags in the notation of authors: `{% hint %}`, `{ % hint % }`, `{% hint }`. */
function listWrittenTags(text: string): { readonly name: string; readonly at: number }[] {
  const tags: { name: string; at: number }[] = [];
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    const [start] = /^\{[ \t\u00a0]?%/.exec(text.slice(at, at + 3)) ?? [];
    // An escaped brace is text on purpose.
    if (start === undefined || text[at - 1] === "\\") continue;
    const inside = text.slice(at + start.length, at + longestTag);
    const end = inside.indexOf("}");
    const [, name] = /^[\s-]*([@\w/-]+)/.exec(inside.slice(0, Math.max(0, end))) ?? [];
    if (name !== undefined) tags.push({ name: trimCharacter(name, "-"), at });
  }
  return tags;
}

function isTagAlone(line: string): boolean {
  return line.startsWith("{%") && line.trimEnd().endsWith("%}");
}

/** Whether a code block is one because of its indentation, and not between fences. */
function isIndented(source: string, offset: number | undefined): boolean {
  return !/^\s*(?:`|~)/.test(source.slice(offset, (offset ?? 0) + 20));
}

function countLineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
