/** Lists the pages of a space. */

import type { Column, Context, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/page.ts";
import { objectIn } from "../json/values.ts";
import { listTree } from "./tree.ts";

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
  const none = "The space has no pages.";
  return listTree(context, record, { member: "pages", below: ["pages"], columns, none });
}
