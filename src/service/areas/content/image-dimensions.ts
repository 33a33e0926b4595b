/** Fills in how large the images of a tree are, from the bytes that its space has of them. */
import { LRUCache } from "lru-cache";
import type { Queries } from "../../database/tables.ts";
import { type Dimensions, headLength, measureImage } from "../../engines/image-size.ts";
import { getFileHead } from "./blobs.ts";
import type { File, Tree } from "./tree.ts";

/** Images that do not tell their size, by their hashes, so that each is looked at once. */
const unmeasured = new LRUCache<string, true>({ max: 10_000 });

/** @returns the tree itself where nothing is to be filled in */
export async function withImageDimensions(db: Queries, space: string, tree: Tree): Promise<Tree> {
  const found = new Map<string, Dimensions>();
  for (const { hash, contentType } of tree.files.filter(isToMeasure)) {
    const head = await getFileHead(db, space, hash, headLength(contentType));
    const dimensions = head && (await measureImage(head));
    if (dimensions) found.set(hash, dimensions);
    else if (head) unmeasured.set(hash, true);
  }
  if (found.size === 0) return tree;
  const files = tree.files.map((file) => {
    const dimensions = isToMeasure(file) ? found.get(file.hash) : undefined;
    return dimensions ? { ...file, dimensions } : file;
  });
  return { ...tree, files };
}

function isToMeasure({ contentType, dimensions, hash }: File): boolean {
  return dimensions === undefined && contentType.startsWith("image/") && !unmeasured.has(hash);
}
