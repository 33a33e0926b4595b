/** The lines that say what became of each item. */

import { requestOf } from "../../client/request.ts";
import type { Column, Context, JsonObject } from "../../context.ts";
import { asInput } from "../input.ts";
import type { Item } from "./items.ts";
import type { Entry } from "./journal-text.ts";
import { type Ended, idOf } from "./workers.ts";

export const rowColumns: readonly Column[] = [
  { header: "ITEM", path: "item", wide: true },
  { header: "STATUS", path: "status" },
  { header: "ID", path: "id" },
  { header: "ERROR", path: "error", wide: true },
];

/** Every field that a line may have. */
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

export function rowOf(item: Item, outcome: Ended): JsonObject {
  if (outcome.is === "done") {
    return withId(item, "done", idOf(item, outcome), { record: outcome.record });
  }
  const { code, message, hint, requestId } = outcome.report;
  return withId(item, outcome.is, item.target, {
    code,
    error: message,
    ...(hint !== undefined && { hint }),
    ...(requestId !== undefined && { requestId }),
  });
}

/** Done before, so it was skipped now. */
export function skippedRow(item: Item, entry: Entry): JsonObject {
  return withId(item, "skipped", entry.id ?? item.target, {});
}

/** Accepted before, and not asked for again. */
export function pendingRow(item: Item, entry: Entry): JsonObject {
  return lookRow(item, entry, "pending", {
    code: "pending",
    error: "It was accepted before and not done then; look whether it is done now.",
  });
}

/** Perhaps done before, and not repeated. */
export function unknownRow(item: Item, entry: Entry): JsonObject {
  return lookRow(item, entry, "unknown", {
    code: "partial",
    error: "It may have been carried out before; look before you repeat it with --retry-unknown.",
  });
}

/** @param more what is said of the item before the command that looks what became of it */
function lookRow(item: Item, { requestId }: Entry, status: string, more: JsonObject): JsonObject {
  const { endpoint, input } = item.assembled;
  // Only the path is of interest, which is below any address.
  const anywhere = new URL("https://platform.invalid/v1/");
  const look = endpoint && requestOf(endpoint, asInput(input), anywhere).check;
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

/** The lines as they come, for a form that is written line by line; else all at the end, in order. */
export interface RowStream {
  readonly push: (row: JsonObject) => void;
  readonly end: () => void;
  readonly pages: AsyncIterable<readonly JsonObject[]>;
}

/** @param complete makes a suggested command of a line one that works when it is pasted */
export function rowStream(
  { choice }: Context,
  complete: (hint: string, number: number) => Promise<string>,
): RowStream {
  const isStreamed = choice.format === "ndjson";
  let rows: JsonObject[] = [];
  let isOver = false;
  let wake = () => {};
  async function* pages() {
    for (;;) {
      if (isOver || (isStreamed && rows.length > 0)) {
        const page = rows;
        rows = [];
        yield await Promise.all(
          inOrder(page)
            .filter((row) => choice.format !== "id" || isNamed(row))
            .map(async (row) =>
              typeof row.hint === "string"
                ? { ...row, hint: await complete(row.hint, Number(row.number)) }
                : row,
            ),
        );
        if (isOver && rows.length === 0) return;
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
      isOver = true;
      wake();
    },
    pages: pages(),
  };
}

/** Where only ids are printed, those of what was done are. */
function isNamed({ id, status }: JsonObject): boolean {
  return id !== undefined && (status === "done" || status === "skipped");
}

function inOrder(rows: readonly JsonObject[]): JsonObject[] {
  return [...rows].sort((a, b) => Number(a.number) - Number(b.number));
}
