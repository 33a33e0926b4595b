/** Conversion of a syntax tree's inline nodes to texts with marks and inline nodes. */
import type { Node } from "../../contract/document.model.ts";
import { findOwn } from "../../json/own-members.ts";
import type { AnyNode, MarkdownInline } from "./tree.ts";

export type InlineMark = { object: "mark"; type: string };

/** Targets of the document's link definitions. */
export type Definitions = ReadonlyMap<
  string,
  { readonly url: string; readonly title?: string | null | undefined }
>;

const markOf: Readonly<Record<string, string>> = {
  emphasis: "italic",
  strong: "bold",
  delete: "strikethrough",
};

/** @returns at least one node, which may be an empty text */
export function readInlines(children: readonly MarkdownInline[], definitions: Definitions): Node[] {
  const nodes = mergeNeighbours(children.flatMap((child) => readInline(child, [], definitions)));
  return nodes.length > 0 ? joinExpressions(nodes) : [toText("")];
}

function readInline(
  node: MarkdownInline,
  marks: readonly string[],
  definitions: Definitions,
): Node[] {
  switch (node.type) {
    case "text":
      return [toText(node.value, marks)];
    case "inlineCode":
      return [toText(node.value, [...marks, "code"])];
    case "emphasis":
    case "strong":
    case "delete": {
      const mark = findOwn(markOf, node.type) ?? "";
      const inner = marks.includes(mark) ? marks : [...marks, mark];
      return node.children.flatMap((child) => readInline(child, inner, definitions));
    }
    case "break":
      return [createInline("line-break", marks)];
    case "html":
      return [createInline("html", marks, { html: node.value })];
    case "formula":
      return [createInline("inline-math", marks, { formula: node.value })];
    case "link":
    case "linkReference": {
      const { url, title } = toLinkData(node, definitions);
      const nodes = mergeNeighbours(
        node.children.flatMap((child) => readInline(child, marks, definitions)),
      );
      const data = { ref: { kind: "url", url }, ...(title && { title }) };
      return [
        {
          object: "inline",
          type: "link",
          data,
          ...createMarks(marks),
          nodes: nodes.length > 0 ? nodes : [toText("")],
        },
      ];
    }
    case "image":
    case "imageReference": {
      const { url, title } = toLinkData(node, definitions);
      const data = {
        ref: { kind: "url", url },
        ...(node.alt && { alt: node.alt }),
        ...(title && { title }),
      };
      return [createInline("inline-image", marks, data)];
    }
    case "footnoteReference":
      return [
        createInline("footnote-reference", marks, {
          identifier: node.identifier,
          ...(node.label && { label: node.label }),
        }),
      ];
  }
}

function toLinkData(
  node: Extract<AnyNode, { type: "link" | "image" | "linkReference" | "imageReference" }>,
  definitions: Definitions,
) {
  if ("url" in node) return node;
  return definitions.get(node.identifier) ?? { url: "" };
}

export function toText(text: string, marks: readonly string[] = []): Node {
  return { object: "text", leaves: [{ object: "leaf", text, marks: marks.map(markNode) }] };
}

function markNode(type: string): InlineMark {
  return { object: "mark", type };
}

function createInline(
  type: string,
  marks: readonly string[],
  data?: Record<string, unknown>,
): Node {
  return { object: "inline", type, isVoid: true, ...(data && { data }), ...createMarks(marks) };
}

/** An inline node has the marks around it, like the leaves of a text. */
function createMarks(marks: readonly string[]): { marks?: InlineMark[] } {
  return marks.length > 0 ? { marks: marks.map(markNode) } : {};
}

/** Merges adjacent texts, and adjacent leaves with the same marks. */
function mergeNeighbours(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.leaves && node.leaves) result[result.length - 1] = mergeTexts(last, node);
    else result.push(node);
  }
  return result;
}

function mergeTexts(one: Node, other: Node): Node {
  const leaves = [...(one.leaves ?? [])];
  for (const leaf of other.leaves ?? []) {
    const last = leaves.at(-1);
    const same = last && JSON.stringify(last.marks) === JSON.stringify(leaf.marks);
    const code = leaf.marks.some(({ type }) => type === "code");
    if (last && same && !code) leaves[leaves.length - 1] = { ...last, text: last.text + leaf.text };
    else if (leaf.text !== "" || leaves.length === 0) leaves.push(leaf);
  }
  return { object: "text", leaves };
}

/** `<code class="expression">…</code>`: a value that is computed when the page is displayed. */
function joinExpressions(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const [open, text, close] = [nodes[at], nodes[at + 1], nodes[at + 2]];
    if (!open) break;
    const opens = getHtml(open) === '<code class="expression">' && getHtml(close) === "</code>";
    if (opens && text?.leaves?.every((leaf) => leaf.marks.every(({ type }) => type !== "code"))) {
      const expression = text.leaves.map((leaf) => leaf.text).join("");
      result.push({ ...open, type: "expression", data: { expression } });
      at += 2;
    } else {
      result.push(open);
    }
  }
  return result;
}

function getHtml(node: Node | undefined): unknown {
  return node?.type === "html" ? node.data?.html : undefined;
}
