/** Differences between two trees, by page and file, as plain data. */
import { findWindow } from "./list-delta.ts";
import {
  type ContentPage,
  type ContentTree,
  fileFields,
  isSameValue,
  pageFields,
  type ReusableContent,
  reusableFields,
  type TreeFile,
} from "./tree.ts";
import { getTreeIndex, listDifferentPages, type TreePage } from "./tree-index.ts";

/** The fields that differ, with the values of the sides that have one. */
export type FieldChanges = Readonly<
  Record<string, { readonly before?: unknown; readonly after?: unknown }>
>;

export type TreeChange =
  | { readonly type: "page_created"; readonly page: TreePage }
  | { readonly type: "page_deleted"; readonly page: TreePage }
  | {
      readonly type: "page_edited";
      readonly before: TreePage;
      readonly page: TreePage;
      readonly fields: FieldChanges;
    }
  /** It has another parent, or another position among siblings that kept their order. */
  | { readonly type: "page_moved"; readonly before: TreePage; readonly page: TreePage }
  | { readonly type: "file_created" | "file_deleted"; readonly file: TreeFile }
  | {
      readonly type: "file_edited";
      readonly before: TreeFile;
      readonly file: TreeFile;
      readonly fields: FieldChanges;
    }
  | {
      readonly type: "reusable_content_created" | "reusable_content_deleted";
      readonly content: ReusableContent;
    }
  | {
      readonly type: "reusable_content_edited";
      readonly before: ReusableContent;
      readonly content: ReusableContent;
      readonly fields: FieldChanges;
    }
  | { readonly type: "variables_edited"; readonly fields: FieldChanges };

/**
 * In the order of the later tree; deletions come last.
 * @param moved the result of `findMovedPages`, for a caller that takes turns between both
 */
export function diffTrees(
  before: ContentTree,
  after: ContentTree,
  moved = findMovedPages(before, after),
): TreeChange[] {
  const [old, now] = [getTreeIndex(before), getTreeIndex(after)];
  const changes: TreeChange[] = [];
  const ids = new Set(listDifferentPages(before, after));
  for (const id of now.pages.keys()) {
    const page = ids.has(id) || moved.has(id) ? now.pages.get(id) : undefined;
    if (!page) continue;
    const oldPage = old.pages.get(id);
    if (!oldPage) {
      changes.push({ type: "page_created", page });
      continue;
    }
    if (moved.has(id)) changes.push({ type: "page_moved", before: oldPage, page });
    // Unchanged pages are usually the same objects.
    if (oldPage.page === page.page) continue;
    const fields = compareFields(oldPage.page, page.page, pageFields);
    if (fields) changes.push({ type: "page_edited", before: oldPage, page, fields });
  }
  for (const id of old.pages.keys()) {
    const page = ids.has(id) && !now.pages.has(id) ? old.pages.get(id) : undefined;
    if (page) changes.push({ type: "page_deleted", page });
  }
  for (const file of after.files) {
    const oldFile = old.files.get(file.id);
    if (!oldFile) changes.push({ type: "file_created", file });
    const fields = oldFile && compareFields(oldFile, file, fileFields);
    if (fields) changes.push({ type: "file_edited", before: oldFile, file, fields });
  }
  for (const file of before.files) {
    if (!now.files.has(file.id)) changes.push({ type: "file_deleted", file });
  }
  for (const content of after.reusableContents) {
    const oldContent = old.reusableContents.get(content.id);
    if (!oldContent) changes.push({ type: "reusable_content_created", content });
    const fields = oldContent && compareFields(oldContent, content, reusableFields);
    if (fields)
      changes.push({ type: "reusable_content_edited", before: oldContent, content, fields });
  }
  for (const content of before.reusableContents) {
    if (!now.reusableContents.has(content.id)) {
      changes.push({ type: "reusable_content_deleted", content });
    }
  }
  const names = new Set([...Object.keys(before.variables), ...Object.keys(after.variables)]);
  const fields = compareFields(before.variables, after.variables, [...names].sort());
  if (fields) changes.push({ type: "variables_edited", fields });
  return changes;
}

/** @returns undefined if there are no differences */
export function compareFields<T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): FieldChanges | undefined {
  const changed = names.filter((name) => !isSameValue(before[name], after[name]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((name) => [
      name,
      {
        ...(before[name] !== undefined && { before: before[name] }),
        ...(after[name] !== undefined && { after: after[name] }),
      },
    ]),
  );
}

/** Pages with another parent, or another position among the siblings that both trees have. */
export function findMovedPages(before: ContentTree, after: ContentTree): ReadonlySet<string> {
  const moved = new Set<string>();
  const old = getTreeIndex(before).pages;
  /** Both lists are in the same place. */
  const compare = (earlier: readonly ContentPage[], later: readonly ContentPage[]) => {
    if (earlier === later) return;
    if (hasSameIds(earlier, later)) return compareBelow(later);
    // The pages at both ends of the lists keep their order.
    const { start, earlierEnd, laterEnd } = findWindow(earlier, later);
    const [oldPart, part] = [earlier.slice(start, earlierEnd), later.slice(start, laterEnd)];
    const positions = new Map(oldPart.map(({ id }, index) => [id, index]));
    const order: string[] = [];
    const oldOrder: number[] = [];
    for (const { id } of part) {
      const position = positions.get(id);
      if (position !== undefined) {
        order.push(id);
        oldOrder.push(position);
      } else if (old.has(id)) moved.add(id);
    }
    const inOrder = findLongestIncreasing(oldOrder);
    for (const [index, id] of order.entries()) if (!inOrder.has(index)) moved.add(id);
    compareBelow(later);
  };
  const compareBelow = (later: readonly ContentPage[]) => {
    for (const page of later) {
      if (page.pages.length > 0) compare(old.get(page.id)?.page.pages ?? noPages, page.pages);
    }
  };
  compare(before.pages, after.pages);
  return moved;
}

const noPages: readonly ContentPage[] = [];

function hasSameIds(one: readonly ContentPage[], other: readonly ContentPage[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

/** The positions of a longest increasing subsequence: the items that kept their order. */
function findLongestIncreasing(values: readonly number[]): Set<number> {
  /** For each length, the position of the smallest last value; and the predecessor of each position. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [position, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[position] = ends[low - 1] ?? -1;
    ends[low] = position;
  }
  const positions = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    positions.add(index);
  return positions;
}
