/**
 * The sections of a page with conditional content that a visitor of a site can find. The search index
 * also contains text whose conditions do not hold for the visitor.
 */
import type { IndexedSection, NeededWords } from "../../../database/search/engine.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { presentText } from "../../../engines/documents.ts";
import type { ToStems } from "../../../engines/language/stemmers.ts";
import { getStoredText } from "../texts/documents.ts";
import { hasExpressions } from "../texts/expression-marks.ts";
import type { TreePage } from "../tree/tree-index.ts";
import { listSections } from "./sections.ts";

interface VisitorContext {
  readonly db: Queries;
  readonly spaceId: string;
  readonly scope: ConditionScope;
}

/** @returns the sections that the visitor sees; undefined for a page that is the same for all visitors */
export async function findVisibleSections(
  { db, spaceId, scope }: VisitorContext,
  { page }: TreePage,
  request: Parameters<typeof presentText>[1],
): Promise<readonly IndexedSection[] | undefined> {
  const { body } = await getStoredText(db, spaceId, page.document);
  if (!hasExpressions(body)) return undefined;
  const visibleDocument = await presentText(
    { body, format: "document", evaluation: "visitor", scope, addresses: [] },
    request,
  );
  return listSections(JSON.parse(visibleDocument));
}

export function matchesAny(
  { heading, body }: Pick<IndexedSection, "heading" | "body">,
  words: readonly string[],
): boolean {
  const text = `${heading} ${body}`.toLowerCase();
  return words.some((word) => text.includes(word));
}

interface WordSearch {
  readonly query: string;
  readonly needed: NeededWords;
  readonly toStems: ToStems;
}

/**
 * Whether the visible content of a page has the words of a search; the index also matched words that
 * the visitor does not see.
 */
export function hasNeeded(
  sections: readonly Pick<IndexedSection, "heading" | "body">[],
  title: string,
  { query, needed, toStems }: WordSearch,
): boolean {
  const text = [title, ...sections.flatMap(({ heading, body }) => [heading, body])]
    .join("\n")
    .toLowerCase();
  const isVisible = (word: string) => [word, ...toStems(word)].some((one) => text.includes(one));
  const words = listQueryWords(query);
  return needed === "all" ? words.length > 0 && words.every(isVisible) : words.some(isVisible);
}

export function listQueryWords(query: string): string[] {
  return [...query.toLowerCase().matchAll(/[\p{L}\p{N}]{2,}/gu)].map(([word]) => word).slice(0, 20);
}

/** Shorter stems match too many other words. */
const shortestStem = 3;

/** The words of a query and their stems, by which the sections of a page are selected. */
export function listMatchingWords(query: string, toStems: ToStems): string[] {
  const stems = toStems(query).filter((stem) => stem.length >= shortestStem);
  return [...new Set([...listQueryWords(query), ...stems])];
}
