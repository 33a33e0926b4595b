/**
 * Preparation of a tree for a commit: validates it, and gives every page its slug and times. Pages
 * that are the same objects as in the tree before are not visited, so that a commit takes time in
 * proportion to the edit.
 */

import { UniqueNames } from "../../../../document/free-names.ts";
import { cleanPageSlug, formatPageSlug } from "../../../../document/slugs.ts";
import { ApiError } from "../../../../errors.ts";
import { comparePages, hasSameItems } from "./list-delta.ts";
import { joinPath } from "./page-index.ts";
import { type ContentPage, type ContentTree, isSameValue, pageFields } from "./tree.ts";
import { getTreeIndex, type TreeIndex, withOrigin } from "./tree-index.ts";

const deepest = 32;

/** Slugs by page; a link has none. */
type Slugs = ReadonlyMap<ContentPage, string>;

/**
 * @param before the tree that it is based on: its pages keep their slugs and times
 * @param now RFC 3339
 * @param addressed the tree whose pages keep their slugs if slugs collide
 * @param examine called for each page that is not the same object as before
 * @throws ApiError 400 for an invalid tree: a duplicate id, a group below the top level, children of
 * a link or computed page, pages nested deeper than 32 levels
 */
export function normalizeTree(
  tree: ContentTree,
  before: ContentTree,
  now: string,
  addressed: ContentTree = before,
  examine: () => void = () => {},
): ContentTree {
  checkTree(tree, before);
  const old = getTreeIndex(before);
  const owned = [...new Set([getTreeIndex(addressed), old])];

  /**
   * Unchanged pages remain the same objects, which the next steps of a commit recognize.
   * @param parent the id of the page that contains them; undefined at the top level
   */
  function normalize(
    siblings: readonly ContentPage[],
    parent: string | undefined,
  ): readonly ContentPage[] {
    const oldParent = parent === undefined ? undefined : old.pages.get(parent);
    const earlier = parent === undefined ? before.pages : oldParent?.page.pages;
    const delta = earlier && old.isUnique ? comparePages(earlier, siblings) : undefined;
    if (delta?.changed.length === 0) return siblings;
    let changed: readonly ContentPage[] = delta?.changed.map(({ page }) => page) ?? siblings;
    const replacedIds = new Set([...changed, ...(delta?.removed ?? [])].map(({ id }) => id));
    /** Whether a page that did not change has a slug. */
    const isTaken = (slug: string) => {
      const holder = old.byPath.get(joinPath(oldParent?.path ?? "", slug));
      if (holder === undefined || holder.parent?.page.id !== parent) return false;
      return hasSlug(holder.page) && !replacedIds.has(holder.page.id);
    };
    let slugs = delta && collectSlugs(changed, parent, owned, isTaken);
    if (slugs === undefined) {
      changed = siblings;
      slugs = collectSlugs(siblings, parent, owned) ?? new Map();
    }
    const normalized = new Map<ContentPage, ContentPage>();
    for (const page of changed) normalized.set(page, normalizePage(page, slugs));
    const pages = siblings.map((page) => normalized.get(page) ?? page);
    return hasSameItems(pages, siblings) ? siblings : pages;
  }

  function normalizePage(page: ContentPage, slugs: Slugs): ContentPage {
    examine();
    const pages = page.pages.length === 0 ? page.pages : normalize(page.pages, page.id);
    const before = old.pages.get(page.id)?.page;
    const slug = slugs.get(page) ?? page.slug;
    if (page === before && pages === page.pages && slug === page.slug) return page;
    const title = page.title.trim() || "Untitled";
    const isNormal = title === page.title && slug === page.slug && pages === page.pages;
    // A page of another tree, such as of a space that is duplicated.
    if (!before && isNormal && hasTimes(page)) return page;
    return withTimes({ ...page, title, ...(slug !== undefined && { slug }), pages }, now, before);
  }

  return withOrigin({ ...tree, pages: normalize(tree.pages, undefined) }, before);
}

/** @throws ApiError 400 */
function checkTree(tree: ContentTree, before: ContentTree): void {
  const added = new Set<string>();
  const removedIds = new Set<string>();
  const removeAll = (page: ContentPage): void => {
    removedIds.add(page.id);
    for (const child of page.pages) removeAll(child);
  };
  /** Both lists are below the same page. */
  const checkPages = (
    earlier: readonly ContentPage[],
    later: readonly ContentPage[],
    depth: number,
  ): void => {
    const { changed, removed } = comparePages(earlier, later);
    for (const page of removed) removeAll(page);
    for (const { page, before: old } of changed) {
      if (old) removedIds.add(old.id);
      claimId(page.id, added);
      checkPage(page, depth);
      const above = old?.pages ?? noPages;
      if (page.pages !== above) checkPages(above, page.pages, depth + 1);
    }
  };
  checkPages(before.pages, tree.pages, 1);
  const old = getTreeIndex(before);
  const isPage = (id: string) => added.has(id) || (old.pages.has(id) && !removedIds.has(id));
  for (const id of added) if (old.pages.has(id) && !removedIds.has(id)) refuseId(id);
  const isSame = tree.files === before.files && tree.reusableContents === before.reusableContents;
  if (isSame) {
    for (const id of added) if (old.files.has(id) || old.reusableContents.has(id)) refuseId(id);
    return;
  }
  const otherIds = new Set<string>();
  for (const { id } of [...tree.files, ...tree.reusableContents]) {
    if (isPage(id)) refuseId(id);
    claimId(id, otherIds);
  }
}

const noPages: readonly ContentPage[] = [];

function checkPage(page: ContentPage, depth: number): void {
  if (depth > deepest) {
    throw new ApiError(400, `Page ${page.id} is nested deeper than ${deepest} levels. Move it up.`);
  }
  if (page.type === "group" && depth > 1) {
    throw new ApiError(400, `Group ${page.id} must be at the top level.`);
  }
  if (page.pages.length > 0 && page.type !== "document" && page.type !== "group") {
    throw new ApiError(
      400,
      `Page ${page.id} has the type ${page.type}, which cannot contain pages.`,
    );
  }
}

function claimId(id: string, ids: Set<string>): void {
  if (id === "" || ids.has(id)) refuseId(id);
  ids.add(id);
}

function refuseId(id: string): never {
  throw new ApiError(400, `The content contains the id ${JSON.stringify(id)} twice.`);
}

/**
 * URLs remain valid: a page that had its slug below this parent keeps it, others get a number.
 * @param isTaken whether another sibling has a slug
 * @returns undefined if such a sibling must give up its slug
 */
function collectSlugs(
  siblings: readonly ContentPage[],
  parent: string | undefined,
  owned: readonly TreeIndex[],
  isTaken: (slug: string) => boolean = () => false,
): Slugs | undefined {
  const slugs = new Map<ContentPage, string>();
  const names = new UniqueNames(isTaken);
  const owners = siblings.filter(hasSlug);
  for (const { pages } of owned) {
    for (const page of owners) {
      if (slugs.has(page)) continue;
      const oldPage = pages.get(page.id);
      if (!oldPage || oldPage.parent?.page.id !== parent || oldPage.page.slug !== page.slug) {
        continue;
      }
      const slug = page.slug ?? "page";
      if (isTaken(slug)) return undefined;
      slugs.set(page, names.take(slug));
    }
  }
  for (const page of owners) {
    if (slugs.has(page)) continue;
    const preferred = cleanPageSlug(page.slug) || formatPageSlug(page.title) || "page";
    slugs.set(page, names.take(preferred));
  }
  return slugs;
}

function hasSlug({ type }: ContentPage): boolean {
  return type === "document" || type === "group";
}

function hasTimes({ createdAt, updatedAt }: ContentPage): boolean {
  return createdAt !== undefined && updatedAt !== undefined;
}

function withTimes(page: ContentPage, now: string, before: ContentPage | undefined): ContentPage {
  if (!before) {
    const createdAt = page.createdAt ?? now;
    return { ...page, createdAt, updatedAt: page.updatedAt ?? createdAt };
  }
  const createdAt = page.createdAt ?? before.createdAt ?? now;
  const changed = pageFields.some((field) => !isSameValue(page[field], before[field]));
  const ownTime = page.updatedAt !== before.updatedAt ? page.updatedAt : undefined;
  return { ...page, createdAt, updatedAt: ownTime ?? (changed ? now : (before.updatedAt ?? now)) };
}
