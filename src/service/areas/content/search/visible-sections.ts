/**
 * What visitors of a docs site find of a page that shows some of it to some visitors only: the index has
 * the words of conditions that do not hold for them.
 */
import type { IndexedSection } from "../../../database/search/engine.ts";
import type { Queries } from "../../../database/tables.ts";
import type { Asker } from "../../../engines/asker.ts";
import type { Scope } from "../../../engines/condition.ts";
import { presentText } from "../../../engines/documents.ts";
import { getStoredText } from "../documents.ts";
import type { TreePage } from "../tree-index.ts";
import { listSections } from "./sections.ts";

interface Reading {
  readonly db: Queries;
  readonly spaceId: string;
  readonly scope: Scope;
}

/** @returns the sections as the visitor sees them; undefined for a page that is the same for all */
export async function findVisibleSections(
  { db, spaceId, scope }: Reading,
  { page }: TreePage,
  asker: Asker,
): Promise<readonly IndexedSection[] | undefined> {
  const { body } = await getStoredText(db, spaceId, page.document);
  if (!body.includes('"expression"')) return undefined;
  const shown = await presentText(
    { body, format: "document", evaluation: "visitor", scope, addresses: [] },
    asker,
  );
  return listSections(JSON.parse(shown));
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
