/** Lists the pages of a space: to people each on a line below what holds it, to programs as they are. */

import type { Column, Context, JsonObject, JsonValue, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/page.ts";
import { objectIn } from "../contract/wire.ts";

const columns: readonly Column[] = [
  { header: "ID", path: "id" },
  { header: "TITLE", path: "outline", wide: true },
  { header: "TYPE", path: "type" },
  { header: "PATH", path: "path", wide: true },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

export async function list(context: Context, input: Input<typeof contract.list>): Promise<Result> {
  const { value } = await (await context.client()).call(contract.list, input);
  const record = objectIn(value);
  const { fields, jq, format = "table" } = context.choice;
  const isWhole = fields !== undefined || jq !== undefined || asItIs.includes(format);
  if (isWhole) return { record };
  const rows = rowsOf(record.pages, 0);
  return { list: onePage(rows), columns, none: "The space has no pages." };
}

/** The forms that show an object whole. */
const asItIs: readonly string[] = ["json", "ndjson", "yaml"];

async function* onePage(rows: readonly JsonObject[]) {
  yield rows;
}

/** Spaces in front of a cell may be trimmed, so dots show how deep a page stands. */
function rowsOf(items: JsonValue | undefined, depth: number): JsonObject[] {
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const { pages, ...page } = objectIn(item);
    const title = typeof page.title === "string" ? page.title : "";
    return [{ ...page, outline: ". ".repeat(depth) + title }, ...rowsOf(pages, depth + 1)];
  });
}
