/** Reader for the rows of a file: CSV, NDJSON or a JSON array. */
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { InputRow, InputRows } from "../../json/rows.ts";

/**
 * @param path `-` is standard input
 * @param read the text of the file, if it was read already
 * @throws UsageError naming the line that cannot be read
 */
export async function readRows(path: string, context: Context, read?: string): Promise<InputRows> {
  const name = formatRowsName(path);
  const text = read ?? (await context.readText(path));
  const form = detectFormat(path, text);
  const rows =
    form === "csv"
      ? await readCsvRows(name, text)
      : form === "json"
        ? await readArrayRows(name, text)
        : await readLineRows(name, text);
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  return { name, rows, columns, isTable: form === "csv" };
}

/** The name of the file in messages. */
export function formatRowsName(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** By the file extension, else by the first character: no CSV header starts with a bracket. */
function detectFormat(path: string, text: string): "csv" | "ndjson" | "json" {
  if (/\.(?:csv|tsv)$/i.test(path)) return "csv";
  if (/\.(?:ndjson|jsonl)$/i.test(path)) return "ndjson";
  const [first = ""] = /\S/.exec(text) ?? [];
  return first === "{" ? "ndjson" : first === "[" ? "json" : "csv";
}

async function readLineRows(name: string, text: string): Promise<InputRow[]> {
  const { readExactly } = await import("../../json/exact-reading.ts");
  const rows: InputRow[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const at = `${name}:${index + 1}`;
    const cells = toCells(
      at,
      readAt(at, () => readExactly(line)),
    );
    rows.push({ at, line: index + 1, cells });
  }
  return rows;
}

async function readArrayRows(name: string, text: string): Promise<InputRow[]> {
  const { readExactly } = await import("../../json/exact-reading.ts");
  const list = readAt(name, () => readExactly(text));
  if (!Array.isArray(list)) throw new UsageError(`${name} must be an array of objects.`);
  const items: readonly JsonValue[] = list;
  return items.map((item, index) => {
    const at = `${name}, item ${index + 1}`;
    return { at, cells: toCells(at, item) };
  });
}

function readAt(at: string, read: () => JsonValue): JsonValue {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${at} is not valid JSON: ${formatMessage(error)}.`);
  }
}

function toCells(at: string, value: JsonValue): ReadonlyMap<string, JsonValue> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`${at} must be an object such as {"title": "Guide"}.`);
  }
  return new Map(Object.entries(value as JsonObject));
}

/** Far above the number of fields of any command, or of columns that a directory exports. */
const mostColumns = 1000;

async function readCsvRows(name: string, text: string): Promise<InputRow[]> {
  if (text.trim() === "") return [];
  const { readCsv } = await import("./csv.ts");
  const [header, ...lines] = await readCsv(name, text);
  const columns = (header?.cells ?? []).map((column) => column.trim());
  if (columns.length > mostColumns) {
    throw new UsageError(
      `${name} has ${columns.length} columns; the maximum is ${mostColumns}. Remove columns.`,
    );
  }
  const twice = columns.find((column, index) => columns.indexOf(column) < index);
  if (twice !== undefined) throw new UsageError(`${name} has a duplicate column ${twice}.`);
  if (columns.includes("")) {
    throw new UsageError(`${name}:1 must be a header that names every column.`);
  }
  return lines.map(({ line, cells }) => ({
    at: `${name}:${line}`,
    line,
    cells: new Map(columns.map((column, index) => [column, cells[index] ?? ""])),
  }));
}

function formatMessage(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
