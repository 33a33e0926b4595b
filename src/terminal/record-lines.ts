/** Lays out the fields of one object below each other, for a screen. */
import { cellText, type Reader } from "./cell.ts";
import type { Column } from "./column.ts";
import { drawRows, GAP } from "./draw-rows.ts";
import { neutralize, oneLine } from "./neutralize.ts";
import { valueAt } from "./path.ts";
import type { Row } from "./row.ts";
import type { Style } from "./style.ts";
import { measureFor } from "./text-width.ts";

/**
 * `NAME  value` lines, aligned; a text of several lines stays in its column. A field that the object
 * lacks has no line.
 */
export async function recordLines(
  item: Row,
  wanted: readonly Column[],
  reader: Reader,
  style: Style,
): Promise<string> {
  const columns = wanted.filter(({ path }) => valueAt(item, path.split(".")) !== undefined);
  const names = columns.map(({ header, path }) =>
    header === path ? oneLine(header) : oneLine(header).toUpperCase(),
  );
  const measure = await measureFor(names);
  const widest = names.map(measure).reduce((most, width) => Math.max(most, width), 0);
  const indent = " ".repeat(widest) + GAP;
  const rows = columns.map((column, index) => {
    const { path, as } = column;
    const value = valueAt(item, path.split("."));
    const shown = cellText(value, column, reader);
    // There is room for the exact time too.
    const isWords = as === "time" && typeof value === "string" && shown !== value;
    const text = neutralize(isWords ? `${shown} (${value})` : shown, "\n\t");
    return [names[index] ?? "", text.replaceAll("\n", `\n${indent}`)];
  });
  const drawn = await drawRows([{ width: widest }, {}], rows, measure);
  return drawn
    .map((line, index) => {
      const name = names[index] ?? "";
      return `${`${style.bold(name)}${line.slice(name.length)}`.trimEnd()}\n`;
    })
    .join("");
}
