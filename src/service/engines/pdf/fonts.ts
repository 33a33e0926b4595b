/** Fonts of PDFs: they cover most scripts except those of East Asia. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import type { TFontDictionary } from "pdfmake/interfaces.js";

/** The folder of files that the build cannot bundle; its fonts are compressed. */
declare const TOME_BESIDE: string | undefined;
const fontFolder = typeof TOME_BESIDE === "string" ? TOME_BESIDE : undefined;

/** The package contains only files, so each is resolved by name. */
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
    // Italic code is rare, and its two fonts would take 275 kB of the package.
    italics: "DejaVuSansMono",
    bolditalics: "DejaVuSansMono-Bold",
  },
};

/** The names of the font files that the build includes. */
export const fontFiles: readonly string[] = [
  ...new Set(Object.values(fonts).flatMap((family) => Object.values(family).map(String))),
];

/** @param name one of `fontFiles` */
export function readFont(name: string): Uint8Array {
  const file = `dejavu-fonts-ttf/ttf/${name}.ttf`;
  return fontFolder === undefined
    ? readFileSync(find.resolve(file))
    : brotliDecompressSync(readFileSync(find.resolve(`${fontFolder}${file}.br`)));
}
