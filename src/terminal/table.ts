/** Lays out a table for a screen: it decides the width of each column and shortens what does not fit. */
import { drawRows, GAP } from "./draw-rows.ts";
import type { Style } from "./style.ts";
import { measureFor, shorten } from "./text-width.ts";

export interface TableColumn {
  readonly header: string;
  readonly wide: boolean;
  readonly right: boolean;
}

/** A wide column is readable down to this width, in columns of the screen. */
const READABLE = 8;

/**
 * The text of the table, each line with its line break.
 * @param rows neutralized one-line texts, as many in each row as there are columns
 * @param screen columns of the screen to fit into; `undefined` shortens nothing
 */
export async function layOutTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  screen: number | undefined,
  style: Style,
): Promise<string> {
  const measure = await measureFor(allTexts(columns, rows));
  // No cell is wider than the screen, so a text of a megabyte is not measured to its end.
  const most = screen ?? Number.POSITIVE_INFINITY;
  const bounded = (text: string): string =>
    text.length > most ? shorten(text, most, measure) : text;
  const table = rows.map((row) => row.map(bounded));

  const natural = columns.map(({ header }, index) =>
    table.reduce((widest, row) => Math.max(widest, measure(row[index] ?? "")), measure(header)),
  );
  const widths = screen === undefined ? natural : fitWidths(natural, columns, screen);

  const drawn = columns.map(({ right }, index) => ({ width: widths[index] ?? 0, right }));
  const fitting = (text: string, index: number): string => {
    const width = widths[index] ?? 0;
    return measure(text) <= width ? text : shorten(text, width, measure);
  };
  const all = [columns.map(({ header }) => header), ...table].map((row) => row.map(fitting));
  const [head = "", ...lines] = (await drawRows(drawn, all, measure)).map((line) => line.trimEnd());
  return `${[style.bold(head), ...lines].join("\n")}\n`;
}

function* allTexts(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): Generator<string> {
  for (const column of columns) yield column.header;
  for (const row of rows) yield* row;
}

/** The widths of the columns on the screen: the widest of the wide columns shrink first, then the last columns. */
function fitWidths(
  natural: readonly number[],
  columns: readonly TableColumn[],
  screen: number,
): readonly number[] {
  const widths = [...natural];
  let excess =
    widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - screen;

  while (excess > 0) {
    const widest = widths.reduce<number | undefined>((best, width, index) => {
      if (columns[index]?.wide !== true || width <= READABLE) return best;
      return best === undefined || width > (widths[best] ?? 0) ? index : best;
    }, undefined);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  for (const least of [READABLE, 1]) {
    for (let index = widths.length - 1; index >= 0; index--) {
      const width = widths[index] ?? 0;
      const cut = Math.max(0, Math.min(excess, width - least));
      widths[index] = width - cut;
      excess -= cut;
    }
  }
  return widths;
}
