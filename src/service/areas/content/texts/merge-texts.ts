/** Merges of the texts that both sides of a merge changed. */
import { setImmediate as turn } from "node:timers/promises";
import { type BlockConflict, mergeDocuments } from "../../../../document/merge/merge-documents.ts";
import { type StoredDocument, storedForm } from "../../../../document/stored-document.ts";
import type { Queries } from "../../../database/tables.ts";
import { getTextKey, type MergedText } from "../tree/text-fields.ts";
import type { MergeSide } from "../tree/three-way.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";
import { getDocuments } from "./documents.ts";

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

/** Texts whose documents are in memory at the same time. */
const batch = 20;

/**
 * Nothing is stored, because most merges are only computed to report their conflicts.
 * @returns the merged texts with their documents, which a commit of the tree needs
 */
export async function mergeTexts(
  db: Queries,
  spaceId: string,
  sides: TextSides,
  resolve: ResolveBlock = () => undefined,
): Promise<ReadonlyMap<string, MergedText & { readonly document: StoredDocument }>> {
  const merged = new Map<string, MergedText & { readonly document: StoredDocument }>();
  for (const texts of inBatches(listChangedTexts(sides), batch)) {
    const hashes = texts.flatMap(({ base, ours, theirs }) => [base, ours, theirs]);
    const documents = await getDocuments(db, spaceId, hashes);
    for (const text of texts) {
      const [base, ours, theirs] = [text.base, text.ours, text.theirs].map((hash) =>
        documents.get(hash),
      );
      // Without a common text, all blocks are new, and most are there twice.
      if (!base || !ours || !theirs || base.nodes.length === 0) continue;
      const { document, conflicts } = mergeDocuments({
        ...{ base, ours, theirs },
        resolve: (conflict) => resolve(text, conflict),
      });
      const stored = storedForm(document);
      merged.set(text.key, { hash: stored.hash, conflicts, document: stored });
    }
    await turn();
  }
  return merged;
}

function listChangedTexts({ base, ours, theirs }: TextSides): ChangedText[] {
  const [before, mine, other] = [base, ours, theirs].map(getTreeIndex);
  const texts: ChangedText[] = [];
  const add = (
    kind: ChangedText["kind"],
    id: string,
    ...[base, ours, theirs]: readonly (string | undefined)[]
  ) => {
    if (base === undefined || ours === undefined || theirs === undefined) return;
    if (ours === base || theirs === base || ours === theirs) return;
    texts.push({ key: getTextKey(kind, id), kind, id, base, ours, theirs });
  };
  for (const [id, { page }] of mine?.pages ?? []) {
    add(
      ...(["page", id, before?.pages.get(id)?.page.document, page.document] as const),
      other?.pages.get(id)?.page.document,
    );
  }
  for (const [id, { document }] of mine?.reusableContents ?? []) {
    add(
      ...(["reusable-content", id, before?.reusableContents.get(id)?.document] as const),
      document,
      other?.reusableContents.get(id)?.document,
    );
  }
  return texts;
}
