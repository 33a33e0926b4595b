/** The ways through a space: the tree of its pages, the page before and after, the ones above. */
import { safeAddress } from "../../../document/html/addresses.ts";
import { attribute, type Html, html, nothing, type Part } from "../../../document/html/html.ts";
import type { OutlineHeading } from "../../../document/html/page.ts";
import type { Page, Tree } from "../content/tree.ts";
import { findAncestors, getTreeIndex, type TreePage } from "../content/tree-index.ts";
import { renderMark } from "./change-bar.ts";
import { findNeighbors, isHidden, pathIn } from "./page-order.ts";
import type { SiteView } from "./site-view.ts";
import { createTargets } from "./targets.ts";

/**
 * A space of no more pages is shown whole; of a larger one, what is above and around the page: a list
 * that is longer than the window would hide where one is.
 */
const mostUnfolded = 30;
/** Pages that one list shows; a longer one is cut around the page. */
const longestList = 300;

/** @param here absent for what is no page of the space, such as results of a search */
export async function renderNavigation(
  view: SiteView,
  tree: Tree,
  here: TreePage | undefined,
): Promise<Html> {
  const { pages } = getTreeIndex(tree);
  const isWhole = pages.size <= mostUnfolded;
  const above = new Set(here ? [here, ...findAncestors(here)].map(({ page }) => page.id) : []);

  async function renderList(siblings: readonly Page[]): Promise<Html> {
    const shown = cutList(
      siblings.filter((page) => page.hidden !== true),
      above,
    );
    const items: Html[] = [];
    for (const page of shown) items.push(await renderItem(page));
    return items.length === 0 ? nothing : html`<ul>${items}</ul>`;
  }

  async function renderItem(page: Page): Promise<Html> {
    const treePage = pages.get(page.id);
    if (!treePage) return nothing;
    const isOpen = isWhole || above.has(page.id) || page.type === "group";
    const inner = isOpen ? await renderList(page.pages) : nothing;
    const emoji = renderEmoji(page);
    if (page.type === "group") {
      return html`<li class="group"><p>${emoji}${page.title}</p>${inner}</li>`;
    }
    const address = await findAddress(treePage);
    if (address === undefined) return html`<li><span>${emoji}${page.title}</span>${inner}</li>`;
    const current = attribute("aria-current", page.id === here?.page.id ? "page" : undefined);
    const name = attribute("class", above.has(page.id) ? "above" : undefined);
    return html`<li><a href="${address}"${current}${name}>${emoji}${page.title}${renderMark(view, page.id)}</a>${inner}</li>`;
  }

  async function findAddress(treePage: TreePage): Promise<string | undefined> {
    const { target, id } = treePage.page;
    if (target === undefined)
      return view.hrefIn(view.siteSpace, pathIn(tree, treePage, view.siteSpace));
    const from = { spaceId: view.siteSpace.space_id, id };
    const found = await createTargets(view).find(target, from);
    return found && safeAddress(found.address);
  }

  const list = await renderList(tree.pages);
  // On a narrow screen, it unfolds; on a wide one, a style shows it in any case.
  return html`<nav class="pages" aria-label="Pages"><details class="fold"><summary>Pages</summary></details><div class="tree">${list}</div></nav>`;
}

function cutList(siblings: readonly Page[], above: ReadonlySet<string>): readonly Page[] {
  if (siblings.length <= longestList) return siblings;
  const at = Math.max(
    0,
    siblings.findIndex(({ id }) => above.has(id)),
  );
  const start = Math.max(0, Math.min(at - longestList / 2, siblings.length - longestList));
  return siblings.slice(start, start + longestList);
}

export function renderEmoji({ emoji }: Pick<Page, "emoji">): Part {
  return emoji === undefined
    ? undefined
    : html`<span class="emoji" aria-hidden="true">${emoji}</span> `;
}

/** The pages above, in words and as links. */
export function renderBreadcrumbs(view: SiteView, tree: Tree, here: TreePage): Html {
  const above = findAncestors(here);
  if (above.length === 0) return nothing;
  const items = above.map((treePage) => {
    const { title, type } = treePage.page;
    if (type !== "document") return html`<li>${title}</li>`;
    return html`<li><a href="${view.hrefIn(view.siteSpace, pathIn(tree, treePage, view.siteSpace))}">${title}</a></li>`;
  });
  return html`<nav class="above" aria-label="Breadcrumbs"><ol>${items}</ol></nav>`;
}

/** The page before and the one after, in reading order. */
export function renderNeighbors(view: SiteView, tree: Tree, here: TreePage): Html {
  if (!view.look.pagination.enabled || isHidden(here)) return nothing;
  const link = (treePage: TreePage | undefined, name: "before" | "after", word: string) =>
    treePage
      ? html`<a class="${name}" rel="${name === "before" ? "prev" : "next"}" href="${view.hrefIn(view.siteSpace, pathIn(tree, treePage, view.siteSpace))}"><span>${word}</span> <strong>${treePage.page.title}</strong></a>`
      : nothing;
  const { before, after } = findNeighbors(tree, here);
  if (!before && !after) return nothing;
  return html`<nav class="neighbours" aria-label="Previous and next page">${link(before, "before", "Previous")}${link(after, "after", "Next")}</nav>`;
}

const fewest = 2;
const mostInOutline = 200;

export function renderOutline(outline: readonly OutlineHeading[]): Html {
  if (outline.length < fewest) return nothing;
  const items = outline
    .slice(0, mostInOutline)
    .map(
      ({ id, title, level }) =>
        html`<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${title}</a></li>`,
    );
  const title = "On this page";
  return html`<nav class="outline" aria-label="${title}"><p class="title">${title}</p><details class="fold"><summary>${title}</summary></details><ul>${items}</ul></nav>`;
}
