/** Searching spaces: pages with their best sections, the best page first. */
import type { FoundPage } from "../../../../contract/search.model.ts";
import type { Call } from "../../../core/handlers.ts";
import { inTextOrder } from "../../../core/text-order.ts";
import type { Hit } from "../../../database/search/engine.ts";
import { searchOf } from "../../../database/search/search.ts";
import { wordsOf } from "../../../engines/stemmers.ts";
import { readTree } from "../revisions.ts";
import { addressOfPage } from "../show-pages.ts";
import { ancestorsOf, indexOf } from "../tree-index.ts";
import { type IndexedSpace, indexSpace } from "./index-space.ts";
import { sameEverywhere } from "./order.ts";

/** A page with the sections of it that were found, the best first. */
export interface PageHits {
  readonly space: IndexedSpace;
  readonly page: string;
  /** The lower the better, as the engine counts. */
  readonly score: number;
  /** Its place among all that was found, from 1 on. */
  readonly rank: number;
  readonly hits: readonly Hit[];
}

/** The sections told of a page; the rest are found by reading it. */
const mostSections = 8;
/** In characters; the page itself has the rest. */
const longestBody = 1000;

/** @param spaces all that the caller may read; the words are cut by the rules of each one's language */
export async function findPages(
  { db }: Pick<Call, "db">,
  spaces: readonly IndexedSpace[],
  query: string,
): Promise<PageHits[]> {
  const byLanguage = new Map<string | null, IndexedSpace[]>();
  for (const space of spaces) {
    await indexSpace(db, space);
    byLanguage.set(space.language, [...(byLanguage.get(space.language) ?? []), space]);
  }
  const pages = new Map<string, PageHits & { readonly hits: Hit[] }>();
  for (const [language, group] of byLanguage) {
    const known = new Map(group.map((space) => [space.id, space]));
    const found = await searchOf(db).find(db, [...known.keys()], query, await wordsOf(language));
    const hits = found.map((hit) => ({ ...hit, score: sameEverywhere(hit.score) }));
    // The best first, so the first of a page is its score; of two alike the one that stands first.
    hits.sort((one, other) => one.score - other.score || one.section - other.section);
    for (const hit of hits) {
      const space = known.get(hit.space);
      const name = `${hit.space} ${hit.page}`;
      const page = pages.get(name);
      if (page) page.hits.push(hit);
      else if (space)
        pages.set(name, { space, page: hit.page, score: hit.score, rank: 0, hits: [hit] });
    }
  }
  return [...pages.values()]
    .sort(
      (one, other) =>
        one.score - other.score ||
        inTextOrder(one.page, other.page) ||
        inTextOrder(one.space.id, other.space.id),
    )
    .map((page, index) => ({ ...page, rank: index + 1 }));
}

/** A score as answers have it: the higher the better, and never less than 0. */
export function shownScore(score: number): number {
  return Math.max(0, -score);
}

/** A page that has gone since it was indexed is left out. */
export async function showFound(call: Call, found: readonly PageHits[]): Promise<FoundPage[]> {
  const wanted = found.flatMap(({ hits }) => hits.slice(0, mostSections));
  const texts = await searchOf(call.db).read(
    call.db,
    wanted.map(({ section }) => section),
  );
  const shown: FoundPage[] = [];
  for (const { space, page: id, score, rank, hits } of found) {
    const placed = indexOf(await readTree(call.db, space.revision_id)).pages.get(id);
    if (!placed) continue;
    const { page, path } = placed;
    const address = addressOfPage({ base: call.base, space: space.id }, id);
    const sections = hits.slice(0, mostSections).flatMap(({ section, score: fit }) => {
      const text = texts.get(section);
      if (!text) return [];
      const { anchor, heading, body } = text;
      const hash = anchor === "" ? "" : `#${anchor}`;
      return [
        {
          id: anchor === "" ? id : anchor,
          title: heading === "" ? page.title : heading,
          path: path + hash,
          score: shownScore(fit),
          body: body.slice(0, longestBody),
          urls: { app: address + hash },
        },
      ];
    });
    const ancestors = ancestorsOf(placed).map((above) => ({ title: above.page.title }));
    shown.push({
      id,
      title: page.title,
      description: page.description ?? "",
      path,
      score: shownScore(score),
      rank,
      sections,
      ancestors,
      urls: { app: address },
    });
  }
  return shown;
}
