/** Reads what is needed to resolve the links of a tree. */
import type { Queries } from "../../../database/tables.ts";
import { factsOfDocuments } from "../documents.ts";
import type { Tree } from "../tree.ts";
import { indexOf } from "../tree-index.ts";
import type { LinkedTree } from "./resolve.ts";

export async function readLinked(db: Queries, spaceId: string, tree: Tree): Promise<LinkedTree> {
  const hashes: string[] = [];
  for (const { page } of indexOf(tree).pages.values()) {
    if (page.document !== undefined) hashes.push(page.document);
  }
  for (const { document } of tree.reusableContents) {
    if (document !== undefined) hashes.push(document);
  }
  return { tree, facts: await factsOfDocuments(db, spaceId, hashes) };
}
