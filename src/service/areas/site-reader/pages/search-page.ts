/** The search page of a site. */
import { type Html, html, nothing } from "../../../../document/html/html.ts";
import { listWords } from "../../../engines/language/stemmers.ts";
import { findInSpaces, type MatchingPage } from "../../content/search/find-in-spaces.ts";
import { listMatchingWords } from "../../content/search/matching-words.ts";
import { getTreeIndex, isHidden } from "../../content/tree/tree-index.ts";
import { getPagePath } from "../../site-lookup/page-order.ts";
import { toDisplayText } from "../display-titles.ts";
import type { SiteView } from "../site-view.ts";
import { renderNavigation, renderTitle } from "./navigation.ts";
import { renderShell } from "./shell.ts";

const maxResults = 30;
const maxQueryLength = 200;
const excerptLength = 220;

/** The query of a search field. */
export function readQuery(input: string): string {
  return input.slice(0, maxQueryLength).trim();
}

export async function writeSearchPage(view: SiteView, input: string): Promise<string> {
  const { words } = view;
  const query = readQuery(input);
  const { results, corrected } =
    query === "" ? { results: [], corrected: query } : await search(view, query);
  const heading = query === "" ? html`${words.search}` : html`${words.search}: ${query}`;
  const count =
    query === ""
      ? nothing
      : html`<p role="status">${results.length === 0 ? words.noPages : results.length === 1 ? words.onePage : words.manyPages.replace("{}", String(results.length))}</p>`;
  // Without visible results, the correction could disclose a word of hidden content.
  const correction =
    corrected === query || results.length === 0
      ? nothing
      : html`<p>${words.corrected} <strong>${corrected}</strong></p>`;
  const tree = await view.pages.tree(view.siteSpace.space_id);
  return renderShell({
    view,
    title: query === "" ? words.search : `${words.search}: ${query}`,
    query,
    navigation: await renderNavigation(view, tree, undefined),
    main: html`<h1>${heading}</h1>
${renderField(view, query)}${count}${correction}
${results.length === 0 ? nothing : html`<ol class="results">${results.map(({ html }) => html)}</ol>`}`,
  });
}

export function renderField(view: SiteView, query: string): Html {
  return html`<form class="search find" action="${view.buildHref("/~search")}"><input type="search" name="q" aria-label="${view.words.searchAll}" value="${query}" maxlength="${maxQueryLength}"><button>${view.words.search}</button></form>
`;
}

/** The pages that match a query, best first. */
export async function findSearchResults(
  view: SiteView,
  input: string,
): Promise<readonly SearchResult[]> {
  const query = readQuery(input);
  return query === "" ? [] : (await search(view, query)).results;
}

/** Searches the spaces that the visitor sees. */
async function search(
  view: SiteView,
  query: string,
): Promise<{ readonly results: readonly SearchResult[]; readonly corrected: string }> {
  const spaceIds = [...view.structure.siteSpaces.values()]
    .filter(({ deleted_at, space_id }) => deleted_at === null && view.showing(space_id))
    .map(({ space_id }) => space_id);
  const toStems = await listWords(view.siteSpace.space_language);
  const context = { db: view.reading.db, caller: view.site.id, claims: view.claims };
  const found = await findInSpaces(context, { spaceIds, query, most: maxResults });
  const words = listMatchingWords(found.query, toStems);
  const results: SearchResult[] = [];
  for (const match of found.pages) {
    const result = await renderResult(view, match, words);
    if (result) results.push(result);
  }
  return { results, corrected: found.query };
}

export interface SearchResult {
  readonly title: string;
  /** Its path on the host of the site, with the anchor of the best section. */
  readonly url: string;
  /** The space and the heading. */
  readonly where: string;
  readonly excerpt: string;
  readonly html: Html;
}

async function renderResult(
  view: SiteView,
  { space, page: id, sections: [best] }: MatchingPage,
  words: readonly string[],
): Promise<SearchResult | undefined> {
  const siteSpace = view.showing(space);
  if (!siteSpace) return undefined;
  const tree = await view.pages.tree(space);
  const treePage = getTreeIndex(tree).pages.get(id);
  if (!treePage || isHidden(treePage)) return undefined;
  const address = view.hrefIn(siteSpace, getPagePath(tree, treePage, siteSpace));
  const hash = best && best.anchor !== "" ? `#${encodeURIComponent(best.anchor)}` : "";
  const heading = best && best.heading !== "" ? ` › ${await toDisplayText(best.heading)}` : "";
  const text = await toDisplayText(best?.body || treePage.page.description || "");
  const { title } = treePage.page;
  return {
    title,
    url: address + hash,
    where: `${siteSpace.space_title}${heading}`,
    excerpt: cutExcerpt(text, words),
    html: html`<li><a class="title" href="${address}${hash}">${renderTitle({ title })}</a><p class="where">${siteSpace.space_title}${heading}</p><p>${renderExcerpt(text, words)}</p></li>`,
  };
}

/** The part of a text around the first match. */
function cutExcerpt(text: string, words: readonly string[]): string {
  const plain = text.replace(/\s+/g, " ");
  const lower = plain.toLowerCase();
  const positions = words.map((word) => lower.indexOf(word)).filter((position) => position >= 0);
  const first = positions.length === 0 ? 0 : positions.reduce((one, other) => Math.min(one, other));
  const start = first < excerptLength / 2 ? 0 : plain.indexOf(" ", first - excerptLength / 3) + 1;
  const slice = plain.slice(start, start + excerptLength);
  return `${start > 0 ? "… " : ""}${slice}${start + excerptLength < plain.length ? " …" : ""}`;
}

/** The excerpt with all matches highlighted. */
function renderExcerpt(text: string, words: readonly string[]): Html {
  const excerpt = cutExcerpt(text, words);
  if (words.length === 0) return html`${excerpt}`;
  const alternatives = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "")).join("|");
  const parts = excerpt.split(new RegExp(`((?:${alternatives})[\\p{L}\\p{N}]*)`, "giu"));
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
