/** Lookup of a page by path, and its rendering as HTML. */

import { isRightToLeftLanguage, renderDirection } from "../../../document/html/direction.ts";
import { Html, html, nothing } from "../../../document/html/html.ts";
import { findPageAtPath } from "../content/tree/page-paths.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { isHidden, type TreePage } from "../content/tree/tree-index.ts";
import { findFirstPage, getPagePath, withText } from "../site-lookup/page-order.ts";
import { listLiveSiteSpaces, type SiteSpaceRow } from "../sites/structure/structure.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";
import { buildFeedHref, feedName } from "./feed.ts";
import { renderFeedbackForm } from "./feedback.ts";
import { toMarkdownPath } from "./markdown-pages.ts";
import { writeArticle } from "./pages/article.ts";
import { renderMark } from "./pages/change-bar.ts";
import {
  renderBreadcrumbs,
  renderEmoji,
  renderNavigation,
  renderNeighbors,
  renderOutline,
} from "./pages/navigation.ts";
import { type PageAlternate, renderShell } from "./pages/shell.ts";
import { formatDay } from "./reader-words.ts";
import type { SiteView } from "./site-view.ts";
import { findImageUrl, findSocialImage } from "./social-images.ts";

type PageFormat = "html" | "markdown" | "rss";

/** The result of looking up a path in a space. */
export type AtPath =
  | { readonly kind: "page"; readonly treePage: TreePage; readonly format: PageFormat }
  /** The current path in the space. */
  | { readonly kind: "moved"; readonly path: string }
  | { readonly kind: "nothing" };

/** The path of the Markdown of the home page, whose own path is empty. */
const homeMarkdown = "index.md";

/** @param siteSpace determines the home page */
export function findPage(tree: ContentTree, path: string, siteSpace: SiteSpaceRow): AtPath {
  const treePage =
    path === "" ? findFirstPage(tree, siteSpace.page_id) : findPageAtPath(tree, path);
  if (treePage) {
    const page = withText(tree, treePage);
    if (!page) return { kind: "nothing" };
    const isCurrentPath = path === "" || path === page.path;
    const currentPath = getPagePath(tree, page, siteSpace);
    // The home page is served only at the root of the space.
    return isCurrentPath && path === currentPath
      ? { kind: "page", treePage: page, format: "html" }
      : { kind: "moved", path: currentPath };
  }
  const isFeed = path === feedName || path.endsWith(`/${feedName}`);
  if (!isFeed && !path.endsWith(".md")) return { kind: "nothing" };
  const plainPath = isFeed ? path.slice(0, -feedName.length - 1) : path.slice(0, -".md".length);
  const plain =
    plainPath === "" || path === homeMarkdown
      ? findFirstPage(tree, siteSpace.page_id)
      : findPageAtPath(tree, plainPath);
  return plain?.page.type === "document"
    ? { kind: "page", treePage: plain, format: isFeed ? "rss" : "markdown" }
    : { kind: "nothing" };
}

/** @throws ApiError 413 if rendering takes too much time or memory */
export async function writeSitePage(
  view: SiteView,
  tree: ContentTree,
  treePage: TreePage,
): Promise<string> {
  const { page } = treePage;
  const { layout = {} } = page;
  const isRightToLeft = isRightToLeftLanguage(view.language);
  const { html: source, outline, updates } = await writeArticle(view, tree, treePage);
  const heading =
    layout.title === false
      ? html`<h1 class="unseen">${page.title}</h1>`
      : html`<h1${renderDirection(page.title, isRightToLeft)}>${renderEmoji(page)}${page.title}${renderMark(view, page.id)}</h1>`;
  const description =
    page.description === undefined || layout.description === false
      ? nothing
      : html`<p class="lead-in"${renderDirection(page.description, isRightToLeft)}>${page.description}</p>`;
  const main = html`<article>
${renderBreadcrumbs(view, tree, treePage)}${await renderCover(view, treePage)}<header class="page">${heading}${description}</header>
<div class="${layout.anchors === false ? "text plain" : "text"}">${new Html(source)}</div>
${layout.metadata === false ? nothing : renderTime(view, page.updatedAt)}${renderFeedbackForm(view, page.id)}</article>
${layout.pagination === false ? nothing : renderNeighbors(view, tree, treePage)}`;
  return renderShell({
    view,
    title: page.title,
    description: page.description,
    ...(isIndexed(view, treePage) && {
      canonical: view.canonicalUrl,
      alternates: await listAlternates(view, treePage),
    }),
    markdown: view.hrefIn(view.siteSpace, toMarkdownPath(treePage)),
    ...(updates.length > 0 && { feed: buildFeedHref(view, tree, treePage) }),
    image: await findSocialImage(view, treePage),
    ...(layout.tableOfContents !== false && {
      navigation: await renderNavigation(view, tree, treePage),
    }),
    main,
    aside: layout.outline === false ? nothing : renderOutline(view, outline),
    ...(layout.width && { width: layout.width }),
  });
}

/** Whether search engines may index the page. */
export function isIndexed({ site, preview }: SiteView, treePage: TreePage): boolean {
  const { noIndex, noRobotsIndex } = treePage.page;
  return (
    site.visibility === "public" &&
    !preview &&
    !isHidden(treePage) &&
    noIndex !== true &&
    noRobotsIndex !== true
  );
}

async function renderCover(view: SiteView, treePage: TreePage): Promise<Html> {
  const { cover, layout } = treePage.page;
  if (!cover || layout?.cover === false) return nothing;
  const light = await findImageUrl(view, treePage, cover.ref);
  const dark = (await findImageUrl(view, treePage, cover.refDark)) ?? light;
  if (light === undefined) return nothing;
  const { coverSize = "hero", coverMask } = layout ?? {};
  const names = ["top-cover", coverSize, ...(coverMask === "radial" ? ["radial"] : [])].join(" ");
  if (dark === light) return html`<img class="${names}" src="${light}" alt="">`;
  return html`<img class="${names} by-day" src="${light}" alt=""><img class="${names} by-night" src="${dark}" alt="">`;
}

function renderTime({ language, words }: SiteView, updatedAt: string | undefined): Html {
  if (updatedAt === undefined) return nothing;
  const [before = "", after = ""] = words.lastUpdated.split("{}");
  return html`<p class="time">${before}<time datetime="${updatedAt}">${formatDay(language, new Date(updatedAt))}</time>${after}</p>
`;
}

/**
 * The page in the languages of the site, for search engines: the variants in different languages that
 * have the page at the same path, including the current one.
 * @returns empty if the page exists in one language only
 */
async function listAlternates(
  view: SiteView,
  treePage: TreePage,
): Promise<readonly PageAlternate[]> {
  const { structure, siteSpace, pages, reading, site } = view;
  const variants = listLiveSiteSpaces(structure, siteSpace.section_id).filter(
    ({ space_language: language, hidden }) => language !== null && hidden === 0,
  );
  const languages = new Set(variants.map(({ space_language }) => space_language));
  if (languages.size < 2 || siteSpace.space_language === null) return [];
  const currentTree = await pages.tree(siteSpace.space_id);
  const path = getPagePath(currentTree, treePage, siteSpace);
  const getUrl = createSiteUrls(reading.base, site, undefined);
  const alternates = new Map<string, PageAlternate>();
  for (const variant of [siteSpace, ...variants]) {
    const language = variant.space_language;
    if (language === null || alternates.has(language)) continue;
    const tree = await pages.tree(variant.space_id);
    const page = findVariantPage(tree, path, variant);
    if (!page) continue;
    const url = getUrl(pages.resolvePath(variant, getPagePath(tree, page, variant)));
    alternates.set(language, { language, url });
  }
  return alternates.size < 2 ? [] : [...alternates.values()];
}

function findVariantPage(
  tree: ContentTree,
  path: string,
  { page_id: home }: SiteSpaceRow,
): TreePage | undefined {
  const page = path === "" ? findFirstPage(tree, home) : findPageAtPath(tree, path);
  return page?.page.type === "document" ? page : undefined;
}
