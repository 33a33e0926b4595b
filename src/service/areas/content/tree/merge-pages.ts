/** Three-way merge of pages: their fields, their positions, and the order of siblings. */

import type { MergeSide } from "../../../../document/merge/merge-order.ts";
import { mergeOrder } from "../../../../document/merge/merge-order.ts";
import type { TextConflict } from "../../../../document/merge/merge-text.ts";
import { addTo } from "../../../../json/groups.ts";
import { getTextKey, type MergedTexts, resolveText } from "./text-fields.ts";
import { compareSide, mergeFields } from "./three-way.ts";
import { type ContentPage, type ContentTree, pageFields } from "./tree.ts";
import { getTreeIndex, type TreeIndex, type TreePage } from "./tree-index.ts";

/** Changes of both sides that cannot be merged. */
export interface MergeConflict {
  readonly kind: "page" | "file" | "reusable-content" | "variable";
  /** The name, for a variable. */
  readonly id: string;
  readonly title: string;
  /** The path of a page on the receiving side, or else on the other. */
  readonly path?: string;
  /**
   * `edited`: both sides changed the same fields differently. `deleted`: one side deleted it, the
   * other changed it or moved a page into it. `moved`: both sides moved it to different positions,
   * or pages into each other. `ordered`: both sides reordered its children differently.
   */
  readonly reason: "edited" | "deleted" | "moved" | "ordered";
  /** The fields that both sides changed; empty for any other reason. */
  readonly fields: readonly string[];
  /** The blocks of the text that both sides changed; absent if the text is not divided. */
  readonly blocks?: readonly TextConflict[];
}

/** Chooses the side that wins a conflict. An undecided conflict is resolved with ours and recorded. */
export type Decide = (conflict: MergeConflict) => MergeSide;

/** A page of the result, and the id of its parent; "" at the top level. */
interface MergedPage {
  readonly page: ContentPage;
  parent: string;
}

interface MergeSides {
  readonly base: TreeIndex;
  readonly ours: TreeIndex;
  readonly theirs: TreeIndex;
  readonly texts: MergedTexts;
  readonly decide: Decide;
}

const top = "";

export function mergePages(
  base: ContentTree,
  ours: ContentTree,
  theirs: ContentTree,
  texts: MergedTexts,
  decide: Decide,
): readonly ContentPage[] {
  // Most merges: only one side has changed pages since the ancestor.
  if (ours.pages === base.pages) return theirs.pages;
  if (theirs.pages === base.pages) return ours.pages;
  const sides = {
    base: getTreeIndex(base),
    ours: getTreeIndex(ours),
    theirs: getTreeIndex(theirs),
    texts,
    decide,
  };
  const merged = new Map<string, MergedPage>();
  for (const id of new Set([...sides.ours.pages.keys(), ...sides.theirs.pages.keys()])) {
    const mergedPage = mergePage(id, sides);
    if (mergedPage) merged.set(id, mergedPage);
  }
  rescueOrphans(merged, sides);
  breakCircles(merged, sides);
  return assemble(merged, { base, ours, theirs }, sides);
}

function mergePage(
  id: string,
  { base, ours, theirs, texts, decide }: MergeSides,
): MergedPage | undefined {
  const [basePage, mine, other] = [base.pages.get(id), ours.pages.get(id), theirs.pages.get(id)];
  if (mine && other) {
    const mergedAs = (page: ContentPage) => ({
      page,
      parent: mergeParent(basePage, mine, other, decide),
    });
    // In most pages, an unchanged side has the same object as the ancestor.
    if (other.page === basePage?.page) return mergedAs(mine.page);
    if (mine.page === basePage?.page) return mergedAs(other.page);
    const isUnchanged =
      basePage && compareSide(basePage.page, mine.page, pageFields) === "unchanged";
    const fields = mergeFields(
      basePage?.page,
      isUnchanged ? other.page : mine.page,
      other.page,
      pageFields,
    );
    const page = resolveText(
      fields,
      other.page,
      texts.get(getTextKey("page", id)),
      (names, blocks) => decide(findConflict(mine, "edited", names, blocks)),
    );
    return mergedAs(page);
  }
  const only = mine ?? other;
  const holder: MergeSide = mine ? "ours" : "theirs";
  if (!only) return undefined;
  const mergedPage = { page: only.page, parent: resolveParent(only) };
  if (!basePage) return mergedPage;
  const isChanged =
    compareSide(basePage.page, only.page, pageFields) === "changed" ||
    resolveParent(basePage) !== resolveParent(only);
  return isChanged && decide(findConflict(only, "deleted")) === holder ? mergedPage : undefined;
}

function mergeParent(
  basePage: TreePage | undefined,
  mine: TreePage,
  other: TreePage,
  decide: Decide,
): string {
  const [before, left, right] = [
    basePage && resolveParent(basePage),
    resolveParent(mine),
    resolveParent(other),
  ];
  if (left === right || right === before) return left;
  if (left === before) return right;
  return decide(findConflict(mine, "moved")) === "ours" ? left : right;
}

/**
 * If one side deleted the parent of a page, the parent is restored; or else the page moves to its
 * position on that side, or is deleted too if that side does not have it. A page that is deleted here
 * stays deleted, so that contradictory decisions terminate; a page that remains below it moves to the
 * top level.
 */
function rescueOrphans(merged: Map<string, MergedPage>, sides: MergeSides): void {
  const deletedIds = new Set<string>();
  const below = new Map<string, string[]>();
  for (const [id, { parent }] of merged) addTo(below, parent, id);
  const queue = [...merged.keys()];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const mergedPage = merged.get(id);
    if (!mergedPage || mergedPage.parent === top || merged.has(mergedPage.parent)) continue;
    const isOurs = sides.ours.pages.has(mergedPage.parent);
    const [holder, other] = isOurs ? [sides.ours, sides.theirs] : [sides.theirs, sides.ours];
    const [page, otherPage] = [holder.pages.get(id), other.pages.get(id)];
    const parent = holder.pages.get(mergedPage.parent);
    const isKept =
      page && sides.decide(findConflict(page, "deleted")) === (isOurs ? "ours" : "theirs");
    if (isKept && parent && !deletedIds.has(parent.page.id)) {
      merged.set(parent.page.id, { page: parent.page, parent: resolveParent(parent) });
      addTo(below, resolveParent(parent), parent.page.id);
      queue.push(parent.page.id);
    } else if (isKept) {
      mergedPage.parent = top;
    } else if (otherPage) {
      const otherParent = resolveParent(otherPage);
      mergedPage.parent = merged.has(otherParent) ? otherParent : top;
      addTo(below, mergedPage.parent, id);
    } else {
      merged.delete(id);
      deletedIds.add(id);
      for (const child of below.get(id) ?? []) queue.push(child);
    }
  }
}

/** Each side moved a page below one that the other side moved below it. */
function breakCircles(merged: Map<string, MergedPage>, sides: MergeSides): void {
  traverseCircles(merged, (id) => resolveMove(id, merged, sides));
  // A decision can close another cycle, whose pages would be lost.
  traverseCircles(merged, (id) => {
    const mergedPage = merged.get(id);
    if (mergedPage) mergedPage.parent = top;
  });
}

function traverseCircles(merged: ReadonlyMap<string, MergedPage>, act: (id: string) => void): void {
  const checked = new Set<string>([top]);
  for (const start of merged.keys()) {
    const path: string[] = [];
    let id = start;
    while (!checked.has(id) && !path.includes(id)) {
      path.push(id);
      id = merged.get(id)?.parent ?? top;
    }
    if (!checked.has(id)) {
      for (const member of path.slice(path.indexOf(id))) act(member);
    }
    for (const member of path) checked.add(member);
  }
}

function resolveMove(
  id: string,
  merged: Map<string, MergedPage>,
  { ours, theirs, decide }: MergeSides,
) {
  const mergedPage = merged.get(id);
  const [mine, other] = [ours.pages.get(id), theirs.pages.get(id)];
  if (!mergedPage || !mine || !other) return;
  const parent = resolveParent(decide(findConflict(mine, "moved")) === "ours" ? mine : other);
  mergedPage.parent = merged.has(parent) ? parent : top;
}

function assemble(
  merged: ReadonlyMap<string, MergedPage>,
  trees: { readonly base: ContentTree; readonly ours: ContentTree; readonly theirs: ContentTree },
  sides: MergeSides,
): readonly ContentPage[] {
  const childIds = new Map<string, Set<string>>();
  for (const [id, { parent }] of merged) {
    const siblings = childIds.get(parent);
    if (siblings) siblings.add(id);
    else childIds.set(parent, new Set([id]));
  }
  const listIn = (side: "base" | "ours" | "theirs", id: string) => {
    const pages = id === top ? trees[side].pages : (sides[side].pages.get(id)?.page.pages ?? []);
    return pages.map((page) => page.id);
  };
  const build = (parent: string): ContentPage[] => {
    const ids = childIds.get(parent);
    if (!ids) return [];
    const orders = {
      base: listIn("base", parent),
      ours: listIn("ours", parent),
      theirs: listIn("theirs", parent),
    };
    let { order, conflicting } = mergeOrder(ids, { ...orders, prefer: "ours" });
    const subject = conflicting
      ? merged.get(parent === top ? (order[0] ?? "") : parent)
      : undefined;
    const treePage = subject && sides.ours.pages.get(subject.page.id);
    if (treePage && sides.decide(findConflict(treePage, "ordered")) === "theirs") {
      ({ order } = mergeOrder(ids, { ...orders, prefer: "theirs" }));
    }
    return order.flatMap((id) => {
      const mergedPage = merged.get(id);
      return mergedPage ? [withChildren(mergedPage.page, build(id))] : [];
    });
  };
  return build(top);
}

/** @returns the page itself if it already has these children, so that the commit recognizes it */
function withChildren(page: ContentPage, pages: readonly ContentPage[]): ContentPage {
  const isSame =
    pages.length === page.pages.length && pages.every((one, index) => one === page.pages[index]);
  return isSame ? page : { ...page, pages };
}

function resolveParent(treePage: TreePage): string {
  return treePage.parent?.page.id ?? top;
}

function findConflict(
  { page, path }: TreePage,
  reason: MergeConflict["reason"],
  fields: readonly string[] = [],
  blocks?: readonly TextConflict[],
): MergeConflict {
  const { id, title } = page;
  return { kind: "page", id, title, path, reason, fields, ...(blocks && { blocks }) };
}
