/** Shows what a docs site is made of: to people as an indented list, to programs as it is. */

import type { Column, Context, JsonObject, JsonValue, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/site.ts";
import { objectIn } from "../contract/wire.ts";

const columns: readonly Column[] = [
  { header: "ID", path: "id" },
  { header: "TITLE", path: "outline", wide: true },
  { header: "KIND", path: "object" },
  { header: "PATH", path: "path" },
  { header: "DEFAULT", path: "default", as: "flag" },
  { header: "SPACE", path: "space.id" },
  { header: "CONDITION", path: "condition", wide: true },
];

export async function showStructure(
  context: Context,
  input: Input<typeof contract.structure>,
): Promise<Result> {
  const { value } = await (await context.client()).call(contract.structure, input);
  const record = objectIn(value);
  const { fields, format = "table", jq } = context.choice;
  const isForPeople = fields === undefined && jq === undefined && !asItIs.includes(format);
  if (!isForPeople) return { record };
  const none = "Nothing stands on the docs site.";
  return { list: onePage(rowsOf(record.structure, 0)), columns, none };
}

/** The forms that show an object whole. */
const asItIs: readonly string[] = ["json", "ndjson", "yaml"];

async function* onePage(rows: readonly JsonObject[]) {
  yield rows;
}

/** Every part with what it holds below it, one dot deeper: spaces in front of a cell may be trimmed. */
function rowsOf(items: JsonValue | undefined, depth: number): JsonObject[] {
  return listIn(items).flatMap((item) => {
    const title = typeof item.title === "string" ? item.title : "";
    const held = [...listIn(item.children), ...listIn(item.siteSpaces)];
    return [{ ...item, outline: ". ".repeat(depth) + title }, ...rowsOf(held, depth + 1)];
  });
}

function listIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}
