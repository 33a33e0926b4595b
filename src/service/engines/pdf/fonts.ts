/** The typefaces of a PDF: they have the letters of most scripts but those of East Asia. */
import { createRequire } from "node:module";
import type { TFontDictionary } from "pdfmake/interfaces.js";

/** The package holds files and no program, so each file is found by its name. */
const find = createRequire(import.meta.url);

const file = (name: string) => find.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

export const bodyFont = "Body";
export const codeFont = "Code";

export const fonts = (): TFontDictionary => ({
  [bodyFont]: {
    normal: file("DejaVuSans"),
    bold: file("DejaVuSans-Bold"),
    italics: file("DejaVuSans-Oblique"),
    bolditalics: file("DejaVuSans-BoldOblique"),
  },
  [codeFont]: {
    normal: file("DejaVuSansMono"),
    bold: file("DejaVuSansMono-Bold"),
    italics: file("DejaVuSansMono-Oblique"),
    bolditalics: file("DejaVuSansMono-BoldOblique"),
  },
});
