/** Card layout of rows, for a screen that is too narrow for a table. */
import type { Style } from "../style.ts";
import { listTexts, type TableColumn } from "./table.ts";
import { type Measure, measureFor, shorten } from "./text-width.ts";

const INDENT = "  ";
/** Separates two values on one line. */
const BETWEEN = " · ";
/** An id is shown in full; longer text is not an id. */
const longestId = 255;

/**
 * The text of the cards, each line with its line break: the first value, below it the id, then the
 * other values with their names, as many on a line as fit; a passage has its own line. Empty values
 * are omitted, except the first, which is named.
 * @param rows neutralized one-line texts, as many in each row as there are columns
 * @param screen columns of the screen; a longer value is shortened, unless it is an id
 */
export async function layOutCards(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  screen: number,
  style: Style,
): Promise<string> {
  const measure = await measureFor(listTexts(columns, rows));
  return rows
    .map((row) => `${formatCards(columns, row, { screen, style, measure }).join("\n")}\n`)
    .join("");
}

interface CardScreen {
  readonly screen: number;
  readonly style: Style;
  readonly measure: Measure;
}

function formatCards(
  [head, ...others]: readonly TableColumn[],
  [first = "", ...values]: readonly string[],
  { screen, style, measure }: CardScreen,
): readonly string[] {
  const painted = (column: TableColumn, whole: string, shown: string): string =>
    column.paint?.(shown, whole) ?? shown;
  const lines = head === undefined ? [] : [formatHead(head)];
  let line = "";
  let taken = INDENT.length;
  const end = (): void => {
    if (line !== "") lines.push(INDENT + line);
    line = "";
    taken = INDENT.length;
  };
  for (const [index, column] of others.entries()) {
    const value = values[index] ?? "";
    if (value === "") continue;
    if (column.holds === "id" && index === 0) {
      const id = shorten(value, longestId, measure);
      const fits = INDENT.length + measure(id) <= screen;
      lines.push((fits ? INDENT : "") + painted(column, value, id));
      continue;
    }
    if (column.holds === "passage") {
      end();
      lines.push(INDENT + painted(column, value, shorten(value, screen - INDENT.length, measure)));
      continue;
    }
    const name = column.header.toLowerCase();
    const beside = measure(name) + 1;
    const shown = shorten(value, Math.max(1, screen - INDENT.length - beside), measure);
    const width = beside + measure(shown);
    if (taken + BETWEEN.length + width > screen) end();
    const before = line === "" ? "" : BETWEEN;
    line += `${before}${style.dim(name)} ${painted(column, value, shown)}`;
    taken += before.length + width;
  }
  end();
  return lines;

  /** An empty line would not separate the cards. */
  function formatHead(column: TableColumn): string {
    return first === ""
      ? style.dim(shorten(`(no ${column.header.toLowerCase()})`, screen, measure))
      : painted(column, first, shorten(first, screen, measure));
  }
}
