/** An image in memory, onto which outlines are filled with smooth edges. */

/** Red, green and blue from 0 to 255. */
export type PixelColor = readonly [number, number, number];

export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
}

/** Lines between two rows of pixels at which an outline is sampled. */
const samples = 5;

export class Canvas {
  /** Three bytes for each pixel, by row. */
  readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: PixelColor,
  ) {
    this.pixels = Buffer.alloc(width * height * 3, Uint8Array.from(background));
  }

  fillRectangle(x: number, y: number, width: number, height: number, color: PixelColor): void {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) this.#blend(column, row, 1, color);
    }
  }

  /**
   * Fills closed polygons by the nonzero winding rule.
   * @param polygons in pixels; parts outside the image are cut off
   */
  fill(polygons: readonly (readonly OutlinePoint[])[], color: PixelColor): void {
    const crossings = new Map<number, { readonly x: number; readonly winding: number }[]>();
    for (const polygon of polygons) {
      for (const [index, from] of polygon.entries()) {
        const to = polygon[(index + 1) % polygon.length] ?? from;
        this.#addCrossings(crossings, from, to);
      }
    }
    const rows = new Map<number, Float32Array>();
    for (const [line, points] of crossings) {
      const row = Math.floor(line / samples);
      const coverage = rows.get(row) ?? new Float32Array(this.width);
      rows.set(row, coverage);
      let winding = 0;
      let start = 0;
      for (const { x, winding: step } of points.sort((one, other) => one.x - other.x)) {
        if (winding === 0) start = x;
        winding += step;
        if (winding === 0) addSpan(coverage, start, x);
      }
    }
    for (const [row, coverage] of rows) {
      for (const [column, amount] of coverage.entries()) {
        if (amount > 0) this.#blend(column, row, Math.min(1, amount), color);
      }
    }
  }

  #addCrossings(
    crossings: Map<number, { readonly x: number; readonly winding: number }[]>,
    from: OutlinePoint,
    to: OutlinePoint,
  ): void {
    if (from.y === to.y) return;
    const [upper, lower, winding] = from.y < to.y ? [from, to, 1] : [to, from, -1];
    const slope = (lower.x - upper.x) / (lower.y - upper.y);
    const first = Math.max(0, Math.ceil(upper.y * samples - 0.5));
    const end = Math.min(this.height * samples, Math.ceil(lower.y * samples - 0.5));
    for (let line = first; line < end; line++) {
      const y = (line + 0.5) / samples;
      const points = crossings.get(line) ?? [];
      points.push({ x: upper.x + (y - upper.y) * slope, winding });
      crossings.set(line, points);
    }
  }

  #blend(column: number, row: number, amount: number, color: PixelColor): void {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    const at = (row * this.width + column) * 3;
    for (let part = 0; part < 3; part++) {
      const old = this.pixels[at + part] ?? 0;
      this.pixels[at + part] = Math.round(old + ((color[part] ?? 0) - old) * amount);
    }
  }
}

/** Adds the share of each pixel between two positions on one sampled line. */
function addSpan(coverage: Float32Array, start: number, end: number): void {
  const from = Math.max(0, start);
  const to = Math.min(coverage.length, end);
  for (let column = Math.floor(from); column < to; column++) {
    const share = Math.min(to, column + 1) - Math.max(from, column);
    coverage[column] = (coverage[column] ?? 0) + share / samples;
  }
}

/** @returns undefined for another form than `#rgb` and `#rrggbb` */
export function parseColor(text: string): PixelColor | undefined {
  const [, digits = ""] = /^#((?:[0-9a-f]{3}){1,2})$/i.exec(text) ?? [];
  const parts = digits.match(digits.length === 3 ? /./g : /../g) ?? [];
  const [red, green, blue] = parts.map((part) => Number.parseInt(part.padStart(2, part), 16));
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [red, green, blue];
}
