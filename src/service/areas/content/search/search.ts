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
import type { IndexedSection, NeededWords, SectionMatch } from "../../../database/search/engine.ts";
import { getSearch } from "../../../database/search/search.ts";
import type { Queries } from "../../../database/tables.ts";
import { listWords } from "../../../engines/language/stemmers.ts";
import { createFairQueue } from "../../../engines/threads/fair-queue.ts";
import { sortInTurns } from "../../../engines/threads/sort-in-turns.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { getPageAddress } from "../present.ts";
import { readTree } from "../revisions.ts";
import type { ContentTree } from "../tree/tree.ts";
import { findAncestors, getTreeIndex, isHidden } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";
import { correctQuery } from "./corrections.ts";
import { type IndexedSpace, indexSpace } from "./index-space.ts";
import {
  listVisibleWords,
  loadVisiblePages,
  type VisiblePages,
  type VisitorContext,
} from "./visible-pages.ts";

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
  const found = call.visitor
    ? (await findForVisitor({ ...context, claims: call.visitor.claims }, spaces, query)).matches
    : await findPages(context, spaces, query);
  const bySpace = groupBySpace(found);
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

function groupBySpace(matches: readonly PageMatch[]): Map<string, PageMatch[]> {
  const bySpace = new Map<string, PageMatch[]>();
  for (const one of matches) {
    const pages = bySpace.get(one.space.id) ?? [];
    bySpace.set(one.space.id, pages);
    if (pages.length < mostPages) pages.push(one);
  }
  return bySpace;
}

/**
 * Searches for all words, then for all and for any with corrected words. Only text that the visitor
 * sees is searched: otherwise, visitors could test which words hidden content has.
 * @returns the results, and the query with corrected words
 */
export async function findForVisitor(
  context: VisitorContext,
  spaces: readonly IndexedSpace[],
  query: string,
): Promise<{ readonly matches: readonly PageMatch[]; readonly query: string }> {
  for (const space of spaces) await indexSpace(context.db, space);
  const visible = await searches.run(context.caller, () => loadVisiblePages(context, spaces));
  const find = async (text: string, needed: NeededWords) => {
    const matches = await searches.run(context.caller, () =>
      rankPages(context, spaces, text, { needed, visible }),
    );
    return { matches, query: text };
  };
  const found = await find(query, "all");
  if (found.matches.length > 0 || spaces.length === 0) return found;
  const corrected = await correct(context, spaces, query, {
    visible,
    hasHits: async (word) => (await find(word, "any")).matches.length > 0,
  });
  if (corrected === undefined) return find(query, "any");
  const strict = await find(corrected, "all");
  return strict.matches.length > 0 ? strict : find(corrected, "any");
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

interface SectionHit extends SectionMatch {
  /** Of a page with conditions, as the visitor sees it; absent for a section of the index. */
  readonly text?: IndexedSection;
}

/** A page with its matching sections. */
export interface PageMatch {
  readonly space: IndexedSpace;
  readonly page: string;
  /** Lower is better, as in the search engine. */
  readonly score: number;
  /** Its position among all matches, from 1. */
  readonly rank: number;
  /** The best sections, best first. */
  readonly hits: readonly SectionHit[];
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

interface VisitorWords {
  readonly visible: PagesBySpace;
  readonly hasHits: (word: string) => Promise<boolean>;
}

async function correct(
  { db, caller }: SearchContext,
  spaces: readonly IndexedSpace[],
  query: string,
  visitor?: VisitorWords,
): Promise<string | undefined> {
  const engine = getSearch(db);
  const toStems = await listWords(spaces[0]?.language);
  const ids = spaces.map(({ id }) => id).slice(0, mostCorrectedSpaces);
  const hasIndexedHits = async (word: string) => {
    for await (const hits of engine.find(db, ids, word, toStems)) {
      if (hits.length > 0) return true;
    }
    return false;
  };
  return correctQuery(query, {
    hasHits: visitor?.hasHits ?? hasIndexedHits,
    async listSimilar(word) {
      const words = [await engine.similar(db, ids, word, visitor !== undefined)];
      for (const pages of visitor?.visible.values() ?? []) {
        words.push(await listVisibleWords(pages, toStems, caller));
      }
      return words.flat();
    },
  });
}

type PagesBySpace = ReadonlyMap<string, VisiblePages>;

interface RankOptions {
  /** By default all, and any if there are none. */
  readonly needed?: NeededWords;
  /** For a visitor, the pages with conditions. */
  readonly visible?: PagesBySpace;
}

async function rankPages(
  { db, caller }: SearchContext,
  spaces: readonly IndexedSpace[],
  query: string,
  { needed, visible }: RankOptions = {},
): Promise<readonly PageMatch[]> {
  const byLanguage = new Map<string | null, IndexedSpace[]>();
  for (const space of spaces) addTo(byLanguage, space.language, space);
  const pages = new Map<string, { space: IndexedSpace; page: string; hits: SectionHit[] }>();
  const add = (space: IndexedSpace, id: string, hit: SectionHit) => {
    const name = `${space.id} ${id}`;
    const page = pages.get(name) ?? { space, page: id, hits: [] };
    pages.set(name, page);
    page.hits.push({ ...hit, score: roundScore(hit.score) });
    if (page.hits.length > mostHits) page.hits = selectBestHits(page.hits);
  };
  for (const [language, group] of byLanguage) {
    const spacesById = new Map(group.map((space) => [space.id, space]));
    const words = await listWords(language);
    const options = { needed, isForVisitor: visible !== undefined };
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
        if (!space || visible?.get(space.id)?.ids.has(hit.page)) continue;
        add(space, hit.page, { section: hit.section, score: hit.score });
      }
      await takeTurn(caller);
    }
    for (const space of group) {
      const texts = visible?.get(space.id)?.sections ?? [];
      for (const some of inBatches(texts, sectionsAtOnce)) {
        const hits = await getSearch(db).match(db, some, query, words, needed ?? "all");
        for (const { section, score } of hits) {
          const text = some[section];
          if (text) add(space, text.page, { section: text.position, score, text });
        }
        await takeTurn(caller);
      }
    }
  }
  const trees = new Map<string, ContentTree>();
  for (const { id, revision_id } of visible && pages.size > 0 ? spaces : []) {
    trees.set(id, await readTree(db, revision_id));
  }
  const matches: Omit<PageMatch, "rank">[] = [];
  for (const { space, page, hits } of pages.values()) {
    if (visible && isHiddenPage(trees.get(space.id), page)) continue;
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

/** Whether a page is absent, or it or a page above it is hidden. */
function isHiddenPage(tree: ContentTree | undefined, page: string): boolean {
  const treePage = tree && getTreeIndex(tree).pages.get(page);
  return treePage === undefined || isHidden(treePage);
}

/** This many pages are processed in a few milliseconds. */
const pagesAtOnce = 2000;
/** The same for sections of pages with conditions. */
const sectionsAtOnce = 2000;
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
  const texts = await readTexts(
    call.db,
    matches.flatMap(({ hits }) => hits),
  );
  const results: PageResult[] = [];
  for (const { space, page: id, score, rank, hits } of matches) {
    const treePage = getTreeIndex(await readTree(call.db, space.revision_id)).pages.get(id);
    if (!treePage) continue;
    const { page, path } = treePage;
    const address = getPageAddress({ base: call.base, space: space.id }, id);
    const sections = hits.flatMap((hit) => {
      const text = texts.get(hit);
      if (!text) return [];
      const { anchor, heading, body } = text;
      const hash = anchor === "" ? "" : `#${anchor}`;
      return [
        {
          id: anchor === "" ? id : anchor,
          title: heading === "" ? page.title : heading,
          path: path + hash,
          score: presentScore(hit.score),
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

/** The texts of sections, with up to `longestBody` characters of each body. */
export async function readTexts(
  db: Queries,
  hits: readonly SectionHit[],
): Promise<ReadonlyMap<SectionHit, IndexedSection>> {
  const indexed = hits.flatMap(({ section, text }) => (text ? [] : section));
  const texts = await getSearch(db).read(db, indexed, longestBody);
  const sections = new Map<SectionHit, IndexedSection>();
  for (const hit of hits) {
    const text = hit.text ?? texts.get(hit.section);
    if (!text) continue;
    const { anchor, heading, body } = text;
    sections.set(hit, { anchor, heading, body: body.slice(0, longestBody) });
  }
  return sections;
}

/** The last digits differ between processors; after rounding, equal matches have equal scores. */
export function roundScore(score: number): number {
  return Number(score.toPrecision(9));
}
