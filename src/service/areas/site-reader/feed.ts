/** RSS feeds of the updates on a page, at the URLs of the hosted platform. */
import { html, nothing } from "../../../document/html/html.ts";
import type { PageUpdate } from "../../../document/updates.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import type { TreePage } from "../content/tree/tree-index.ts";
import { getPagePath } from "../site-lookup/page-order.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";
import { writeArticle } from "./pages/article.ts";
import { formatDay } from "./reader-words.ts";
import type { SiteView } from "./site-view.ts";

/** Below the path of the page. */
export const feedName = "rss.xml";

/** Later updates of a page are left out. */
const maxUpdates = 500;

function resolveFeedPath(view: SiteView, tree: ContentTree, treePage: TreePage): string {
  const path = getPagePath(tree, treePage, view.siteSpace);
  return path === "" ? feedName : `${path}/${feedName}`;
}

export function buildFeedHref(view: SiteView, tree: ContentTree, treePage: TreePage): string {
  return view.hrefIn(view.siteSpace, resolveFeedPath(view, tree, treePage));
}

/**
 * The feed of the updates that the visitor sees.
 * @returns undefined for a page without updates
 * @throws ApiError 413 if rendering takes too much time or memory
 */
export async function writeFeed(
  view: SiteView,
  tree: ContentTree,
  treePage: TreePage,
): Promise<string | undefined> {
  const { updates } = await writeArticle(view, tree, treePage);
  if (updates.length === 0) return undefined;
  const { page } = treePage;
  const { look, pages, reading, site, siteSpace } = view;
  const getUrl = createSiteUrls(reading.base, site, view.opening);
  const toUrl = (path: string) => getUrl(pages.resolvePath(siteSpace, path));
  const url = toUrl(getPagePath(tree, treePage, siteSpace));
  const ids = new Set<string>();
  const items = updates.slice(0, maxUpdates).map((update, index) => {
    const link = update.id === undefined ? url : `${url}#${encodeURIComponent(update.id)}`;
    // Readers tell items apart by this id, and several updates can have no heading.
    const id = update.id === undefined || ids.has(link) ? `${url}#${update.date}-${index}` : link;
    ids.add(id);
    return writeItem(update, { link, id, language: view.language });
  });
  const name = look.title ?? site.title;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${`${page.title} · ${name}`}</title>
<link>${url}</link>
<description>${page.description ?? page.title}</description>
<language>${view.language}</language>
<atom:link href="${toUrl(resolveFeedPath(view, tree, treePage))}" rel="self" type="application/rss+xml"/>
${items}</channel>
</rss>
`.source;
}

interface FeedItem {
  readonly link: string;
  readonly id: string;
  readonly language: string;
}

function writeItem(
  { title, date, tags, paragraphs }: PageUpdate,
  { link, id, language }: FeedItem,
) {
  const time = new Date(date);
  const isDate = !Number.isNaN(time.getTime());
  const heading = html`${title}`;
  const text = paragraphs.map((paragraph) => html`<p>${paragraph}</p>`.source);
  return html`<item>
<title>${heading.source === "" ? (isDate ? formatDay(language, time) : date) : heading}</title>
<link>${link}</link>
<guid isPermaLink="${id === link ? "true" : "false"}">${id}</guid>
${isDate ? html`<pubDate>${time.toUTCString()}</pubDate>\n` : nothing}${tags.map(
  (tag) => html`<category>${tag}</category>\n`,
)}<description>${text.join("")}</description>
</item>
`;
}
