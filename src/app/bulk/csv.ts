/** CSV parser. No other module loads csv-parse. */
import type { CsvError } from "csv-parse/sync";
import { UsageError } from "../../errors.ts";

export interface CsvLine {
  /** Number of its first line, from 1; a quoted cell can span several lines. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a CSV file, header first, without empty lines. The separator is a comma, semicolon
 * or tab: the one that the first line uses.
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

/** The parser's own messages repeat the content of a cell, which may be secret. */
function findFault({ code, lines }: CsvError): string {
  switch (code) {
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
      return `${lines} has a different number of cells than the header`;
    case "CSV_QUOTE_NOT_CLOSED":
      return `${lines} has an unclosed quotation mark`;
    default:
      return `${lines} has an unescaped quotation mark in a cell. Enclose the cell in quotation marks and double those inside it`;
  }
}

/** Counts line breaks inside cells, because the parser reports the last line of a record. */
function linesIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function parseDelimiter(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.includes("\t")) return "\t";
  return first.includes(";") && !first.includes(",") ? ";" : ",";
}
