/** SUMMARY.md: table of contents of a repository, as nested lists below headings. */
import type { Heading, ListItem } from "mdast";
import type { AnyNode, MarkdownBlock } from "../markdown/tree.ts";

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
  const link = first.children.find((child) => child.type === "link");
  const title = words(link ?? first).trim();
  if (title === "" && link === undefined) return items;
  const line = first.position?.start.line;
  return [
    { title, ...(link && { address: link.url }), items, ...(line !== undefined && { line }) },
  ];
}

function formatHeading(node: Heading): Pick<SummaryPart, "title" | "slug"> {
  const html = node.children.map((child) => (child.type === "html" ? child.value : "")).join("");
  const slug = /\sid="([^"]+)"/.exec(html)?.[1];
  return { title: words(node).trim(), ...(slug !== undefined && { slug }) };
}

function words(node: AnyNode): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  if (node.type === "image") return node.alt ?? "";
  return "children" in node ? node.children.map(words).join("") : "";
}
