/** References of texts, and pages that include reusable content, also of other spaces of a site. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { listContentAddresses } from "../../../../document/reference-address.ts";
import { loadOnce } from "../../../core/cached-results.ts";
import { containsText } from "../../../core/texts.ts";
import { cacheQuery } from "../../../database/prepared.ts";
import type { Queries } from "../../../database/tables.ts";
import type { RequestContextKey } from "../../../engines/threads/caller.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import { getLinkBase, prepareLocations, resolveTarget } from "../links/relative-links.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { computeDocumentSizes, readInBatches } from "./document-batches.ts";
import { filterDocuments, loadDocumentFacts } from "./documents.ts";

/** A reference from a page or reusable content to reusable content. */
interface Inclusion {
  readonly includer: string;
  readonly space: string;
  readonly reusableContent: string;
}

/** The references of each page and reusable content with a document, by its id. */
export type TextReferences = ReadonlyMap<string, readonly ContentReference[]>;

/** The work is accounted to the site. */
export interface TextWorkContext extends RequestContextKey {
  readonly db: Queries;
}

/**
 * Loads the references, also addresses such as those in settings of blocks, and prepares the
 * resolution of relative links.
 */
export async function loadTextReferences(
  { db, caller }: TextWorkContext,
  spaceId: string,
  tree: ContentTree,
): Promise<TextReferences> {
  const hashes = new Map<string, string>();
  for (const { page } of getTreeIndex(tree).pages.values()) {
    if (page.document) hashes.set(page.id, page.document);
  }
  for (const { id, document } of tree.reusableContents) if (document) hashes.set(id, document);
  const facts = await loadDocumentFacts(db, spaceId, [...new Set(hashes.values())]);
  const addresses = await loadAddresses(db, spaceId, facts.keys());
  await prepareLocations(tree, caller);
  return new Map(
    [...hashes].map(([id, hash]) => {
      const references = facts.get(hash)?.references.map(({ ref }) => ref) ?? [];
      return [id, [...references, ...(addresses.get(hash) ?? [])]];
    }),
  );
}

/** The files and reusable content of addresses in documents, by the hash of the document. */
async function loadAddresses(
  db: Queries,
  spaceId: string,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, readonly ContentReference[]>> {
  const addressing = await filterDocuments(db, spaceId, hashes, containsAddresses());
  const sizes = await computeDocumentSizes(db, spaceId, [...addressing]);
  const addresses = new Map<string, readonly ContentReference[]>();
  for await (const rows of readInBatches(db, spaceId, sizes)) {
    for (const { hash, body } of rows) addresses.set(hash, listContentAddresses(body));
  }
  return addresses;
}

/** A condition of a query of documents. Most references are not addresses. */
function containsAddresses(): RawBuilder<SqlBool> {
  return sql`(documents.body like '%files/%' or documents.body like '%/reusable-contents/%')`;
}

const inclusionsOfTrees = new WeakMap<ContentTree, Promise<readonly Inclusion[]>>();

/** Cached by the tree. */
export function findInclusions(
  work: TextWorkContext,
  spaceId: string,
  tree: ContentTree,
): Promise<readonly Inclusion[]> {
  return loadOnce(inclusionsOfTrees, tree, async () => {
    const found: Inclusion[] = [];
    let count = 0;
    for (const [includer, references] of await loadTextReferences(work, spaceId, tree)) {
      if (++count % 500 === 0) await takeTurn(work.caller);
      for (const one of resolveInclusions(spaceId, tree, includer, references)) found.push(one);
    }
    return found;
  });
}

/** @param includer the id of the page or reusable content with the references */
export function resolveInclusions(
  spaceId: string,
  tree: ContentTree,
  includer: string,
  references: readonly ContentReference[],
): Inclusion[] {
  const from = getLinkBase(tree, includer);
  return references.flatMap((ref) => {
    const target = resolveTarget(ref, from);
    if (target.kind !== "reusable-content") return [];
    const { space = spaceId, reusableContent } = target;
    return [{ includer, space, reusableContent }];
  });
}

/**
 * The other spaces that can show files or reusable content of a space, at any level.
 * @param spaces the spaces to consider
 */
export async function listReferringSpaces(
  db: Queries,
  spaceId: string,
  spaces: ReadonlySet<string>,
): Promise<string[]> {
  const referring = new Set([spaceId]);
  // The set grows during the iteration.
  for (const one of referring) {
    const key = JSON.stringify([one, ...[...spaces].toSorted()]);
    for (const space of await listDirectlyReferring(db, key)) referring.add(space);
  }
  referring.delete(spaceId);
  return [...referring];
}

/**
 * By the documents of all revisions. Other spaces, whose texts the site does not show, are not read.
 * @param key the space and the spaces to consider, as JSON
 */
const listDirectlyReferring = cacheQuery(500, async (db, key) => {
  const [spaceId, ...spaces]: string[] = JSON.parse(key);
  if (spaceId === undefined || spaces.length === 0) return [];
  const rows = await db
    .selectFrom("document_spaces")
    .innerJoin("documents", (join) =>
      join
        .onRef("documents.space_id", "=", "document_spaces.space_id")
        .onRef("documents.hash", "=", "document_spaces.hash"),
    )
    .where("document_spaces.target_space_id", "=", spaceId)
    .where("document_spaces.space_id", "in", spaces)
    .select("document_spaces.space_id")
    .distinct()
    .where((is) =>
      is.or([
        containsAddresses(),
        ...['"kind":"reusable-content"', '"kind":"file"'].map((part) =>
          containsText(sql`documents.refs`, part),
        ),
      ]),
    )
    .orderBy("document_spaces.space_id")
    .execute();
  return rows.map(({ space_id }) => space_id);
});
