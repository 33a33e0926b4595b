/** Prints a single object: its fields below each other, or in the form that was asked for. */
import { cellText } from "./cell.ts";
import { type Column, columnsFor } from "./column.ts";
import { tsvLine } from "./delimited.ts";
import { jsonText } from "./json-text.ts";
import { listWriter } from "./list-writer.ts";
import { cellFormOf, checkFields, formOf, type OutputChoice } from "./output-choice.ts";
import { picker, valueAt } from "./path.ts";
import { recordLines } from "./record-lines.ts";
import type { Row } from "./row.ts";
import type { Terminal } from "./terminal.ts";

export interface RecordOptions {
  /** The lines in their order; unless given, every field that holds no object, as the API orders them. */
  readonly columns?: readonly Column[];
  readonly choice: OutputChoice;
  /** Dotted paths that `--json` may name though the object does not have them. */
  readonly knownFields?: readonly string[];
  /** What relative times count from, in milliseconds since 1970; the clock's time unless given. */
  readonly now?: number;
}

/**
 * Prints one object: on a terminal `NAME  value`, piped `name<TAB>value`.
 * @throws UsageError for an unknown field or a failing jq filter, and ReaderGone
 */
export async function printRecord(
  terminal: Terminal,
  item: Row,
  options: RecordOptions,
): Promise<void> {
  const { columns = [], knownFields = [] } = options;
  const fields = options.choice.fields ?? [];
  checkFields(fields, [item], [...columns.map((column) => column.path), ...knownFields]);
  await terminal.write(await recordText(terminal, item, fields, options));
}

async function recordText(
  terminal: Terminal,
  item: Row,
  fields: readonly string[],
  { columns = [], choice, now = Date.now() }: RecordOptions,
): Promise<string> {
  const form = formOf(choice, terminal.outIsTerminal);
  const shown = columnsFor(fields, columns, [item]);
  const picked = fields.length > 0 ? picker(fields)(item) : item;
  const reader = { person: form === "table" && terminal.outIsTerminal, now };
  switch (form) {
    case "table":
      return recordLines(item, shown, reader, terminal.style);
    case "tsv":
      return shown
        .map((column) => {
          const value = valueAt(item, column.path.split("."));
          const name = { text: column.path, value: column.path };
          return tsvLine(
            [name, { text: cellText(value, column, reader), value }],
            cellFormOf(choice),
          );
        })
        .join("");
    case "json":
      return `${jsonText(picked, 2)}\n`;
    case "ndjson":
      return `${jsonText(picked)}\n`;
    case "yaml":
      return (await import("./yaml-text.ts")).yamlText(picked);
    case "jq":
      return (await import("./jq-output.ts")).jqOutput(
        choice.jq ?? ".",
        picked,
        terminal.outIsTerminal,
      );
    case "csv":
    case "id": {
      // These two write an object as they write a list of one.
      const writer = listWriter(form, {
        columns: shown,
        reader,
        cells: cellFormOf(choice),
        screen: undefined,
        style: terminal.style,
      });
      return (await writer.page([item])) + (await writer.end());
    }
  }
}
