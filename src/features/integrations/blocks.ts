/** Blocks of the integrations on a space, one row for each. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/integration.ts";
import { asObject, isList } from "../../json/values.ts";

const columns: readonly PrintedColumn[] = [
  { header: "INTEGRATION", path: "integration" },
  { header: "BLOCK", path: "id" },
  { header: "TITLE", path: "title", as: "title" },
  { header: "DESCRIPTION", path: "description", wide: true },
  { header: "LINKS", path: "urlUnfurl", as: "list", wide: true },
];

export async function listBlocks(
  context: Context,
  input: { readonly spaceId: string },
): Promise<Result> {
  const { value } = await (await context.client()).call(contract.listBlocks, input);
  const integrations = isList(value) ? value.map(asObject) : [];
  const rows = integrations.flatMap(({ name, blocks }) =>
    isList(blocks)
      ? blocks.map((block) => ({ integration: String(name), ...asObject(block) }))
      : [],
  );
  return { list: [rows], columns, none: "No blocks." };
}
