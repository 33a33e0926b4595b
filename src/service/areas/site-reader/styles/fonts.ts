/** Custom fonts in the stylesheet of a site. Other fonts of a customization are those of the system. */
import type { Customization } from "../../../../contract/site-customization.model.ts";
import { formatWords } from "../../fonts/font-file.ts";
import { type CustomFont, toFontFileName } from "../../sites/customization/font-rows.ts";
import { findSiteFont, type SiteFonts } from "../../sites/customization/site-fonts.ts";

/** The first segment of the path of font files on a site. */
export const fontsFolder = "~fonts";

interface FontStyles {
  readonly faces: string;
  /** Declarations that replace those of the base styles. */
  readonly variables: string;
  readonly rules: string;
}

type Styling = Pick<Customization["styling"], "font" | "headingFont" | "monospaceFont">;

export function writeFonts(styling: Styling, fonts: SiteFonts): FontStyles {
  const body = findSiteFont(fonts, styling.font);
  const heading = findSiteFont(fonts, styling.headingFont);
  const mono = findSiteFont(fonts, styling.monospaceFont);
  const used = new Set([body, heading, mono].filter((font) => font !== undefined));
  return {
    faces: [...used].flatMap(writeFaces).join(""),
    variables: [
      body ? `;--body:${writeFamily(body)},system-ui,sans-serif` : "",
      mono ? `;--mono:${writeFamily(mono)},ui-monospace,monospace` : "",
    ].join(""),
    rules: heading ? `h1,h2,h3,h4,h5,h6{font-family:${writeFamily(heading)},var(--body)}` : "",
  };
}

/** The id is unique in a stylesheet; a family could be the name of a font of the system. */
function writeFamily({ id }: CustomFont): string {
  return `"tome-${id}"`;
}

/** The URLs are relative to that of the stylesheet. */
function writeFaces(font: CustomFont): string[] {
  return font.faces.map((face) => {
    const { css } = formatWords[face.format];
    const url = `../${fontsFolder}/${font.id}/${toFontFileName(face)}`;
    return `@font-face{font-family:${writeFamily(font)};font-weight:${face.weight};font-display:swap;src:url("${url}") format("${css}")}`;
  });
}
