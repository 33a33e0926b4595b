/** The content of a space, for whoever may read it. */
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { type FoundSpace, requireSpace } from "../../core/space-rows.ts";
import { type Revision, readRevision, treeOf } from "./revisions.ts";
import type { File, Tree } from "./tree.ts";
import { indexOf, type PlacedPage } from "./tree-index.ts";

export interface SeenContent {
  readonly found: FoundSpace;
  readonly revision: Revision;
  readonly tree: Tree;
}

/** @throws Problem 404 where the caller may not see the space */
export async function requireContent(call: Call, spaceId: string): Promise<SeenContent> {
  const found = await requireSpace(call, spaceId);
  const revision = await readRevision(call.db, found.row.revision_id);
  return { found, revision, tree: await treeOf(call.db, revision) };
}

/** @throws Problem 404 where there is no such page */
export function requirePage(tree: Tree, id: string): PlacedPage {
  const placed = indexOf(tree).pages.get(id);
  if (placed) return placed;
  throw new Problem(404, `The space has no page ${id}; list its pages for their ids.`, {
    field: "pageId",
  });
}

/** @throws Problem 404 where there is no such file */
export function requireFile(tree: Tree, id: string): File {
  const file = indexOf(tree).files.get(id);
  if (file) return file;
  throw new Problem(404, `The space has no file ${id}; list its files for their ids.`, {
    field: "fileId",
  });
}
