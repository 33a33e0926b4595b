/** Rows as aligned columns. No other module loads cli-table3. */
import { isPlain, type Measure } from "./text-width.ts";

export interface DrawnColumn {
  /** In screen columns, no less than its widest cell; absent for a last column of any width. */
  readonly width?: number;
  readonly right?: boolean;
}

/** The space between two columns. */
export const GAP = "  ";

/** The time of cli-table3 grows with the square of the number of rows. */
const ROWS_AT_ONCE = 16;

/** A character that every width table counts as one column. */
const STAND_IN = "\ue000";

const edges = ["top", "bottom", "left", "right", "mid"];
const borders = Object.fromEntries(
  [...edges, ...edges.flatMap((one) => edges.map((other) => `${one}-${other}`))].map((name) => [
    name,
    "",
  ]),
);

/** Colors a text of known width without changing the width. */
export type Paint = (text: string, column: number, row: number) => string;

/**
 * The lines of the rows, padded to their full width.
 *
 * cli-table3 measures by an old Unicode version, so text that is not plain, or is colored, is
 * replaced by a placeholder of the measured width and inserted afterwards.
 */
export async function drawRows(
  columns: readonly DrawnColumn[],
  rows: readonly (readonly string[])[],
  measure: Measure,
  paint: Paint = (text) => text,
): Promise<string[]> {
  const { default: Table } = await import("cli-table3");
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const replaced: string[] = [];
    const standIn = (text: string, painted: string, { width, right }: DrawnColumn): string => {
      if (width === undefined) {
        replaced.push(painted);
        return STAND_IN;
      }
      if (painted === text && isPlain(text)) return text;
      const taken = measure(text);
      // A text of zero width still needs a placeholder of one column, and so a space.
      replaced.push(taken > 0 ? painted : right ? ` ${painted}` : `${painted} `);
      return STAND_IN.repeat(Math.max(taken, 1));
    };
    const table = new Table({
      chars: { ...borders, middle: GAP },
      style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
      colWidths: columns.map(({ width = 1 }) => width),
      colAligns: columns.map(({ right }) => (right ? "right" : "left")),
    });
    for (const [offset, row] of rows.slice(start, start + ROWS_AT_ONCE).entries()) {
      table.push(
        columns.map((column, index) => {
          const text = row[index] ?? "";
          return standIn(text, text === "" ? "" : paint(text, index, start + offset), column);
        }),
      );
    }
    let next = 0;
    for (const line of table.toString().split("\n")) {
      lines.push(line.replace(/\ue000+/g, () => replaced[next++] ?? ""));
    }
  }
  return lines;
}
