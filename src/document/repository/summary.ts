/** SUMMARY.md: table of contents of a repository, as nested lists below headings. */
import type { Heading, ListItem } from "mdast";
import { withLineFeeds } from "../markdown/line-ends.ts";
import { type AnyNode, type MarkdownBlock, parseTree } from "../markdown/tree.ts";

/** A line of the table of contents. */
export interface SummaryItem {
  readonly title: string;
  /** As written; absent for a title without a link. */
  readonly address?: string;
  readonly items: readonly SummaryItem[];
  /** Line in the file, from 1; absent if it was not read from one. */
  readonly line?: number;
}

/** A heading with its lines; without a title, the lines before or between headings. */
export interface SummaryPart {
  readonly title?: string;
  /** URL part from the heading's explicit id; absent if it follows from the title. */
  readonly slug?: string;
  readonly items: readonly SummaryItem[];
}

/** Upper bound of the number of pages, without parsing. */
export function formatSummaryLines(text: string): number {
  let lines = 0;
  for (const _ of text.matchAll(/^[ \t]*[-*+][ \t]/gm)) lines++;
  return lines;
}

/** A line outside the lists, which is neither a page nor a heading. */
export interface IgnoredLine {
  readonly line: number;
  readonly text: string;
}

/** @param text of the file; no-break spaces around a list marker count as spaces */
export function parseSummary(text: string): {
  readonly parts: SummaryPart[];
  readonly ignored: readonly IgnoredLine[];
} {
  const plain = withLineFeeds(text).replace(
    /^[ \t\u00a0]*(?:[-*+]|\d{1,9}[.)])[ \t\u00a0]+/gm,
    (start) => start.replaceAll("\u00a0", " "),
  );
  const { children } = parseTree(plain);
  return { parts: listParts(children), ignored: listIgnoredLines(children) };
}

/** Paragraphs with links outside the lists. */
function listIgnoredLines(blocks: readonly AnyNode[]): IgnoredLine[] {
  return blocks.flatMap((node) => {
    if (node.type !== "paragraph" && node.type !== "table" && node.type !== "blockquote") return [];
    const link = findLink(node);
    const line = (link ?? node).position?.start.line;
    return link === undefined || line === undefined
      ? []
      : [{ line, text: collectWords(link).trim() }];
  });
}

/** @param blocks of the file's text */
export function listParts(blocks: readonly MarkdownBlock[]): SummaryPart[] {
  const parts: { title?: string; slug?: string; items: SummaryItem[] }[] = [{ items: [] }];
  for (const node of blocks) {
    if (node.type === "heading" && node.depth > 1) {
      parts.push({ ...formatHeading(node), items: [] });
    } else if (node.type === "thematicBreak") {
      parts.push({ items: [] });
    } else if (node.type === "list") {
      for (const item of node.children.flatMap(toSummaryItems)) parts.at(-1)?.items.push(item);
    }
  }
  return parts.filter(({ title, items }) => title !== undefined || items.length > 0);
}

function toSummaryItems({ children }: ListItem): SummaryItem[] {
  const items = children.flatMap((child) =>
    child.type === "list" ? child.children.flatMap(toSummaryItems) : [],
  );
  const [first] = children;
  if (first?.type !== "paragraph") return items;
  const written = collectWords(first).trim();
  const link = findLink(first);
  const { title, address } = link
    ? { title: collectWords(link).trim() || written, address: link.url }
    : readUnencodedLink(written);
  if (title === "" && address === undefined) return items;
  const line = first.position?.start.line;
  // A link without a URL is a page without a file.
  const hasUrl = address !== undefined && address !== "";
  const item = { title, ...(hasUrl && { address }), ...(line !== undefined && { line }) };
  // A link has no subpages: the lines below it follow it.
  return hasUrl && isExternal(address) ? [{ ...item, items: [] }, ...items] : [{ ...item, items }];
}

/** The first link, also in bold or other formatted text. */
function findLink(node: AnyNode): ({ readonly url: string } & AnyNode) | undefined {
  if (node.type === "link") return node;
  if (!("children" in node)) return undefined;
  for (const child of node.children) {
    const link = findLink(child);
    if (link) return link;
  }
  return undefined;
}

/** `[Title](file name (1).md)`, which Markdown does not read as a link because of its spaces. */
function readUnencodedLink(text: string): { readonly title: string; readonly address?: string } {
  const [, title, address] = /^\[([^\]]*)\]\(([^<>]+)\)$/.exec(text) ?? [];
  if (title === undefined || address === undefined) return { title: text };
  return { title, address: address.trim().replace(/[ %]/g, encodeURIComponent) };
}

function isExternal(address: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
}

function formatHeading(node: Heading): Pick<SummaryPart, "title" | "slug"> {
  const html = node.children.map((child) => (child.type === "html" ? child.value : "")).join("");
  const slug = /\sid="([^"]+)"/.exec(html)?.[1];
  return { title: collectWords(node).trim(), ...(slug !== undefined && { slug }) };
}

function collectWords(node: AnyNode): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  if (node.type === "image") return node.alt ?? "";
  return "children" in node ? node.children.map(collectWords).join("") : "";
}
