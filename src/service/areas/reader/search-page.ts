/** What a search on a site finds, as a page. */
import { type Html, html, nothing } from "../../../document/html/html.ts";
import { findInSpaces, type MatchingPage } from "../content/search/find-in-spaces.ts";
import {
  findVisibleSections,
  listQueryWords,
  matchesAny,
} from "../content/search/visible-sections.ts";
import { getTreeIndex } from "../content/tree-index.ts";
import { resolveScope } from "./article.ts";
import { renderNavigation } from "./navigation.ts";
import { isHidden, pathIn } from "./page-order.ts";
import { renderShell } from "./shell.ts";
import { getRequestContext, type SiteView } from "./site-view.ts";

const mostResults = 30;
const longestQuery = 200;
const excerptLength = 220;

export async function writeSearchPage(view: SiteView, written: string): Promise<string> {
  const query = written.slice(0, longestQuery).trim();
  const results = query === "" ? [] : await search(view, query);
  const heading = query === "" ? html`Search` : html`Search: ${query}`;
  const count =
    query === ""
      ? nothing
      : html`<p role="status">${results.length === 0 ? "Nothing was found. Other words may help." : results.length === 1 ? "One page" : `${results.length} pages`}</p>`;
  const tree = await view.pages.tree(view.siteSpace.space_id);
  return renderShell({
    view,
    title: query === "" ? "Search" : `Search: ${query}`,
    query,
    navigation: await renderNavigation(view, tree, undefined),
    main: html`<h1>${heading}</h1>
${renderField(view, query)}${count}
${results.length === 0 ? nothing : html`<ol class="results">${results}</ol>`}`,
  });
}

export function renderField(view: SiteView, query: string): Html {
  return html`<form class="search find" action="${view.buildHref("/~search")}"><input type="search" name="q" aria-label="Search all pages" value="${query}" maxlength="${longestQuery}"><button>Search</button></form>
`;
}

/** Only what the visitor sees is searched: the spaces of the site as they see it. */
async function search(view: SiteView, query: string): Promise<Html[]> {
  const ids = [...view.structure.siteSpaces.values()]
    .filter(({ deleted_at }) => deleted_at === null)
    .map(({ space_id }) => space_id);
  const found = await findInSpaces(view.reading, ids, query, mostResults);
  const words = listQueryWords(query);
  const results: Html[] = [];
  for (const one of found) {
    const result = await renderResult(view, one, words);
    if (result) results.push(result);
  }
  return results;
}

async function renderResult(
  view: SiteView,
  { space, page: id, sections }: MatchingPage,
  words: readonly string[],
): Promise<Html | undefined> {
  const siteSpace = view.showing(space);
  if (!siteSpace) return undefined;
  const tree = await view.pages.tree(space);
  const treePage = getTreeIndex(tree).pages.get(id);
  if (!treePage || isHidden(treePage)) return undefined;
  const address = view.hrefIn(siteSpace, pathIn(tree, treePage, siteSpace));
  const scope = resolveScope({ siteSpace, claims: view.claims }, tree, treePage);
  const reading = { db: view.reading.db, spaceId: space, scope };
  const visible = await findVisibleSections(reading, treePage, getRequestContext(view));
  const [best] = visible === undefined ? sections : visible.filter((one) => matchesAny(one, words));
  // The index has the words of conditions that do not hold for this visitor.
  if (visible && !best && !matchesAny({ heading: treePage.page.title, body: "" }, words))
    return undefined;
  const hash = best && best.anchor !== "" ? `#${encodeURIComponent(best.anchor)}` : "";
  const heading = best && best.heading !== "" ? ` › ${best.heading}` : "";
  const text = best?.body || treePage.page.description || "";
  return html`<li><a class="title" href="${address}${hash}">${treePage.page.title}</a><p class="where">${siteSpace.space_title}${heading}</p><p>${renderExcerpt(text, words)}</p></li>`;
}

/** The part of a text around the first of the words, which are marked in it. */
function renderExcerpt(text: string, words: readonly string[]): Html {
  const plain = text.replace(/\s+/g, " ");
  const lower = plain.toLowerCase();
  const positions = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = positions.length === 0 ? 0 : positions.reduce((one, other) => Math.min(one, other));
  const start = first < excerptLength / 2 ? 0 : plain.indexOf(" ", first - excerptLength / 3) + 1;
  const cut = plain.slice(start, start + excerptLength);
  const shown = `${start > 0 ? "… " : ""}${cut}${start + excerptLength < plain.length ? " …" : ""}`;
  if (words.length === 0) return html`${shown}`;
  const alternatives = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "")).join("|");
  const parts = shown.split(new RegExp(`((?:${alternatives})[\\p{L}\\p{N}]*)`, "giu"));
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
