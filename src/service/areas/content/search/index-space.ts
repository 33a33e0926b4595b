/** Brings the search index of a space to its content: only what changed since is read and written. */
import { setImmediate as turn } from "node:timers/promises";
import { hashOf } from "../../../../json/canonical.ts";
import type { IndexedPage } from "../../../database/search/engine.ts";
import { searchOf } from "../../../database/search/search.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { type Words, wordsOf } from "../../../engines/stemmers.ts";
import { emptyDocument, getDocuments } from "../documents.ts";
import { readRevision, treeOf } from "../revisions.ts";
import { indexOf, type PlacedPage } from "../tree-index.ts";
import { inBatches } from "../tree-store.ts";
import { sectionsOf } from "./sections.ts";

/** Counts the ways in which content was indexed: another one makes every index anew. */
const manner = 1;
const pagesAtOnce = 100;

export interface IndexedSpace {
  readonly id: string;
  readonly revision_id: string;
  readonly language: string | null;
}

/** The work under way in this process, so that two searches do it once. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Does nothing where the index is up to the revision. What is done is kept step by step, so that
 * other requests are answered in between, and a break loses one step.
 * @param db in no transaction
 */
export async function indexSpace(db: Queries, space: IndexedSpace): Promise<void> {
  const works = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, works);
  let work = works.get(space.id);
  if (!work) {
    work = bringUp(db, space).finally(() => works.delete(space.id));
    works.set(space.id, work);
  }
  return work;
}

async function bringUp(db: Queries, { id, revision_id, language }: IndexedSpace): Promise<void> {
  const engine = searchOf(db);
  const revision = await readRevision(db, revision_id);
  const state = `${manner} ${language ?? ""} ${revision.root}`;
  const known = await engine.known(db, id);
  if (known.state === state) return;
  const kept = known.state?.startsWith(`${manner} ${language ?? ""} `) ? known.stamps : new Map();
  const { pages } = indexOf(await treeOf(db, revision));
  const gone = [...known.stamps.keys()].filter((page) => !isFound(pages.get(page)));
  const changed = [...pages.values()].filter(
    (placed) => isFound(placed) && kept.get(placed.page.id) !== stampOf(placed),
  );
  const words = await wordsOf(language);
  for (const some of inBatches(gone, pagesAtOnce)) {
    await inTransaction(db, (transaction) => engine.remove(transaction, id, some));
  }
  for (const some of inBatches(changed, pagesAtOnce)) {
    await inTransaction(db, (transaction) => put(transaction, id, some, words));
    // The database answers at once, so without this nobody else would get a turn.
    await turn();
  }
  await engine.note(db, id, state);
}

/** Groups and links have no text of their own, and what is hidden is not to be found. */
function isFound(placed: PlacedPage | undefined): boolean {
  return placed?.page.type === "document" && placed.page.hidden !== true;
}

function stampOf({ page }: PlacedPage): string {
  return hashOf(`${page.title}\n${page.description ?? ""}\n${page.document ?? ""}`);
}

async function put(
  db: Queries,
  space: string,
  placed: readonly PlacedPage[],
  words: Words,
): Promise<void> {
  const hashes = placed.flatMap(({ page }) => (page.document === undefined ? [] : [page.document]));
  const documents = await getDocuments(db, space, hashes);
  const pages = placed.map((one): IndexedPage => {
    const { id, title, description, document } = one.page;
    const text = documents.get(document ?? "") ?? emptyDocument;
    return { space, page: id, title, stamp: stampOf(one), sections: sectionsOf(text, description) };
  });
  await searchOf(db).put(db, pages, words);
}
