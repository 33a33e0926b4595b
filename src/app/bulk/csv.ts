/** Parses CSV; the one file that loads csv-parse. */
import type { CsvError } from "csv-parse/sync";
import { UsageError } from "../../errors.ts";

export interface CsvLine {
  /** The line that it begins on, from 1; a quoted cell may span several lines. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a CSV, its header first; empty lines are skipped. Cells are separated by commas,
 * semicolons or tabs, whichever the first line has.
 * @throws UsageError naming the line
 */
export async function readCsv(name: string, text: string): Promise<readonly CsvLine[]> {
  const { CsvError, parse } = await import("csv-parse/sync");
  try {
    const records: CsvLine[] = [];
    parse(text, {
      bom: true,
      delimiter: parseDelimiter(text),
      skip_empty_lines: true,
      on_record(cells: string[], { lines }) {
        records.push({ line: lines - linesIn(cells), cells });
      },
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${name}:${findFault(error)}.`);
    throw error;
  }
}

/** Our own words: the parser's would repeat the content of a cell, which may be secret. */
function findFault({ code, lines }: CsvError): string {
  switch (code) {
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
      return `${lines} has more or fewer cells than the header`;
    case "CSV_QUOTE_NOT_CLOSED":
      return `${lines} begins a cell with a quotation mark that is never closed`;
    default:
      return `${lines} has a quotation mark inside a cell; put the cell into quotation marks, and double those in it`;
  }
}

/** The line breaks inside cells: the parser gives the line that a record ends on. */
function linesIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function parseDelimiter(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.includes("\t")) return "\t";
  return first.includes(";") && !first.includes(",") ? ";" : ",";
}
