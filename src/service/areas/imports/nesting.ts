/** Nesting of the pages of a website by their URLs. */

import { decoded } from "../../../document/reference-address.ts";
import { slugFrom } from "../../../document/slugs.ts";
import { addTo } from "../../../json/groups.ts";
import type { ContentPage } from "../content/tree.ts";

/** An item to nest, in the order of the pages. */
export interface UnnestedPage {
  readonly path: readonly string[];
  readonly page: ContentPage;
}

const longestTitle = 255;

/**
 * A folder without a page becomes an empty page if it contains several pages.
 * @returns the nested pages, and the ids of the empty ones
 */
export function nestPages(items: readonly UnnestedPage[], newId: () => string) {
  const folders: string[] = [];
  const children = new Map<string, string[]>();
  const pagesByName = new Map<string, ContentPage>();
  for (const { path, page } of items) pagesByName.set(freeName(path.join("/"), pagesByName), page);
  const order = [...pagesByName.keys()];
  for (const name of countFolders(order)) {
    if (pagesByName.has(name)) continue;
    const segment = decoded(name.slice(name.lastIndexOf("/") + 1));
    const page: ContentPage = { ...newPage(newId(), segment, toTitle(segment)), pages: [] };
    pagesByName.set(name, page);
    folders.push(page.id);
    // In the position of the first of its pages.
    const index = order.findIndex((one) => one.startsWith(`${name}/`));
    order.splice(index, 0, name);
  }
  for (const name of order) {
    const above = listAncestorNames(name).find((one) => pagesByName.has(one)) ?? "";
    addTo(children, above, name);
  }
  const build = (name: string): readonly ContentPage[] =>
    (children.get(name) ?? []).flatMap((child) => {
      const page = pagesByName.get(child);
      // The imported page is placed beside its subpages, as the first one.
      if (page && child === "") return [page];
      return page ? [{ ...page, pages: build(child) }] : [];
    });
  return { pages: build(""), folders };
}

/** @param segment the last segment of its URL */
export function newPage(id: string, segment: string, title: string): Omit<ContentPage, "pages"> {
  const slug = slugFrom(segment);
  return {
    id,
    type: "document",
    title: title.slice(0, longestTitle).trim() || toTitle(segment) || "Untitled",
    ...(slug !== "" && { slug }),
  };
}

/** Converts `getting-started` to `Getting started`. */
function toTitle(segment: string): string {
  const words = segment.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The folders with at least two pages at any depth. */
function countFolders(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const above of listAncestorNames(name)) counts.set(above, (counts.get(above) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, count]) => (count > 1 && name !== "" ? name : []));
}

/** The parent folders, from the nearest to the outermost, without the root. */
function listAncestorNames(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join("/"));
}

/** Two URLs may have the same name: `/start` and `/start.html`. */
function freeName(name: string, usedNames: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 1; usedNames.has(free); number++) free = `${name} ${number}`;
  return free;
}
