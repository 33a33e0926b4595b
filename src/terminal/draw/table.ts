/** Table layout for a screen: the width of each column, and the shortening of cells. */

import type { Style } from "../style.ts";
import { isIdText } from "./color-meanings.ts";
import { drawRows, GAP } from "./draw-rows.ts";
import { measureFor, shorten } from "./text-width.ts";

export interface TableColumn {
  readonly header: string;
  /** Shrinks before the others. */
  readonly wide: boolean;
  readonly right: boolean;
  /** A title shrinks after the others, an id never; a passage does not fit in a table. */
  readonly holds?: "title" | "id" | "passage" | undefined;
  /** Colors a cell, which may be shortened; `whole` is not. */
  readonly paint?: (shown: string, whole: string) => string;
}

/** A narrower screen has no room for a table. */
const NARROW = 70;

/** Minimum width of a readable column, in screen columns, */
const READABLE = 8;
/** and of a column with free text, such as titles of other resources. */
const TELLING = 16;
/** Width down to which a title has precedence over other columns, */
const TITLE = 24;
/** and the minimum width of a title. */
const LEAST_TITLE = 12;

/**
 * The text of the table, each line with its line break; undefined if the screen has no room for a
 * table.
 * @param rows neutralized one-line texts, as many in each row as there are columns
 * @param screen columns of the screen to fit into; `undefined` shortens nothing
 * @param leaveOut receives the headers of omitted columns; without it every column stays
 */
export async function layOutTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  screen: number | undefined,
  style: Style,
  leaveOut?: (headers: readonly string[]) => void,
): Promise<string | undefined> {
  const isRead = columns.some(({ holds }) => holds === "passage");
  if (screen !== undefined && (screen < NARROW || isRead)) return undefined;
  const measure = await measureFor(listTexts(columns, rows));
  // No cell is wider than the screen, so a text of a megabyte is not measured to its end.
  const most = screen ?? Number.POSITIVE_INFINITY;
  const bounded = (text: string): string =>
    text.length > most ? shorten(text, most, measure) : text;
  const table = rows.map((row) => row.map(bounded));

  const natural = columns.map(({ header }, index) =>
    table.reduce((widest, row) => Math.max(widest, measure(row[index] ?? "")), measure(header)),
  );
  const kept =
    screen === undefined || leaveOut === undefined
      ? [...columns.keys()]
      : pickColumnsThatFit(columns, table, natural, screen);
  const shown = kept.flatMap((index) => columns[index] ?? []);
  const whole = kept.map((index) => natural[index] ?? 0);
  const widths = screen === undefined ? whole : fitWidths(whole, shown, screen);
  if (widths === undefined) return undefined;
  if (kept.length < columns.length) {
    leaveOut?.(columns.filter((column) => !shown.includes(column)).map(({ header }) => header));
  }

  const computeWidth = (index: number): number => widths[index] ?? 0;
  const drawn = shown.map(({ right }, index) => ({ width: computeWidth(index), right }));
  const fitting = (text: string, index: number): string => {
    const width = computeWidth(index);
    return measure(text) <= width ? text : shorten(text, width, measure);
  };
  const pickColumns = (row: readonly string[]) => kept.map((index) => row[index] ?? "");
  const all = [shown.map(({ header }) => header), ...table.map(pickColumns)].map((row) =>
    row.map(fitting),
  );
  const painted = await drawRows(drawn, all, measure, (text, column, row) => {
    const cell = rows[row - 1]?.[kept[column] ?? 0];
    return cell === undefined ? text : (shown[column]?.paint?.(text, cell) ?? text);
  });
  const [head = "", ...lines] = painted.map((line) => line.trimEnd());
  return `${[style.bold(head), ...lines].join("\n")}\n`;
}

/** The number of columns beside title and id that are always shown. */
const LEAST_OTHERS = 2;

/**
 * The columns that fit on the screen without shortening indivisible values: words, numbers and
 * emails. The others are omitted: ids of other resources first, then mostly empty columns, then
 * from the right.
 * @param natural the width of each column without shortening
 * @returns their indexes, in the order of the columns
 */
function pickColumnsThatFit(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  natural: readonly number[],
  screen: number,
): readonly number[] {
  const needed = columns.map(({ header, wide, holds }, index) => {
    const width = natural[index] ?? 0;
    if (holds === "title") return Math.min(width, TITLE);
    return wide ? Math.min(width, Math.max(TELLING, header.length)) : width;
  });
  const worth = columns.map((_, index) => {
    const texts = rows.flatMap((row) => row[index] || []);
    // By chance, an id can look like a word.
    if (texts.filter(isIdText).length * 2 > texts.length) return 0;
    return texts.length * 2 < rows.length ? 1 : 2;
  });
  const kept = new Set(columns.keys());
  const others = [...kept].filter((index) => columns[index]?.holds === undefined);
  const leaving = others
    .toReversed()
    .toSorted((one, other) => (worth[one] ?? 0) - (worth[other] ?? 0))
    .slice(0, Math.max(others.length - LEAST_OTHERS, 0));
  const isFitting = () => {
    const width = [...kept].reduce((sum, one) => sum + (needed[one] ?? 0), 0);
    return width + GAP.length * (kept.size - 1) <= screen;
  };
  for (const index of leaving) {
    if (isFitting()) break;
    kept.delete(index);
  }
  // A narrow column that was omitted first may fit in the space of a wide one.
  for (const index of leaving.toReversed()) {
    if (kept.has(index)) continue;
    kept.add(index);
    if (!isFitting()) kept.delete(index);
  }
  return [...kept].sort((one, other) => one - other);
}

/** All texts of a table, to select a measure for them. */
export function* listTexts(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): Generator<string> {
  for (const column of columns) yield column.header;
  for (const row of rows) yield* row;
}

/**
 * The widths of the columns on the screen: wide columns shrink to their headers first, then long
 * titles, then all columns but titles, then all titles; the widest of them each time. Undefined if
 * the ids leave no room for them.
 */
function fitWidths(
  natural: readonly number[],
  columns: readonly TableColumn[],
  screen: number,
): readonly number[] | undefined {
  const widths = [...natural];
  let excess =
    widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - screen;

  const shrink = (
    which: (column: TableColumn) => boolean,
    leastOf: number | ((column: TableColumn) => number),
  ): void => {
    while (excess > 0) {
      const widest = widths.reduce<number | undefined>((best, width, index) => {
        const column = columns[index];
        if (column === undefined || !which(column)) return best;
        const least = typeof leastOf === "number" ? leastOf : leastOf(column);
        if (width <= least) return best;
        return best === undefined || width > (widths[best] ?? 0) ? index : best;
      }, undefined);
      if (widest === undefined) return;
      widths[widest] = (widths[widest] ?? 0) - 1;
      excess--;
    }
  };
  shrink(
    ({ wide, holds }) => wide && holds === undefined,
    ({ header }) => Math.max(TELLING, header.length),
  );
  shrink(({ holds }) => holds === "title", TITLE);
  shrink(({ holds }) => holds === undefined, READABLE);
  shrink(({ holds }) => holds === "title", LEAST_TITLE);
  return excess > 0 ? undefined : widths;
}
