/** Fonts of PDFs: they cover emoji, and most scripts except those of East Asia. */
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
export const emojiFont = "Emoji";

const dejaVu = "dejavu-fonts-ttf/ttf";
const notoEmoji = "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf";

export const fonts: TFontDictionary = {
  [bodyFont]: {
    normal: `${dejaVu}/DejaVuSans.ttf`,
    bold: `${dejaVu}/DejaVuSans-Bold.ttf`,
    italics: `${dejaVu}/DejaVuSans-Oblique.ttf`,
    bolditalics: `${dejaVu}/DejaVuSans-BoldOblique.ttf`,
  },
  [codeFont]: {
    normal: `${dejaVu}/DejaVuSansMono.ttf`,
    bold: `${dejaVu}/DejaVuSansMono-Bold.ttf`,
    // Italic code is rare, and its two fonts would take 275 kB of the package.
    italics: `${dejaVu}/DejaVuSansMono.ttf`,
    bolditalics: `${dejaVu}/DejaVuSansMono-Bold.ttf`,
  },
  [emojiFont]: {
    normal: notoEmoji,
    bold: notoEmoji,
    italics: notoEmoji,
    bolditalics: notoEmoji,
  },
};

/** The font files that the build includes, relative to the folder of packages. */
export const fontFiles: readonly string[] = [
  ...new Set(Object.values(fonts).flatMap((family) => Object.values(family).map(String))),
];

/** @param name one of `fontFiles` */
export function readFont(name: string): Uint8Array {
  return fontFolder === undefined
    ? readFileSync(find.resolve(name))
    : brotliDecompressSync(readFileSync(find.resolve(`${fontFolder}${name}.br`)));
}
