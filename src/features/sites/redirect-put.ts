/** Bulk creation, update, publication and deletion of redirects from a file. */
import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import { check } from "../../contract/check.ts";
import type { Upsert } from "../../contract/site-redirect.model.ts";
import * as contract from "../../contract/site-redirect.ts";
import { mostRedirectsAtOnce } from "../../contract/site-redirect-values.ts";
import { type Finding, IncompleteError, UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import type { InputRow, InputRows } from "../../json/rows.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { asObject, asObjects, asText, isObject } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { openDestinations } from "./redirect-destination.ts";

interface RedirectPutInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly file: string;
}

const columns = ["source", "destination", "intent", "captureWildcard", "permanent"] as const;
/** Columns by their names in lower case, including alternative names. */
const columnsByName: ReadonlyMap<string, (typeof columns)[number]> = new Map([
  ...columns.map((one) => [one.toLowerCase(), one] as const),
  ["to", "destination"],
  ["capture", "captureWildcard"],
]);

/** Maximum number of invalid rows in an error. */
const maximumNamed = 50;

const resultColumns: readonly PrintedColumn[] = [
  { header: "SOURCE", path: "source", as: "title", wide: true },
  { header: "STATUS", path: "status", as: "state" },
  { header: "DRAFT", path: "draft", as: "flag", usual: "no" },
  { header: "ID", path: "id", as: "id" },
  { header: "ERROR", path: "error", wide: true },
];

const help = "tome site redirect put --help";

export async function putRedirects(context: Context, input: RedirectPutInput): Promise<Result> {
  const { file, ...of } = input;
  const read = await context.readRows(file);
  const rows = read.rows.filter((row) => !isBlank(row, read)).map((row) => nameRow(row, read));
  if (rows.length === 0) throw new UsageError(`${read.name} has no rows.`, help);
  const destinations = openDestinations(context, of);
  const redirects = await loadRedirects(rows, read, destinations);
  const removed = redirects.filter((one) => "destination" in one && one.destination === null);
  if (removed.length > 0) {
    const what = formatCount(removed.length, "redirect");
    await confirm(context, `tome site redirect put --file ${file}`, () => {
      const named = removed.slice(0, 5).map(({ source }) => source);
      const more = removed.length > named.length ? ", …" : "";
      return `Delete ${what} without a destination in ${read.name} (${named.join(", ")}${more})?`;
    });
  }
  const client = await context.client();
  const results: JsonObject[] = [];
  for (let start = 0; start < redirects.length; start += mostRedirectsAtOnce) {
    const some = redirects.slice(start, start + mostRedirectsAtOnce);
    const { value } = await client.call(contract.put, { ...of, redirects: some });
    for (const one of asObjects(asObject(value).results)) results.push(one);
  }
  const count = (status: string) => results.filter((one) => one.status === status).length;
  const failed = count("error");
  const clauses = ["created", "updated", "published", "deleted"]
    .map((status) => [count(status), status] as const)
    .filter(([number]) => number > 0)
    .map(([number, status]) => `${number} ${status}`);
  const findings = results.flatMap((one, at) =>
    one.status === "error" ? [toFinding(asText(one.error), rows[at]?.row, file)] : [],
  );
  return {
    list: [results],
    columns: resultColumns,
    none: "No results.",
    notes: () => [`Redirects in ${read.name}: ${clauses.join(", ") || "none changed"}.`],
    findings: () => findings,
    unsettled: () =>
      failed === 0
        ? undefined
        : new IncompleteError(
            "partial",
            `${failed} of ${results.length} redirects were refused. The others were applied.`,
          ),
  };
}

function toFinding(message: string, row: InputRow | undefined, file: string): Finding {
  return {
    rule: "redirect",
    level: "error",
    message: row === undefined ? message : `${row.at}: ${message}`,
    location: { file, line: row?.line },
  };
}

interface NamedRow {
  readonly row: InputRow;
  readonly values: ReadonlyMap<string, JsonValue>;
}

function nameRow(row: InputRow, { name }: InputRows): NamedRow {
  const values = new Map<string, JsonValue>();
  for (const [column, value] of row.cells) {
    const columnName = columnsByName.get(column.trim().toLowerCase());
    if (columnName === undefined) {
      throw new UsageError(
        `Unknown column ${column} in ${name}. Columns: ${columns.join(", ")}.`,
        help,
      );
    }
    values.set(columnName, value);
  }
  return { row, values };
}

/** A row of a table that has only separators. */
function isBlank({ cells }: InputRow, { isTable }: InputRows): boolean {
  return isTable && [...cells.values()].every((value) => asText(value).trim() === "");
}

/** @throws UsageError with all invalid rows */
async function loadRedirects(
  rows: readonly NamedRow[],
  { name, isTable }: InputRows,
  destinations: ReturnType<typeof openDestinations>,
): Promise<readonly Upsert[]> {
  const redirects: Upsert[] = [];
  const invalid: UsageError[] = [];
  for (const row of rows) {
    try {
      redirects.push(await loadRedirect(row, isTable, destinations));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      invalid.push(error);
    }
  }
  const [first] = invalid;
  if (first === undefined) return redirects;
  if (invalid.length === 1) throw new UsageError(`${first.message} No changes were made.`, help);
  const named = invalid.slice(0, maximumNamed).map(({ message }) => message);
  const more = invalid.length > maximumNamed ? [`${invalid.length - maximumNamed} more`] : [];
  throw new UsageError(
    `${invalid.length} of ${rows.length} rows of ${name} are invalid. No changes were made.`,
    help,
    [...named, ...more],
  );
}

/** @throws UsageError with the row, the column and the rule */
async function loadRedirect(
  { row, values }: NamedRow,
  isTable: boolean,
  destinations: ReturnType<typeof openDestinations>,
): Promise<Upsert> {
  const fields: Record<string, JsonValue> = {};
  for (const [column, value] of values) {
    if (column === "destination" || (isTable && value === "")) continue;
    const isFlag = column === "captureWildcard" || column === "permanent";
    fields[column] = isTable && isFlag ? parseTruth(row, column, asText(value)) : value;
    if (column === "source" && typeof value === "string") {
      fields[column] = normalizeSource(await destinations.toOwnPath(value.trim()));
    }
  }
  const destination = values.get("destination") ?? null;
  if (fields.intent === "publish") {
    if (destination !== null && destination !== "") {
      throw new UsageError(
        `${row.at} publishes a draft with the draft's destination. Leave the destination empty.`,
        help,
      );
    }
  } else if (fields.intent !== undefined && !["live", "draft"].includes(asText(fields.intent))) {
    throw new UsageError(
      `${row.at}: intent must be live, draft or publish, not ${writeJson(fields.intent)}.`,
      help,
    );
  } else if (typeof destination === "string" && destination !== "") {
    fields.destination = { ...(await destinations.named(destination, `${row.at}: destination`)) };
  } else {
    fields.destination = isObject(destination) ? destination : null;
  }
  const { redirects } = contract.put.input;
  const [fault] = await check({ redirects }, { redirects: [fields] });
  if (fault !== undefined) {
    const path = fault.path.slice(2).join(".");
    throw new UsageError(`${row.at}${path === "" ? "" : `: ${path}`} ${fault.rule}.`, help);
  }
  const { upserts } = await import("../../contract/site-redirect.model.ts");
  const [upsert] = upserts.parse([fields]);
  if (upsert === undefined) throw new Error(`${row.at} passed validation but is not a redirect.`);
  return upsert;
}

/** Without slashes at the end, and with other characters than those of URLs percent-encoded. */
function normalizeSource(source: string): string {
  const path = source.length > 1 ? withoutFinalSlashes(source) : source;
  return path.replace(/[^\p{ASCII}]+|[ "<>^`{|}\\]/gu, (text) => encodeURIComponent(text));
}

function parseTruth(row: InputRow, column: string, word: string): boolean {
  const lower = word.toLowerCase();
  if (["true", "yes", "1"].includes(lower)) return true;
  if (["false", "no", "0"].includes(lower)) return false;
  throw new UsageError(`${row.at}: ${column} must be true or false.`, help);
}
