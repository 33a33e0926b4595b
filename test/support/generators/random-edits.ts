/** Random realistic edits of a document: words, new paragraphs, deleted and moved blocks. */
import type { Document, Leaf, Node } from "../../../src/contract/document.model.ts";
import type { Random } from "./random.ts";

export type Edit = "word" | "insert" | "delete" | "move";
export const edits: readonly Edit[] = ["word", "insert", "delete", "move"];

export const newWords = "Quite new words.";

/** @returns a changed copy; undefined if this edit does not apply to the document */
export function edited(document: Document, edit: Edit, random: Random): Document | undefined {
  const copy = structuredClone(document) as { nodes: Node[] } & Document;
  const { nodes } = copy;
  const at = random.below(nodes.length);
  switch (edit) {
    case "word": {
      const leaves = wordsIn(nodes);
      if (leaves.length === 0) return undefined;
      addWord(random.pick(leaves));
      return copy;
    }
    case "insert":
      nodes.splice(random.below(nodes.length + 1), 0, paragraph(newWords));
      return copy;
    case "delete":
      if (nodes.length < 2) return undefined;
      nodes.splice(at, 1);
      return copy;
    case "move": {
      if (nodes.length < 3) return undefined;
      nodes.splice(random.below(nodes.length), 0, ...nodes.splice(at, 1));
      return copy;
    }
  }
}

type Words = { text: string } & Leaf;

/** All texts, at any depth, except code. */
export function wordsIn(nodes: readonly Node[]): Words[] {
  return nodes.flatMap((node) => [
    ...(node.type === "code-line" ? [] : (node.leaves ?? []).filter(isWords)),
    ...wordsIn(node.type === "code" ? [] : (node.nodes ?? [])),
    ...wordsIn(node.fragments ?? []),
  ]);
}

function isWords(leaf: Leaf): leaf is Words {
  return /^\p{L}{3,} /u.test(leaf.text) && leaf.marks.every(({ type }) => type !== "code");
}

export function addWord(leaf: Words): void {
  leaf.text = leaf.text.replace(" ", " zebra ");
}

function paragraph(text: string): Node {
  const leaves = [{ object: "leaf" as const, text, marks: [] }];
  return { object: "block", type: "paragraph", nodes: [{ object: "text", leaves }] };
}
