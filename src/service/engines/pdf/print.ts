/** Conversion of a book to PDF. */
import pdfmake from "pdfmake";
import { hasShortCode } from "../../../document/html/short-codes.ts";
import type { Book } from "./book.ts";
import { buildDefinition } from "./book-definition.ts";
import { fontFiles, fonts, readFont } from "./fonts.ts";

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
    [title, subtitle].some(hasShortCode) ||
    Object.values(included).some(({ body = "" }) => hasShortCode(body)) ||
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
