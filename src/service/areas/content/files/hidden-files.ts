/**
 * Files that are hidden from a visitor of a site: they occur only in text whose conditions do not hold
 * for the visitor.
 */
import { LRUCache } from "lru-cache";
import type { Queries } from "../../../database/tables.ts";
import { getLinkBase, resolveTarget } from "../links/relative-links.ts";
import type { TextWorkContext } from "../texts/inclusions.ts";
import {
  findTargets,
  type LinkedTargets,
  type ListTargets,
  loadSiteSpaces,
  removeVisibleTargets,
  type SpaceContent,
  type VisitorReader,
} from "../texts/visible-text.ts";
import type { ContentTree, TreeFile } from "../tree/tree.ts";

interface VisitorCall extends Pick<VisitorReader, "readSpace"> {
  readonly db: Queries;
  readonly visitor?: VisitorReader["visitor"] | undefined;
}

/** @returns all files for a caller who is not a visitor */
export async function listVisibleFiles(
  call: VisitorCall,
  spaceId: string,
  tree: ContentTree,
): Promise<readonly TreeFile[]> {
  const hiddenIds = await findHiddenFiles(call, spaceId, tree);
  return hiddenIds.size === 0 ? tree.files : tree.files.filter(({ id }) => !hiddenIds.has(id));
}

/** @returns ids of files */
export async function findHiddenFiles(
  { db, visitor, readSpace }: VisitorCall,
  spaceId: string,
  tree: ContentTree,
): Promise<ReadonlySet<string>> {
  if (!visitor || tree.files.length === 0) return new Set();
  const work = { db, caller: visitor.site };
  const own = { id: spaceId, tree };
  const { always, texts, hidden } = await findFiles(work, own, spaceId);
  const ids = new Set(texts.flatMap(({ targets }) => targets.filter((id) => !always.has(id))));
  if (ids.size === 0) return ids;
  const spaces = await loadSiteSpaces(work, own, { visitor, readSpace });
  const key = JSON.stringify([
    visitor.claims,
    spaces.map(({ space, tree: content }) => [space, getTreeNumber(content)]),
  ]);
  const hiddenIds = hidden.get(key);
  if (hiddenIds) return hiddenIds;
  await removeVisibleTargets(work, ids, {
    visitor,
    spaces,
    find: (source) => findFiles(work, source, spaceId),
    listTargets: createFileFilter(spaceId),
  });
  hidden.set(key, ids);
  return ids;
}

const treeNumbers = new WeakMap<ContentTree, number>();
// Process-wide: it only distinguishes trees, each of which belongs to one platform.
let lastNumber = 0;

/** Identifies a tree in the key of a cache. */
function getTreeNumber(tree: ContentTree): number {
  const number = treeNumbers.get(tree) ?? ++lastNumber;
  treeNumbers.set(tree, number);
  return number;
}

/** The ids of the files of one space to which the same or another space refers. */
interface LinkedFiles extends LinkedTargets {
  /**
   * The ids of the files that are hidden, by the claims of the visitor and the including pages; for
   * files of the same space.
   */
  readonly hidden: LRUCache<string, ReadonlySet<string>>;
}

const filesOfTrees = new WeakMap<ContentTree, Map<string, Promise<LinkedFiles>>>();

/**
 * Cached, because most requests for a file concern the same content.
 * @param spaceId the space of the files
 */
function findFiles(
  work: TextWorkContext,
  source: SpaceContent,
  spaceId: string,
): Promise<LinkedFiles> {
  const bySpace = filesOfTrees.get(source.tree) ?? new Map<string, Promise<LinkedFiles>>();
  filesOfTrees.set(source.tree, bySpace);
  const cachedFiles = bySpace.get(spaceId);
  if (cachedFiles) return cachedFiles;
  // Without conditions, all files of the space itself are visible.
  const finding = findTargets(work, source, createFileFilter(spaceId), source.id === spaceId);
  const files = finding.then((found) => ({
    ...found,
    hidden: new LRUCache<string, ReadonlySet<string>>({ max: 50 }),
  }));
  bySpace.set(spaceId, files);
  // Failures are not cached.
  files.catch(() => bySpace.delete(spaceId));
  return files;
}

/** Selects the ids of the files of a space. A reference within the space does not name it. */
function createFileFilter(spaceId: string): ListTargets {
  return (references, source, textId) => {
    const from = getLinkBase(source.tree, textId);
    return references.flatMap(({ ref }) => {
      const file = resolveTarget(ref, from);
      return file.kind === "file" && (file.space ?? source.id) === spaceId ? [file.file] : [];
    });
  };
}
