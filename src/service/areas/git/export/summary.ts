/**
 * Writer of SUMMARY.md, the table of contents of a repository; the parser is
 * document/repository/summary.ts.
 */
import type { Heading, List, Paragraph } from "mdast";
import { encodeAttributeValue } from "../../../../document/html/characters.ts";
import { rewrite } from "../../../../document/markdown/rewrite.ts";
import {
  type AnyNode,
  type MarkdownBlock,
  type MarkdownInline,
  parseTree,
  printTree,
} from "../../../../document/markdown/tree.ts";
import { mostPages } from "../../../../document/repository/import-limits.ts";
import {
  formatSummaryLines,
  listParts,
  parseSummary,
  type SummaryItem,
  type SummaryPart,
} from "../../../../document/repository/summary.ts";
import { GitFailure } from "../../../engines/git/failure.ts";

/** @throws GitFailure if the number of pages exceeds the limit of an import, before they are read */
export function readSummary(text: string): SummaryPart[] {
  const lines = formatSummaryLines(text);
  if (lines > mostPages) throw createTooManyPagesError(lines);
  return parseSummary(text).parts;
}

export function createTooManyPagesError(count: number): GitFailure {
  return new GitFailure(
    "too-large",
    `The table of contents has ${count} pages, which exceeds the limit of ${mostPages}. Split it into several folders, and import each into a separate space.`,
  );
}

/** Begins with a heading, as is usual for such a file. */
export function writeSummary(parts: readonly SummaryPart[]): string {
  return printTree({ type: "root", children: [titleOfSummary, ...toBlocks(parts)] });
}

/**
 * Writes a table of contents over its previous file; unchanged lines are preserved.
 * @param before resolves the URLs in that file
 * @param now resolves the URLs that are written
 */
export function rewriteSummary(
  source: string,
  parts: readonly SummaryPart[],
  before: TitleUrl,
  now: TitleUrl,
): string {
  const blocks = parseTree(source).children;
  const [first] = blocks;
  const isTitled = first?.type === "heading" && first.depth === 1;
  // A file without a title gets none.
  const title: MarkdownBlock[] = isTitled ? [first] : first ? [] : [titleOfSummary];
  const lines = new Set(blocks.flatMap(listParagraphs));
  const normalizeSummary = (resolveName: TitleUrl, some: readonly SummaryPart[]) =>
    toBlocks(some.map((part) => ({ ...part, items: resolveItems(part.items, resolveName) })));
  const normalBy =
    (resolveName: TitleUrl) =>
    (block: MarkdownBlock): readonly MarkdownBlock[] => {
      if (title.includes(block) || block.type === "thematicBreak") return [block];
      // The line of a page, which is the first paragraph of its item.
      if (block.type === "paragraph" && lines.has(block)) {
        return normalizeSummary(resolveName, listParts([inList(block)])).flatMap(
          listBlockParagraphs,
        );
      }
      return normalizeSummary(resolveName, listParts([block]));
    };
  const { text } = rewrite({
    source,
    before: blocks,
    normal: normalBy(before),
    normalNow: normalBy(now),
    plain: (printed) => printed,
    after: {
      normal: [...title, ...normalizeSummary(now, parts)],
      printed: [...title, ...toBlocks(parts)],
    },
  });
  const toText = (some: readonly SummaryPart[]) => JSON.stringify(normalizeSummary(now, some));
  return toText(readSummary(text)) === toText(parts) ? text : writeSummary(parts);
}

function listParagraphs(node: AnyNode): Paragraph[] {
  if (node.type === "listItem") {
    const [first, ...rest] = node.children;
    return [...(first?.type === "paragraph" ? [first] : []), ...rest.flatMap(listParagraphs)];
  }
  return node.type === "list" ? node.children.flatMap(listParagraphs) : [];
}

function inList(line: Paragraph): List {
  return { type: "list", children: [{ type: "listItem", children: [line] }] };
}

function listBlockParagraphs(block: MarkdownBlock): MarkdownBlock[] {
  return block.type === "list" ? listParagraphs(block) : [];
}

/** Converts a URL to a name of its target. */
type TitleUrl = (address: string) => string;

function resolveItems(items: readonly SummaryItem[], resolveName: TitleUrl): SummaryItem[] {
  return items.map(({ title, address, items: inner }) => ({
    title,
    ...(address !== undefined && { address: resolveName(address) }),
    items: resolveItems(inner, resolveName),
  }));
}

function toBlocks(parts: readonly SummaryPart[]): MarkdownBlock[] {
  return parts.flatMap(({ title, slug, items }, index): MarkdownBlock[] => [
    ...(title !== undefined ? [createHeading(2, title, slug)] : []),
    // Separates the part from the previous one, which has a heading.
    ...(title === undefined && index > 0 ? [{ type: "thematicBreak" as const }] : []),
    ...(items.length > 0 ? [toList(items)] : []),
  ]);
}

const titleOfSummary = createHeading(1, "Table of contents");

function createHeading(depth: 1 | 2, title: string, slug?: string): Heading {
  const children: MarkdownInline[] = [
    { type: "text", value: slug === undefined ? title : `${title} ` },
  ];
  if (slug !== undefined) {
    const id = encodeAttributeValue(slug);
    children.push({ type: "html", value: `<a href="#${id}" id="${id}"></a>` });
  }
  return { type: "heading", depth, children };
}

function toList(items: readonly SummaryItem[]): List {
  return {
    type: "list",
    ordered: false,
    start: null,
    spread: false,
    children: items.map(({ title, address, items: inner }) => {
      const text: MarkdownInline = { type: "text", value: title };
      const line: MarkdownInline =
        address === undefined ? text : { type: "link", url: address, children: [text] };
      return {
        type: "listItem",
        spread: false,
        children: [
          { type: "paragraph", children: [line] },
          ...(inner.length > 0 ? [toList(inner)] : []),
        ],
      };
    }),
  };
}
