/** Preparation of a tree for a commit: validates it, and gives every page its slug and times. */

import { UniqueNames } from "../../../../document/free-names.ts";
import { cleanPageSlug, formatPageSlug } from "../../../../document/slugs.ts";
import { ApiError } from "../../../../errors.ts";
import { type ContentPage, type ContentTree, pageFields, sameValue } from "./tree.ts";
import { getTreeIndex, type TreePage } from "./tree-index.ts";

const deepest = 32;

/**
 * @param before the tree that it is based on: its pages keep their slugs and times
 * @param now RFC 3339
 * @param addressed the tree whose pages keep their slugs if slugs collide
 * @throws ApiError 400 for an invalid tree: a duplicate id, a group below the top level, children of
 * a link or computed page, pages nested deeper than 32 levels
 */
export function normalizeTree(
  tree: ContentTree,
  before: ContentTree,
  now: string,
  addressed: ContentTree = before,
): ContentTree {
  const oldPages = getTreeIndex(before).pages;
  const owned = [...new Set([getTreeIndex(addressed).pages, oldPages])];
  const ids = new Set<string>();

  /** Unchanged pages remain the same objects, which the next steps of a commit recognize. */
  function normalize(
    siblings: readonly ContentPage[],
    parent: string | undefined,
    depth: number,
  ): readonly ContentPage[] {
    const slugs = collectSlugs(siblings, parent, owned);
    const normalized = siblings.map((page) => {
      checkPage(page, depth, ids);
      const pages = normalize(page.pages, page.id, depth + 1);
      const before = oldPages.get(page.id)?.page;
      const { slug = page.slug } = slugs.get(page) ?? {};
      if (page === before && pages === page.pages && slug === page.slug) return page;
      const title = page.title.trim() || "Untitled";
      const isNormal = title === page.title && slug === page.slug && pages === page.pages;
      // A page of another tree, such as of a space that is duplicated.
      if (!before && isNormal && hasTimes(page)) return page;
      return withTimes({ ...page, title, ...(slug !== undefined && { slug }), pages }, now, before);
    });
    return normalized.every((page, index) => page === siblings[index]) ? siblings : normalized;
  }

  const pages = normalize(tree.pages, undefined, 1);
  for (const { id } of [...tree.files, ...tree.reusableContents]) claimId(id, ids);
  return { ...tree, pages };
}

function checkPage(page: ContentPage, depth: number, ids: Set<string>): void {
  claimId(page.id, ids);
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
  if (id === "" || ids.has(id)) {
    throw new ApiError(400, `The content contains the id ${JSON.stringify(id)} twice.`);
  }
  ids.add(id);
}

/** URLs remain valid: a page that had its slug below this parent keeps it, others get a number. */
function collectSlugs(
  siblings: readonly ContentPage[],
  parent: string | undefined,
  owned: readonly ReadonlyMap<string, TreePage>[],
): Map<ContentPage, { slug: string }> {
  const slugs = new Map<ContentPage, { slug: string }>();
  const names = new UniqueNames();
  const owners = siblings.filter((page) => page.type === "document" || page.type === "group");
  const staying = owned.flatMap((oldPage) =>
    owners.filter((page) => {
      const treePage = oldPage.get(page.id);
      return (
        treePage !== undefined &&
        treePage.parent?.page.id === parent &&
        treePage.page.slug === page.slug
      );
    }),
  );
  for (const page of staying) {
    if (!slugs.has(page)) slugs.set(page, { slug: names.take(page.slug ?? "page") });
  }
  for (const page of owners) {
    if (slugs.has(page)) continue;
    const preferred = cleanPageSlug(page.slug) || formatPageSlug(page.title) || "page";
    slugs.set(page, { slug: names.take(preferred) });
  }
  return slugs;
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
  const changed = pageFields.some((field) => !sameValue(page[field], before[field]));
  const ownTime = page.updatedAt !== before.updatedAt ? page.updatedAt : undefined;
  return { ...page, createdAt, updatedAt: ownTime ?? (changed ? now : (before.updatedAt ?? now)) };
}
