/** Merge of the changes that two sides made to a tree, with its conflicts. */

import type { MergeSide } from "../../../../document/merge/merge-order.ts";
import { findOwn } from "../../../../json/own-members.ts";
import { hasSameItems } from "./list-delta.ts";
import { type Decide, type MergeConflict, mergePages } from "./merge-pages.ts";
import { getTextKey, type MergedTexts, resolveText } from "./text-fields.ts";
import { compareSide, mergeFields, type ResolveConflict } from "./three-way.ts";
import { type ContentTree, fileFields, reusableFields, type TreeFile } from "./tree.ts";
import { getTreeIndex } from "./tree-index.ts";

export interface MergeInput {
  /** The common ancestor. */
  readonly base: ContentTree;
  /**
   * The receiving side: a change request that is updated, or the content of the space that is
   * merged into.
   */
  readonly ours: ContentTree;
  readonly theirs: ContentTree;
  /** Merges of the texts that both sides changed (`mergeTexts`). */
  readonly texts?: MergedTexts;
  /** Chooses the side that wins a conflict; undefined leaves it unresolved. */
  readonly resolve?: ResolveConflict<MergeConflict>;
}

export type Merge =
  | { readonly tree: ContentTree; readonly conflicts?: undefined }
  /** Never empty. Without a tree, there is no partial merge. */
  | { readonly tree?: undefined; readonly conflicts: readonly MergeConflict[] };

/**
 * Three-way by id: pages field by field, with their position and the order of siblings; files and
 * reusable contents field by field; variables by name. A document is one field, unless `texts`
 * contains its merge. Pure; committing the tree makes its slugs unique.
 */
export function mergeTrees({
  base,
  ours,
  theirs,
  texts = new Map(),
  resolve = () => undefined,
}: MergeInput): Merge {
  const conflicts = new Map<string, MergeConflict>();
  const decide: Decide = (conflict) => {
    const side = resolve(conflict);
    if (!side) conflicts.set(`${conflict.kind} ${conflict.id} ${conflict.reason}`, conflict);
    return side ?? "ours";
  };
  const tree: ContentTree = {
    pages: mergePages(base, ours, theirs, texts, decide),
    files: withOwnBytes(
      mergeThings("file", fileFields, base.files, ours.files, theirs.files, decide),
      ours,
      theirs,
    ),
    reusableContents: mergeThings(
      "reusable-content",
      reusableFields,
      base.reusableContents,
      ours.reusableContents,
      theirs.reusableContents,
      decide,
      texts,
    ),
    variables: mergeVariables(base, ours, theirs, decide),
    ...mergeRedirects(base, ours, theirs),
  };
  return conflicts.size > 0 ? { conflicts: [...conflicts.values()] } : { tree };
}

interface TreeResource {
  readonly id: string;
  readonly name?: string;
  readonly title?: string;
  readonly document?: string;
}

function mergeThings<T extends TreeResource>(
  kind: "file" | "reusable-content",
  names: readonly (keyof T & string)[],
  base: readonly T[],
  ours: readonly T[],
  theirs: readonly T[],
  decide: Decide,
  texts: MergedTexts = new Map(),
): readonly T[] {
  if (hasSameItems(theirs, base)) return ours;
  if (hasSameItems(ours, base)) return theirs;
  const [baseItems, mine, other] = [base, ours, theirs].map(
    (list) => new Map(list.map((item) => [item.id, item])),
  ) as [Map<string, T>, Map<string, T>, Map<string, T>];
  const merged: T[] = [];
  for (const id of new Set([...mine.keys(), ...other.keys()])) {
    const [before, left, right] = [baseItems.get(id), mine.get(id), other.get(id)];
    const conflict = (
      reason: MergeConflict["reason"],
      fields: readonly string[] = [],
      blocks?: MergeConflict["blocks"],
    ): MergeConflict => ({
      kind,
      id,
      title: left?.title ?? left?.name ?? right?.title ?? right?.name ?? id,
      reason,
      fields,
      ...(blocks && { blocks }),
    });
    if (left && right) {
      const fields = mergeFields(before, left, right, names);
      const text = kind === "file" ? undefined : texts.get(getTextKey(kind, id));
      const decideFields = (names: readonly string[], blocks?: MergeConflict["blocks"]) =>
        decide(conflict("edited", names, blocks));
      merged.push(resolveText(fields, right, text, decideFields));
      continue;
    }
    const only = left ?? right;
    const holder: MergeSide = left ? "ours" : "theirs";
    if (!only) continue;
    const how = compareSide(before, only, names);
    if (how === "added" || (how === "changed" && decide(conflict("deleted")) === holder)) {
      merged.push(only);
    }
  }
  return merged;
}

/** Size and dimensions belong to the contents, so they are taken from the same side. */
function withOwnBytes(
  merged: readonly TreeFile[],
  ours: ContentTree,
  theirs: ContentTree,
): readonly TreeFile[] {
  if (merged === ours.files || merged === theirs.files) return merged;
  const [mine, other] = [getTreeIndex(ours).files, getTreeIndex(theirs).files];
  return merged.map((file) => {
    const theirFile = other.get(file.id);
    if (theirFile?.hash !== file.hash || mine.get(file.id)?.hash === file.hash) return file;
    const { dimensions: _, ...rest } = file;
    const { size, dimensions } = theirFile;
    return { ...rest, size, ...(dimensions && { dimensions }) };
  });
}

function mergeVariables(
  base: ContentTree,
  ours: ContentTree,
  theirs: ContentTree,
  decide: Decide,
): ContentTree["variables"] {
  const all = { ...base.variables, ...ours.variables, ...theirs.variables };
  const { value, conflicting } = mergeFields<Record<string, unknown>>(
    base.variables,
    ours.variables,
    theirs.variables,
    Object.keys(all),
  );
  const merged: Record<string, string | number | boolean> = {};
  for (const name of Object.keys(all)) {
    const side = conflicting.includes(name)
      ? decide({ kind: "variable", id: name, title: name, reason: "edited", fields: ["value"] })
      : undefined;
    const chosen = side === "theirs" ? theirs.variables[name] : value[name];
    if (chosen !== undefined) merged[name] = chosen as string | number | boolean;
  }
  return merged;
}

/** Redirects come only from a repository, so changes of both sides are resolved with theirs. */
function mergeRedirects(
  base: ContentTree,
  ours: ContentTree,
  theirs: ContentTree,
): Pick<ContentTree, "redirects"> {
  const names = Object.keys({ ...base.redirects, ...ours.redirects, ...theirs.redirects });
  const merged = names.flatMap((name) => {
    const [baseRedirects, mine, other] = [base, ours, theirs].map(({ redirects = {} }) =>
      findOwn(redirects, name),
    );
    const to = other === baseRedirects ? mine : other;
    return to === undefined ? [] : [[name, to] as const];
  });
  return merged.length === 0 ? {} : { redirects: Object.fromEntries(merged) };
}
