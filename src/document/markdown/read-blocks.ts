/** Conversion of a syntax tree's blocks to document blocks. */

import type { BlockContent, DefinitionContent, List, ListItem, Table, TableCell } from "mdast";
import type { Node } from "../../contract/document.model.ts";
import { withoutSilentContent } from "../html/silent-content.ts";
import { toOrderIndex } from "../row-order.ts";
import { collectText } from "../walk.ts";
import { asFigure, readExpandables } from "./html-blocks.ts";
import { createBlock, type MarkdownReader } from "./markdown-reader.ts";
import { type Definitions, readInlines, toText } from "./read-inlines.ts";
import { findSiblings, readTag, readTagBlock } from "./tags.ts";
import type { MarkdownBlock, MarkdownInline } from "./tree.ts";

/** Content below this depth is kept as text. */
const deepest = 24;

export function readBlocks(
  children: readonly (MarkdownBlock | BlockContent | DefinitionContent)[],
  reading: MarkdownReader,
): Node[] {
  if (reading.depth > deepest)
    return children.map((child) => createVerbatim(child, reading.source));
  const inner = { ...reading, depth: reading.depth + 1 };
  return readExpandables(findSiblings(children as readonly MarkdownBlock[]), inner).flatMap(
    (child) => ("object" in child ? [child] : readBlock(child, inner)),
  );
}

function createVerbatim({ position }: Pick<MarkdownBlock, "position">, source: string): Node {
  const text = source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  return createBlock("paragraph", { nodes: [toText(text)] });
}

function readBlock(node: MarkdownBlock, reading: MarkdownReader): Node[] {
  const { definitions } = reading;
  switch (node.type) {
    case "paragraph": {
      const nodes = readInlines(node.children, definitions);
      const [only] = nodes;
      const formula = nodes.length === 1 && only?.type === "inline-math" && only.data?.formula;
      if (typeof formula === "string" && /^\n[\s\S]*\n$/.test(formula)) {
        return [createBlock("math", { isVoid: true, data: { formula: formula.slice(1, -1) } })];
      }
      return [createBlock("paragraph", { nodes })];
    }
    case "heading":
      return [
        createBlock(`heading-${node.depth}`, {
          data: {},
          nodes: readInlines(readHeadingId(node.children, reading.source), definitions),
        }),
      ];
    case "thematicBreak":
      return [createBlock("divider", { isVoid: true, data: {} })];
    case "blockquote":
      return [createBlock("blockquote", { nodes: readBlocks(node.children, reading) })];
    case "code":
      return [
        createBlock("code", {
          data: { ...(node.lang && { syntax: node.lang }), ...(node.meta && { meta: node.meta }) },
          nodes: node.value
            .split("\n")
            .map((line) => createBlock("code-line", { data: {}, nodes: [toText(line)] })),
        }),
      ];
    case "html":
      return [
        asFigure(node.value) ?? createBlock("html", { isVoid: true, data: { html: node.value } }),
      ];
    case "list":
      return [readList(node, reading)];
    case "table":
      return [readTable(node, definitions)];
    case "tag":
      return [readTag(node.value)];
    case "tagBlock":
      return readTagBlock(node, reading);
    case "footnoteDefinition":
      return [
        createBlock("footnote-definition", {
          data: { identifier: node.identifier, ...(node.label && { label: node.label }) },
          nodes: readBlocks(node.children, reading),
        }),
      ];
    default:
      return [];
  }
}

/**
 * Reads the id at the end of a heading, `## Title {#id}`, as the HTML that the hosted platform
 * writes for it. Kramdown, Pandoc and earlier versions of GitBook write ids in this form.
 */
function readHeadingId(
  children: readonly MarkdownInline[],
  source: string,
): readonly MarkdownInline[] {
  const last = children.at(-1);
  if (last?.type !== "text") return children;
  const match = /(?<=\s)\{#([\p{L}\p{N}_.:-]{1,200})\}$/u.exec(` ${last.value}`);
  if (!match) return children;
  const [written, id] = match;
  const value = last.value.slice(0, -written.length).trimEnd();
  const isEmpty = value === "" && children.length === 1;
  const start = (last.position?.end.offset ?? 0) - written.length;
  if (isEmpty || source[start - 1] === "\\") return children;
  return [
    ...children.slice(0, -1),
    { ...last, value: `${value} ` },
    { type: "html", value: `<a href="#${id}" id="${id}">` },
    { type: "html", value: "</a>" },
  ];
}

/** A task list if every item is a task. */
function readList(list: List, reading: MarkdownReader): Node {
  const tasks = list.children.every((item) => typeof item.checked === "boolean");
  const type = list.ordered ? "list-ordered" : tasks ? "list-tasks" : "list-unordered";
  const start = list.ordered && list.start !== 1 && typeof list.start === "number";
  const data = { ...(start && { start: list.start }), ...(isLoose(list) && { loose: true }) };
  return createBlock(type, { data, nodes: list.children.map((item) => readItem(item, reading)) });
}

/** As in HTML: one blank line between or in the items turns all their texts into paragraphs. */
function isLoose(list: List): boolean {
  return Boolean(list.spread) || list.children.some((item) => item.spread);
}

function readItem(item: ListItem, reading: MarkdownReader): Node {
  const nodes = readBlocks(item.children, reading);
  return createBlock("list-item", {
    data: typeof item.checked === "boolean" ? { checked: item.checked } : {},
    nodes: nodes.length > 0 ? nodes : [createBlock("paragraph", { nodes: [toText("")] })],
  });
}

/** Ids of columns, records and cells start at 1: `c1`, `r1`, `r1c1`. */
function readTable(table: Table, definitions: Definitions): Node {
  const [header, ...rows] = table.children;
  const columns = header?.children ?? [];
  const fragments: Node[] = [];
  const keep = (name: string, cell: TableCell) => {
    fragments.push({
      object: "fragment",
      fragment: name,
      nodes: [
        { object: "block", type: "paragraph", nodes: readInlines(cell.children, definitions) },
      ],
    });
    return name;
  };
  const definition = Object.fromEntries(
    columns.map((cell, at) => [`c${at + 1}`, parseColumn(cell, at, table, definitions, keep)]),
  );
  const records = Object.fromEntries(
    rows.map((row, number) => {
      const values = Object.fromEntries(
        // Cells beyond the columns are not displayed, so their content is ignored: GFM 4.10.
        row.children
          .slice(0, columns.length)
          .map((cell, at) => [`c${at + 1}`, keep(`r${number + 1}c${at + 1}`, cell)]),
      );
      return [`r${number + 1}`, { orderIndex: toOrderIndex(number + 1), values }];
    }),
  );
  const view = { type: "grid", columns: Object.keys(definition), hideHeader: false };
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: { view, definition, records },
    fragments,
  };
}

function parseColumn(
  cell: TableCell,
  at: number,
  { align }: Table,
  definitions: Definitions,
  keep: (name: string, cell: TableCell) => string,
) {
  const nodes = readInlines(cell.children, definitions);
  const title = withoutSilentContent(nodes).map(collectText).join("");
  const plain = nodes.every((node) => node.leaves?.every((leaf) => leaf.marks.length === 0));
  const alignment = align?.[at];
  return {
    id: `c${at + 1}`,
    title,
    type: "text",
    textAlignment: alignment ?? "left",
    // Titles are plain text; a formatted title is kept as a text of its own.
    ...(!plain && { titleFragment: keep(`c${at + 1}`, cell) }),
    ...(!alignment && { aligned: false }),
  };
}
