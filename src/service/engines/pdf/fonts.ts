/** The typefaces of a PDF: they have the letters of most scripts but those of East Asia. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import type { TFontDictionary } from "pdfmake/interfaces.js";

/** Where the build puts what it cannot bundle; the typefaces are packed there. */
declare const TOME_BESIDE: string | undefined;
const beside = typeof TOME_BESIDE === "string" ? TOME_BESIDE : undefined;

/** The package holds files and no program, so each file is found by its name. */
const find = createRequire(import.meta.url);

export const bodyFont = "Body";
export const codeFont = "Code";

export const fonts: TFontDictionary = {
  [bodyFont]: {
    normal: "DejaVuSans",
    bold: "DejaVuSans-Bold",
    italics: "DejaVuSans-Oblique",
    bolditalics: "DejaVuSans-BoldOblique",
  },
  [codeFont]: {
    normal: "DejaVuSansMono",
    bold: "DejaVuSansMono-Bold",
    italics: "DejaVuSansMono-Oblique",
    bolditalics: "DejaVuSansMono-BoldOblique",
  },
};

/** The names that the typefaces go by; the build keeps their files and no others. */
export const fontFiles: readonly string[] = Object.values(fonts).flatMap((family) =>
  Object.values(family).map(String),
);

/** @param name one of `fontFiles` */
export function readFont(name: string): Uint8Array {
  const file = `dejavu-fonts-ttf/ttf/${name}.ttf`;
  return beside === undefined
    ? readFileSync(find.resolve(file))
    : brotliDecompressSync(readFileSync(find.resolve(`${beside}${file}.br`)));
}
