/** Updates the search index of a space; only changes since the last update are read and written. */
import { setImmediate as turn } from "node:timers/promises";
import type { ConditionScope } from "../../../../document/condition.ts";
import { computeHash, toCanonicalText } from "../../../../json/canonical.ts";
import type { IndexedPage } from "../../../database/search/engine.ts";
import { getSearch } from "../../../database/search/search.ts";
import { isShared } from "../../../database/sqlite/dialect.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { type PooledTask, runInPool } from "../../../engines/threads/worker-pool.ts";
import { loadRevisionTree, readRevision } from "../revisions.ts";
import { getScope } from "../texts/condition-scope.ts";
import { computeDocumentSizes, inSizedBatches, readBodies } from "../texts/document-batches.ts";
import { hasExpressions } from "../texts/expression-marks.ts";
import { getTreeIndex, isHidden, type TreePage } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";
import type { Unindexed, UnindexedPage } from "./index-worker.ts";

/** The version of the indexing; a different version rebuilds every index. */
const indexVersion = 7;
const pagesAtOnce = 100;
/** The number of stamps that are computed in a few milliseconds. */
const stampsAtOnce = 1000;
/** Documents as JSON, in characters; larger ones are processed in a worker thread. */
export const largestHere = 64 * 1024;

// In the bundled program, the worker script is beside the chunk that contains this module.
export const workerScript = new URL(
  import.meta.url.endsWith(".ts") ? "./index-worker.ts" : "./index-worker.js",
  import.meta.url,
);

const index: PooledTask<Unindexed, IndexedPage[]> = {
  script: workerScript,
  name: "indexPages",
  seconds: 30,
};

export interface IndexedSpace {
  readonly id: string;
  readonly title: string;
  readonly revision_id: string;
  readonly language: string | null;
}

/** Updates in progress in this process, by the database, so that concurrent searches share one. */
const running = new WeakMap<object, Map<string, Promise<void>>>();

function getRunning(db: Queries): Map<string, Promise<void>> {
  // A transaction has the same one.
  const database = db.getExecutor().adapter;
  const works = running.get(database) ?? new Map<string, Promise<void>>();
  running.set(database, works);
  return works;
}

/**
 * Does nothing if the index is up to date. It commits in steps, so that other requests are
 * processed in between, and an interruption loses only one step.
 * @param db not a transaction
 */
export async function indexSpace(db: Queries, space: IndexedSpace): Promise<void> {
  const works = getRunning(db);
  let work = works.get(space.id);
  if (!work) {
    work = updateIndex(db, space).finally(() => works.delete(space.id));
    works.set(space.id, work);
  }
  return work;
}

/**
 * Removes a deleted space from the index if it slows down searches in others. The first search after
 * a restore indexes it again.
 */
export async function dropIndex(db: Queries, spaceId: string): Promise<void> {
  // An update in progress would complete an index without its removed pages.
  if (getRunning(db).has(spaceId)) return;
  await getSearch(db).dropSections?.(db, spaceId);
}

async function updateIndex(db: Queries, space: IndexedSpace): Promise<void> {
  const { id, revision_id, language } = space;
  const engine = getSearch(db);
  const revision = await readRevision(db, revision_id);
  const state = `${indexVersion} ${language ?? ""} ${revision.root} ${computeHash(space.title)}`;
  const indexedState = await engine.findState(db, id);
  if (indexedState === state) return;
  // An earlier version also kept the words of former pages.
  if (!indexedState?.startsWith(`${indexVersion} `)) await engine.forgetWords(db, id);
  const stamps = await engine.readStamps(db, id);
  const isValid = indexedState?.startsWith(`${indexVersion} ${language ?? ""} `) === true;
  const tree = await loadRevisionTree(db, revision);
  const { pages } = getTreeIndex(tree);
  const getPageScope = (treePage: TreePage) => getScope({}, tree, treePage, space);
  const removed = [...stamps.keys()].filter((page) => !isSearchable(pages.get(page)));
  const changed: TreePage[] = [];
  for (const some of inBatches([...pages.values()], stampsAtOnce)) {
    for (const treePage of some) {
      if (!isSearchable(treePage)) continue;
      const stamp = isValid ? stamps.get(treePage.page.id) : undefined;
      if (!isCurrent(stamp, treePage, getPageScope)) changed.push(treePage);
    }
    await turn();
  }
  for (const some of inBatches(removed, pagesAtOnce)) {
    await inTransaction(db, (transaction) => engine.remove(transaction, id, some));
  }
  const hashes = changed.flatMap(({ page }) => page.document ?? []);
  const sizes = await computeDocumentSizes(db, id, hashes);
  const computeSize = ({ page }: TreePage) => sizes.get(page.document ?? "") ?? 0;
  for (const some of inSizedBatches(changed, computeSize)) {
    const pages = await prepareBatch(db, { space, getPageScope }, some);
    await inTransaction(db, async (transaction) => {
      await engine.put(transaction, pages);
      await engine.learn(transaction, id, pages);
    });
    // SQLite responds synchronously, so other requests are processed here.
    await turn();
  }
  await engine.note(db, id, state);
}

/**
 * Groups and links have no text of their own. Hidden pages and the pages below them must not be found,
 * as they are not in the table of contents.
 */
function isSearchable(treePage: TreePage | undefined): boolean {
  return treePage?.page.type === "document" && !isHidden(treePage);
}

type GetPageScope = (treePage: TreePage) => ConditionScope;

/** The stamp of a page with expressions has a second part: the values of its expressions. */
const stampSeparator = ":";

function computeStamp({ page }: TreePage, scope?: ConditionScope): string {
  const stamp = computeHash(`${page.title}\n${page.description ?? ""}\n${page.document ?? ""}`);
  return scope === undefined ? stamp : `${stamp}${stampSeparator}${computeScopeHash(scope)}`;
}

function computeScopeHash(scope: ConditionScope): string {
  return computeHash(toCanonicalText(scope));
}

function isCurrent(
  stamp: string | undefined,
  treePage: TreePage,
  getPageScope: GetPageScope,
): boolean {
  const hasScope = stamp?.includes(stampSeparator) === true;
  return stamp === computeStamp(treePage, hasScope ? getPageScope(treePage) : undefined);
}

async function prepareBatch(
  db: Queries,
  {
    space: { id: space, language },
    getPageScope,
  }: { readonly space: IndexedSpace; readonly getPageScope: GetPageScope },
  treePages: readonly TreePage[],
): Promise<readonly IndexedPage[]> {
  const hashes = treePages.flatMap(({ page }) => page.document ?? []);
  const bodies = await readBodies(db, space, hashes);
  const pages = treePages.map((treePage): UnindexedPage => {
    const { id: page, title, description, document } = treePage.page;
    const body = document === undefined ? undefined : bodies.get(document);
    const scope = body !== undefined && hasExpressions(body) ? getPageScope(treePage) : undefined;
    return { page, title, description, stamp: computeStamp(treePage, scope), body, scope };
  });
  const unindexed = { space, language, isShared: isShared(db), pages };
  const size = [...bodies.values()].reduce((sum, body) => sum + body.length, 0);
  return size > largestHere
    ? runInPool(index, unindexed, { caller: space, db })
    : (await import("./index-worker.ts")).indexPages(unindexed);
}
