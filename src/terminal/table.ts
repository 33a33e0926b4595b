/** Lays out rows of text in aligned columns, in time linear in their number. */
import type { Style } from "./style.ts";
import { type Measure, measureFor, shorten } from "./text-width.ts";

export interface TableColumn {
  readonly header: string;
  readonly wide: boolean;
  readonly right: boolean;
}

const GAP = "  ";
/** A wide column stays readable down to this many screen columns. */
const READABLE = 8;

/**
 * The table's text, each line with its line break.
 * @param rows neutralized one-line texts, as many in each row as there are columns
 * @param screen columns of the screen to fit into; `undefined` shortens nothing
 */
export async function layTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  screen: number | undefined,
  style: Style,
): Promise<string> {
  const measure = await measureFor(allTexts(columns, rows));
  // No cell can show more than a whole line, so a text of a megabyte is not measured to its end.
  const most = screen ?? Number.POSITIVE_INFINITY;
  const bounded = (text: string): string =>
    text.length > most ? shorten(text, most, measure) : text;
  const table = rows.map((row) => row.map(bounded));
  const taken = table.map((row) => row.map(measure));

  const natural = columns.map((column, index) =>
    taken.reduce((widest, row) => Math.max(widest, row[index] ?? 0), measure(column.header)),
  );
  const widths = screen === undefined ? natural : fitWidths(natural, columns, screen);

  const lines = table.map((row, index) => line(row, taken[index] ?? [], columns, widths, measure));
  const headers = columns.map((column) => column.header);
  const head = line(headers, headers.map(measure), columns, widths, measure);
  return `${[style.bold(head), ...lines].join("\n")}\n`;
}

function* allTexts(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): Generator<string> {
  for (const column of columns) yield column.header;
  for (const row of rows) yield* row;
}

/** The columns' widths on the screen: the widest wide ones give first, then the last ones. */
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
      const given = Math.max(0, Math.min(excess, width - least));
      widths[index] = width - given;
      excess -= given;
    }
  }
  return widths;
}

function line(
  texts: readonly string[],
  taken: readonly number[],
  columns: readonly TableColumn[],
  widths: readonly number[],
  measure: Measure,
): string {
  let text = "";
  for (let index = 0; index < columns.length; index++) {
    const width = widths[index] ?? 0;
    const fits = (taken[index] ?? 0) <= width;
    const cell = fits ? (texts[index] ?? "") : shorten(texts[index] ?? "", width, measure);
    const padding = " ".repeat(width - (fits ? (taken[index] ?? 0) : measure(cell)));
    if (index > 0) text += GAP;
    text += columns[index]?.right === true ? padding + cell : cell + padding;
  }
  return text.trimEnd();
}
