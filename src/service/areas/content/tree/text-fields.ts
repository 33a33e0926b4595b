/** The field with the text of a page or reusable content, which is merged block by block. */

import type { MergeSide } from "../../../../document/merge/merge-order.ts";
import type { TextConflict } from "../../../../document/merge/merge-text.ts";
import { type MergedFields, resolveFields } from "./three-way.ts";

/** The merged text of content whose text both sides changed. */
export interface MergedText {
  /** The hash of the document; blocks in conflict have the version that was chosen, or else ours. */
  readonly hash: string;
  /** Also contains the conflicts that are resolved. */
  readonly conflicts: readonly TextConflict[];
}

/** By `getTextKey`; without an entry, a text that both sides changed is in conflict as a whole. */
export type MergedTexts = ReadonlyMap<string, MergedText>;

export function getTextKey(kind: "page" | "reusable-content", id: string): string {
  return `${kind} ${id}`;
}

/**
 * @param decide chooses the side of the fields in conflict; for blocks in conflict, the merged text
 *   contains the chosen version already
 */
export function resolveText<T extends { readonly document?: string }>(
  fields: MergedFields<T>,
  theirs: T,
  text: MergedText | undefined,
  decide: (names: readonly string[], blocks?: readonly TextConflict[]) => MergeSide,
): T {
  const { value, conflicting } = fields;
  if (!text || !conflicting.includes("document")) {
    if (conflicting.length === 0) return value;
    return resolveFields(fields, theirs, decide(conflicting));
  }
  const others = conflicting.filter((name) => name !== "document");
  const merged = { value: { ...value, document: text.hash }, conflicting: others };
  if (text.conflicts.length > 0) {
    return resolveFields(merged, theirs, decide(conflicting, text.conflicts));
  }
  return others.length === 0 ? merged.value : resolveFields(merged, theirs, decide(others));
}
