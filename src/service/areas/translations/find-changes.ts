/** Detection of pages that have changed since they were last translated. */
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import { findLivingSpace } from "../../core/rows/space-rows.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import { readTree } from "../content/revisions.ts";
import type { ContentPage, ContentTree, ReusableContent } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { readGlossary } from "./glossary.ts";
import type { TranslationTable } from "./tables.ts";

export interface TranslationSource {
  readonly space: SpaceTable;
  readonly tree: ContentTree;
}

export interface TranslationChanges {
  readonly pages: readonly ContentPage[];
  readonly reusableContents: readonly ReusableContent[];
  /** Hashes of the current text of all pages and reusable contents, by id, for comparison in the next run. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The terms of the glossary: the term to use, by the term of the source language. */
  readonly terms: ReadonlyMap<string, string>;
}

/** @returns undefined if the source is deleted, or belongs to another organization */
export async function readSource(
  { db }: { readonly db: Queries },
  row: TranslationTable,
): Promise<TranslationSource | undefined> {
  const space = await findLivingSpace(db, row.organization_id, row.source_space);
  return space && { space, tree: await readTree(db, space.revision_id) };
}

export async function findChanges(
  db: Queries,
  row: TranslationTable,
  { tree }: TranslationSource,
): Promise<TranslationChanges> {
  const previousHashes: Readonly<Record<string, string>> = JSON.parse(row.translated);
  const existing = await readTranslatedIds(db, row);
  const terms = await readGlossary(db, row);
  // A changed glossary changes all pages.
  const glossary = terms.size === 0 ? {} : { glossary: [...terms] };
  const hashes: Record<string, string> = {};
  const differs = (id: string, text: object): boolean => {
    const hash = computeHash(toCanonicalText({ ...text, ...glossary }));
    hashes[id] = hash;
    return previousHashes[id] !== hash || !existing.has(id);
  };
  const pages = [...getTreeIndex(tree).pages.values()]
    .map(({ page }) => page)
    .filter(({ id, title, description, document }) =>
      differs(id, { title, description, document }),
    );
  const reusableContents = tree.reusableContents.filter(({ id, title, document }) =>
    differs(id, { title, document }),
  );
  return { pages, reusableContents, hashes, terms };
}

/** The ids that the result still contains, because users can delete its pages or the whole space. */
async function readTranslatedIds(db: Queries, row: TranslationTable): Promise<ReadonlySet<string>> {
  const result = await findResult(db, row);
  if (!result) return new Set();
  const { pages, reusableContents } = getTreeIndex(await readTree(db, result.revision_id));
  return new Set([...pages.keys(), ...reusableContents.keys()]);
}

/** @returns undefined if the result does not exist yet, is deleted, or belongs to another organization */
export async function findResult(
  db: Queries,
  { organization_id, result_space }: TranslationTable,
): Promise<SpaceTable | undefined> {
  return result_space === null ? undefined : findLivingSpace(db, organization_id, result_space);
}
