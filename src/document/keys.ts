/** Keys of blocks, which comments and links refer to. */
import type { Document, Node } from "../contract/document.model.ts";
import { computeHash, toCanonicalText } from "../json/canonical.ts";

const keyLength = 12;

/**
 * Returns a copy in which every block has a key. Existing keys are kept; new ones are derived from
 * the block's content, so that they survive edits elsewhere and a new import of the same text.
 */
export function addKeys(document: Document): Document {
  const usedKeys: UsedKeys = new Map();
  collect(document.nodes, usedKeys);
  return { ...document, nodes: assignKeys(document.nodes, usedKeys) };
}

/** Existing keys, each with the next free number. */
type UsedKeys = Map<string, number>;

function collect(nodes: readonly Node[], usedKeys: UsedKeys): void {
  for (const node of nodes) {
    if (node.key !== undefined) usedKeys.set(node.key, 1);
    collect(node.fragments ?? [], usedKeys);
    collect(node.nodes ?? [], usedKeys);
  }
}

function assignKeys(nodes: readonly Node[], usedKeys: UsedKeys): Node[] {
  return nodes.map((node) => {
    const key = node.key ?? (node.object === "block" ? createKey(node, usedKeys) : undefined);
    return {
      ...node,
      ...(key !== undefined && { key }),
      ...(node.fragments && { fragments: assignKeys(node.fragments, usedKeys) }),
      ...(node.nodes && { nodes: assignKeys(node.nodes, usedKeys) }),
    };
  });
}

function createKey(node: Node, usedKeys: UsedKeys): string {
  const made = computeHash(toCanonicalText(node)).slice(0, keyLength);
  let key = made;
  let number = usedKeys.get(made) ?? 1;
  // Avoids counting thousands of equal blocks again for each.
  while (usedKeys.has(key)) key = `${made}-${number++}`;
  usedKeys.set(key, 1).set(made, number);
  return key;
}
