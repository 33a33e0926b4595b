/**
 * Files and reusable content that are hidden from a visitor of a site: in content with conditions, all to
 * which no text refers that the visitor sees.
 */
import { LRUCache } from "lru-cache";
import type { SiteVisitor } from "../../core/access/visitor.ts";
import { loadOnce } from "../../core/cached-results.ts";
import type { Queries } from "../../database/tables.ts";
import { getLinkBase, resolveTarget } from "./links/relative-links.ts";
import type { TextWorkContext } from "./texts/inclusions.ts";
import {
  findTargets,
  haveConditions,
  type LinkedTargets,
  type ListTargets,
  loadSiteSpaces,
  removeVisibleTargets,
  type SpaceContent,
  type VisitorReader,
} from "./texts/visible-text.ts";
import type { ContentTree, ReusableContent, TreeFile } from "./tree/tree.ts";
import { getTreeNumber } from "./tree/tree-number.ts";

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
 * @returns ids of files and of reusable content; none for a caller who is not a visitor, or previews the
 * site, because members read all content
 */
export async function findHiddenContent(
  { db, visitor, readSpace }: VisitorCall,
  spaceId: string,
  tree: ContentTree,
): Promise<ReadonlySet<string>> {
  if (!visitor || visitor.previewer !== undefined) return new Set();
  if (tree.files.length === 0 && tree.reusableContents.length === 0) return new Set();
  const work = { db, caller: visitor.site };
  const spaces = await loadSiteSpaces(work, { id: spaceId, tree }, { visitor, readSpace });
  // Without conditions, a visitor sees all texts.
  if (!haveConditions(spaces)) return new Set();
  const key = JSON.stringify([
    visitor.claims,
    spaces.map(({ space, tree: content }) => [space, getTreeNumber(content)]),
  ]);
  const results = hiddenContent.get(tree) ?? new LRUCache({ max: 50 });
  hiddenContent.set(tree, results);
  const { ids, isComplete } = await loadOnce(results, key, async () => {
    const hiddenIds = new Set([...tree.files, ...tree.reusableContents].map(({ id }) => id));
    const find = (source: SpaceContent) => findContent(work, source, spaceId);
    const search = { visitor, spaces, find, listTargets: createContentFilter(spaceId) };
    return { isComplete: await removeVisibleTargets(work, hiddenIds, search), ids: hiddenIds };
  });
  if (!isComplete && results.getRemainingTTL(key) > repeatedAfter) {
    results.set(key, Promise.resolve({ ids, isComplete }), { ttl: repeatedAfter });
  }
  return ids;
}

interface HiddenContent {
  readonly ids: ReadonlySet<string>;
  /** Whether no text took too much time or memory. */
  readonly isComplete: boolean;
}

/** In milliseconds. Afterwards, texts that took too much time or memory are evaluated again. */
const repeatedAfter = 10 * 60 * 1000;

/** Cached by the tree, the claims of the visitor, and the other spaces that show the content. */
const hiddenContent = new WeakMap<ContentTree, LRUCache<string, Promise<HiddenContent>>>();

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
