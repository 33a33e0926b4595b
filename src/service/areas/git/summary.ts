/** SUMMARY.md: the table of contents of a repository, as nested lists below headings. */
import type { ListItem } from "mdast";
import {
  type AnyNode,
  type Block,
  type Inline,
  parseTree,
  printTree,
} from "../../../document/markdown/tree.ts";
import { GitFailure } from "../../engines/git/failure.ts";

/** A line of the table of contents. */
export interface SummaryItem {
  readonly title: string;
  /** As it is written; absent for a title without a link. */
  readonly address?: string;
  readonly items: readonly SummaryItem[];
}

/** A heading with the lines below it; without a title, the lines before or between headings. */
export interface SummaryPart {
  readonly title?: string;
  readonly items: readonly SummaryItem[];
}

/** Their trees fit into the memory of an import. */
export const mostPages = 12_000;

/** @throws GitFailure for more pages than one import takes, before they are read */
export function readSummary(text: string): SummaryPart[] {
  let lines = 0;
  for (const _ of text.matchAll(/^[ \t]*[-*+][ \t]/gm)) lines++;
  if (lines > mostPages) throw tooManyPages(lines);
  const parts: { title?: string; items: SummaryItem[] }[] = [{ items: [] }];
  for (const node of parseTree(text).children) {
    if (node.type === "heading" && node.depth > 1) {
      parts.push({ title: words(node), items: [] });
    } else if (node.type === "thematicBreak") {
      parts.push({ items: [] });
    } else if (node.type === "list") {
      for (const item of node.children.flatMap(itemOf)) parts.at(-1)?.items.push(item);
    }
  }
  return parts.filter(({ title, items }) => title !== undefined || items.length > 0);
}

export function tooManyPages(count: number): GitFailure {
  return new GitFailure(
    "too-large",
    `The table of contents has ${count} pages; one import takes ${mostPages}. Divide it into several folders, and import each into a space of its own.`,
  );
}

function itemOf({ children }: ListItem): SummaryItem[] {
  const items = children.flatMap((child) =>
    child.type === "list" ? child.children.flatMap(itemOf) : [],
  );
  const [first] = children;
  if (first?.type !== "paragraph") return items;
  const link = first.children.find((child) => child.type === "link");
  const title = words(link ?? first).trim();
  if (title === "" && link === undefined) return items;
  return [{ title, ...(link && { address: link.url }), items }];
}

/** Begins with a heading, as people expect of a file. */
export function writeSummary(parts: readonly SummaryPart[]): string {
  const children: Block[] = [heading(1, "Table of contents")];
  for (const [at, { title, items }] of parts.entries()) {
    if (title !== undefined) children.push(heading(2, title));
    // Separates the part from the one before, which has a heading.
    else if (at > 0) children.push({ type: "thematicBreak" });
    if (items.length > 0) children.push(listOf(items));
  }
  return printTree({ type: "root", children });
}

function heading(depth: 1 | 2, title: string): Block {
  return { type: "heading", depth, children: [{ type: "text", value: title }] };
}

function listOf(items: readonly SummaryItem[]): Extract<Block, { type: "list" }> {
  return {
    type: "list",
    ordered: false,
    spread: false,
    children: items.map(({ title, address, items: inner }) => {
      const text: Inline = { type: "text", value: title };
      const line: Inline =
        address === undefined ? text : { type: "link", url: address, children: [text] };
      return {
        type: "listItem",
        spread: false,
        children: [
          { type: "paragraph", children: [line] },
          ...(inner.length > 0 ? [listOf(inner)] : []),
        ],
      };
    }),
  };
}

function words(node: AnyNode): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  if (node.type === "image") return node.alt ?? "";
  return "children" in node ? node.children.map(words).join("") : "";
}
