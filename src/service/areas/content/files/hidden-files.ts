/**
 * Files that are hidden from a visitor of a site: they occur only in text whose conditions do not hold
 * for the visitor.
 */
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { collectReferences, type LocatedReference } from "../../../../document/references.ts";
import { ApiError } from "../../../../errors.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import { containsText } from "../../../core/texts.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { presentText } from "../../../engines/documents.ts";
import { getLinkBase, resolveTarget } from "../links/relative-links.ts";
import { readTree } from "../revisions.ts";
import { getScope } from "../texts/condition-scope.ts";
import {
  createIncluderFinder,
  findInclusions,
  type IncludingSpace,
  listReferringSpaces,
  loadTextReferences,
  type TextWorkContext,
} from "../texts/inclusions.ts";
import type { ContentTree, TreeFile } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";

type FileVisitor = Pick<SiteVisitor, "site" | "spaces" | "claims">;

interface VisitorCall {
  readonly db: Queries;
  readonly visitor?: FileVisitor | undefined;
  /** The content of another space of the site; the current content if absent. */
  readonly readSpace?: ((spaceId: string) => Promise<ContentTree>) | undefined;
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
  const own = await findFileUses(work, { id: spaceId, tree }, spaceId);
  const conditionalIds = listConditionalFiles(own);
  if (conditionalIds.size === 0) return conditionalIds;
  const spaces = await loadSpaces(work, { id: spaceId, tree }, { visitor, readSpace });
  const key = JSON.stringify([
    visitor.claims,
    spaces.map(({ space, tree: content }) => [space, getTreeNumber(content)]),
  ]);
  let hiddenIds = own.hidden.get(key);
  if (!hiddenIds) {
    hiddenIds = await removeVisibleFiles(conditionalIds, { visitor, spaceId, spaces, work });
    own.hidden.set(key, hiddenIds);
  }
  return hiddenIds;
}

/** The files of a space without those that a space of the site shows to the visitor. */
async function removeVisibleFiles(
  fileIds: ReadonlySet<string>,
  {
    visitor,
    spaceId,
    spaces,
    work,
  }: {
    readonly visitor: FileVisitor;
    /** The space of the files. */
    readonly spaceId: string;
    readonly spaces: readonly IncludingSpace[];
    readonly work: TextWorkContext;
  },
): Promise<ReadonlySet<string>> {
  const remaining = new Set(fileIds);
  const findPages = createIncluderFinder(spaces);
  for (const { space, tree } of spaces) {
    const { visibleIds, texts } = await findFileUses(work, { id: space.id, tree }, spaceId);
    for (const file of visibleIds) remaining.delete(file);
    for (const text of texts) {
      for (const { treePage, ...including } of findPages(space.id, text.id)) {
        if (!text.files.some((file) => remaining.has(file))) break;
        const scope = getScope({ visitor }, including.tree, treePage, including.space);
        const references = await listVisibleReferences(text, scope, work);
        const source = { tree, id: text.id, isOwn: space.id === spaceId };
        for (const file of listFileIds(references, source, spaceId)) remaining.delete(file);
      }
    }
  }
  return remaining;
}

/** The space, and the other spaces of the site that can show its files or reusable content. */
async function loadSpaces(
  work: TextWorkContext,
  { id: spaceId, tree }: SpaceContent,
  { visitor, readSpace }: { readonly visitor: FileVisitor } & Pick<VisitorCall, "readSpace">,
): Promise<IncludingSpace[]> {
  const { db } = work;
  const otherIds = await listReferringSpaces(db, spaceId, visitor.spaces);
  const spaces: IncludingSpace[] = [];
  for (const id of [spaceId, ...otherIds]) {
    const { revision_id, ...space } = await db
      .selectFrom("spaces")
      .select(["id", "title", "language", "revision_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const content = id === spaceId ? tree : await (readSpace?.(id) ?? readTree(db, revision_id));
    spaces.push({ space, tree: content, inclusions: await findInclusions(work, id, content) });
  }
  return spaces;
}

/** The references in the text that a visitor sees; none if its page is too large to be shown. */
async function listVisibleReferences(
  { body }: ConditionalText,
  scope: ConditionScope,
  work: TextWorkContext,
): Promise<LocatedReference[]> {
  const form = { format: "document", evaluation: "visitor" } as const;
  try {
    const visibleDocument = await presentText({ body, ...form, scope, addresses: [] }, work);
    return collectReferences(JSON.parse(visibleDocument));
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return [];
    throw error;
  }
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

interface ConditionalText {
  /** The id of the page or reusable content. */
  readonly id: string;
  /** The document as JSON. */
  readonly body: string;
  /** The ids of the files to which it refers. */
  readonly files: readonly string[];
}

interface SpaceContent {
  readonly id: string;
  readonly tree: ContentTree;
}

/** Where the texts of a space refer to files of a space: the same or another one. */
interface FileUses {
  /** The ids of the files that are always visible. */
  readonly visibleIds: ReadonlySet<string>;
  /** The texts with conditions that refer to files. */
  readonly texts: readonly ConditionalText[];
  /**
   * The ids of the files that are hidden, by the claims of the visitor and the including pages; for
   * files of the same space.
   */
  readonly hidden: LRUCache<string, ReadonlySet<string>>;
}

/** The files that occur only in texts with conditions. */
function listConditionalFiles({ visibleIds, texts }: FileUses): ReadonlySet<string> {
  return new Set(texts.flatMap(({ files }) => files.filter((file) => !visibleIds.has(file))));
}

const usesOfTrees = new WeakMap<ContentTree, Map<string, Promise<FileUses>>>();

/**
 * Cached, because most requests for a file concern the same content.
 * @param filesOf the id of the space of the files
 */
function findFileUses(
  work: TextWorkContext,
  source: SpaceContent,
  filesOf: string,
): Promise<FileUses> {
  const bySpace = usesOfTrees.get(source.tree) ?? new Map<string, Promise<FileUses>>();
  usesOfTrees.set(source.tree, bySpace);
  const cachedUses = bySpace.get(filesOf);
  if (cachedUses) return cachedUses;
  const uses = loadFileUses(work, source, filesOf);
  bySpace.set(filesOf, uses);
  // Failures are not cached.
  uses.catch(() => bySpace.delete(filesOf));
  return uses;
}

async function loadFileUses(
  work: TextWorkContext,
  { id: spaceId, tree }: SpaceContent,
  filesOf: string,
): Promise<FileUses> {
  const isOwn = spaceId === filesOf;
  const bodies = await loadConditionalBodies(work.db, spaceId, listDocuments(tree));
  const visibleIds = new Set<string>();
  const texts: ConditionalText[] = [];
  const uses = {
    visibleIds,
    texts,
    hidden: new LRUCache<string, ReadonlySet<string>>({ max: 50 }),
  };
  // Without conditions, all files of the space are visible.
  if (isOwn && bodies.size === 0) return uses;
  for (const [id, { hash, references }] of await loadTextReferences(work, spaceId, tree)) {
    const body = bodies.get(hash);
    const files = listFileIds(references, { tree, id, isOwn }, filesOf);
    if (body === undefined) for (const file of files) visibleIds.add(file);
    else if (files.length > 0) texts.push({ id, body, files });
  }
  for (const { page } of getTreeIndex(tree).pages.values()) {
    const references = [page.target, page.cover?.ref, page.cover?.refDark].flatMap((ref) =>
      ref ? [{ ref }] : [],
    );
    const source = { tree, id: page.id, isOwn };
    for (const file of listFileIds(references, source, filesOf)) visibleIds.add(file);
  }
  return uses;
}

/** The hashes of the documents of pages and reusable content. */
function listDocuments(tree: ContentTree): string[] {
  const pages = [...getTreeIndex(tree).pages.values()].map(({ page }) => page);
  const hashes = [...pages, ...tree.reusableContents].flatMap(({ document }) => document ?? []);
  return [...new Set(hashes)];
}

/** The documents with conditions and references, as JSON by hash. */
async function loadConditionalBodies(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const some of inBatches(hashes, 200)) {
    const rows = await db
      .selectFrom("documents")
      .select(["hash", "body"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .where("refs", "<>", "[]")
      .where(containsText(sql`body`, '"expression"'))
      .execute();
    for (const { hash, body } of rows) bodies.set(hash, body);
  }
  return bodies;
}

/** @param filesOf the id of the space of the files */
function listFileIds(
  references: readonly Pick<LocatedReference, "ref">[],
  {
    tree,
    id,
    isOwn,
  }: {
    readonly tree: ContentTree;
    /** The page or reusable content with the references. */
    readonly id: string;
    /** Whether it is in the space of the files, and so can refer to them without the space. */
    readonly isOwn: boolean;
  },
  filesOf: string,
): string[] {
  const from = getLinkBase(tree, id);
  return references.flatMap(({ ref }) => {
    const file = resolveTarget(ref, from);
    if (file.kind !== "file") return [];
    const isMeant = file.space === undefined ? isOwn : file.space === filesOf;
    return isMeant ? [file.file] : [];
  });
}
