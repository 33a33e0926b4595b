/** Layout of a book and conversion to PDF. */
import pdfmake from "pdfmake";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { Document, Node } from "../../../contract/document.model.ts";
import { hasShortCode, withEmoji } from "../../../document/html/short-codes.ts";
import { toReadableNodes } from "../../../document/readable-blocks.ts";
import { mapNodes } from "../../../document/walk.ts";
import { renderBlocks } from "./blocks.ts";
import {
  type Book,
  type BookPage,
  type PageContext,
  parseReference,
  resolveDestination,
} from "./book.ts";
import { bodyFont, fontFiles, fonts, readFont } from "./fonts.ts";
import { clean, toTextContent } from "./text.ts";

/** Font sizes of page titles by depth; deeper pages use the last one. */
const titleSizes = [22, 20, 18];

/** The fonts as a file system for the printer, each loaded when a text needs it. */
const typefaces = {
  existsSync: (name: string) => fontFiles.includes(name),
  readFileSync: readFont,
};

/** @returns the bytes of the PDF */
export async function print(book: Book): Promise<Uint8Array> {
  pdfmake.setFonts(fonts);
  Object.assign(pdfmake, { virtualfs: typefaces });
  // The printer never reads a URL from a text, local or remote.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  const images = listReadableImages(book);
  try {
    return await render(book, images);
  } catch (error) {
    // A damaged image is detected only when it is drawn.
    if (images.size === 0) throw error;
    return render(book, new Map());
  }
}

async function render(book: Book, images: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const titles = new Map(book.pages.map((page) => [page.id, page.title]));
  const emoji = hasShortCodes(book)
    ? (await import("../../../document/html/emoji.ts")).findEmoji
    : undefined;
  return pdfmake.createPdf(buildDefinition({ book, titles, images, emoji })).getBuffer();
}

function hasShortCodes({ title, subtitle, pages, included = {} }: Book): boolean {
  return (
    [title, subtitle, ...Object.values(included)].some(hasShortCode) ||
    pages.some(({ title, description = "", body = "" }) =>
      [title, description, body].some(hasShortCode),
    )
  );
}

/** PNG and JPEG images, which PDF supports. */
function listReadableImages({ images }: Book): ReadonlyMap<string, string> {
  const readable = new Map<string, string>();
  for (const [id, bytes] of Object.entries(images)) {
    const type = findImageType(bytes);
    if (type) readable.set(id, `data:${type};base64,${Buffer.from(bytes).toString("base64")}`);
  }
  return readable;
}

function findImageType(bytes: Uint8Array): "image/png" | "image/jpeg" | undefined {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  return begins(0xff, 0xd8, 0xff) ? "image/jpeg" : undefined;
}

function buildDefinition(setting: PageContext): TDocumentDefinitions {
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
    ...renderBlocks(listNodes(page, setting.book), setting),
  ];
}

/** The maximum nesting of reusable contents. */
const deepest = 4;

/** The blocks of a page, with reusable contents inserted and HTML converted. */
function listNodes({ body, addresses = [] }: BookPage, { included = {} }: Book): readonly Node[] {
  if (body === undefined) return [];
  const document: Document = JSON.parse(body);
  const whole = withIncluded(document.nodes, included, deepest);
  const targets = new Map(addresses.map(([to, address]) => [address, to]));
  return toReadableNodes(whole, (url) => targets.get(url) ?? { kind: "url", url });
}

function withIncluded(
  nodes: readonly Node[],
  included: Readonly<Record<string, string>>,
  depth: number,
): Node[] {
  return mapNodes(nodes, (node): Node => {
    const ref = node.type === "reusable-content" ? parseReference(node.data?.ref) : undefined;
    const body =
      ref?.kind === "reusable-content" && ref.space === undefined && depth > 0
        ? included[ref.reusableContent]
        : undefined;
    if (body === undefined) return node;
    const document: Document = JSON.parse(body);
    return { ...node, nodes: withIncluded(document.nodes, included, depth - 1) };
  });
}

function renderIntroduction(description: string | undefined, setting: PageContext): Content[] {
  if (!description) return [];
  return [{ text: toTextContent(description, setting), italics: true, margin: [0, 0, 0, 8] }];
}
