/** Names the blocks of a rich text, so that comments and links can point at them. */
import type { Document, Node } from "../contract/document.model.ts";
import { canonicalText, computeHash } from "../json/canonical.ts";

const keyLength = 12;

/**
 * A copy in which every block has a key. A key that is there stays; one that is made comes from
 * what the block says, so that an edit elsewhere in the document, and reading the same text anew,
 * leave it is.
 */
export function keyed(document: Document): Document {
  const taken: Taken = new Map();
  collect(document.nodes, taken);
  return { ...document, nodes: named(document.nodes, taken) };
}

/** The keys that are there, each with the number from which on it may be free with one. */
type Taken = Map<string, number>;

function collect(nodes: readonly Node[], taken: Taken): void {
  for (const node of nodes) {
    if (node.key !== undefined) taken.set(node.key, 1);
    collect(node.fragments ?? [], taken);
    collect(node.nodes ?? [], taken);
  }
}

function named(nodes: readonly Node[], taken: Taken): Node[] {
  return nodes.map((node) => {
    const key = node.key ?? (node.object === "block" ? keyFor(node, taken) : undefined);
    return {
      ...node,
      ...(key !== undefined && { key }),
      ...(node.fragments && { fragments: named(node.fragments, taken) }),
      ...(node.nodes && { nodes: named(node.nodes, taken) }),
    };
  });
}

function keyFor(node: Node, taken: Taken): string {
  const made = computeHash(canonicalText(node)).slice(0, keyLength);
  let key = made;
  let number = taken.get(made) ?? 1;
  // Thousands of equal blocks are not counted anew for each.
  while (taken.has(key)) key = `${made}-${number++}`;
  taken.set(key, 1).set(made, number);
  return key;
}
