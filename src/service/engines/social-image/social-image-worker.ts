/** Worker script that draws the social image of a page: its title, description and site. */
import { Canvas, type PixelColor, parseColor } from "./canvas.ts";
import { isDrawable } from "./drawable-text.ts";
import { encodePng } from "./png.ts";
import { drawText, wrapText } from "./text.ts";

export interface SocialImage {
  readonly site: string;
  readonly title: string;
  readonly description: string;
  readonly isDark: boolean;
  /** `#rgb` or `#rrggbb`; other forms are replaced by a default. */
  readonly primaryColor: string;
}

/** In pixels: the size that social networks recommend. */
export const socialImageSize = { width: 1200, height: 630 } as const;

const margin = 80;
const textWidth = socialImageSize.width - 2 * margin;
const badge = 64;
const band = 16;
const defaultColor: PixelColor = [52, 109, 219];
const white: PixelColor = [255, 255, 255];
const ink: PixelColor = [17, 24, 39];
const gray: PixelColor = [84, 92, 106];
const silver: PixelColor = [178, 184, 196];

/** Maximum lengths in characters, as the rest has no space. */
const maxTitle = 120;
const maxDescription = 240;

/** @returns a PNG image; undefined if the title has letters of other scripts */
export function drawSocialImage(image: SocialImage): Uint8Array | undefined {
  const title = toLine(image.title, maxTitle);
  if (!isDrawable(title)) return undefined;
  const { width, height } = socialImageSize;
  const primary = parseColor(image.primaryColor) ?? defaultColor;
  const [background, text, muted] = image.isDark ? [ink, white, silver] : [white, ink, gray];
  const canvas = new Canvas(width, height, background);
  canvas.fillRectangle(0, height - band, width, band, primary);
  const site = toLine(image.site, maxTitle);
  const letter = [...site][0]?.toUpperCase() ?? "";
  if (isDrawable(site)) {
    canvas.fillRectangle(margin, margin, badge, badge, primary);
    const isLight = primary[0] * 0.299 + primary[1] * 0.587 + primary[2] * 0.114 > 150;
    const letterStyle = { size: 40, isBold: true, color: isLight ? ink : white };
    drawText(
      canvas,
      letter,
      { x: margin + badge / 2, y: margin + 46, isCentered: true },
      letterStyle,
    );
    const siteStyle = { size: 36, isBold: true, color: text };
    const [name = ""] = wrapText(site, { ...siteStyle, width: textWidth - badge - 24, lines: 1 });
    drawText(canvas, name, { x: margin + badge + 24, y: margin + 45 }, siteStyle);
  }
  const titleStyle = { size: title.length > 48 ? 60 : 76, isBold: true, color: text };
  const titleLines = wrapText(title, { ...titleStyle, width: textWidth, lines: 3 });
  const description = toLine(image.description, maxDescription);
  const descriptionStyle = { size: 32, isBold: false, color: muted };
  const descriptionLines = isDrawable(description)
    ? wrapText(description, {
        ...descriptionStyle,
        width: textWidth,
        lines: titleLines.length > 2 ? 1 : 2,
      })
    : [];
  const descriptionHeight = descriptionLines.length === 0 ? 0 : 46 * descriptionLines.length + 12;
  let y = height - band - margin - descriptionHeight;
  for (const [index, line] of titleLines.toReversed().entries()) {
    drawText(canvas, line, { x: margin, y: y - index * titleStyle.size * 1.18 }, titleStyle);
  }
  for (const line of descriptionLines) {
    y += 46;
    drawText(canvas, line, { x: margin, y: y + 20 }, descriptionStyle);
  }
  return encodePng(canvas);
}

/** Text on one line, without characters that have no shape. */
function toLine(text: string, length: number): string {
  const line = text
    .normalize("NFC")
    .replace(/(?:\p{Cf}|\uFE0F)/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return [...line].slice(0, length).join("");
}
