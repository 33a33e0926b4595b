/** Prints a single object, with one field per line or in the selected format. */
import { type CellReader, formatCell } from "./cell.ts";
import { type PrintedColumn, selectColumns } from "./column.ts";
import { drawRows, GAP, type Paint } from "./draw/draw-rows.ts";
import { isolate } from "./draw/isolate.ts";
import { paintCell } from "./draw/paint.ts";
import { measureFor } from "./draw/text-width.ts";
import { writeTsvLine } from "./formats/delimited.ts";
import { createPicker, getFieldValue } from "./formats/field-selection.ts";
import { toJsonText } from "./formats/json-text.ts";
import {
  checkColumns,
  checkFields,
  getCellForm,
  getFormat,
  type OutputChoice,
  refuseSameColumn,
} from "./formats/output-choice.ts";
import { listWriter } from "./list-writer.ts";
import { neutralize, toOneLine } from "./neutralize.ts";
import type { PrintedRow } from "./row.ts";
import type { Terminal } from "./terminal.ts";

export interface RecordOptions {
  /** The lines in order; by default every field that is not an object, in the order of the API. */
  readonly columns?: readonly PrintedColumn[];
  readonly choice: OutputChoice;
  /** Dotted paths that are valid for `--json` even if the object does not have them. */
  readonly knownFields?: readonly string[];
  /** The reference for relative times, in milliseconds since 1970; by default the current time. */
  readonly now?: number;
}

/**
 * Prints one object: on a terminal `NAME  value`, piped `name<TAB>value`.
 * @throws UsageError for an unknown field or a failing jq filter, and ReaderGone
 */
export async function printRecord(
  terminal: Terminal,
  item: PrintedRow,
  options: RecordOptions,
): Promise<void> {
  const { columns = [], knownFields = [] } = options;
  const { fields = [], columns: chosen = [] } = options.choice;
  const known = [...columns.map((column) => column.path), ...knownFields];
  checkFields(fields, [item], known);
  checkColumns(chosen, columns, [item], known);
  refuseSameColumn(chosen, columns);
  await terminal.write(await recordText(terminal, item, fields, options));
}

async function recordText(
  terminal: Terminal,
  item: PrintedRow,
  fields: readonly string[],
  { columns = [], choice, now = Date.now() }: RecordOptions,
): Promise<string> {
  const form = getFormat(choice, terminal.outIsTerminal);
  const person = form === "table" && terminal.outIsTerminal;
  const selected = selectColumns(choice.columns ?? fields, columns, [item], person);
  const picked = fields.length > 0 ? createPicker(fields)(item) : item;
  const reader = { person, now };
  switch (form) {
    case "table":
      return recordLines(item, selected, reader, terminal);
    case "tsv":
      return selected
        .map((column) => {
          const value = getFieldValue(item, column.path);
          const name = { text: column.path, value: column.path };
          return writeTsvLine(
            [name, { text: formatCell(value, column, reader), value }],
            getCellForm(choice),
          );
        })
        .join("");
    case "json":
      return `${toJsonText(picked, 2)}\n`;
    case "ndjson":
      return `${toJsonText(picked)}\n`;
    case "yaml":
      return (await import("./formats/yaml-text.ts")).toYamlText(picked);
    case "jq":
      return (await import("./formats/jq.ts")).applyJq(
        choice.jq ?? ".",
        picked,
        terminal.outIsTerminal,
      );
    case "csv":
    case "id": {
      // These two formats print an object as a list of one.
      const writer = listWriter(form, {
        columns: selected,
        isChosen: true,
        reader,
        cells: getCellForm(choice),
        screen: undefined,
        style: terminal.style,
      });
      return (await writer.page([item])) + (await writer.end());
    }
  }
}

/**
 * Aligned lines `NAME  value`; the lines of a longer text stay in its column. Missing fields are
 * omitted.
 */
async function recordLines(
  item: PrintedRow,
  selected: readonly PrintedColumn[],
  reader: CellReader,
  { style, outIsTerminal, width }: Terminal,
): Promise<string> {
  const columns = selected.filter(({ path }) => getFieldValue(item, path) !== undefined);
  const names = columns.map(({ header, path }) =>
    header === path ? toOneLine(header) : toOneLine(header).toUpperCase(),
  );
  const measure = await measureFor(names);
  const widest = names.map(measure).reduce((most, width) => Math.max(most, width), 0);
  const indent = " ".repeat(widest) + GAP;
  const rows = columns.map((column, index) => {
    const { path, as } = column;
    const value = getFieldValue(item, path);
    const words = formatCell(value, column, reader);
    // A record also shows the exact time, unless the screen is narrow.
    const isRelative = as === "time" && typeof value === "string" && words !== value;
    const whole = isRelative ? `${words} (${value})` : words;
    const fits = !outIsTerminal || indent.length + whole.length <= width;
    const text = neutralize(fits ? whole : words, "\n\t");
    const colored = paintCell(column, text, text, style);
    // The end of a line ends an isolate too.
    const painted = outIsTerminal && !text.includes("\n") ? isolate(colored, text) : colored;
    return [names[index] ?? "", painted.replaceAll("\n", `\n${indent}`)];
  });
  const paint: Paint = (text, at) => (at === 0 ? style.dim(text) : text);
  const drawn = await drawRows([{ width: widest }, {}], rows, measure, paint);
  return drawn.map((line) => `${line.trimEnd()}\n`).join("");
}
