/**
 * Files and reusable content that are hidden from a visitor of a site: in content with conditions, all to
 * which neither a text that the visitor sees nor the customization of the site refers.
 */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { listValuesAt } from "../../../document/condition.ts";
import { listContentAddresses } from "../../../document/reference-address.ts";
import { asReference } from "../../../document/references.ts";
import type { SiteVisitor } from "../../core/access/visitor.ts";
import { loadOnce } from "../../core/cached-results.ts";
import { cacheQuery } from "../../database/prepared.ts";
import type { Queries } from "../../database/tables.ts";
import { createFairQueue } from "../../engines/threads/fair-queue.ts";
import { getLinkBase, resolveTarget } from "./links/relative-links.ts";
import type { TextWorkContext } from "./texts/inclusions.ts";
import { loadSiteSpaces, type SpaceContent, type VisitorReader } from "./texts/text-spaces.ts";
import {
  findTargets,
  getKey,
  type LinkedTargets,
  type ListTargets,
  removeVisibleTargets,
} from "./texts/visible-text.ts";
import type { ContentTree, ReusableContent, TreeFile } from "./tree/tree.ts";

interface VisitorCall extends Pick<VisitorReader, "readSpace"> {
  readonly db: Queries;
  readonly visitor?:
    | (VisitorReader["visitor"] & Partial<Pick<SiteVisitor, "previewer">>)
    | undefined;
}

/** @returns all of them for a caller who is not a visitor, or previews the site */
export async function listVisibleContent(
  call: VisitorCall,
  spaceId: string,
  tree: ContentTree,
): Promise<{
  readonly files: readonly TreeFile[];
  readonly reusableContents: readonly ReusableContent[];
}> {
  const hiddenIds = await findHiddenContent(call, spaceId, tree);
  if (hiddenIds.size === 0) return tree;
  return {
    files: tree.files.filter(({ id }) => !hiddenIds.has(id)),
    reusableContents: tree.reusableContents.filter(({ id }) => !hiddenIds.has(id)),
  };
}

/**
 * @param ids of files and reusable content; all of them if absent
 * @returns those that are hidden; none for a caller who is not a visitor, or previews the site, because
 * members read all content
 * @throws ApiError 429 or 503 if the visitors of the site send too many requests for all of them
 */
export async function findHiddenContent(
  { db, visitor, readSpace }: VisitorCall,
  spaceId: string,
  tree: ContentTree,
  ids?: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!visitor || visitor.previewer !== undefined) return new Set();
  if (tree.files.length === 0 && tree.reusableContents.length === 0) return new Set();
  const source = { id: spaceId, tree };
  const { spaces, isHiding } = await loadSiteSpaces(db, source, { visitor, readSpace });
  // Without conditions, a visitor sees all texts.
  if (!isHiding) return new Set();
  const work = { db, caller: visitor.site };
  const find = (other: SpaceContent) => findContent(work, other, spaceId);
  const search = { visitor, spaces, find, listTargets: createContentFilter(spaceId) };
  const filesOfSite = await findFilesOfSite(db, visitor.site);
  async function findHidden(all: readonly string[]): Promise<HiddenContent> {
    const hiddenIds = new Set(
      all.filter((id) => !filesOfSite.has(id) && !filesOfSite.has(`${spaceId} ${id}`)),
    );
    return { isComplete: await removeVisibleTargets(work, hiddenIds, search), ids: hiddenIds };
  }
  if (ids !== undefined) return (await findHidden(ids)).ids;
  // Only the claims that conditions read.
  const scope = { visitor: { claims: visitor.claims } };
  const values = spaces.map(({ visitorPaths }) => listValuesAt(scope, visitorPaths));
  const key = `${JSON.stringify(values)} ${getKey(spaces)}`;
  const results = hiddenContent.get(tree) ?? new LRUCache({ max: 20 });
  hiddenContent.set(tree, results);
  const { ids: hiddenIds, isComplete } = await loadOnce(results, key, () =>
    wholeSearches.run(visitor.site, () =>
      findHidden([...tree.files, ...tree.reusableContents].map(({ id }) => id)),
    ),
  );
  if (!isComplete && results.getRemainingTTL(key) > repeatedAfter) {
    const result = Promise.resolve({ ids: hiddenIds, isComplete });
    results.set(key, result, { ttl: repeatedAfter });
  }
  return hiddenIds;
}

/** A search for all files evaluates all conditions, so those of one site run one at a time. */
const wholeSearches = createFairQueue({
  slots: Number.POSITIVE_INFINITY,
  slotsOfCaller: 1,
  mostWaiting: 50,
});

interface HiddenContent {
  readonly ids: ReadonlySet<string>;
  /** Whether no text took too much time or memory. */
  readonly isComplete: boolean;
}

/** In milliseconds. Afterwards, texts that took too much time or memory are evaluated again. */
const repeatedAfter = 10 * 60 * 1000;

/** Cached by the tree, the claims of the visitor, and the other spaces that show the content. */
const hiddenContent = new WeakMap<ContentTree, LRUCache<string, Promise<HiddenContent>>>();

/**
 * The files to which the customization of a site refers, such as links in its header.
 * @returns the ids of the space and of the file; only of the file if the reference does not name its space
 */
const findFilesOfSite = cacheQuery(200, async (db, siteId): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("site_customizations")
    .select("settings")
    .where("site_id", "=", siteId)
    .execute();
  const references = rows.flatMap(({ settings }) => [
    ...listNestedReferences(JSON.parse(settings)),
    ...listContentAddresses(settings),
  ]);
  return new Set(
    references.flatMap((ref) => {
      if (ref.kind !== "file") return [];
      return [ref.space === undefined ? ref.file : `${ref.space} ${ref.file}`];
    }),
  );
});

function listNestedReferences(value: unknown): ContentReference[] {
  if (typeof value !== "object" || value === null) return [];
  return [...asReference(value), ...Object.values(value).flatMap(listNestedReferences)];
}

const contentOfTrees = new WeakMap<ContentTree, Map<string, Promise<LinkedTargets>>>();

/**
 * Finds the files and reusable content of one space to which the same or another space refers. Cached,
 * because most requests concern the same content.
 * @param spaceId the space of the files and reusable content
 */
function findContent(
  work: TextWorkContext,
  source: SpaceContent,
  spaceId: string,
): Promise<LinkedTargets> {
  const bySpace = contentOfTrees.get(source.tree) ?? new Map<string, Promise<LinkedTargets>>();
  contentOfTrees.set(source.tree, bySpace);
  return loadOnce(bySpace, spaceId, () => findTargets(work, source, createContentFilter(spaceId)));
}

/** Selects the files and reusable content of a space. A reference within the space does not name it. */
function createContentFilter(spaceId: string): ListTargets {
  return (references, source, textId) => {
    const from = getLinkBase(source.tree, textId);
    return references.flatMap((ref) => {
      const target = resolveTarget(ref, from);
      if (target.kind !== "file" && target.kind !== "reusable-content") return [];
      if ((target.space ?? source.id) !== spaceId) return [];
      return [target.kind === "file" ? target.file : target.reusableContent];
    });
  };
}
