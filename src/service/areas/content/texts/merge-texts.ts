/** Merges of the texts that both sides of a merge changed. */

import { setImmediate as turn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Document } from "../../../../contract/document.model.ts";
import { type BlockConflict, mergeDocuments } from "../../../../document/merge/merge-documents.ts";
import type { MergeSide } from "../../../../document/merge/merge-order.ts";
import { type StoredDocument, storedForm } from "../../../../document/stored-document.ts";
import { getTextKey, type MergedText } from "../tree/text-fields.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";

/** Content whose text both sides changed; hashes of its documents. */
interface ChangedText {
  readonly key: string;
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface TextSides {
  readonly base: ContentTree;
  readonly ours: ContentTree;
  readonly theirs: ContentTree;
}

/** Chooses the version of a block; undefined leaves the conflict unresolved. */
export type ResolveBlock = (
  content: { readonly kind: "page" | "reusable-content"; readonly id: string },
  conflict: BlockConflict,
) => MergeSide | undefined;

type TextMerge = MergedText & { readonly document: StoredDocument };

/** Reads documents by their hashes. */
type ReadDocuments = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Document>>;

/** Texts whose documents are in memory at the same time. */
const batch = 20;

/**
 * Merges without choices by the hashes of their documents: the same merge is computed to show its
 * conflicts, for a preview and for the commit.
 */
const merges = new LRUCache<string, TextMerge>({
  maxSize: 20_000_000,
  sizeCalculation: ({ document }) => document.body.length + 1000,
});

/**
 * Nothing is stored, because most merges are only computed to report their conflicts.
 * @returns the merged texts with their documents, which a commit of the tree needs
 */
export async function mergeTexts(
  readDocuments: ReadDocuments,
  sides: TextSides,
  resolve?: ResolveBlock,
): Promise<ReadonlyMap<string, TextMerge>> {
  const merged = new Map<string, TextMerge>();
  const missing = listChangedTexts(sides).filter((text) => {
    const cachedMerge = merges.get(getMergeKey(text));
    const isValid = cachedMerge && (!resolve || cachedMerge.conflicts.length === 0);
    if (isValid) merged.set(text.key, cachedMerge);
    return !isValid;
  });
  for (const texts of inBatches(missing, batch)) {
    const hashes = texts.flatMap(({ base, ours, theirs }) => [base, ours, theirs]);
    const documents = await readDocuments(hashes);
    for (const text of texts) {
      const [base, ours, theirs] = [text.base, text.ours, text.theirs].map((hash) =>
        documents.get(hash),
      );
      // Without a common text, all blocks are new, and most are there twice.
      if (!base || !ours || !theirs || base.nodes.length === 0) continue;
      const { document, conflicts } = mergeDocuments({
        ...{ base, ours, theirs },
        resolve: (conflict) => resolve?.(text, conflict),
      });
      const stored = storedForm(document);
      const merge = { hash: stored.hash, conflicts, document: stored };
      merged.set(text.key, merge);
      if (!resolve || conflicts.length === 0) merges.set(getMergeKey(text), merge);
    }
    await turn();
  }
  return merged;
}

function getMergeKey({ base, ours, theirs }: ChangedText): string {
  return `${base} ${ours} ${theirs}`;
}

function listChangedTexts({ base, ours, theirs }: TextSides): ChangedText[] {
  const [before, mine, other] = [base, ours, theirs].map(getTreeIndex);
  const texts: ChangedText[] = [];
  const add = (
    kind: ChangedText["kind"],
    id: string,
    { base, ours, theirs }: Partial<Record<"base" | "ours" | "theirs", string | undefined>>,
  ) => {
    if (base === undefined || ours === undefined || theirs === undefined) return;
    if (ours === base || theirs === base || ours === theirs) return;
    texts.push({ key: getTextKey(kind, id), kind, id, base, ours, theirs });
  };
  for (const [id, { page }] of mine?.pages ?? []) {
    add("page", id, {
      base: before?.pages.get(id)?.page.document,
      ours: page.document,
      theirs: other?.pages.get(id)?.page.document,
    });
  }
  for (const [id, { document }] of mine?.reusableContents ?? []) {
    add("reusable-content", id, {
      base: before?.reusableContents.get(id)?.document,
      ours: document,
      theirs: other?.reusableContents.get(id)?.document,
    });
  }
  return texts;
}
