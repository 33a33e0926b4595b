/** Numbers of trees, in the keys of caches. */
import type { ContentTree } from "./tree.ts";

const treeNumbers = new WeakMap<ContentTree, number>();
// Process-wide: it only distinguishes trees, each of which belongs to one platform.
let lastNumber = 0;

export function getTreeNumber(tree: ContentTree): number {
  const number = treeNumbers.get(tree) ?? ++lastNumber;
  treeNumbers.set(tree, number);
  return number;
}
