/**
 * Files that are hidden from a visitor of a site: they occur only in text whose conditions do not hold
 * for the visitor.
 */
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { withoutFragment } from "../../../../document/reference-address.ts";
import { collectReferences, type LocatedReference } from "../../../../document/references.ts";
import { ApiError } from "../../../../errors.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import { containsText } from "../../../core/texts.ts";
import { cacheQuery } from "../../../database/prepared.ts";
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
  listIncludingSpaces,
  loadTextReferences,
  selectReferringDocuments,
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
  const { texts, ids, hidden } = await findConditionalFiles(work, spaceId, tree);
  if (ids.size === 0) return ids;
  const spaces = await loadSpaces(work, { id: spaceId, tree }, { visitor, readSpace });
  const key = JSON.stringify([
    visitor.claims,
    spaces.map(({ space, tree: content }) => [space, getTreeNumber(content)]),
  ]);
  let hiddenIds = hidden.get(key);
  if (!hiddenIds) {
    const remaining = new Set(ids);
    const findPages = createIncluderFinder(spaces);
    for (const text of texts) {
      for (const { treePage, ...including } of findPages(spaceId, text.id)) {
        if (remaining.size === 0) break;
        const scope = getScope({ visitor }, including.tree, treePage, including.space);
        for (const file of await listFilesInText(text, tree, scope, work)) remaining.delete(file);
      }
    }
    hidden.set(key, remaining);
    hiddenIds = remaining;
  }
  if (hiddenIds.size === 0) return hiddenIds;
  const linkedIds = await listFilesInOtherSpaces(db, spaceId);
  return new Set([...hiddenIds].filter((id) => !linkedIds.has(id)));
}

/** The space, and the other spaces of the site that can include its reusable content. */
async function loadSpaces(
  work: TextWorkContext,
  { id: spaceId, tree }: { readonly id: string; readonly tree: ContentTree },
  { visitor, readSpace }: { readonly visitor: FileVisitor } & Pick<VisitorCall, "readSpace">,
): Promise<IncludingSpace[]> {
  const { db } = work;
  const otherIds = await listIncludingSpaces(db, spaceId, visitor.spaces);
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

/** The files in the text that a visitor sees; none if it is too large, because its page is not shown. */
async function listFilesInText(
  { id, body }: ConditionalText,
  tree: ContentTree,
  scope: ConditionScope,
  work: TextWorkContext,
): Promise<string[]> {
  const form = { format: "document", evaluation: "visitor" } as const;
  try {
    const visibleDocument = await presentText({ body, ...form, scope, addresses: [] }, work);
    return listFileIds(collectReferences(JSON.parse(visibleDocument)), tree, id);
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
}

interface ConditionalFiles {
  readonly texts: readonly ConditionalText[];
  /** The ids of the files that occur only in these texts of the space. */
  readonly ids: ReadonlySet<string>;
  /** Those that are hidden, by the claims of the visitor and the including pages. */
  readonly hidden: LRUCache<string, ReadonlySet<string>>;
}

const conditionalFiles = new WeakMap<ContentTree, Promise<ConditionalFiles>>();

/** Cached, because most requests for a file concern the same content. */
function findConditionalFiles(
  work: TextWorkContext,
  spaceId: string,
  tree: ContentTree,
): Promise<ConditionalFiles> {
  const cachedFiles = conditionalFiles.get(tree);
  if (cachedFiles) return cachedFiles;
  const files = loadConditionalFiles(work, spaceId, tree);
  conditionalFiles.set(tree, files);
  // Failures are not cached.
  files.catch(() => conditionalFiles.delete(tree));
  return files;
}

async function loadConditionalFiles(
  work: TextWorkContext,
  spaceId: string,
  tree: ContentTree,
): Promise<ConditionalFiles> {
  const hidden = new LRUCache<string, ReadonlySet<string>>({ max: 50 });
  const { pages } = getTreeIndex(tree);
  const bodies = await loadConditionalBodies(work.db, spaceId, listDocuments(tree));
  if (bodies.size === 0) return { texts: [], ids: new Set(), hidden };
  const ids = new Set<string>();
  const visibleIds = new Set<string>();
  const conditionalTexts: (ConditionalText & { readonly files: readonly string[] })[] = [];
  for (const [id, { hash, references }] of await loadTextReferences(work, spaceId, tree)) {
    const body = bodies.get(hash);
    const files = listFileIds(references, tree, id);
    const target = body === undefined ? visibleIds : ids;
    for (const file of files) target.add(file);
    if (body !== undefined) conditionalTexts.push({ id, body, files });
  }
  for (const { page } of pages.values()) {
    const references = [page.target, page.cover?.ref, page.cover?.refDark].flatMap((ref) =>
      ref ? [{ ref }] : [],
    );
    for (const file of listFileIds(references, tree, page.id)) visibleIds.add(file);
  }
  for (const id of visibleIds) ids.delete(id);
  const texts = conditionalTexts.filter(({ files }) => files.some((file) => ids.has(file)));
  return { texts: texts.map(({ id, body }) => ({ id, body })), ids, hidden };
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

/** The files of a space that texts of other spaces contain. */
const listFilesInOtherSpaces = cacheQuery(200, async (db, spaceId): Promise<Set<string>> => {
  const rows = await selectReferringDocuments(db, spaceId)
    .select("documents.refs")
    .where((is) =>
      // The URL of a part of a file is a reference of the kind "url".
      is.or([
        containsText(sql`documents.refs`, '"kind":"file"'),
        containsText(sql`documents.refs`, "/files/"),
      ]),
    )
    .execute();
  const references = rows.flatMap(({ refs }): readonly LocatedReference[] => JSON.parse(refs));
  return new Set(
    references.flatMap(({ ref }) => {
      const file = withoutFragment(ref);
      return file.kind === "file" && file.space === spaceId ? [file.file] : [];
    }),
  );
});

/** @param id the page or reusable content with the references */
function listFileIds(
  references: readonly Pick<LocatedReference, "ref">[],
  tree: ContentTree,
  id: string,
): string[] {
  const from = getLinkBase(tree, id);
  return references.flatMap(({ ref }) => {
    const file = resolveTarget(ref, from);
    return file.kind === "file" ? [file.file] : [];
  });
}
