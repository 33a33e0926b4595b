/** Which pages say something else than when they were last translated. */
import type { Document } from "../../../contract/document.model.ts";
import { canonicalText, hashOf } from "../../../json/canonical.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import { getDocuments } from "../content/documents.ts";
import { readTree } from "../content/revisions.ts";
import type { Page, ReusableContent, Tree } from "../content/tree.ts";
import { indexOf } from "../content/tree-index.ts";
import type { TranslationTable } from "./tables.ts";

export interface Source {
  readonly space: SpaceTable;
  readonly tree: Tree;
}

export interface Changed {
  readonly pages: readonly Page[];
  readonly reusableContents: readonly ReusableContent[];
  /** The documents of both, by their hashes. */
  readonly documents: ReadonlyMap<string, Document>;
  /** What every page and reusable content says now, by id: what the next run compares with. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Absent where the source is deleted. */
export async function sourceOf(
  { db }: { readonly db: Queries },
  row: TranslationTable,
): Promise<Source | undefined> {
  const space = await livingSpace(db, row.source_space);
  return space && { space, tree: await readTree(db, space.revision_id) };
}

export async function livingSpace(db: Queries, id: string): Promise<SpaceTable | undefined> {
  return db
    .selectFrom("spaces")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export async function changedSince(
  db: Queries,
  row: TranslationTable,
  { space, tree }: Source,
): Promise<Changed> {
  const known: Readonly<Record<string, string>> = JSON.parse(row.translated);
  const there = await translatedIds(db, row);
  const hashes: Record<string, string> = {};
  const differs = (id: string, says: unknown): boolean => {
    const hash = hashOf(canonicalText(says));
    hashes[id] = hash;
    return known[id] !== hash || !there.has(id);
  };
  const pages = [...indexOf(tree).pages.values()]
    .map(({ page }) => page)
    .filter(({ id, title, description, document }) =>
      differs(id, { title, description, document }),
    );
  const reusableContents = tree.reusableContents.filter(({ id, title, document }) =>
    differs(id, { title, document }),
  );
  const wanted = [...pages, ...reusableContents].flatMap(({ document }) => document ?? []);
  return { pages, reusableContents, hashes, documents: await getDocuments(db, space.id, wanted) };
}

/** What the result still has: somebody may have deleted pages of it, or all of it. */
async function translatedIds(db: Queries, row: TranslationTable): Promise<ReadonlySet<string>> {
  const result = row.result_space === null ? undefined : await livingSpace(db, row.result_space);
  if (!result) return new Set();
  const { pages, reusableContents } = indexOf(await readTree(db, result.revision_id));
  return new Set([...pages.keys(), ...reusableContents.keys()]);
}
