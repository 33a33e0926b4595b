/**
 * Three-way merge of a stored text. Its input and output are plain data, so that it can run in
 * another thread.
 */
import type { Document, Node } from "../../contract/document.model.ts";
import { writeMarkdown } from "../markdown.ts";
import { type StoredDocument, toStoredForm } from "../stored-document.ts";
import { collectText } from "../walk.ts";
import { type BlockConflict, mergeDocuments } from "./merge-documents.ts";
import type { MergeSide } from "./merge-order.ts";

/** The side that wins a conflict. */
export interface BlockChoice {
  /** The id of the block; absent for all blocks without a separate choice. */
  readonly block?: string;
  readonly side: MergeSide;
}

/** @template Version a document, or a document as JSON */
export interface TextMergeInput<Version> {
  readonly base: Version;
  readonly ours: Version;
  readonly theirs: Version;
  /** The first choice for a block applies, or else the first for all blocks. */
  readonly choices: readonly BlockChoice[];
}

/** A block in conflict, with its versions as Markdown, which may be shortened. */
export interface TextConflict extends Pick<BlockConflict, "id" | "type" | "reason"> {
  readonly base: string;
  /** Absent if this side deleted the block. */
  readonly ours?: string;
  readonly theirs?: string;
}

export interface TextMerge {
  readonly document: StoredDocument;
  /** Also contains the conflicts that are resolved. */
  readonly conflicts: readonly TextConflict[];
}

export interface TextMergeResult {
  /** Undefined if the text cannot be merged block by block. */
  readonly merge: TextMerge | undefined;
}

export function mergeText({
  base,
  ours,
  theirs,
  choices,
}: TextMergeInput<Document>): TextMergeResult {
  // Without a common text, all blocks are new, and most are there twice.
  if (base.nodes.length === 0) return { merge: undefined };
  const resolve = ({ id }: BlockConflict) =>
    (choices.find(({ block }) => block === id) ?? choices.find(({ block }) => block === undefined))
      ?.side;
  const { document, conflicts } = mergeDocuments({ base, ours, theirs, resolve });
  return { merge: { document: toStoredForm(document), conflicts: conflicts.map(toTextConflict) } };
}

function toTextConflict({ id, type, reason, base, ours, theirs }: BlockConflict): TextConflict {
  return {
    ...{ id, type, reason, base: writeBlock(base) },
    ...(ours && { ours: writeBlock(ours) }),
    ...(theirs && { theirs: writeBlock(theirs) }),
  };
}

/** Of a block in a conflict, in characters. */
const longestBlock = 2000;

/** The Markdown of a block; for parts of a block, such as list items, that of their contents. */
function writeBlock(node: Node): string {
  const isPart = /-(?:item|line|row|cell)$|^(?:tab|step)$/.test(node.type ?? "");
  const inner = node.nodes?.filter(({ object }) => object === "block") ?? [];
  const text =
    isPart && inner.length === 0
      ? collectText(node)
      : writeMarkdown({
          object: "document",
          data: { schemaVersion: 1 },
          nodes: isPart ? inner.flatMap((one) => (isCell(one) ? (one.nodes ?? []) : one)) : [node],
        }).trim();
  return text.length > longestBlock ? `${text.slice(0, longestBlock)}…` : text;
}

function isCell({ type }: Node): boolean {
  return type === "table-cell";
}
