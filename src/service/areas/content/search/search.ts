/** Search in a space or an organization: pages with their best sections, the best page first. */

import type { Role } from "../../../../contract/roles.ts";
import type { PageResult } from "../../../../contract/search.model.ts";
import { addTo } from "../../../../json/groups.ts";
import { isVisibleTo } from "../../../core/access/visible.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage } from "../../../core/pages.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { inTextOrder } from "../../../core/texts.ts";
import { refuseBlank } from "../../../core/titles.ts";
import type {
  FindOptions,
  Hit,
  IndexedSection,
  NeededWords,
} from "../../../database/search/engine.ts";
import { getSearch } from "../../../database/search/search.ts";
import type { Queries } from "../../../database/tables.ts";
import { listWords } from "../../../engines/language/stemmers.ts";
import { createFairQueue } from "../../../engines/threads/fair-queue.ts";
import { sortInTurns } from "../../../engines/threads/sort-in-turns.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { getPageAddress } from "../present.ts";
import { readTree } from "../revisions.ts";
import { getScope } from "../texts/condition-scope.ts";
import { findAncestors, getTreeIndex } from "../tree/tree-index.ts";
import { correctQuery } from "./corrections.ts";
import { type IndexedSpace, indexSpace } from "./index-space.ts";
import {
  findVisibleSections,
  hasNeeded,
  listMatchingWords,
  matchesAny,
} from "./visible-sections.ts";

interface SearchOptions {
  readonly query: string;
  readonly page?: string;
  readonly limit?: number;
}

/**
 * The maximum number of pages of each space in a search of an organization; a search of a space
 * lists all.
 */
const mostPages = 10;

/** @throws ApiError 404 if the caller may not see the space */
export async function searchSpace(
  call: Call,
  spaceId: string,
  { query, ...options }: SearchOptions,
) {
  const { row } = await requireSpace(call, spaceId);
  refuseBlank("query", query);
  const matches = await findPages(getSearchContext(call), [row], query);
  const page = await buildPage({
    ...options,
    list: `search ${spaceId} ${query}`,
    read: async (after, take) => cutPage(matches, ({ page }) => page, after, take),
    key: ({ page, score }) => [String(score), page],
    size: computeSize,
    show: (one) => one,
  });
  return { ...page, items: await presentMatches(call, page.items) };
}

/** The space with the best page first. */
export async function searchOrganization(
  call: Call,
  organizationId: string,
  member: Role | null,
  options: SearchOptions,
) {
  const spaces = await call.db
    .selectFrom("spaces")
    .select(["id", "revision_id", "language", "title"])
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .where(isVisibleTo(call.caller, member, "spaces"))
    .execute();
  return searchSpaces(call, spaces, organizationId, options);
}

/**
 * @param spaces all spaces that the caller may read
 * @param of identifies the search in page tokens
 */
export async function searchSpaces(
  call: Call,
  spaces: readonly TitledSpace[],
  of: string,
  options: SearchOptions,
) {
  const { items, ...page } = await searchSpacesAnd(call, spaces, of, options, []);
  return { ...page, items: items.filter((item) => item.type === "space") };
}

type TitledSpace = IndexedSpace & { readonly title: string };

/** A result that is not a page. */
export interface FurtherResult {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly url: string;
  /** Higher is better. */
  readonly score: number;
}

/** Searches spaces, and lists further results by their scores. */
export async function searchSpacesAnd(
  call: Call,
  spaces: readonly TitledSpace[],
  of: string,
  { query, ...options }: SearchOptions,
  records: readonly FurtherResult[],
) {
  refuseBlank("query", query);
  const titles = new Map(spaces.map(({ id, title }) => [id, title]));
  const context = getSearchContext(call);
  const bySpace = call.visitor
    ? await findForVisitor(context, spaces, query, (matches, search) => {
        // Numbers of hidden matches would reveal which words hidden content has.
        let rank = 0;
        return groupBySpace(matches, async (one) => {
          const shown = await matchForVisitor(call, one, search, titles.get(one.space.id));
          return shown && { ...shown, rank: ++rank };
        });
      })
    : await groupBySpace(await findPages(context, spaces, query), async (one) => one);
  const matches = [
    ...[...bySpace.entries()].map(([id, pages]) => ({
      type: "space" as const,
      id,
      // The pages are sorted best first.
      score: pages[0]?.score ?? 0,
      pages,
    })),
    ...records.map((record) => ({
      type: "record" as const,
      id: record.id,
      score: -record.score,
      record,
    })),
  ];
  // By the key of the pages, so that spaces with the same score are not skipped.
  matches.sort((one, other) => one.score - other.score || inTextOrder(one.id, other.id));
  const page = await buildPage({
    ...options,
    list: `search ${of} ${query}`,
    read: async (after, take) => cutPage(matches, ({ id }) => id, after, take),
    key: ({ id, score }) => [String(score), id],
    size: (one) =>
      one.type === "space" ? one.pages.reduce((sum, match) => sum + computeSize(match), 0) : 1000,
    show: (one) => one,
  });
  const items = await Promise.all(
    page.items.map(async (one) => {
      const { type, id } = one;
      const score = presentScore(one.score);
      if (type === "record") return { ...one.record, type, score };
      return {
        type,
        id,
        title: titles.get(id) ?? "",
        score,
        pages: await presentMatches(call, one.pages),
      };
    }),
  );
  return { ...page, items };
}

async function groupBySpace(
  matches: readonly PageMatch[],
  present: (one: PageMatch) => Promise<PageMatch | undefined>,
): Promise<Map<string, PageMatch[]>> {
  const bySpace = new Map<string, PageMatch[]>();
  for (const one of matches) {
    const pages = bySpace.get(one.space.id) ?? [];
    if (pages.length >= mostPages) continue;
    const shown = await present(one);
    if (!shown) continue;
    bySpace.set(one.space.id, pages);
    pages.push(shown);
  }
  return bySpace;
}

/** A search of a visitor, of which hidden content must not determine the results. */
export interface VisitorSearch {
  /** With corrected words. */
  readonly query: string;
  readonly needed: NeededWords;
}

/**
 * Searches for all words, then for all and for any with corrected words, until the visitor sees
 * results. The engine decides by the matches in the whole index: a hidden page with all words would
 * prevent the search for any, so that visitors could test which words hidden content has.
 * @param show the visible results, which need the words of the search in visible content
 */
export async function findForVisitor<R extends { readonly size: number }>(
  context: SearchContext,
  spaces: readonly IndexedSpace[],
  query: string,
  show: (matches: readonly PageMatch[], search: VisitorSearch) => Promise<R>,
): Promise<R> {
  for (const space of spaces) await indexSpace(context.db, space);
  const found = await findWords(query, "all");
  if (found.size > 0 || spaces.length === 0) return found;
  const hasVisibleHits = async (word: string) => (await findWords(word, "any")).size > 0;
  const corrected = await correct(context, spaces, query, hasVisibleHits);
  if (corrected === undefined) return findWords(query, "any");
  const strict = await findWords(corrected, "all");
  return strict.size > 0 ? strict : findWords(corrected, "any");

  async function findWords(text: string, needed: NeededWords): Promise<R> {
    const matches = await searches.run(context.caller, () =>
      rankPages(context, spaces, text, { needed, isForVisitor: true }),
    );
    return show(matches, { query: text, needed });
  }
}

/**
 * A page as a visitor of a site finds it.
 * @returns undefined if only content that is hidden from the visitor matches
 */
async function matchForVisitor(
  call: Call,
  match: PageMatch,
  { query, needed }: VisitorSearch,
  title = "",
): Promise<PageMatch | undefined> {
  const { space, page: id } = match;
  const tree = await readTree(call.db, space.revision_id);
  const treePage = getTreeIndex(tree).pages.get(id);
  if (!treePage) return undefined;
  const scope = getScope(call, tree, treePage, { title, language: space.language });
  const visible = await findVisibleSections(
    { db: call.db, spaceId: space.id, scope },
    treePage,
    call,
  );
  if (!visible) return match;
  const toStems = await listWords(space.language);
  const words = listMatchingWords(query, toStems);
  if (!hasNeeded(visible, treePage.page.title, { query, needed, toStems })) return undefined;
  return { ...match, sections: visible.filter((one) => matchesAny(one, words)) };
}

/** The items after the last one of the previous page, or after its position if it no longer exists. */
function cutPage<T extends { readonly score: number }>(
  matches: readonly T[],
  getId: (one: T) => string,
  after: readonly string[] | undefined,
  take: number,
): readonly T[] {
  if (!after) return matches.slice(0, take);
  const [score, last = ""] = [Number(after[0]), after[1]];
  const start = matches.findIndex(
    (one) => one.score > score || (one.score === score && getId(one) > last),
  );
  return start < 0 ? [] : matches.slice(start, start + take);
}

type SectionHit = Pick<Hit, "section" | "score">;

/** A page with its matching sections. */
export interface PageMatch {
  readonly space: IndexedSpace;
  readonly page: string;
  /** Lower is better, as in the search engine. */
  readonly score: number;
  /** Its position among all matches, or all that a visitor sees, from 1. */
  readonly rank: number;
  /** The best sections, best first. */
  readonly hits: readonly SectionHit[];
  /** Replaces the hits if the page has conditional content. */
  readonly sections?: readonly IndexedSection[];
}

/** The maximum number of sections of a page in a response. */
const mostSections = 8;
/** The maximum length of a section's text, in characters. */
const longestBody = 1000;

/** The maximum size of a page with its sections in a response, in characters. */
function computeSize({ hits }: PageMatch): number {
  return hits.length * (longestBody + 300);
}

/** The caller of a search, and the database. */
export interface SearchContext {
  readonly db: Queries;
  /** A user or a site. Callers take turns. */
  readonly caller: string;
}

/** For a visitor of a site, the site. */
function getSearchContext({ db, caller, visitor }: Call): SearchContext {
  return { db, caller: visitor?.site ?? caller };
}

/**
 * Searches of one caller run a few at a time: the matches of a frequent word in a large space take
 * several MiB, and ranking them takes a tenth of a second.
 */
const searches = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 2,
  mostWaiting: 2000,
  longestWait: 60_000,
});

/**
 * Ranking leaves turns to other callers.
 * @param spaces all spaces that the caller may read; words are stemmed by the language of each
 * @throws ApiError 429 or 503 if too many searches of the caller are waiting
 */
export async function findPages(
  context: SearchContext,
  spaces: readonly IndexedSpace[],
  query: string,
): Promise<readonly PageMatch[]> {
  const { db } = context;
  for (const space of spaces) await indexSpace(db, space);
  return searches.run(context.caller, async () => {
    const strict = await rankPages(context, spaces, query, { needed: "all" });
    if (strict.length > 0 || spaces.length === 0) return strict;
    const corrected = (await correct(context, spaces, query)) ?? query;
    return rankPages(context, spaces, corrected);
  });
}

/** Of a search with many spaces; misspelled words are compared only with the words of these. */
const mostCorrectedSpaces = 50;

async function correct(
  { db }: SearchContext,
  spaces: readonly IndexedSpace[],
  query: string,
  hasVisibleHits?: (word: string) => Promise<boolean>,
): Promise<string | undefined> {
  const engine = getSearch(db);
  const toStems = await listWords(spaces[0]?.language);
  const ids = spaces.map(({ id }) => id).slice(0, mostCorrectedSpaces);
  const target = { db, engine, spaces: ids, toStems };
  return correctQuery(query, hasVisibleHits ? { ...target, hasVisibleHits } : target);
}

async function rankPages(
  { db, caller }: SearchContext,
  spaces: readonly IndexedSpace[],
  query: string,
  options: FindOptions = {},
): Promise<readonly PageMatch[]> {
  const byLanguage = new Map<string | null, IndexedSpace[]>();
  for (const space of spaces) addTo(byLanguage, space.language, space);
  const pages = new Map<string, { space: IndexedSpace; page: string; hits: SectionHit[] }>();
  for (const [language, group] of byLanguage) {
    const spacesById = new Map(group.map((space) => [space.id, space]));
    const words = await listWords(language);
    await takeTurn(caller);
    for await (const some of getSearch(db).find(
      db,
      [...spacesById.keys()],
      query,
      words,
      options,
    )) {
      for (const hit of some) {
        const space = spacesById.get(hit.space);
        if (!space) continue;
        const name = `${hit.space} ${hit.page}`;
        const page = pages.get(name) ?? { space, page: hit.page, hits: [] };
        pages.set(name, page);
        page.hits.push({ section: hit.section, score: roundScore(hit.score) });
        if (page.hits.length > mostHits) page.hits = selectBestHits(page.hits);
      }
      await takeTurn(caller);
    }
  }
  const matches: Omit<PageMatch, "rank">[] = [];
  for (const { space, page, hits } of pages.values()) {
    const best = selectBestHits(hits);
    // The first section determines the score of the page.
    matches.push({ space, page, score: best[0]?.score ?? 0, hits: best });
    if (matches.length % pagesAtOnce === 0) await takeTurn(caller);
  }
  pages.clear();
  const ranked = await sortInTurns(
    matches,
    (one, other) =>
      one.score - other.score ||
      inTextOrder(one.page, other.page) ||
      inTextOrder(one.space.id, other.space.id),
    caller,
  );
  const numbered: PageMatch[] = [];
  for (const match of ranked) {
    numbered.push({ ...match, rank: numbered.length + 1 });
    if (numbered.length % pagesAtOnce === 0) await takeTurn(caller);
  }
  return numbered;
}

/** This many pages are processed in a few milliseconds. */
const pagesAtOnce = 2000;
/** The number of hits of a page after which all but the best are dropped. */
const mostHits = 100;

/** Best first; equal hits are in page order. */
function selectBestHits(hits: readonly SectionHit[]): SectionHit[] {
  return hits
    .toSorted((one, other) => one.score - other.score || one.section - other.section)
    .slice(0, mostSections);
}

/** The score in a response: higher is better, and never less than 0. */
function presentScore(score: number): number {
  return Math.max(0, -score);
}

/** Pages that were deleted since they were indexed are omitted. */
async function presentMatches(call: Call, matches: readonly PageMatch[]): Promise<PageResult[]> {
  const bestHits = matches.flatMap(({ hits }) => hits);
  const texts = await getSearch(call.db).read(
    call.db,
    bestHits.map(({ section }) => section),
    longestBody,
  );
  const results: PageResult[] = [];
  for (const { space, page: id, score, rank, hits, sections: visible } of matches) {
    const treePage = getTreeIndex(await readTree(call.db, space.revision_id)).pages.get(id);
    if (!treePage) continue;
    const { page, path } = treePage;
    const address = getPageAddress({ base: call.base, space: space.id }, id);
    const candidates = visible
      ? visible.map((text) => ({ text, fit: score }))
      : hits.map(({ section, score: fit }) => ({ text: texts.get(section), fit }));
    const sections = candidates.slice(0, mostSections).flatMap(({ text, fit }) => {
      if (!text) return [];
      const { anchor, heading } = text;
      const body = text.body.slice(0, longestBody);
      const hash = anchor === "" ? "" : `#${anchor}`;
      return [
        {
          id: anchor === "" ? id : anchor,
          title: heading === "" ? page.title : heading,
          path: path + hash,
          score: presentScore(fit),
          body,
          urls: { app: address + hash },
        },
      ];
    });
    const ancestors = findAncestors(treePage).map((above) => ({ title: above.page.title }));
    results.push({
      id,
      title: page.title,
      description: page.description ?? "",
      path,
      score: presentScore(score),
      rank,
      sections,
      ancestors,
      urls: { app: address },
    });
  }
  return results;
}

/** The last digits differ between processors; after rounding, equal matches have equal scores. */
export function roundScore(score: number): number {
  return Number(score.toPrecision(9));
}
