/** Turns the pages of a list into text, with a writer for each form of output. */
import { UsageError } from "../errors.ts";
import { cellText, type Reader } from "./cell.ts";
import type { Column } from "./column.ts";
import { type Cell, type CellForm, csvLine, tsvLine } from "./delimited.ts";
import { jsonText } from "./json-text.ts";
import { neutralize, oneLine } from "./neutralize.ts";
import type { Format } from "./output-choice.ts";
import { valueAt } from "./path.ts";
import type { JsonValue, Row } from "./row.ts";
import type { Style } from "./style.ts";
import { layOutTable } from "./table.ts";

/** `page` is called for each page, then `end` once; their results are printed in that order. */
export interface ListWriter {
  page(rows: readonly Row[]): string | Promise<string>;
  end(): string | Promise<string>;
}

export interface ListLayout {
  readonly columns: readonly Column[];
  readonly reader: Reader;
  readonly cells: CellForm;
  /** Columns of the screen; undefined shortens nothing. */
  readonly screen: number | undefined;
  readonly style: Style;
}

/** The writer for a form of output. */
export function listWriter(form: Format, layout: ListLayout): ListWriter {
  switch (form) {
    case "json":
      return jsonArray();
    case "ndjson":
      return { page: (rows) => rows.map((row) => `${jsonText(row)}\n`).join(""), end: () => "" };
    case "yaml":
      return yamlSequence();
    case "id":
      return { page: (rows) => rows.map(idLine).join(""), end: () => "" };
    case "tsv":
      return {
        page: (rows) => rows.map((row) => tsvLine(cellsOf(row, layout), layout.cells)).join(""),
        end: () => "",
      };
    case "csv":
      return csvLines(layout);
    case "table":
      return tableLines(layout);
  }
}

function jsonArray(): ListWriter {
  let before = "[\n  ";
  return {
    page(rows) {
      let text = "";
      for (const row of rows) {
        text += before + jsonText(row, 2).replaceAll("\n", "\n  ");
        before = ",\n  ";
      }
      return text;
    },
    end: () => (before.startsWith("[") ? "[]\n" : "\n]\n"),
  };
}

function yamlSequence(): ListWriter {
  let count = 0;
  return {
    async page(rows) {
      const { yamlText } = await import("./yaml-text.ts");
      count += rows.length;
      // The items of a YAML sequence follow each other, so pages can be written one by one.
      return rows.length === 0 ? "" : yamlText(rows);
    },
    end: () => (count === 0 ? "[]\n" : ""),
  };
}

function csvLines(layout: ListLayout): ListWriter {
  const form = layout.cells === "exact" ? "exact" : "harmless";
  const heads = layout.columns.map(({ path }) => ({ text: path, value: path }));
  let header = csvLine(heads, form);
  const line = (row: Row): string => csvLine(cellsOf(row, layout), form);
  const withHeader = (lines: string): string => {
    const text = header + lines;
    header = "";
    return text;
  };
  return { page: (rows) => withHeader(rows.map(line).join("")), end: () => withHeader("") };
}

function tableLines(layout: ListLayout): ListWriter {
  const { columns, screen, style } = layout;
  const table: string[][] = [];
  return {
    page(rows) {
      // Only the cells are stored, as the items of a long list may be large.
      for (const row of rows) table.push(texts(row, layout).map(oneLine));
      return "";
    },
    end() {
      if (table.length === 0) return "";
      const heads = columns.map(({ header, wide = false, as }) => ({
        header: oneLine(header).toUpperCase(),
        wide,
        right: as === "number",
      }));
      return layOutTable(heads, table, screen, style);
    },
  };
}

function texts(row: Row, layout: ListLayout): string[] {
  return cellsOf(row, layout).map(({ text }) => text);
}

function cellsOf(row: Row, { columns, reader }: ListLayout): Cell[] {
  return columns.map((column) => {
    const value = valueAt(row, column.path.split("."));
    return { text: cellText(value, column, reader), value };
  });
}

/**
 * The line of an item with `--format id`; the name of an integration is its id.
 * @throws UsageError if the item has neither
 */
function idLine(row: Row): string {
  const id: JsonValue | undefined = valueAt(row, ["id"]) ?? valueAt(row, ["name"]);
  if (id === undefined || id === null) {
    throw new UsageError("There is no id to print here; choose another --format.");
  }
  return `${neutralize(cellText(id, {}, { person: false, now: 0 }))}\n`;
}
