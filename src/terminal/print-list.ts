/** Prints a list in the selected format, page by page as it is received. */
import { type PrintedColumn, selectColumns } from "./column.ts";
import { createPicker } from "./formats/field-selection.ts";
import {
  checkColumns,
  checkFields,
  getCellForm,
  getFormat,
  type OutputChoice,
  refuseSameColumn,
} from "./formats/output-choice.ts";
import { type ListWriter, listWriter } from "./list-writer.ts";
import type { PrintedRow } from "./row.ts";
import type { Terminal } from "./terminal.ts";

export interface PrintListOptions {
  /** In the order of printing; empty shows every field of the first page. */
  readonly columns: readonly PrintedColumn[];
  /** Printed on standard error if the list is empty: "There are no spaces." */
  readonly none: string;
  readonly choice: OutputChoice;
  /**
   * Dotted paths that are valid for `--json` even if no item has them, in addition to those of the
   * columns.
   */
  readonly knownFields?: readonly string[];
  /** Whether items arrive over time, so that JSON is printed as NDJSON. */
  readonly asLines?: boolean;
  /** Whether each page is printed when it arrives, in a format without an end. */
  readonly isFollowed?: boolean;
  /** The reference for relative times, in milliseconds since 1970; by default the current time. */
  readonly now?: number;
}

/**
 * Prints the items and resolves to their number. If the list fails, nothing was printed, unless it
 * is longer than 8 MiB or NDJSON; JSON then lacks its closing bracket.
 * @throws UsageError for an unknown field or a failing jq filter, ReaderGone, and the errors of
 *   `pages`
 */
export async function printList(
  terminal: Terminal,
  pages: AsyncIterable<readonly PrintedRow[]> | Iterable<readonly PrintedRow[]>,
  options: PrintListOptions,
): Promise<number> {
  const { choice, columns, knownFields = [], isFollowed = false, asLines = false } = options;
  const chosenForm = getFormat(choice, terminal.outIsTerminal);
  const form = (asLines || isFollowed) && chosenForm === "json" ? "ndjson" : chosenForm;
  const isDirect = form === "ndjson" || isFollowed;
  const output = isDirect ? createDirectOutput(terminal.write) : bufferOutput(terminal.write);
  const fields = choice.fields ?? [];
  const chosen = choice.columns ?? fields;
  const known = [...columns.map((column) => column.path), ...knownFields];
  const openJq = isFollowed ? createJqLines : createJqWriter;
  const write = form === "jq" ? openJq(terminal, choice.jq ?? ".") : undefined;
  const isJson = form === "json" || form === "ndjson" || form === "yaml" || form === "jq";
  const pick = isJson && fields.length > 0 ? createPicker(fields) : undefined;
  const person = form === "table" && terminal.outIsTerminal;
  const writerFor = (rows: readonly PrintedRow[]): ListWriter =>
    write ??
    listWriter(form === "jq" ? "json" : form, {
      columns: selectColumns(chosen, columns, rows, person),
      isChosen: chosen.length > 0,
      reader: { person, now: options.now ?? Date.now(), brief: !terminal.accessible },
      cells: getCellForm(choice),
      header: choice.header === true,
      isFollowed,
      screen: terminal.outIsTerminal ? terminal.width : undefined,
      style: terminal.style,
      leaveOut: (headers) => {
        leftOut = headers;
      },
    });

  let leftOut: readonly string[] = [];
  let writer: ListWriter | undefined;
  let count = 0;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    if (writer === undefined) {
      checkFields(fields, rows, known);
      checkColumns(choice.columns ?? [], columns, rows, known);
      refuseSameColumn(choice.columns ?? [], columns);
      writer = writerFor(rows);
    }
    count += rows.length;
    await output.write(await writer.page(pick === undefined ? rows : rows.map(pick)));
  }
  await output.write(await (writer ?? writerFor([])).end());
  await output.end();
  if (leftOut.length > 0) {
    terminal.aside(
      `Hidden for lack of space: ${inWords(leftOut)}. Use --columns to select columns.`,
    );
  }
  if (count === 0 && !isJson) terminal.note(options.none);
  return count;
}

function inWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter((part) => part !== "").join(" and ");
}

/** Collects the list, because a jq filter gets it as one array. */
function createJqWriter(terminal: Terminal, program: string): ListWriter {
  const list: PrintedRow[] = [];
  return {
    page(rows) {
      for (const row of rows) list.push(row);
      return "";
    },
    async end() {
      const { applyJq } = await import("./formats/jq.ts");
      return applyJq(program, list, terminal.outIsTerminal);
    },
  };
}

/** Filters each item of a list without an end. */
function createJqLines(terminal: Terminal, program: string): ListWriter {
  return {
    async page(rows) {
      const { applyJq } = await import("./formats/jq.ts");
      const texts: string[] = [];
      for (const row of rows) texts.push(await applyJq(program, row, terminal.outIsTerminal));
      return texts.join("");
    },
    end: () => "",
  };
}

/** In characters; longer output is written as it arrives. */
const LARGEST_BUFFER = 8 * 1024 * 1024;

interface ListOutput {
  write(text: string): Promise<void>;
  /** Writes the rest; called only if everything succeeded. */
  end(): Promise<void>;
}

/** Output that is written at its end, so that a failing command prints nothing. */
export function bufferOutput(write: (text: string) => Promise<void>): ListOutput {
  let buffer: string[] | undefined = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const text = buffer?.join("") ?? "";
    buffer = undefined;
    if (text !== "") await write(text);
  };
  return {
    async write(text) {
      if (buffer === undefined) {
        await write(text);
        return;
      }
      buffer.push(text);
      size += text.length;
      if (size > LARGEST_BUFFER) await flush();
    },
    end: flush,
  };
}

/** Output that is written immediately. */
function createDirectOutput(write: (text: string) => Promise<void>): ListOutput {
  return { write, end: async () => {} };
}
