/** The rows of output, one for each item. */

import { buildRequest } from "../../client/request.ts";
import type { Context, JsonObject, PrintedColumn } from "../../context.ts";
import { isList } from "../../json/values.ts";
import { asInput } from "../resolve/input.ts";
import type { BulkItem } from "./items.ts";
import type { JournalEntry } from "./journal-text.ts";
import { type FinalOutcome, findId } from "./workers.ts";

/**
 * @param titles of the items by `item`, as far as they are known
 * @param isForPerson without the hints, which would shorten the errors in a table
 */
export function createRowColumns(
  titles: ReadonlyMap<string, string>,
  isForPerson: boolean,
): readonly PrintedColumn[] {
  return [
    { header: "ITEM", path: "item", as: "title", wide: true, titles },
    { header: "STATUS", path: "status", as: "state" },
    { header: "ID", path: "id", as: "id" },
    { header: "ERROR", path: "error", wide: true },
    ...(isForPerson ? [] : [{ header: "HINT", path: "hint" }]),
  ];
}

/** Fields whose value identifies a resource for a reader, the best first. */
const naming = ["title", "subject", "name", "source", "url", "slug", "emails"];

/**
 * The title of an item: from the response, else its name on the command line, else the title in its
 * request.
 */
export function toTitle({ at, target, assembled, location }: BulkItem, outcome: FinalOutcome) {
  const { input, named } = assembled;
  const known = [
    ...(outcome.is === "done" ? [outcome.record.title, outcome.record.subject] : []),
    named.find(({ id }) => id === target)?.title,
    ...naming.map((name) => input[name]),
  ].map((one) => (isList(one) && one.length === 1 ? one[0] : one));
  const title = known.find((one) => typeof one === "string" && one !== "");
  if (title === undefined) return at;
  // The location in the file is where the user fixes it.
  return outcome.is === "done" || location === undefined ? String(title) : `${title} (${at})`;
}

/** All fields that a row can have. */
export const rowFields = [
  "number",
  "item",
  "status",
  "target",
  "id",
  "code",
  "error",
  "hint",
  "requestId",
  "record",
];

export function toRow(item: BulkItem, outcome: FinalOutcome): JsonObject {
  if (outcome.is === "done") {
    return withId(item, "done", findId(item, outcome), { record: outcome.record });
  }
  const { code, message, hint, requestId } = outcome.report;
  return withId(item, outcome.is, item.target, {
    code,
    error: message,
    ...(hint !== undefined && { hint }),
    ...(requestId !== undefined && { requestId }),
  });
}

/** The row of an item that an earlier run completed. */
export function toSkippedRow(item: BulkItem, entry: JournalEntry): JsonObject {
  return withId(item, "skipped", entry.id ?? item.target, {});
}

/** The row of an item that was accepted by an earlier run and is not sent again. */
export function toPendingRow(item: BulkItem, entry: JournalEntry): JsonObject {
  return checkRow(item, entry, "pending", {
    code: "pending",
    error:
      "An earlier run sent this request, and it was still pending. Check it, and remove the item if it is done.",
  });
}

/** The row of an item with an unknown outcome that is not retried. */
export function toUnknownRow(item: BulkItem, entry: JournalEntry): JsonObject {
  return checkRow(item, entry, "unknown", {
    code: "partial",
    error: "The outcome of an earlier attempt is unknown. Check it before you use --retry-unknown.",
  });
}

/** @param more its other fields; the hint is a command that shows the result of the item */
function checkRow(
  item: BulkItem,
  { requestId }: JournalEntry,
  status: string,
  more: JsonObject,
): JsonObject {
  const { endpoint, input } = item.assembled;
  // Only the path matters; it is the same below any base URL.
  const anyBase = new URL("https://platform.invalid/v1/");
  const look = endpoint && buildRequest(endpoint, asInput(input), anyBase).check;
  return withId(item, status, item.target, {
    ...more,
    ...(look !== undefined && { hint: `tome api GET ${look}` }),
    ...(requestId !== undefined && { requestId }),
  });
}

function withId(
  { number, at, target }: BulkItem,
  status: string,
  id: string | undefined,
  more: JsonObject,
): JsonObject {
  return {
    number,
    item: at,
    status,
    ...(target !== undefined && { target }),
    ...(id !== undefined && { id }),
    ...more,
  };
}

/** Prints rows as they arrive if the format is written line by line, else all at the end, in order. */
export interface RowStream {
  readonly push: (row: JsonObject) => void;
  readonly end: () => void;
  readonly pages: AsyncIterable<readonly JsonObject[]>;
}

/** @param complete turns the suggested command of a row into one that can be pasted */
export function createRowStream(
  { choice }: Context,
  complete: (hint: string, number: number) => Promise<string>,
): RowStream {
  const isStreamed = choice.format === "ndjson";
  let rows: JsonObject[] = [];
  let hasEnded = false;
  let wake = () => {};
  async function* pages() {
    for (;;) {
      if (hasEnded || (isStreamed && rows.length > 0)) {
        const page = rows;
        rows = [];
        yield await Promise.all(
          inOrder(page)
            .filter((row) => choice.format !== "id" || hasPrintedId(row))
            .map(async (row) =>
              typeof row.hint === "string"
                ? { ...row, hint: await complete(row.hint, Number(row.number)) }
                : row,
            ),
        );
        if (hasEnded && rows.length === 0) return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  return {
    push(row) {
      rows.push(row);
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
    pages: pages(),
  };
}

/** With `--format id`, only rows that are done are printed. */
function hasPrintedId({ id, status }: JsonObject): boolean {
  return id !== undefined && (status === "done" || status === "skipped");
}

function inOrder(rows: readonly JsonObject[]): JsonObject[] {
  return [...rows].sort((a, b) => Number(a.number) - Number(b.number));
}
