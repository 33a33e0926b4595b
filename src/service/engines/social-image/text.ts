/** Text of social images, as outlines of the fonts of PDFs. */
import { create, type Font, type Path } from "fontkit";
import { fonts, readFont } from "../pdf/fonts.ts";
import type { Canvas, OutlinePoint, PixelColor } from "./canvas.ts";

export interface TextStyle {
  /** In pixels. */
  readonly size: number;
  readonly isBold: boolean;
  readonly color: PixelColor;
}

interface Baseline {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  /** Whether the text is centered at `x`, or begins there. */
  readonly isCentered?: boolean;
}

interface WrapOptions extends Pick<TextStyle, "size" | "isBold"> {
  /** In pixels. */
  readonly width: number;
  /** Maximum number. */
  readonly lines: number;
}

/** By the name of the file. Process-wide: fonts never change. */
const loaded = new Map<string, Font>();

function loadFont(name: string): Font {
  const font = loaded.get(name) ?? openFont(name);
  loaded.set(name, font);
  return font;
}

function openFont(name: string): Font {
  const font = create(Buffer.from(readFont(name)));
  if (!("layout" in font)) throw new TypeError(`${name} is a collection of fonts.`);
  return font;
}

function listFonts(isBold: boolean): readonly Font[] {
  const names = [isBold ? fonts.Body?.bold : fonts.Body?.normal, fonts.Emoji?.normal];
  return names.map((name) => loadFont(String(name)));
}

function findFont(candidates: readonly Font[], letter: string): Font | undefined {
  const point = letter.codePointAt(0) ?? 0;
  return candidates.find((font) => font.hasGlyphForCodePoint(point));
}

interface GlyphOutline {
  readonly path: Path;
  /** Pixels for each unit of the font. */
  readonly scale: number;
  /** In pixels. */
  readonly advance: number;
}

/** The glyphs of a text in a line, without kerning. */
function listGlyphs(
  text: string,
  { size, isBold }: Pick<TextStyle, "size" | "isBold">,
): readonly GlyphOutline[] {
  const candidates = listFonts(isBold);
  return [...text].flatMap((letter) => {
    const font = findFont(candidates, letter);
    if (!font) return [];
    const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    const scale = size / font.unitsPerEm;
    return [{ path: glyph.path, scale, advance: glyph.advanceWidth * scale }];
  });
}

/** In pixels. */
function measure(text: string, style: Pick<TextStyle, "size" | "isBold">): number {
  return listGlyphs(text, style).reduce((sum, { advance }) => sum + advance, 0);
}

/** Breaks a text between words. The last line ends with an ellipsis if the text is longer. */
export function wrapText(text: string, options: WrapOptions): readonly string[] {
  const isFitting = (line: string) => measure(line, options) <= options.width;
  const lines: string[] = [];
  let rest = text.split(" ");
  while (rest.length > 0 && lines.length < options.lines) {
    let count = 1;
    while (count < rest.length && isFitting(rest.slice(0, count + 1).join(" "))) count++;
    const line = rest.slice(0, count).join(" ");
    rest = rest.slice(count);
    const isCut = lines.length + 1 === options.lines && rest.length > 0;
    lines.push(isFitting(line) && !isCut ? line : shorten(line, isFitting));
  }
  return lines;
}

function shorten(line: string, isFitting: (text: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 1 && !isFitting(`${letters.join("").trimEnd()}…`)) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

export function drawText(
  canvas: Canvas,
  text: string,
  { x, y, isCentered = false }: Baseline,
  style: TextStyle,
): void {
  let start = isCentered ? x - measure(text, style) / 2 : x;
  for (const { path, scale, advance } of listGlyphs(text, style)) {
    const left = start;
    const polygons = toPolygons(path).map((polygon) =>
      polygon.map((point) => ({ x: left + point.x * scale, y: y - point.y * scale })),
    );
    canvas.fill(polygons, style.color);
    start += advance;
  }
}

/** Straight parts of a curve. */
const parts = 8;

/** The closed contours of an outline, in units of the font. */
function toPolygons({ commands }: Path): readonly (readonly OutlinePoint[])[] {
  const polygons: OutlinePoint[][] = [];
  let current: OutlinePoint[] = [];
  for (const { command, args } of commands) {
    const points = toPoints(args);
    if (command === "moveTo") {
      current = [];
      polygons.push(current);
    }
    if (command === "quadraticCurveTo" || command === "bezierCurveTo") {
      const from = current.at(-1);
      if (from) addCurve(current, [from, ...points]);
    } else for (const point of points) current.push(point);
  }
  return polygons;
}

function toPoints(args: readonly number[]): OutlinePoint[] {
  const points: OutlinePoint[] = [];
  for (let index = 0; index + 1 < args.length; index += 2) {
    points.push({ x: args[index] ?? 0, y: args[index + 1] ?? 0 });
  }
  return points;
}

/** @param controls the start, the control points and the end of a Bézier curve */
function addCurve(polygon: OutlinePoint[], controls: readonly OutlinePoint[]): void {
  for (let part = 1; part <= parts; part++) {
    let points = controls;
    // De Casteljau's algorithm.
    while (points.length > 1) {
      points = points.slice(1).map((to, index) => {
        const from = points[index] ?? to;
        const share = part / parts;
        return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      });
    }
    for (const point of points) polygon.push(point);
  }
}
