/** What is at each path of a site, for a visitor who may see it. */
import type { WireResponse } from "../../../contract/wire.ts";
import { html } from "../../../document/html/html.ts";
import { Problem } from "../../../errors.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { getFile } from "../content/blobs.ts";
import type { Tree } from "../content/tree.ts";
import { getTreeIndex } from "../content/tree-index.ts";
import { pageById } from "../published/site-pages.ts";
import { resolveRedirect } from "../sites/redirect-leads.ts";
import { findRedirect } from "../sites/redirect-rows.ts";
import { fileAnswer, lastingAnswer, pageAnswer, redirectTo, textAnswer } from "./answers.ts";
import { writeMarkdownPage } from "./markdown-page.ts";
import { renderNavigation } from "./navigation.ts";
import { findPage, writeSitePage } from "./page.ts";
import { renderField, writeSearchPage } from "./search-page.ts";
import { renderShell } from "./shell.ts";
import type { SiteView } from "./site-view.ts";
import { buildRobots, findSitemap } from "./sitemap.ts";
import { stylesFolder, stylesheetFor } from "./stylesheet.ts";
import { filesFolder } from "./targets.ts";

interface Asked {
  readonly view: SiteView;
  readonly request: PublicRequest;
  readonly isPublic: boolean;
}

export async function answerOnSite(view: SiteView, request: PublicRequest): Promise<WireResponse> {
  const { site, preview } = view;
  const isOpen = site.visibility === "public" || site.visibility === "unlisted";
  // Adaptive content shows different visitors different pages.
  const isPublic = isOpen && site.adaptive_content === 0 && !preview;
  const asked: Asked = { view, request, isPublic };
  try {
    return (await answerFixed(asked)) ?? (await answerContent(asked));
  } catch (error) {
    // What is too much is told as a page; what failed is the platform's to tell.
    if (!(error instanceof Problem)) throw error;
    return answerMessage(asked, error.status, "This page cannot be shown", error.message);
  }
}

/** What each site has beside its pages. */
async function answerFixed(asked: Asked): Promise<WireResponse | undefined> {
  const { view, request } = asked;
  const [first = "", second = "", third] = view.path.split("/");
  if (third === undefined && first === stylesFolder) {
    return lastingAnswer("text/css; charset=utf-8", stylesheetFor(view.look).source);
  }
  if (first === filesFolder) return answerFile(asked, second);
  if (view.path.includes("/")) return undefined;
  switch (first) {
    case "~search": {
      const page = await writeSearchPage(view, request.query.get("q") ?? "");
      return pageAnswer(200, page, asked, request.request);
    }
    case "~icon.svg":
      return getIcon(asked);
    case "robots.txt":
      return textAnswer("text/plain; charset=utf-8", buildRobots(view), asked, request.request);
    case "sitemap.xml": {
      const sitemap = await findSitemap(view);
      return sitemap === undefined
        ? undefined
        : textAnswer("application/xml; charset=utf-8", sitemap, asked, request.request);
    }
    default:
      return undefined;
  }
}

function getIcon({ view, request, isPublic }: Asked): WireResponse {
  const { favicon, styling } = view.look;
  const emoji = "emoji" in favicon ? favicon.emoji : undefined;
  const letter = [...(view.look.title ?? view.site.title).trim()][0] ?? "";
  const drawn =
    emoji === undefined
      ? html`<rect width="32" height="32" rx="7" fill="${styling.primaryColor.light}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#fff">${letter.toUpperCase()}</text>`
      : html`<text x="16" y="26" text-anchor="middle" font-size="27">${emoji}</text>`;
  const { source } =
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>`;
  return textAnswer("image/svg+xml", source, { isPublic }, request.request);
}

async function answerFile(asked: Asked, id: string): Promise<WireResponse> {
  const { view, request } = asked;
  const space = view.siteSpace.space_id;
  const file = getTreeIndex(await view.pages.tree(space)).files.get(id);
  const bytes = file && (await getFile(request.db, space, file.hash));
  if (!file || !bytes) return answerNothing(asked);
  return fileAnswer({ ...file, bytes }, asked, request.request);
}

/** A page, what was there before, or what a redirect leads to. */
async function answerContent(asked: Asked): Promise<WireResponse> {
  const { view, request } = asked;
  const tree = await view.pages.tree(view.siteSpace.space_id);
  const found = findPage(tree, view.path, view.siteSpace);
  switch (found.kind) {
    case "page": {
      if (found.asMarkdown) {
        const text = await writeMarkdownPage(view, tree, found.treePage);
        return textAnswer("text/markdown; charset=utf-8", text, asked, request.request);
      }
      const page = await writeSitePage(view, tree, found.treePage);
      return pageAnswer(200, page, asked, request.request);
    }
    case "moved":
      return redirectTo(withQuery(view.hrefIn(view.siteSpace, found.path), request), false);
    case "nothing":
      return (await redirected(asked)) ?? answerNothing(asked, tree);
  }
}

/** Where a redirect of the site leads, if one applies to the path. */
async function redirected({ view, request }: Asked): Promise<WireResponse | undefined> {
  const above = view.pages.resolvePath(view.siteSpace);
  const path = `${above}/${view.path}`;
  const row = await findRedirect(request.db, view.site.id, path);
  const lead = row && resolveRedirect(view.structure, row);
  if (!row || !lead) return undefined;
  const isLasting = row.row.permanent === 1;
  if ("url" in lead) return redirectTo(lead.url, isLasting);
  const { siteSpace, page: id, added } = lead;
  const treePage =
    id === undefined ? undefined : pageById(await view.pages.tree(siteSpace.space_id), id);
  if (id !== undefined && !treePage) return undefined;
  const below = [treePage?.path ?? "", added].filter((part) => part !== "").join("/");
  return redirectTo(withQuery(view.hrefIn(siteSpace, below), request), isLasting);
}

/** What lets a visitor in goes along. */
function withQuery(address: string, { query }: PublicRequest): string {
  const text = query.toString();
  return text === "" ? address : `${address}?${text}`;
}

async function answerNothing(asked: Asked, known?: Tree): Promise<WireResponse> {
  const tree = known ?? (await asked.view.pages.tree(asked.view.siteSpace.space_id));
  return answerMessage(
    asked,
    404,
    "There is no page here",
    "It may have moved, or the address may have a mistake.",
    tree,
  );
}

async function answerMessage(
  asked: Asked,
  status: number,
  title: string,
  text: string,
  tree?: Tree,
): Promise<WireResponse> {
  const { view, request } = asked;
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
${renderField(view, status === 404 ? words : "")}<p><a href="${view.buildHref("")}">To the first page</a></p>`,
  });
  return pageAnswer(status, page, asked, request.request);
}
