/** The content of a space, if the caller may read it. */
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { requireSpace, type SpaceAccess } from "../../core/space-rows.ts";
import { type Revision, readRevision, treeOf } from "./revisions.ts";
import type { File, Tree } from "./tree.ts";
import { indexOf, type TreePage } from "./tree-index.ts";

export interface ReadableContent {
  readonly found: SpaceAccess;
  readonly revision: Revision;
  readonly tree: Tree;
}

/** @throws Problem 404 if the caller may not see the space */
export async function requireContent(call: Call, spaceId: string): Promise<ReadableContent> {
  const found = await requireSpace(call, spaceId);
  const revision = await readRevision(call.db, found.row.revision_id);
  return { found, revision, tree: await treeOf(call.db, revision) };
}

/** @throws Problem 404 if there is no such page */
export function requirePage(tree: Tree, id: string): TreePage {
  const treePage = indexOf(tree).pages.get(id);
  if (treePage) return treePage;
  throw new Problem(404, `The space has no page ${id}; list its pages for their ids.`, {
    field: "pageId",
  });
}

/** @throws Problem 404 if there is no such file */
export function requireFile(tree: Tree, id: string): File {
  const file = indexOf(tree).files.get(id);
  if (file) return file;
  throw new Problem(404, `The space has no file ${id}; list its files for their ids.`, {
    field: "fileId",
  });
}
