/** Pages that include reusable content, in the same space or in other spaces of a site. */
import { sql } from "kysely";
import type { LocatedReference } from "../../../../document/references.ts";
import { loadOnce } from "../../../core/cached-results.ts";
import { containsText } from "../../../core/texts.ts";
import { cacheQuery } from "../../../database/prepared.ts";
import type { Queries } from "../../../database/tables.ts";
import type { RequestContextKey } from "../../../engines/threads/caller.ts";
import { getLinkBase, prepareLocations, resolveTarget } from "../links/relative-links.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { loadDocumentFacts } from "./documents.ts";

/** A reference from a page or reusable content to reusable content. */
interface Inclusion {
  readonly includer: string;
  readonly space: string;
  readonly reusableContent: string;
}

/** The content of a space, with the values that conditions can refer to. */
export interface IncludingSpace {
  readonly space: { readonly id: string; readonly title: string; readonly language: string | null };
  readonly tree: ContentTree;
  readonly inclusions: readonly Inclusion[];
}

/** The references of each page and reusable content with a document, by its id. */
export type TextReferences = ReadonlyMap<
  string,
  { readonly hash: string; readonly references: readonly LocatedReference[] }
>;

/** The work is accounted to the site. */
export interface TextWorkContext extends RequestContextKey {
  readonly db: Queries;
}

/** Prepares the resolution of their relative links. */
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
  await prepareLocations(tree, caller);
  return new Map(
    [...hashes].map(([id, hash]) => [id, { hash, references: facts.get(hash)?.references ?? [] }]),
  );
}

const inclusionsOfTrees = new WeakMap<ContentTree, Promise<readonly Inclusion[]>>();

/** Cached by the tree. */
export function findInclusions(
  work: TextWorkContext,
  spaceId: string,
  tree: ContentTree,
): Promise<readonly Inclusion[]> {
  return loadOnce(inclusionsOfTrees, tree, async () =>
    listInclusions(spaceId, tree, await loadTextReferences(work, spaceId, tree)),
  );
}

function listInclusions(spaceId: string, tree: ContentTree, texts: TextReferences): Inclusion[] {
  return [...texts].flatMap(([includer, { references }]) =>
    resolveInclusions(spaceId, tree, includer, references),
  );
}

/** @param includer the id of the page or reusable content with the references */
export function resolveInclusions(
  spaceId: string,
  tree: ContentTree,
  includer: string,
  references: readonly Pick<LocatedReference, "ref">[],
): Inclusion[] {
  const from = getLinkBase(tree, includer);
  return references.flatMap(({ ref }) => {
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
    for (const space of await listDirectlyReferring(db, one)) {
      if (spaces.has(space)) referring.add(space);
    }
  }
  referring.delete(spaceId);
  return [...referring];
}

/** By the documents of all revisions. */
const listDirectlyReferring = cacheQuery(500, async (db, spaceId) => {
  const rows = await db
    .selectFrom("document_spaces")
    .innerJoin("documents", (join) =>
      join
        .onRef("documents.space_id", "=", "document_spaces.space_id")
        .onRef("documents.hash", "=", "document_spaces.hash"),
    )
    .where("document_spaces.target_space_id", "=", spaceId)
    .select("document_spaces.space_id")
    .distinct()
    .where((is) =>
      // The URL of a part of a file is a reference of the kind "url".
      is.or(
        ['"kind":"reusable-content"', '"kind":"file"', "/files/"].map((part) =>
          containsText(sql`documents.refs`, part),
        ),
      ),
    )
    .orderBy("document_spaces.space_id")
    .execute();
  return rows.map(({ space_id }) => space_id);
});
