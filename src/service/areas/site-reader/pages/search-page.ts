/** The search page of a site. */
import { type Html, html, nothing } from "../../../../document/html/html.ts";
import { listWords, type ToStems } from "../../../engines/language/stemmers.ts";
import { findInSpaces, type MatchingPage } from "../../content/search/find-in-spaces.ts";
import type { VisitorSearch } from "../../content/search/search.ts";
import {
  findVisibleSections,
  hasNeeded,
  listMatchingWords,
  listQueryWords,
  matchesAny,
} from "../../content/search/visible-sections.ts";
import { getTreeIndex } from "../../content/tree/tree-index.ts";
import { getPagePath, isHidden } from "../../site-lookup/page-order.ts";
import { toDisplayText } from "../display-titles.ts";
import { getRequestContext, type SiteView } from "../site-view.ts";
import { resolveScope } from "./article.ts";
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
  const context = { db: view.reading.db, caller: view.site.id };
  const { results, corrected } = await findInSpaces(
    context,
    { spaceIds, query, most: maxResults },
    async (pages, found) => {
      const words = listMatchingWords(found.query, toStems);
      const search = { ...found, words, toStems };
      const shown: SearchResult[] = [];
      for (const match of pages) {
        const result = await renderResult(view, match, search);
        if (result) shown.push(result);
      }
      const text = shown.map(({ text }) => text).join("\n");
      const corrected = describeCorrection(query, found.query, text);
      return { size: shown.length, results: shown, corrected };
    },
  );
  return { results, corrected };
}

/** The corrected query, with only those corrections that visible results contain. */
function describeCorrection(query: string, corrected: string, visibleText: string): string {
  if (query === corrected) return query;
  const written = listQueryWords(query);
  const text = visibleText.toLowerCase();
  const words = listQueryWords(corrected).map((word, index) =>
    text.includes(word) ? word : (written[index] ?? ""),
  );
  if (words.every((word, index) => word === written[index])) return query;
  return listQueryWords(corrected).join(" ") === words.join(" ") ? corrected : words.join(" ");
}

export interface SearchResult {
  readonly title: string;
  /** Its path on the host of the site, with the anchor of the best section. */
  readonly url: string;
  /** The space and the heading. */
  readonly where: string;
  readonly excerpt: string;
  readonly html: Html;
  /** Title and visible sections. */
  readonly text: string;
}

interface ResultSearch extends VisitorSearch {
  readonly words: readonly string[];
  readonly toStems: ToStems;
}

async function renderResult(
  view: SiteView,
  { space, page: id, sections }: MatchingPage,
  search: ResultSearch,
): Promise<SearchResult | undefined> {
  const { words } = search;
  const siteSpace = view.showing(space);
  if (!siteSpace) return undefined;
  const tree = await view.pages.tree(space);
  const treePage = getTreeIndex(tree).pages.get(id);
  if (!treePage || isHidden(treePage)) return undefined;
  const address = view.hrefIn(siteSpace, getPagePath(tree, treePage, siteSpace));
  const scope = resolveScope({ siteSpace, claims: view.claims }, tree, treePage);
  const reading = { db: view.reading.db, spaceId: space, scope };
  const visible = await findVisibleSections(reading, treePage, getRequestContext(view));
  const [best] = visible === undefined ? sections : visible.filter((one) => matchesAny(one, words));
  // The index contains conditional content that this visitor does not see.
  if (visible && !hasNeeded(visible, treePage.page.title, search)) return undefined;
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
    text: [title, ...(visible ?? sections).flatMap(({ heading, body }) => [heading, body])].join(
      "\n",
    ),
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
