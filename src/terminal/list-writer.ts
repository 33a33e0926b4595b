/** Pages of a list as text, with a writer for each output format. */
import { UsageError } from "../errors.ts";
import type { OutputFormat } from "../settings/table.ts";
import { type CellReader, formatCell } from "./cell.ts";
import type { PrintedColumn } from "./column.ts";
import { isolate } from "./draw/isolate.ts";
import { paintCell } from "./draw/paint.ts";
import { formatPassage } from "./draw/search-excerpt.ts";
import { layOutTable, type TableColumn } from "./draw/table.ts";
import { measureForAny } from "./draw/text-width.ts";
import { type Cell, type CellForm, writeCsvLine, writeTsvLine } from "./formats/delimited.ts";
import { getFieldValue } from "./formats/field-selection.ts";
import { toJsonText } from "./formats/json-text.ts";
import { neutralize, toOneLine } from "./neutralize.ts";
import type { PrintedRow, PrintedValue } from "./row.ts";
import type { Style } from "./style.ts";

/** `page` is called for each page, then `end` once; their results are printed in that order. */
export interface ListWriter {
  page(rows: readonly PrintedRow[]): string | Promise<string>;
  end(): string | Promise<string>;
}

export interface ListLayout {
  readonly columns: readonly PrintedColumn[];
  /** Whether the columns were named on the command line, so that all of them are shown. */
  readonly isChosen: boolean;
  readonly reader: CellReader;
  readonly cells: CellForm;
  /** Whether the first line of TSV names the columns. */
  readonly header?: boolean;
  /** Whether rows are drawn as they arrive. */
  readonly isFollowed?: boolean;
  /** Columns of the screen; undefined shortens nothing. */
  readonly screen: number | undefined;
  readonly style: Style;
  /** Receives the headers of the columns that do not fit on the screen. */
  readonly leaveOut?: (headers: readonly string[]) => void;
}

/** The writer for a form of output. */
export function listWriter(form: OutputFormat, layout: ListLayout): ListWriter {
  switch (form) {
    case "json":
      return createJsonArray();
    case "ndjson":
      return { page: (rows) => rows.map((row) => `${toJsonText(row)}\n`).join(""), end: () => "" };
    case "yaml":
      return createYamlSequence();
    case "id":
      return { page: (rows) => rows.map(formatId).join(""), end: () => "" };
    case "tsv":
      return createSeparatedLines(layout, layout.header ?? false, (cells) =>
        writeTsvLine(cells, layout.cells),
      );
    case "csv": {
      const form = layout.cells === "exact" ? "exact" : "harmless";
      return createSeparatedLines(layout, true, (cells) => writeCsvLine(cells, form));
    }
    case "table":
      return layout.isFollowed === true ? createFollowedLines(layout) : createTableLines(layout);
  }
}

function createJsonArray(): ListWriter {
  let before = "[\n  ";
  return {
    page(rows) {
      let text = "";
      for (const row of rows) {
        text += before + toJsonText(row, 2).replaceAll("\n", "\n  ");
        before = ",\n  ";
      }
      return text;
    },
    end: () => (before.startsWith("[") ? "[]\n" : "\n]\n"),
  };
}

function createYamlSequence(): ListWriter {
  let count = 0;
  return {
    async page(rows) {
      const { toYamlText } = await import("./formats/yaml-text.ts");
      count += rows.length;
      // The items of a YAML sequence follow each other, so pages can be written one at a time.
      return rows.length === 0 ? "" : toYamlText(rows);
    },
    end: () => (count === 0 ? "[]\n" : ""),
  };
}

/** @param hasHeader whether the first line has the paths of the columns */
function createSeparatedLines(
  layout: ListLayout,
  hasHeader: boolean,
  toLine: (cells: readonly Cell[]) => string,
): ListWriter {
  const heads = layout.columns.map(({ path }) => ({ text: path, value: path }));
  let header = hasHeader ? toLine(heads) : "";
  const withHeader = (lines: string): string => {
    const text = header + lines;
    header = "";
    return text;
  };
  return {
    page: (rows) => withHeader(rows.map((row) => toLine(toCells(row, layout))).join("")),
    end: () => withHeader(""),
  };
}

function createTableLines(layout: ListLayout): ListWriter {
  const table: string[][] = [];
  return {
    page(rows) {
      // Only the cells are stored, because the items of a long list can be large.
      for (const row of rows) table.push(toCells(row, layout).map(({ text }) => toOneLine(text)));
      return "";
    },
    async end() {
      if (table.length === 0) return "";
      const { screen, style, reader, isChosen, leaveOut } = layout;
      const { columns, rows } =
        reader.person && !isChosen
          ? withoutEmpty(layout.columns, table)
          : { columns: layout.columns, rows: table };
      if (reader.person) nameUntitled(columns, rows);
      const drawn = columns.map((column) => toDrawnColumn(column, style, reader.person));
      return (
        (await layOutTable(drawn, rows, screen, style, isChosen ? undefined : leaveOut)) ??
        // A card has room for every column.
        (await import("./draw/cards.ts")).layOutCards(drawn, rows, screen ?? 0, style)
      );
    },
  };
}

/** Lines of a list without an end; a column is as wide as its widest cell so far. */
function createFollowedLines({ columns, reader, style }: ListLayout): ListWriter {
  const widths = columns.map(() => 0);
  return {
    async page(rows) {
      const measure = await measureForAny();
      const lines = rows.map((row) => {
        const cells = columns.map((column, index) => {
          const shown = toOneLine(toText(getFieldValue(row, column.path), column, reader));
          const width = Math.max(widths[index] ?? 0, measure(shown));
          widths[index] = width;
          const padding = index === columns.length - 1 ? 0 : width - measure(shown);
          const painted = paintCell(column, shown, shown, style);
          return (reader.person ? isolate(painted, shown) : painted) + " ".repeat(padding);
        });
        return `${cells.join("  ").trimEnd()}\n`;
      });
      return lines.join("");
    },
    end: () => "",
  };
}

function toDrawnColumn(column: PrintedColumn, style: Style, isScreen: boolean): TableColumn {
  const { header, wide = false, titles, as } = column;
  return {
    header: toOneLine(header).toUpperCase(),
    // A column with titles of other resources remains useful when it is shortened.
    wide: wide || titles !== undefined,
    right: as === "number",
    holds: as === "title" || as === "id" || as === "passage" ? as : undefined,
    paint: (shown, whole) => {
      const painted = paintCell(column, shown, whole, style);
      return isScreen ? isolate(painted, shown) : painted;
    },
  };
}

/** Fills the empty titles of a list, so that no row begins with blank space. */
function nameUntitled(columns: readonly PrintedColumn[], rows: readonly string[][]): void {
  const index = columns.findIndex(({ as }) => as === "title");
  if (index === -1) return;
  for (const row of rows) row[index] ||= "(no title)";
}

/** Without the columns that are empty in all rows. */
function withoutEmpty(
  columns: readonly PrintedColumn[],
  rows: readonly string[][],
): { readonly columns: readonly PrintedColumn[]; readonly rows: readonly string[][] } {
  const hasText = columns.map((_, index) => rows.some((row) => row[index] !== ""));
  if (hasText.every((has) => has) || !hasText.includes(true)) return { columns, rows };
  return {
    columns: columns.filter((_, index) => hasText[index]),
    rows: rows.map((row) => row.filter((_, index) => hasText[index])),
  };
}

function toCells(row: PrintedRow, { columns, reader }: ListLayout): Cell[] {
  return columns.map((column) => {
    const value = getFieldValue(row, column.path);
    return { text: toText(value, column, reader), value };
  });
}

function toText(
  value: PrintedValue | undefined,
  column: PrintedColumn,
  reader: CellReader,
): string {
  const { as, words, usual } = column;
  if (as === "passage" && words) return formatPassage(value, words);
  const text = formatCell(value, column, reader);
  return reader.person && text === usual ? "" : text;
}

/**
 * The line of an item with `--format id`; the name of an integration is its id.
 * @throws UsageError if the item has neither
 */
function formatId(row: PrintedRow): string {
  const id: PrintedValue | undefined = row.id ?? row.name;
  if (id === undefined || id === null) {
    throw new UsageError("This output has no ids. Use a different --format.");
  }
  return `${neutralize(formatCell(id, {}, { person: false, now: 0 }))}\n`;
}
