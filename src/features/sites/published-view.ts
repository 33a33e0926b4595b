/** Terminal view of a published site: what a visitor sees of it. */
import type { Context, JsonObject, Result } from "../../context.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { listTree } from "../workspace/tree.ts";
import { drawPart, structureColumns } from "./structure.ts";

export async function viewPublished(
  { site, structure }: JsonObject,
  context: Context,
): Promise<Result> {
  const { title, id, visibility, urls } = objectIn(site);
  const tree = await listTree(context, objectIn(structure), {
    member: "structure",
    below: ["children", "siteSpaces"],
    columns: structureColumns,
    drawn: drawPart,
    none: "The visitor sees no content.",
  });
  if (tree === undefined || !("view" in tree)) return tree;
  const header = [
    [
      { text: textIn(title), tone: "bold" },
      `  ${textIn(visibility)}  `,
      { text: textIn(id), tone: "dim" },
    ],
    [{ text: textIn(objectIn(urls ?? {}).published), tone: "cyan" }],
    [],
  ] as const;
  return { ...tree, view: [{ lines: header }, ...tree.view] };
}
