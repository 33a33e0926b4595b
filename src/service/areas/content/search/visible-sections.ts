/**
 * The sections of a page with conditional content that a visitor of a site can find. The search index
 * also contains text whose conditions do not hold for the visitor.
 */
import type { IndexedSection } from "../../../database/search/engine.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { presentText } from "../../../engines/documents.ts";
import { getStoredText } from "../texts/documents.ts";
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
  if (!body.includes('"expression"')) return undefined;
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

export function listQueryWords(query: string): string[] {
  return [...query.toLowerCase().matchAll(/[\p{L}\p{N}]{2,}/gu)].map(([word]) => word).slice(0, 20);
}
