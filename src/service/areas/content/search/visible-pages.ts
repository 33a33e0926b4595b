/**
 * The text that a visitor of a site sees on pages with conditions, by the rules of the search index.
 * The index has this text only for members, because it depends on the visitor.
 */
import { LRUCache } from "lru-cache";
import { type Claims, listValuesAt } from "../../../../document/condition.ts";
import { computeHash, toCanonicalText } from "../../../../json/canonical.ts";
import { loadOnce } from "../../../core/cached-results.ts";
import { inTextOrder } from "../../../core/texts.ts";
import { getSearch } from "../../../database/search/search.ts";
import { isShared } from "../../../database/sqlite/dialect.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ToStems } from "../../../engines/language/stemmers.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { type PooledTask, runInPool } from "../../../engines/threads/worker-pool.ts";
import { readTree } from "../revisions.ts";
import { getScope } from "../texts/condition-scope.ts";
import { computeDocumentSizes, inSizedBatches, readBodies } from "../texts/document-batches.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex, type TreePage } from "../tree/tree-index.ts";
import { getTreeNumber } from "../tree/tree-number.ts";
import { listCorrections } from "./corrections.ts";
import { type IndexedSpace, largestHere, workerScript } from "./index-space.ts";
import type { Unindexed, ValuePath, VisibleSection, VisitorPage } from "./index-worker.ts";

/**
 * The maximum of a search, in the order of the pages. It counts all pages with conditions, so that it
 * does not depend on the words of hidden text. Further pages are found by the text that all visitors
 * see.
 */
const budget: PageBudget = { pages: 5000, bytes: 16 * 1024 * 1024 };

interface PageBudget {
  readonly pages: number;
  readonly bytes: number;
}

const readVisible: PooledTask<Omit<Unindexed, "space">, VisitorPage[]> = {
  script: workerScript,
  name: "readVisiblePages",
  seconds: 30,
};

/** A visitor of a site as the caller of a search. */
export interface VisitorContext {
  readonly db: Queries;
  /** The site. */
  readonly caller: string;
  readonly claims: Claims;
}

/** A section with its page and its position on this page. */
export interface PageSection extends VisibleSection {
  readonly page: string;
  readonly position: number;
}

export interface VisiblePages {
  readonly ids: ReadonlySet<string>;
  /** In page order. */
  readonly sections: readonly PageSection[];
  /** The size of their documents. */
  readonly bytes: number;
}

/** @returns the pages with conditions by the id of their space, for spaces that have any */
export async function loadVisiblePages(
  context: VisitorContext,
  spaces: readonly IndexedSpace[],
  maximum = budget,
): Promise<ReadonlyMap<string, VisiblePages>> {
  const { db } = context;
  const visible = new Map<string, VisiblePages>();
  const spaceIds = spaces.map(({ id }) => id);
  const conditional = await getSearch(db).listConditional(db, spaceIds);
  const remaining = { ...maximum };
  for (const space of spaces.toSorted((one, other) => inTextOrder(one.id, other.id))) {
    const ids = new Set(conditional.get(space.id));
    if (ids.size === 0 || Math.min(remaining.pages, remaining.bytes) <= 0) continue;
    const tree = await readTree(db, space.revision_id);
    const pages = [...getTreeIndex(tree).pages.values()]
      .filter(({ page }) => ids.has(page.id))
      .slice(0, remaining.pages);
    const loaded = await loadPages(context, { space, tree, pages, bytes: maximum.bytes });
    remaining.pages -= pages.length;
    remaining.bytes -= loaded.bytes;
    visible.set(space.id, loaded);
  }
  return visible;
}

interface ConditionalPages {
  readonly space: IndexedSpace;
  readonly tree: ContentTree;
  readonly pages: readonly TreePage[];
  /** The maximum size of their documents. */
  readonly bytes: number;
}

/** Visitors whose conditions read the same values share a result. */
async function loadPages(
  context: VisitorContext,
  conditional: ConditionalPages,
): Promise<VisiblePages> {
  const { db, claims } = context;
  const { space, tree, pages } = conditional;
  const ids = computeHash(JSON.stringify(pages.map(({ page }) => page.id)));
  const pathsOfTree = readPaths.get(tree) ?? new Map<string, readonly ValuePath[]>();
  readPaths.set(tree, pathsOfTree);
  const scope = { visitor: { claims } };
  const computeKey = () => {
    const paths = pathsOfTree.get(ids);
    const read = paths === undefined ? scope : listValuesAt(scope, paths);
    const { id, title, language } = space;
    const state = [isShared(db), id, title, language, getTreeNumber(tree), ids, read];
    return computeHash(toCanonicalText(state));
  };
  const key = computeKey();
  const cached = cache.get(key);
  if (cached) return cached;
  return loadOnce(loading, key, async () => {
    try {
      const { paths, ...loaded } = await readPages(context, conditional);
      pathsOfTree.set(ids, paths);
      cache.set(computeKey(), loaded);
      return loaded;
    } finally {
      loading.delete(key);
    }
  });
}

/**
 * The values that the conditions of pages read, by the hash of the ids of these pages; known after
 * they were evaluated once.
 */
const readPaths = new WeakMap<ContentTree, Map<string, readonly ValuePath[]>>();

// Process-wide: the keys have numbers of trees, each of which belongs to one platform.
const loading = new Map<string, Promise<VisiblePages>>();

/** In characters of texts and terms. */
const cache = new LRUCache<string, VisiblePages>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ sections }) =>
    sections.reduce(
      (sum, { heading, body, terms }) =>
        terms.reduce((size, term) => size + term.length, sum + heading.length + body.length + 100),
      100,
    ),
});

interface ReadPages extends VisiblePages {
  readonly paths: readonly ValuePath[];
}

async function readPages(
  { db, caller, claims }: VisitorContext,
  { space, tree, pages: treePages, bytes: mostBytes }: ConditionalPages,
): Promise<ReadPages> {
  const { id, language } = space;
  const hashes = treePages.flatMap(({ page }) => page.document ?? []);
  const sizes = await computeDocumentSizes(db, id, hashes);
  const computeSize = ({ page }: TreePage) => sizes.get(page.document ?? "") ?? 0;
  const ids = new Set<string>();
  const sections: PageSection[] = [];
  const paths = new Map<string, ValuePath>();
  let bytes = 0;
  const affordable = treePages.filter((one) => {
    const size = computeSize(one);
    if (bytes + size > mostBytes) return false;
    bytes += size;
    return true;
  });
  for (const some of inSizedBatches(affordable, computeSize)) {
    const bodies = await readBodies(
      db,
      id,
      some.flatMap(({ page }) => page.document ?? []),
    );
    const pages = some.map((treePage) => {
      const { id: page, title, description, document = "" } = treePage.page;
      const body = bodies.get(document);
      const scope = getScope({ visitor: { claims } }, tree, treePage, space);
      return { page, title, description, stamp: "", body, scope };
    });
    const unread = { language, isShared: isShared(db), pages };
    const size = [...bodies.values()].reduce((sum, body) => sum + body.length, 0);
    await takeTurn(caller);
    const visiblePages =
      size > largestHere
        ? await runInPool(readVisible, unread, { caller, db })
        : await (await import("./index-worker.ts")).readVisiblePages(unread);
    for (const { page, sections: texts, paths: some } of visiblePages) {
      ids.add(page);
      for (const path of some) paths.set(JSON.stringify(path), path);
      for (const [position, text] of texts.entries()) sections.push({ ...text, page, position });
    }
  }
  return { ids, sections, bytes, paths: [...paths.values()] };
}

const visibleWords = new WeakMap<VisiblePages, Promise<readonly string[]>>();
/** The number of sections whose words are listed in a few milliseconds. */
const sectionsAtOnce = 200;

/** Words of pages with conditions, to which words of queries can be corrected. */
export function listVisibleWords(
  pages: VisiblePages,
  toStems: ToStems,
  caller: string,
): Promise<readonly string[]> {
  return loadOnce(visibleWords, pages, async () => {
    const words = new Set<string>();
    for (let start = 0; start < pages.sections.length; start += sectionsAtOnce) {
      const some = pages.sections.slice(start, start + sectionsAtOnce);
      const texts = some.map(({ heading, body }) => `${heading} ${body}`);
      await takeTurn(caller);
      for (const word of listCorrections(texts, toStems)) words.add(word);
    }
    return [...words];
  });
}
