/** The rows of output, one for each item. */

import { buildRequest } from "../../client/request.ts";
import type { Column, Context, JsonObject } from "../../context.ts";
import { asInput } from "../resolve/input.ts";
import type { Item } from "./items.ts";
import type { JournalEntry } from "./journal-text.ts";
import { type FinalOutcome, findId } from "./workers.ts";

/** @param titles what people call the items, as far as it is known, by `item` */
export function rowColumns(titles: ReadonlyMap<string, string>): readonly Column[] {
  return [
    { header: "ITEM", path: "item", as: "title", wide: true, titles },
    { header: "STATUS", path: "status", as: "state" },
    { header: "ID", path: "id", as: "id" },
    { header: "ERROR", path: "error", wide: true },
  ];
}

/** The title of an item: of the answer, the name that was given for it, or the title that it asks for. */
export function toTitle({ at, target, assembled, location }: Item, outcome: FinalOutcome) {
  const { input, named } = assembled;
  const known = [
    ...(outcome.is === "done" ? [outcome.record.title, outcome.record.subject] : []),
    named.find(({ id }) => id === target)?.title,
    input.title,
    input.subject,
  ];
  const title = known.find((one) => typeof one === "string" && one !== "");
  if (title === undefined) return at;
  // Where it stands in the file is where to mend it.
  return outcome.is === "done" || location === undefined ? String(title) : `${title} (${at})`;
}

/** Every field that a row may have. */
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

export function toRow(item: Item, outcome: FinalOutcome): JsonObject {
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

/** The row of an item that an earlier run has done. */
export function skippedRow(item: Item, entry: JournalEntry): JsonObject {
  return withId(item, "skipped", entry.id ?? item.target, {});
}

/** The row of an item that was accepted before and is not sent again. */
export function pendingRow(item: Item, entry: JournalEntry): JsonObject {
  return checkRow(item, entry, "pending", {
    code: "pending",
    error: "It was accepted before and not done then; look whether it is done now.",
  });
}

/** The row of an item that may have been done before and is not repeated. */
export function unknownRow(item: Item, entry: JournalEntry): JsonObject {
  return checkRow(item, entry, "unknown", {
    code: "partial",
    error: "It may have been carried out before; look before you repeat it with --retry-unknown.",
  });
}

/** @param more its fields beside the hint, which is a command that shows what happened to the item */
function checkRow(
  item: Item,
  { requestId }: JournalEntry,
  status: string,
  more: JsonObject,
): JsonObject {
  const { endpoint, input } = item.assembled;
  // Only the path matters, which is the same below any address.
  const anyBase = new URL("https://platform.invalid/v1/");
  const look = endpoint && buildRequest(endpoint, asInput(input), anyBase).check;
  return withId(item, status, item.target, {
    ...more,
    ...(look !== undefined && { hint: `tome api GET ${look}` }),
    ...(requestId !== undefined && { requestId }),
  });
}

function withId(
  { number, at, target }: Item,
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

/** The rows as they come, if the form is written line by line; else all at the end, in order. */
export interface RowStream {
  readonly push: (row: JsonObject) => void;
  readonly end: () => void;
  readonly pages: AsyncIterable<readonly JsonObject[]>;
}

/** @param complete makes the suggested command of a row one that works when it is pasted */
export function rowStream(
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
