/** Layout of a book: its front page, its pages and their footers. */
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { Document, Node } from "../../../contract/document.model.ts";
import { withEmoji } from "../../../document/html/short-codes.ts";
import { toReadableNodes } from "../../../document/readable-blocks.ts";
import { mapNodes } from "../../../document/walk.ts";
import { renderBlocks } from "./blocks.ts";
import {
  type Book,
  type BookPage,
  type BookText,
  type PageContext,
  parseReference,
  resolveDestination,
} from "./book.ts";
import { bodyFont } from "./fonts.ts";
import { clean, toTextContent } from "./text.ts";

/** Font sizes of page titles by depth; titles of deeper pages have 16 points. */
const titleSizes = [22, 20, 18];

export function buildDefinition(setting: PageContext): TDocumentDefinitions {
  const { book } = setting;
  return {
    info: {
      title: clean(book.title),
      subject: clean(book.subtitle),
      creationDate: new Date(book.printedAt),
    },
    pageSize: "A4",
    pageMargins: [56, 56, 56, 56],
    defaultStyle: { font: bodyFont, fontSize: 10, lineHeight: 1.2 },
    content: [
      ...renderFrontPage(setting),
      ...book.pages.flatMap((page) => renderPage(page, setting)),
    ],
    footer: (current, count) => ({
      text: `${current} / ${count}`,
      alignment: "center",
      fontSize: 8,
      margin: [0, 20, 0, 0],
    }),
  };
}

/** A single page needs no table of contents. */
function renderFrontPage(setting: PageContext): Content[] {
  const { title, subtitle, pages } = setting.book;
  const front: Content[] = [
    { text: toTextContent(title, setting), fontSize: 26, bold: true, margin: [0, 0, 0, 6] },
    { text: toTextContent(subtitle, setting), color: "#666666", margin: [0, 0, 0, 20] },
  ];
  return pages.length > 1 ? [...front, { toc: {} }] : front;
}

function renderPage(page: BookPage, setting: PageContext): Content[] {
  const { depth, description } = page;
  const isAlone = setting.book.pages.length === 1;
  return [
    {
      text: page.title.trim() === "" ? " " : toTextContent(page.title, setting),
      id: resolveDestination(page.id),
      fontSize: titleSizes[depth] ?? 16,
      bold: true,
      margin: [0, 0, 0, 8],
      tocItem: !isAlone,
      tocMargin: [depth * 14, 0, 0, 0],
      outline: true,
      outlineText: clean(withEmoji(page.title, setting)),
      ...(!isAlone && { pageBreak: "before" as const }),
    },
    ...renderIntroduction(description, setting),
    ...renderBlocks(listNodes(page, setting.book.included), setting),
  ];
}

/** The maximum nesting of reusable contents. */
const deepest = 4;

/** The blocks of a text, with HTML converted and reusable contents inserted. */
function listNodes(
  { body, addresses = [] }: BookText,
  included: Book["included"] = {},
  depth = deepest,
): readonly Node[] {
  if (body === undefined) return [];
  const document: Document = JSON.parse(body);
  const targets = new Map(addresses.map(([to, address]) => [address, to]));
  const nodes = toReadableNodes(document.nodes, (url) => targets.get(url) ?? { kind: "url", url });
  return mapNodes(nodes, (node): Node => {
    const ref = node.type === "reusable-content" ? parseReference(node.data?.ref) : undefined;
    const text =
      ref?.kind === "reusable-content" && ref.space === undefined && depth > 0
        ? included[ref.reusableContent]
        : undefined;
    // Converted alone, because the URLs in its HTML are relative to it.
    return text === undefined
      ? node
      : { ...node, nodes: [...listNodes(text, included, depth - 1)] };
  });
}

function renderIntroduction(description: string | undefined, setting: PageContext): Content[] {
  if (!description) return [];
  return [{ text: toTextContent(description, setting), italics: true, margin: [0, 0, 0, 8] }];
}
