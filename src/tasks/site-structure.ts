/** Shows what a docs site is made of: to people as an indented list, to programs as it is. */

import type { Column, Context, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/site.ts";
import { objectIn } from "../json/values.ts";
import { listTree } from "./tree.ts";

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
  const none = "Nothing stands on the docs site.";
  const below = ["children", "siteSpaces"];
  return listTree(context, record, { member: "structure", below, columns, none });
}
