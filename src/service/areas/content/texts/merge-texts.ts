/** Merges of the texts that both sides of a merge changed. */

import { LRUCache } from "lru-cache";
import type {
  BlockChoice,
  TextMerge,
  TextMergeInput,
  TextMergeResult,
} from "../../../../document/merge/merge-text.ts";
import { toCanonicalText } from "../../../../json/canonical.ts";
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

/** Chooses the versions of blocks in conflict; without a choice, a conflict stays unresolved. */
export type ChooseBlocks = (content: {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
}) => readonly BlockChoice[];

type StoredTextMerge = MergedText & Pick<TextMerge, "document">;

/** Results of merges by the hashes of their documents and the choices. */
export type TextMergeResults = Map<string, TextMergeResult>;

/** @template Version a document, or a document as JSON */
interface TextMergeTools<Version> {
  /** Reads documents by their hashes. */
  readonly readDocuments: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Version>>;
  readonly mergeText: (
    input: TextMergeInput<Version>,
  ) => TextMergeResult | Promise<TextMergeResult>;
  /** Earlier results, to which new ones are added. */
  readonly results?: TextMergeResults | undefined;
}

/** Texts whose documents are in memory at the same time. */
const batch = 20;

/** The same merge is computed to show its conflicts, for a preview and for the commit. */
const cache = new LRUCache<string, TextMergeResult>({
  maxSize: 20_000_000,
  sizeCalculation: ({ merge }) => (merge?.document.body.length ?? 0) + 1000,
});

/**
 * Nothing is stored, because most merges are only computed to report their conflicts.
 * @returns the merged texts with their documents, which a commit of the tree needs
 */
export async function mergeTexts<Version>(
  { readDocuments, mergeText, results = new Map() }: TextMergeTools<Version>,
  sides: TextSides,
  choose: ChooseBlocks = () => [],
): Promise<ReadonlyMap<string, StoredTextMerge>> {
  const merged = new Map<string, StoredTextMerge>();
  const add = ({ key }: ChangedText, { merge }: TextMergeResult) => {
    if (merge) merged.set(key, { hash: merge.document.hash, ...merge });
  };
  const missing = listChangedTexts(sides).filter((text) => {
    const result = findResult(results, text, choose(text));
    if (result) add(text, result);
    return !result;
  });
  for (const texts of inBatches(missing, batch)) {
    const hashes = texts.flatMap(({ base, ours, theirs }) => [base, ours, theirs]);
    const documents = await readDocuments(hashes);
    for (const text of texts) {
      const [base, ours, theirs] = [text.base, text.ours, text.theirs].map((hash) =>
        documents.get(hash),
      );
      if (base === undefined || ours === undefined || theirs === undefined) continue;
      const choices = choose(text);
      const result = await mergeText({ base, ours, theirs, choices });
      const key = getMergeKey(text, result.merge?.conflicts.length === 0 ? [] : choices);
      results.set(key, result);
      // A text that took too long may succeed on a machine with less load.
      if (result.merge) cache.set(key, result);
      add(text, result);
    }
  }
  return merged;
}

/** A merge without conflicts is the same for all choices. */
function findResult(
  results: TextMergeResults,
  text: ChangedText,
  choices: readonly BlockChoice[],
): TextMergeResult | undefined {
  const find = (some: readonly BlockChoice[]) => {
    const key = getMergeKey(text, some);
    return results.get(key) ?? cache.get(key);
  };
  const result = find([]);
  if (choices.length === 0 || (result?.merge && result.merge.conflicts.length === 0)) return result;
  return find(choices);
}

function getMergeKey({ base, ours, theirs }: ChangedText, choices: readonly BlockChoice[]): string {
  return `${base} ${ours} ${theirs} ${choices.length === 0 ? "" : toCanonicalText(choices)}`;
}
function listChangedTexts({ base, ours, theirs }: TextSides): ChangedText[] {
  const isOneSided = ours.pages === base.pages || theirs.pages === base.pages;
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
  for (const [id, { page }] of (!isOneSided && mine?.pages) || []) {
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
