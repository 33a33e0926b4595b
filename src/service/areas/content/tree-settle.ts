/** Makes a tree ready to be committed: every page has its slug and its times, and the rules are kept. */

import { slug } from "../../../document/slugs.ts";
import { Problem } from "../../../errors.ts";
import type { Page, Tree } from "./tree.ts";
import { pageFields, sameValue } from "./tree.ts";
import { indexOf, type PlacedPage } from "./tree-index.ts";

const deepest = 32;
const longestSlug = 100;

/**
 * @param before the tree that it is made from: its pages keep their slugs and times
 * @param now RFC 3339
 * @param addressed the tree whose pages keep their slugs before all others
 * @throws Problem 400 for a tree that breaks a rule: an id twice, a group below the top level, pages
 * in what holds none, pages nested deeper than 32 levels
 */
export function settledTree(tree: Tree, before: Tree, now: string, addressed: Tree = before): Tree {
  const known = indexOf(before).pages;
  const owned = [indexOf(addressed).pages, known];
  const seen = new Set<string>();

  function settled(siblings: readonly Page[], parent: string | undefined, depth: number): Page[] {
    const slugs = slugsOf(siblings, parent, owned);
    return siblings.map((page) => {
      check(page, depth, seen);
      const pages = settled(page.pages, page.id, depth + 1);
      return timed(
        { ...page, title: page.title.trim() || "Untitled", ...slugs.get(page), pages },
        now,
        known.get(page.id)?.page,
      );
    });
  }

  const pages = settled(tree.pages, undefined, 1);
  for (const { id } of [...tree.files, ...tree.reusableContents]) once(id, seen);
  return { ...tree, pages };
}

function check(page: Page, depth: number, seen: Set<string>): void {
  once(page.id, seen);
  if (depth > deepest) {
    throw new Problem(400, `Page ${page.id} is nested deeper than ${deepest} levels; move it up.`);
  }
  if (page.type === "group" && depth > 1) {
    throw new Problem(400, `Group ${page.id} can stand at the top level only.`);
  }
  if (page.pages.length > 0 && page.type !== "document" && page.type !== "group") {
    throw new Problem(400, `Page ${page.id} is of the type ${page.type}, which holds no pages.`);
  }
}

function once(id: string, seen: Set<string>): void {
  if (id === "" || seen.has(id)) {
    throw new Problem(400, `The content has two things with the id ${JSON.stringify(id)}.`);
  }
  seen.add(id);
}

/** Addresses stay: who had a slug in this place keeps it, and whoever comes later gets a number. */
function slugsOf(
  siblings: readonly Page[],
  parent: string | undefined,
  owned: readonly ReadonlyMap<string, PlacedPage>[],
): Map<Page, { slug: string }> {
  const slugs = new Map<Page, { slug: string }>();
  const taken = new Set<string>();
  const owners = siblings.filter((page) => page.type === "document" || page.type === "group");
  const staying = owned.flatMap((known) =>
    owners.filter((page) => {
      const placed = known.get(page.id);
      return (
        placed !== undefined && placed.parent?.page.id === parent && placed.page.slug === page.slug
      );
    }),
  );
  for (const page of new Set([...staying, ...owners])) {
    const wanted = slugFrom(page.slug) || slugFrom(page.title) || "page";
    let free = wanted;
    for (let number = 1; taken.has(free); number++) free = `${wanted}-${number}`;
    taken.add(free);
    slugs.set(page, { slug: free });
  }
  return slugs;
}

/** @returns letters, digits and `-`, at most 100 characters; perhaps none */
export function slugFrom(text: string | undefined): string {
  return slug((text ?? "").trim())
    .replace(/-{2,}/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, longestSlug);
}

function timed(page: Page, now: string, before: Page | undefined): Page {
  if (!before) {
    const createdAt = page.createdAt ?? now;
    return { ...page, createdAt, updatedAt: page.updatedAt ?? createdAt };
  }
  const createdAt = page.createdAt ?? before.createdAt ?? now;
  const changed = pageFields.some((field) => !sameValue(page[field], before[field]));
  const given = page.updatedAt !== before.updatedAt ? page.updatedAt : undefined;
  return { ...page, createdAt, updatedAt: given ?? (changed ? now : (before.updatedAt ?? now)) };
}
