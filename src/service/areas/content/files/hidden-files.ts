/**
 * Files that are hidden from a visitor of a site: they occur only in text whose conditions do not hold
 * for the visitor.
 */
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { withoutFragment } from "../../../../document/reference-address.ts";
import { collectReferences, type LocatedReference } from "../../../../document/references.ts";
import { ApiError } from "../../../../errors.ts";
import { addTo } from "../../../../json/groups.ts";
import type { SiteVisitor } from "../../../core/access/visitor.ts";
import { containsText } from "../../../core/texts.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { presentText } from "../../../engines/documents.ts";
import type { RequestContextKey } from "../../../engines/threads/caller.ts";
import { getLinkBase, prepareLocations, resolveTarget } from "../links/relative-links.ts";
import { getScope } from "../texts/condition-scope.ts";
import { loadDocumentFacts } from "../texts/documents.ts";
import type { ContentTree, TreeFile } from "../tree/tree.ts";
import { getTreeIndex, type TreePage } from "../tree/tree-index.ts";
import { inBatches } from "../tree/tree-store.ts";

interface VisitorCall {
  readonly db: Queries;
  readonly visitor?: Pick<SiteVisitor, "site" | "claims"> | undefined;
}

/** The work is accounted to the site. */
interface WorkContext extends RequestContextKey {
  readonly db: Queries;
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
  { db, visitor }: VisitorCall,
  spaceId: string,
  tree: ContentTree,
): Promise<ReadonlySet<string>> {
  if (!visitor || tree.files.length === 0) return new Set();
  const work = { db, caller: visitor.site };
  const { texts, ids, hidden } = await findConditionalFiles(work, spaceId, tree);
  if (ids.size === 0) return ids;
  const space = await db
    .selectFrom("spaces")
    .select(["title", "language"])
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const key = JSON.stringify([visitor.claims, space]);
  const cachedIds = hidden.get(key);
  if (cachedIds) return cachedIds;
  const hiddenIds = new Set(ids);
  for (const text of texts) {
    for (const treePage of text.pages) {
      if (hiddenIds.size === 0) break;
      const scope = getScope({ visitor }, tree, treePage, space);
      for (const file of await listFilesInText(text, tree, scope, work)) hiddenIds.delete(file);
    }
  }
  hidden.set(key, hiddenIds);
  return hiddenIds;
}

/** The files in the text that a visitor sees; none if it is too large, because its page is not shown. */
async function listFilesInText(
  { id, body }: ConditionalText,
  tree: ContentTree,
  scope: ConditionScope,
  work: WorkContext,
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

interface ConditionalText {
  /** The id of the page or reusable content. */
  readonly id: string;
  /** The document as JSON. */
  readonly body: string;
  /** The pages with the text, which its conditions can refer to. */
  readonly pages: readonly TreePage[];
}

interface ConditionalFiles {
  readonly texts: readonly ConditionalText[];
  /** The ids of the files that occur only in these texts. */
  readonly ids: ReadonlySet<string>;
  /** Those that are hidden, by the claims of the visitor. */
  readonly hidden: LRUCache<string, ReadonlySet<string>>;
}

const conditionalFiles = new WeakMap<ContentTree, Promise<ConditionalFiles>>();

/** Cached, because most requests for a file concern the same content. */
function findConditionalFiles(
  work: WorkContext,
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
  { db, caller }: WorkContext,
  spaceId: string,
  tree: ContentTree,
): Promise<ConditionalFiles> {
  const hidden = new LRUCache<string, ReadonlySet<string>>({ max: 50 });
  const hashes = new Map<string, string>();
  const { pages } = getTreeIndex(tree);
  for (const { page } of pages.values()) if (page.document) hashes.set(page.id, page.document);
  for (const { id, document } of tree.reusableContents) if (document) hashes.set(id, document);
  const bodies = await loadConditionalBodies(db, spaceId, [...new Set(hashes.values())]);
  if (bodies.size === 0) return { texts: [], ids: new Set(), hidden };
  await prepareLocations(tree, caller);
  const facts = await loadDocumentFacts(db, spaceId, [...new Set(hashes.values())]);
  const ids = new Set<string>();
  const visibleIds = new Set(await listFilesInOtherSpaces(db, spaceId));
  const includers = new Map<string, string[]>();
  for (const [id, hash] of hashes) {
    const { references = [] } = facts.get(hash) ?? {};
    const target = bodies.has(hash) ? ids : visibleIds;
    for (const file of listFileIds(references, tree, id)) target.add(file);
    for (const { ref } of references) {
      const included = resolveTarget(ref, getLinkBase(tree, id));
      if (included.kind === "reusable-content") addTo(includers, included.reusableContent, id);
    }
  }
  for (const { page } of pages.values()) {
    const references = [page.target, page.cover?.ref, page.cover?.refDark].flatMap((ref) =>
      ref ? [{ ref }] : [],
    );
    for (const file of listFileIds(references, tree, page.id)) visibleIds.add(file);
  }
  for (const id of visibleIds) ids.delete(id);
  const texts = [...hashes].flatMap(([id, hash]): ConditionalText[] => {
    const body = bodies.get(hash);
    const isUsed = listFileIds(facts.get(hash)?.references ?? [], tree, id).some((file) =>
      ids.has(file),
    );
    if (body === undefined || !isUsed) return [];
    const containing = [...findContaining(id, includers)];
    return [{ id, body, pages: containing.flatMap((one) => pages.get(one) ?? []) }];
  });
  return { texts, ids, hidden };
}

/** The text itself, and the texts that include it at any level. */
function findContaining(
  id: string,
  includers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const containing = new Set([id]);
  // The set grows during the iteration.
  for (const one of containing) {
    for (const includer of includers.get(one) ?? []) containing.add(includer);
  }
  return containing;
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
async function listFilesInOtherSpaces(db: Queries, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("document_spaces")
    .innerJoin("documents", (join) =>
      join
        .onRef("documents.space_id", "=", "document_spaces.space_id")
        .onRef("documents.hash", "=", "document_spaces.hash"),
    )
    .select("documents.refs")
    .where("document_spaces.target_space_id", "=", spaceId)
    .execute();
  return rows.flatMap(({ refs }) => {
    const references: readonly LocatedReference[] = JSON.parse(refs);
    return references.flatMap(({ ref }) => {
      const file = withoutFragment(ref);
      return file.kind === "file" && file.space === spaceId ? [file.file] : [];
    });
  });
}

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
