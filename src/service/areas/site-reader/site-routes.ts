/** Routing within a site for a visitor with access. */

import type { WireResponse } from "../../../contract/wire.ts";
import { html } from "../../../document/html/html.ts";
import { ApiError } from "../../../errors.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { createFairQueue } from "../../engines/threads/fair-queue.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { getFile, openContents } from "../content/files/blobs.ts";
import { findHiddenContent } from "../content/hidden-content.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { formatWords } from "../fonts/font-file.ts";
import { getPagePath, listReadablePages } from "../site-lookup/page-order.ts";
import { addQuery, filterQuery, listNames, withoutCredentials } from "../site-lookup/query-text.ts";
import { findPageById } from "../site-lookup/site-pages.ts";
import { toFontFileName } from "../sites/customization/font-rows.ts";
import { findRedirect } from "../sites/redirects/redirect-rows.ts";
import { resolveRedirect } from "../sites/redirects/redirect-targets.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";
import { prefersMarkdown } from "./accepted-types.ts";
import { getStoredTree } from "./display-titles.ts";
import { writeFeed } from "./feed.ts";
import { findCurrentUrl } from "./former-urls.ts";
import { findPageScripts } from "./integration-scripts.ts";
import { writeAllPages, writeMarkdownPage, writePageIndex } from "./markdown-pages.ts";
import { findPage, isIndexed, writeSitePage } from "./page.ts";
import { fallbackParameter } from "./pages/frame.ts";
import { renderNavigation } from "./pages/navigation.ts";
import { readQuery, renderField, writeSearchPage } from "./pages/search-page.ts";
import { renderShell } from "./pages/shell.ts";
import {
  toFileResponse,
  toImmutableFile,
  toImmutableResponse,
  toPageResponse,
  toRedirect,
  toTextResponse,
} from "./responses.ts";
import type { SiteView } from "./site-view.ts";
import { imagesFolder, openSocialImage, ownFolder } from "./social-images.ts";
import { fontsFolder } from "./styles/fonts.ts";
import { createStylesheet, stylesFolder } from "./styles/stylesheet.ts";
import { filesFolder } from "./targets.ts";
import type { SiteAction } from "./visitor-actions.ts";

interface SiteRequest {
  readonly view: SiteView;
  readonly request: PublicRequest;
  readonly isPublic: boolean;
  readonly report: (action: SiteAction) => void;
}

/** @param report receives what the visitor opened, if it is counted */
export async function answerOnSite(
  view: SiteView,
  request: PublicRequest,
  report: (action: SiteAction) => void = () => {},
): Promise<WireResponse> {
  const { site, preview } = view;
  const isOpen = site.visibility === "public" || site.visibility === "unlisted";
  // Adaptive content differs between visitors.
  const isPublic = isOpen && site.adaptive_content === 0 && !preview;
  const siteRequest: SiteRequest = { view, request, isPublic, report };
  try {
    return (await answerFixed(siteRequest)) ?? (await answerContent(siteRequest));
  } catch (error) {
    // A refused page, such as one that exceeds a limit, is shown as an error page of the site.
    if (!(error instanceof ApiError)) throw error;
    return answerMessage(siteRequest, error.status, "This page cannot be displayed", error.message);
  }
}

/**
 * Documents about all pages of a site, one at a time for each site: they take long on a large site,
 * whose pages would wait behind all of them.
 */
export const documentsOfSite = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 1,
  mostWaiting: 20,
});

type SiteDocument = (view: SiteView) => Promise<string | undefined>;

async function answerDocument(
  siteRequest: SiteRequest,
  contentType: string,
  write: SiteDocument,
): Promise<WireResponse | undefined> {
  const { view, request } = siteRequest;
  let text: string | undefined;
  try {
    text = await documentsOfSite.run(view.site.id, () => write(view));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    return {
      status: 429,
      headers: { "content-type": plainText, "retry-after": "1", "cache-control": "no-store" },
      body: "Too many requests for documents of this site. Retry later.\n",
    };
  }
  return text === undefined
    ? undefined
    : toTextResponse(contentType, text, siteRequest, request.request);
}

/** Resources other than pages. */
async function answerFixed(siteRequest: SiteRequest): Promise<WireResponse | undefined> {
  const { view, request } = siteRequest;
  const [first = "", second = "", third, ...rest] = view.path.split("/");
  if (third === undefined && first === stylesFolder) {
    return toImmutableResponse(
      "text/css; charset=utf-8",
      createStylesheet(view.look, view.fonts).source,
    );
  }
  if (first === filesFolder) return answerFile(siteRequest, second);
  if (first === ownFolder) {
    if (third === undefined) return second === "icon" ? getIcon(siteRequest) : undefined;
    return second === imagesFolder && rest.length === 0
      ? answerSocialImage(siteRequest, third)
      : undefined;
  }
  if (first === fontsFolder) return answerFont(siteRequest, second, third ?? "");
  if (view.path.includes("/")) return undefined;
  switch (first) {
    case "~search": {
      const query = readQuery(request.query.get("q") ?? "");
      siteRequest.report(
        query === "" ? { event: "search_open" } : { event: "search_type_query", query },
      );
      const page = await writeSearchPage(view, request.query.get("q") ?? "");
      return toPageResponse(200, page, siteRequest, request.request);
    }
    case "~icon.svg":
      return getIcon(siteRequest);
    case "robots.txt":
      return toTextResponse(plainText, buildRobots(view), siteRequest, request.request);
    case "sitemap.xml":
      return answerDocument(siteRequest, "application/xml; charset=utf-8", findSitemap);
    case "llms.txt":
      siteRequest.report({ event: "llms_request" });
      return answerDocument(siteRequest, plainText, writePageIndex);
    case "llms-full.txt":
      siteRequest.report({ event: "llms_request" });
      return answerDocument(siteRequest, plainText, writeAllPages);
    default:
      return undefined;
  }
}

const plainText = "text/plain; charset=utf-8";

function getIcon({ view, request, isPublic }: SiteRequest): WireResponse {
  const { favicon, styling } = view.look;
  const emoji = "emoji" in favicon ? favicon.emoji : undefined;
  const letter = [...(view.look.title ?? view.site.title).trim()][0] ?? "";
  const content =
    emoji === undefined
      ? html`<rect width="32" height="32" rx="7" fill="${styling.primaryColor.light}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#fff">${letter.toUpperCase()}</text>`
      : html`<text x="16" y="26" text-anchor="middle" font-size="27">${emoji}</text>`;
  const { source } =
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
  return toTextResponse("image/svg+xml", source, { isPublic }, request.request);
}

async function answerSocialImage(siteRequest: SiteRequest, id: string): Promise<WireResponse> {
  const { view, request } = siteRequest;
  const treePage = findPageById(await view.pages.tree(view.siteSpace.space_id), id);
  const image = treePage && (await openSocialImage(view, treePage));
  if (image === undefined) return answerNothing(siteRequest);
  if ("url" in image) return toRedirect(image.url, false);
  return toFileResponse(image, siteRequest, request.request);
}

async function answerFile(siteRequest: SiteRequest, id: string): Promise<WireResponse> {
  const { view, request } = siteRequest;
  const space = view.siteSpace.space_id;
  const readSpace = async (spaceId: string) => getStoredTree(await view.pages.tree(spaceId));
  const tree = await readSpace(space);
  const { site, claims, preview } = view;
  const visitor = preview ? undefined : { site: site.id, claims, spaces: listVisitorSpaces(view) };
  const call = { db: request.db, visitor, readSpace };
  const hiddenIds = await findHiddenContent(call, space, tree, [id]);
  const file = hiddenIds.has(id) ? undefined : getTreeIndex(tree).files.get(id);
  const bytes = file && (await getFile(request.db, space, file.hash));
  if (!file || !bytes) return answerNothing(siteRequest);
  return toFileResponse({ ...file, bytes }, siteRequest, request.request);
}

function listVisitorSpaces({ structure, siteSpace }: SiteView): ReadonlySet<string> {
  const siteSpaces = [...structure.siteSpaces.values(), siteSpace];
  return new Set(siteSpaces.map(({ space_id }) => space_id));
}

/** A file of a font that the site uses. */
async function answerFont(
  siteRequest: SiteRequest,
  id: string,
  name: string,
): Promise<WireResponse> {
  const { view, request, isPublic } = siteRequest;
  const face = view.fonts.get(id)?.faces.find((one) => toFontFileName(one) === name);
  const contents = face && (await openContents(request.db, face.hash));
  if (!face || !contents) return answerNothing(siteRequest);
  return toImmutableFile(formatWords[face.format].contentType, contents, { isPublic });
}

/** Responds with a page, a redirect or 404. */
async function answerContent(siteRequest: SiteRequest): Promise<WireResponse> {
  const { view, request } = siteRequest;
  const tree = await view.pages.tree(view.siteSpace.space_id);
  const match = findPage(tree, view.path, view.siteSpace);
  const isVariantLink = request.query.has(fallbackParameter);
  switch (match.kind) {
    case "page": {
      // The URL of the page, without the parameter.
      if (isVariantLink) return toRedirect(withQuery(getCurrentHref(view), request), false);
      const { treePage, format } = match;
      const audience = { isPublic: siteRequest.isPublic, isNegotiated: format === "html" };
      const { id } = treePage.page;
      if (format === "rss") {
        const feed = await writeFeed(view, tree, treePage);
        if (feed === undefined) return answerNothing(siteRequest, tree);
        siteRequest.report({ event: "rss_request", page: id });
        return toTextResponse(
          "application/rss+xml; charset=utf-8",
          feed,
          audience,
          request.request,
        );
      }
      if (format === "markdown" || prefersMarkdown(request.request.headers.accept)) {
        siteRequest.report({ event: "page_markdown_request", page: id });
        const text = await writeMarkdownPage(view, tree, treePage);
        return toTextResponse("text/markdown; charset=utf-8", text, audience, request.request);
      }
      siteRequest.report({ event: "page_view", page: id });
      const scripts = await findPageScripts(view, request.path.siteId === undefined);
      const shown = scripts === undefined ? view : { ...view, scripts: scripts.urls };
      const page = await writeSitePage(shown, tree, treePage);
      return toPageResponse(200, page, audience, request.request, scripts?.headers);
    }
    case "moved":
      return toRedirect(withQuery(view.hrefIn(view.siteSpace, match.path), request), false);
    case "nothing":
      return (
        (await findRedirectResponse(siteRequest)) ??
        (await answerFormerUrl(siteRequest)) ??
        (isVariantLink
          ? toRedirect(withQuery(view.hrefIn(view.siteSpace, ""), request), false)
          : answerMissingPage(siteRequest, tree))
      );
  }
}

/** The response of the redirect that applies to the path, if any. */
async function findRedirectResponse({
  view,
  request,
}: SiteRequest): Promise<WireResponse | undefined> {
  const above = view.pages.resolvePath(view.siteSpace);
  const path = `${above}/${view.path}`;
  const row = await findRedirect(request.db, view.site.id, path);
  const lead = row && resolveRedirect(view.structure, row);
  if (!row || !lead) return undefined;
  const isLasting = row.row.permanent === 1;
  if ("url" in lead) return toRedirect(withVisitorQuery(lead.url, request), isLasting);
  const { siteSpace, page: id, added } = lead;
  const treePage =
    id === undefined ? undefined : findPageById(await view.pages.tree(siteSpace.space_id), id);
  if (id !== undefined && !treePage) return undefined;
  const below = [treePage?.path ?? "", added].filter((part) => part !== "").join("/");
  return toRedirect(withQuery(view.hrefIn(siteSpace, below), request), isLasting);
}

/**
 * Adds the query of the visitor to an external URL, without credentials. Its own parameters stay. The
 * result is ASCII, as a header requires.
 */
function withVisitorQuery(address: string, { request }: PublicRequest): string {
  const { href, search } = new URL(address);
  const own = listNames(search);
  const query = withoutCredentials(new URL(request.url).search);
  return addQuery(
    href,
    filterQuery(query, (name) => !own.has(name)),
  );
}

/** Redirects from the former URL of a page. */
async function answerFormerUrl({ view, request }: SiteRequest): Promise<WireResponse | undefined> {
  const url = await findCurrentUrl(view);
  return url === undefined ? undefined : toRedirect(withQuery(url, request), false);
}

/** The URL of the request, without the query. */
function getCurrentHref({ basePath, pathname }: SiteView): string {
  return pathname === "/" ? basePath.slice(0, -1) || "/" : basePath.slice(0, -1) + pathname;
}

/** Keeps the query parameters, which may contain credentials, except for that of links between variants. */
function withQuery(address: string, { request }: PublicRequest): string {
  const { search } = new URL(request.url);
  return addQuery(
    address,
    filterQuery(search, (name) => name !== fallbackParameter),
  );
}

/** Browsers request icons and files of a website without a link to them. */
function answerMissingPage(siteRequest: SiteRequest, tree: ContentTree): Promise<WireResponse> {
  if (!/\.(?!html?$)\w{2,5}$/.test(siteRequest.view.path))
    siteRequest.report({ event: "page_view" });
  return answerNothing(siteRequest, tree);
}

async function answerNothing(
  siteRequest: SiteRequest,
  loadedTree?: ContentTree,
): Promise<WireResponse> {
  const tree =
    loadedTree ?? (await siteRequest.view.pages.tree(siteRequest.view.siteSpace.space_id));
  return answerMessage(
    siteRequest,
    404,
    "Page not found",
    "The page may have moved, or the URL may be incorrect.",
    tree,
  );
}

async function answerMessage(
  siteRequest: SiteRequest,
  status: number,
  title: string,
  text: string,
  tree?: ContentTree,
): Promise<WireResponse> {
  const { view, request } = siteRequest;
  const words = view.path
    .replace(/[-_/]+/g, " ")
    .replace(/\.\w+$/, "")
    .slice(0, 100);
  const page = await renderShell({
    view,
    title,
    ...(tree && { navigation: await renderNavigation(view, tree, undefined) }),
    main: html`<h1>${title}</h1>
<p>${text}</p>
${renderField(view, status === 404 ? words : "")}<p><a href="${view.buildHref("")}">Go to the home page</a></p>`,
  });
  return toPageResponse(status, page, siteRequest, request.request);
}

/** Limit of the sitemap protocol. */
const maxPages = 50_000;

function isOpen({ site, preview }: SiteView): boolean {
  return site.visibility === "public" && !preview;
}

/** Excludes all crawlers. */
export const closedRobots = "User-agent: *\nDisallow: /\n";

/** The sitemap and robots.txt of a site. */
function buildRobots(view: SiteView): string {
  if (!isOpen(view)) return closedRobots;
  const { reading, site } = view;
  const sitemap = createSiteUrls(reading.base, site, undefined)("/sitemap.xml");
  return `User-agent: *\nAllow: /\nDisallow: /~search\n\nSitemap: ${sitemap}\n`;
}

/** This many entries are written in a few milliseconds. */
const entriesAtOnce = 1000;

/** @returns undefined for a site that search engines must not index */
async function findSitemap(view: SiteView): Promise<string | undefined> {
  if (!isOpen(view)) return undefined;
  const { reading, site, structure, pages } = view;
  const getAddress = createSiteUrls(reading.base, site, undefined);
  const entries = [];
  for (const siteSpace of structure.siteSpaces.values()) {
    if (siteSpace.deleted_at !== null) continue;
    const tree = await pages.tree(siteSpace.space_id);
    const readable = listReadablePages(tree);
    await takeTurn(site.id);
    for (const [index, treePage] of readable.entries()) {
      if (entries.length >= maxPages) break;
      if (index % entriesAtOnce === 0) await takeTurn(site.id);
      if (!isIndexed(view, treePage)) continue;
      const path = getPagePath(tree, treePage, siteSpace);
      const { updatedAt } = treePage.page;
      entries.push(
        html`<url><loc>${getAddress(pages.resolvePath(siteSpace, path))}</loc>${updatedAt === undefined ? "" : html`<lastmod>${updatedAt}</lastmod>`}</url>\n`,
      );
    }
  }
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`.source;
}
