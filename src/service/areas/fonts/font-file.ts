/**
 * Validation of font files by their headers. Browsers validate the rest before they use a font, and
 * ignore a damaged one.
 */
import { ApiError } from "../../../errors.ts";
import type { FontFormat } from "../sites/customization/font-tables.ts";

interface FormatWords {
  readonly contentType: string;
  /** The name in the `src` of an `@font-face` rule. */
  readonly css: string;
}

export const formatWords: Readonly<Record<FontFormat, FormatWords>> = {
  woff2: { contentType: "font/woff2", css: "woff2" },
  woff: { contentType: "font/woff", css: "woff" },
  ttf: { contentType: "font/ttf", css: "truetype" },
  otf: { contentType: "font/otf", css: "opentype" },
};

/** In bytes. A visitor downloads every weight that a page uses. */
export const largestFont = 5 * 1024 * 1024;

/** Types that older systems give to font files, in addition to those of the tree `font/`. */
const earlierTypes: ReadonlySet<string> = new Set([
  "application/font-sfnt",
  "application/font-woff",
  "application/font-woff2",
  "application/octet-stream",
  "application/vnd.ms-opentype",
  "application/x-font-otf",
  "application/x-font-ttf",
  "application/x-font-woff",
]);

/** The signature of the file decides about its format. */
export function isFontType(contentType: string): boolean {
  const type = contentType.toLowerCase();
  return type.startsWith("font/") || earlierTypes.has(type);
}

/**
 * @returns the format of a font file
 * @throws ApiError 400 for another or a truncated file
 */
export function readFontFormat(bytes: Uint8Array): FontFormat {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 12) throw createFontError();
  const signature = view.getUint32(0);
  switch (signature) {
    case 0x774f4632: // wOF2
      requireLength(view, 48);
      return "woff2";
    case 0x774f4646: // wOFF
      requireLength(view, 44);
      return "woff";
    case 0x00010000:
    case 0x74727565: // true
      requireTables(view);
      return "ttf";
    case 0x4f54544f: // OTTO
      requireTables(view);
      return "otf";
    case 0x74746366: // ttcf
      throw new ApiError(
        400,
        "The file is a collection of fonts. Upload a file with one font in WOFF2, WOFF, TTF or OTF format.",
      );
    default:
      throw createFontError();
  }
}

/** The header of WOFF files contains the size of the file. */
function requireLength(view: DataView, header: number): void {
  if (view.byteLength < header || view.getUint32(8) !== view.byteLength)
    throw createTruncatedError();
  if (view.getUint16(12) === 0) throw createTruncatedError();
}

/** All tables must be within the file. */
function requireTables(view: DataView): void {
  const count = view.getUint16(4);
  if (count === 0 || view.byteLength < 12 + 16 * count) throw createTruncatedError();
  for (let table = 0; table < count; table++) {
    const start = 12 + 16 * table;
    if (view.getUint32(start + 8) + view.getUint32(start + 12) > view.byteLength)
      throw createTruncatedError();
  }
}

function createFontError(): ApiError {
  return new ApiError(400, "The file is not a font in WOFF2, WOFF, TTF or OTF format.");
}

function createTruncatedError(): ApiError {
  return new ApiError(400, "The font file is incomplete or damaged. Upload the original file.");
}
