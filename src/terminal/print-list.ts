/** Prints a list as it comes, page by page, in the form that was asked for. */
import { type Column, columnsFor } from "./column.ts";
import { directOutput, heldOutput } from "./held-output.ts";
import { type ListWriter, listWriter } from "./list-writer.ts";
import { cellFormOf, checkFields, formOf, type OutputChoice } from "./output-choice.ts";
import { picker } from "./path.ts";
import type { Row } from "./row.ts";
import type { Terminal } from "./terminal.ts";

export interface ListOptions {
  /** In their order on a terminal; empty shows every field that the first page has. */
  readonly columns: readonly Column[];
  /** Said on standard error when the list is empty, such as "There are no spaces." */
  readonly none: string;
  readonly choice: OutputChoice;
  /** Dotted paths that `--json` may name though no item has them; the columns' own are known. */
  readonly knownFields?: readonly string[];
  /** What relative times count from, in milliseconds since 1970; the clock's time unless given. */
  readonly now?: number;
}

/**
 * Prints the items and resolves to their number. A list that fails has printed nothing yet, unless
 * it is longer than 8 MiB or streams as ndjson; JSON never gets its closing bracket then.
 * @throws UsageError for an unknown field or a failing jq filter, ReaderGone, and what `pages` throws
 */
export async function printList(
  terminal: Terminal,
  pages: AsyncIterable<readonly Row[]>,
  options: ListOptions,
): Promise<number> {
  const { choice, columns, knownFields = [] } = options;
  const form = formOf(choice, terminal.outIsTerminal);
  const output = form === "ndjson" ? directOutput(terminal.write) : heldOutput(terminal.write);
  const fields = choice.fields ?? [];
  const known = [...columns.map((column) => column.path), ...knownFields];
  const write = form === "jq" ? jqWriter(terminal, choice.jq ?? ".") : undefined;
  const isJson = form === "json" || form === "ndjson" || form === "yaml" || form === "jq";
  const pick = isJson && fields.length > 0 ? picker(fields) : undefined;
  const writerFor = (rows: readonly Row[]): ListWriter =>
    write ??
    listWriter(form === "jq" ? "json" : form, {
      columns: columnsFor(fields, columns, rows),
      reader: {
        person: form === "table" && terminal.outIsTerminal,
        now: options.now ?? Date.now(),
      },
      cells: cellFormOf(choice),
      screen: terminal.outIsTerminal ? terminal.width : undefined,
      style: terminal.style,
    });

  let writer: ListWriter | undefined;
  let count = 0;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    if (writer === undefined) {
      checkFields(fields, rows, known);
      writer = writerFor(rows);
    }
    count += rows.length;
    await output.write(await writer.page(pick === undefined ? rows : rows.map(pick)));
  }
  await output.write(await (writer ?? writerFor([])).end());
  await output.end();
  if (count === 0 && !isJson) terminal.note(options.none);
  return count;
}

/** Collects the list, since a jq filter sees it as one array. */
function jqWriter(terminal: Terminal, program: string): ListWriter {
  const list: Row[] = [];
  return {
    page(rows) {
      for (const row of rows) list.push(row);
      return "";
    },
    async end() {
      const { jqOutput } = await import("./jq-output.ts");
      return jqOutput(program, list, terminal.outIsTerminal);
    },
  };
}
