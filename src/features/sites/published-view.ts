/** Terminal view of a published site: what a visitor sees of it. */
import type { Context, JsonObject, Result } from "../../context.ts";
import { asObject, asText } from "../../json/values.ts";
import { listTree } from "../workspace/tree.ts";
import { drawPart, structureColumns } from "./structure.ts";

export async function viewPublished(
  { site, structure }: JsonObject,
  context: Context,
): Promise<Result> {
  const { title, id, visibility, urls } = asObject(site);
  const tree = await listTree(context, asObject(structure), {
    member: "structure",
    below: ["children", "siteSpaces"],
    columns: structureColumns,
    drawn: drawPart,
    none: "The visitor sees no content.",
  });
  if (tree === undefined || !("view" in tree)) return tree;
  const header = [
    [
      { text: asText(title), tone: "bold" },
      `  ${asText(visibility)}  `,
      { text: asText(id), tone: "dim" },
    ],
    [{ text: asText(asObject(urls ?? {}).published), tone: "cyan" }],
    [],
  ] as const;
  return { ...tree, view: [{ lines: header }, ...tree.view] };
}
