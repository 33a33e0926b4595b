/** Pages of a tree by id and by path; the index of an edited tree shares the records of its origin. */
import { LayeredMap } from "./layered-map.ts";
import { comparePages } from "./list-delta.ts";
import type { ContentPage, ContentTree } from "./tree.ts";

export interface TreePage {
  readonly page: ContentPage;
  /** The page or group that contains it; absent at the top level. */
  readonly parent?: TreePage;
  /** Slugs from the top level down, joined by `/`; for a link, the path of its parent. */
  readonly path: string;
}

/** A page is hidden if it or one of its ancestors is marked as hidden. */
export function isHidden(treePage: TreePage | undefined): boolean {
  for (let one = treePage; one; one = one.parent) if (one.page.hidden === true) return true;
  return false;
}

/** A page without the pages above it, because an edit of any page below them replaces these. */
export interface PageRecord {
  readonly page: ContentPage;
  readonly parent: string | undefined;
  readonly path: string;
}

/** The pages at the top level of a tree, which identify its pages. */
export type TopPages = ContentTree["pages"];

interface PageRecords {
  readonly byId: LayeredMap<PageRecord>;
  /** Ids. If several pages have a path, it is that of the first one. */
  readonly byPath: LayeredMap<string>;
  /** Whether each path and each id occurs once, as in all stored trees. */
  readonly isUnique: boolean;
}

export class PageIndex implements ReadonlyMap<string, TreePage> {
  readonly content: PageRecords;
  readonly #pages: TopPages;
  /** Created on first use, so that a derived index does not visit all pages. */
  readonly #treePages = new Map<string, TreePage>();

  constructor(pages: TopPages, records: PageRecords) {
    this.#pages = pages;
    this.content = records;
  }

  get size(): number {
    return this.content.byId.size;
  }

  has(id: string): boolean {
    return this.content.byId.has(id);
  }

  get(id: string): TreePage | undefined {
    const known = this.#treePages.get(id);
    if (known) return known;
    const record = this.content.byId.get(id);
    if (!record) return undefined;
    const { page, path } = record;
    const parent = record.parent === undefined ? undefined : this.get(record.parent);
    const treePage = { page, ...(parent && { parent }), path };
    this.#treePages.set(id, treePage);
    return treePage;
  }

  getAtPath(path: string): TreePage | undefined {
    const id = this.content.byPath.get(path);
    return id === undefined ? undefined : this.get(id);
  }

  *keys(): MapIterator<string> {
    yield* listIds(this.#pages);
  }

  *values(): MapIterator<TreePage> {
    for (const [, treePage] of this.entries()) yield treePage;
  }

  *entries(): MapIterator<[string, TreePage]> {
    for (const id of listIds(this.#pages)) {
      const treePage = this.get(id);
      if (treePage) yield [id, treePage];
    }
  }

  [Symbol.iterator](): MapIterator<[string, TreePage]> {
    return this.entries();
  }

  forEach(act: (page: TreePage, id: string, index: ReadonlyMap<string, TreePage>) => void): void {
    for (const [id, treePage] of this) act(treePage, id, this);
  }
}

/** In reading order. */
function* listIds(pages: readonly ContentPage[]): Generator<string, undefined> {
  for (const page of pages) {
    yield page.id;
    if (page.pages.length > 0) yield* listIds(page.pages);
  }
}

export function joinPath(parentPath: string, slug: string | undefined): string {
  if (slug === undefined) return parentPath;
  return parentPath === "" ? slug : `${parentPath}/${slug}`;
}

/** Visits all pages. @param pagesOfStep the number of pages between two steps of the generator */
export function* buildPageIndex(
  pages: TopPages,
  pagesOfStep: number,
): Generator<undefined, PageIndex> {
  const byId = new Map<string, PageRecord>();
  const byPath = new Map<string, string>();
  let isUnique = true;
  function* add(siblings: readonly ContentPage[], parent?: PageRecord): Generator<undefined, void> {
    for (const page of siblings) {
      const path = joinPath(parent?.path ?? "", page.slug);
      const record = { page, parent: parent?.page.id, path };
      if (byId.has(page.id)) isUnique = false;
      byId.set(page.id, record);
      if (page.slug !== undefined) {
        if (byPath.has(path)) isUnique = false;
        else byPath.set(path, page.id);
      }
      if (byId.size % pagesOfStep === 0) yield;
      if (page.pages.length > 0) yield* add(page.pages, record);
    }
  }
  yield* add(pages);
  const records = { byId: new LayeredMap(byId), byPath: new LayeredMap(byPath), isUnique };
  return new PageIndex(pages, records);
}

/**
 * Visits only the pages that differ from the origin.
 * @returns undefined if most pages differ, or if a path or an id occurs twice
 */
export function derivePageIndex(
  origin: PageIndex,
  earlier: TopPages,
  later: TopPages,
): PageIndex | undefined {
  const { byId, byPath, isUnique } = origin.content;
  if (!isUnique) return undefined;
  const removedIds = new Set<string>();
  const added = new Map<string, PageRecord>();
  let isValid = true;

  const removeAll = (page: ContentPage): void => {
    removedIds.add(page.id);
    for (const child of page.pages) removeAll(child);
  };
  const addPage = (page: ContentPage, parent: PageRecord | undefined, before?: ContentPage) => {
    const path = joinPath(parent?.path ?? "", page.slug);
    const record = { page, parent: parent?.page.id, path };
    if (added.has(page.id)) isValid = false;
    added.set(page.id, record);
    if (before && byId.get(page.id)?.path === path) compare(before.pages, page.pages, record);
    else {
      for (const child of before?.pages ?? []) removeAll(child);
      for (const child of page.pages) addPage(child, record);
    }
  };
  /** Both lists are below the same page, which has the same path. */
  const compare = (
    earlier: readonly ContentPage[],
    later: readonly ContentPage[],
    parent?: PageRecord,
  ): void => {
    const { changed, removed } = comparePages(earlier, later);
    for (const page of removed) removeAll(page);
    for (const { page, before } of changed) {
      if (before) removedIds.add(before.id);
      addPage(page, parent, before);
    }
  };
  compare(earlier, later);

  const pageChanges = new Map<string, PageRecord | undefined>();
  const pathChanges = new Map<string, string | undefined>();
  for (const id of removedIds) {
    pageChanges.set(id, undefined);
    const record = byId.get(id);
    if (record?.page.slug !== undefined) pathChanges.set(record.path, undefined);
  }
  for (const [id, record] of added) {
    if (byId.has(id) && !removedIds.has(id)) isValid = false;
    pageChanges.set(id, record);
    if (record.page.slug === undefined) continue;
    const { path } = record;
    const isTaken = pathChanges.has(path) ? pathChanges.get(path) !== undefined : byPath.has(path);
    if (isTaken) isValid = false;
    pathChanges.set(path, id);
  }
  if (!isValid) return undefined;
  const records = { byId: byId.derive(pageChanges), byPath: byPath.derive(pathChanges) };
  if (!records.byId || !records.byPath) return undefined;
  return new PageIndex(later, { byId: records.byId, byPath: records.byPath, isUnique: true });
}
