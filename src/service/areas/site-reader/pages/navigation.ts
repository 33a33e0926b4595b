/** Navigation in a space: the page tree, breadcrumbs, previous and next page, and the outline of a page. */
import { toSafeUrl } from "../../../../document/html/addresses.ts";
import { hasRightToLeft } from "../../../../document/html/direction.ts";
import {
  attribute,
  type Html,
  type HtmlPart,
  html,
  nothing,
} from "../../../../document/html/html.ts";
import type { OutlineHeading } from "../../../../document/html/page.ts";
import type { ContentPage, ContentTree } from "../../content/tree/tree.ts";
import {
  findAncestors,
  getTreeIndex,
  isHidden,
  type TreePage,
} from "../../content/tree/tree-index.ts";
import { findNeighbors, getPagePath } from "../../site-lookup/page-order.ts";
import type { SiteView } from "../site-view.ts";
import { createTargets } from "../targets.ts";
import { renderMark } from "./change-bar.ts";

/**
 * Up to this number of pages, the whole tree is expanded. In a larger space, only the ancestors of the
 * current page are expanded, so that it stays visible.
 */
const maxExpandedPages = 30;
/** Maximum number of pages in one list. A longer list is truncated around the current page. */
const maxListLength = 300;
/**
 * Maximum number of entries below groups, which are always expanded. In a space with more pages, the
 * groups share it, and the rest of a group is left out, except around the current page.
 */
const maxGroupEntries = 1000;

/** @param here undefined for pages outside the tree, such as search results */
export async function renderNavigation(
  view: SiteView,
  tree: ContentTree,
  here: TreePage | undefined,
): Promise<Html> {
  const { pages } = getTreeIndex(tree);
  const isWhole = pages.size <= maxExpandedPages;
  const above = new Set(here ? [here, ...findAncestors(here)].map(({ page }) => page.id) : []);

  const shareOfGroup = computeShare(pages);
  let entries = 0;

  async function renderList(siblings: readonly ContentPage[], parent?: ContentPage): Promise<Html> {
    const isOnPath = parent === undefined || above.has(parent.id);
    const length = isOnPath ? maxListLength : Math.min(shareOfGroup, maxGroupEntries - entries);
    const visiblePages = cutList(
      siblings.filter((page) => page.hidden !== true),
      above,
      length,
    );
    if (!isOnPath) entries += visiblePages.length;
    const items: Html[] = [];
    for (const page of visiblePages) items.push(await renderItem(page));
    return items.length === 0 ? nothing : html`<ul>${items}</ul>`;
  }

  async function renderItem(page: ContentPage): Promise<Html> {
    const treePage = pages.get(page.id);
    if (!treePage) return nothing;
    const isOpen = isWhole || above.has(page.id) || page.type === "group";
    const inner = isOpen ? await renderList(page.pages, page) : nothing;
    const emoji = renderEmoji(page);
    if (page.type === "group") {
      return html`<li class="group"><p>${emoji}${renderTitle(page)}</p>${inner}</li>`;
    }
    const address = await findAddress(treePage);
    if (address === undefined)
      return html`<li><span>${emoji}${renderTitle(page)}</span>${inner}</li>`;
    const current = attribute("aria-current", page.id === here?.page.id ? "page" : undefined);
    const name = attribute("class", above.has(page.id) ? "above" : undefined);
    return html`<li><a href="${address}"${current}${name}>${emoji}${renderTitle(page)}${renderMark(view, page.id)}</a>${inner}</li>`;
  }

  async function findAddress(treePage: TreePage): Promise<string | undefined> {
    const { target, id } = treePage.page;
    if (target === undefined)
      return view.hrefIn(view.siteSpace, getPagePath(tree, treePage, view.siteSpace));
    const from = { spaceId: view.siteSpace.space_id, id };
    const resolved = await createTargets(view).find(target, from);
    return resolved && toSafeUrl(resolved.address);
  }

  const list = await renderList(tree.pages);
  // On narrow screens, the tree is collapsible; on wide ones, the stylesheet always shows it.
  return html`<nav class="pages" aria-label="${view.words.pages}"><details class="fold"><summary>${view.words.pages}</summary></details><div class="tree">${list}</div></nav>`;
}

/** Maximum number of entries in the list of a group. */
function computeShare(pages: ReadonlyMap<string, TreePage>): number {
  if (pages.size <= maxGroupEntries) return maxListLength;
  let groups = 0;
  for (const { page } of pages.values()) if (page.type === "group") groups++;
  return Math.min(maxListLength, Math.ceil(maxGroupEntries / Math.max(1, groups)));
}

/** @param length maximum length of the list */
function cutList(
  siblings: readonly ContentPage[],
  above: ReadonlySet<string>,
  length: number,
): readonly ContentPage[] {
  if (siblings.length <= length) return siblings;
  const currentIndex = Math.max(
    0,
    siblings.findIndex(({ id }) => above.has(id)),
  );
  const start = Math.max(0, Math.min(currentIndex - length / 2, siblings.length - length));
  return siblings.slice(start, start + length);
}

/** A title of any script among others, so that the order of its words does not depend on them. */
export function renderTitle({ title }: Pick<ContentPage, "title">): HtmlPart {
  return hasRightToLeft(title) ? html`<bdi>${title}</bdi>` : title;
}

export function renderEmoji({ emoji }: Pick<ContentPage, "emoji">): HtmlPart {
  return emoji === undefined
    ? undefined
    : html`<span class="emoji" aria-hidden="true">${emoji}</span> `;
}

/** The ancestors of a page. */
export function renderBreadcrumbs(view: SiteView, tree: ContentTree, here: TreePage): Html {
  const above = findAncestors(here);
  if (above.length === 0) return nothing;
  const items = above.map((treePage) => {
    const { title, type } = treePage.page;
    if (type !== "document") return html`<li>${renderTitle({ title })}</li>`;
    return html`<li><a href="${view.hrefIn(view.siteSpace, getPagePath(tree, treePage, view.siteSpace))}">${renderTitle({ title })}</a></li>`;
  });
  return html`<nav class="above" aria-label="${view.words.breadcrumbs}"><ol>${items}</ol></nav>`;
}

/** Links to the previous and next page in reading order. */
export function renderNeighbors(view: SiteView, tree: ContentTree, here: TreePage): Html {
  if (!view.look.pagination.enabled || isHidden(here)) return nothing;
  const link = (treePage: TreePage | undefined, name: "before" | "after", word: string) =>
    treePage
      ? html`<a class="${name}" rel="${name === "before" ? "prev" : "next"}" href="${view.hrefIn(view.siteSpace, getPagePath(tree, treePage, view.siteSpace))}"><span>${word}</span> <strong>${renderTitle(treePage.page)}</strong></a>`
      : nothing;
  const { before, after } = findNeighbors(tree, here);
  if (!before && !after) return nothing;
  return html`<nav class="neighbours" aria-label="${view.words.neighbors}">${link(before, "before", view.words.previous)}${link(after, "after", view.words.next)}</nav>`;
}

const minHeadings = 2;
const maxHeadings = 200;

export function renderOutline(view: SiteView, outline: readonly OutlineHeading[]): Html {
  if (outline.length < minHeadings) return nothing;
  const items = outline
    .slice(0, maxHeadings)
    .map(
      ({ id, title, level }) =>
        html`<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${renderTitle({ title })}</a></li>`,
    );
  const title = view.words.onThisPage;
  return html`<nav class="outline" aria-label="${title}"><p class="title">${title}</p><details class="fold"><summary>${title}</summary></details><ul>${items}</ul></nav>`;
}
