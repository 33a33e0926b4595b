/** Content of a space as a whole: creation, copying and removal. */
import { sql } from "kysely";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import { withFileChanged } from "../../../document/reference-address.ts";
import { asReference } from "../../../document/references.ts";
import { mapNodes } from "../../../document/walk.ts";
import { getSearch } from "../../database/search/search.ts";
import type { Queries } from "../../database/tables.ts";
import { removeUnusedBlobs } from "./files/blobs.ts";
import {
  type CommitContext,
  insertRevisions,
  loadRevisionTree,
  readRevision,
} from "./revisions.ts";
import type { RevisionTable } from "./tables.ts";
import { getDocuments, putDocuments } from "./texts/documents.ts";
import {
  type ContentPage,
  type ContentTree,
  emptyTree,
  type ReusableContent,
  type TreeFile,
} from "./tree/tree.ts";
import { getTreeIndex } from "./tree/tree-index.ts";
import { copyTree, storeTree } from "./tree/tree-store.ts";

/** A space whose row already refers to its first revision, which is not committed yet. */
interface FirstRevision {
  readonly space: string;
  readonly revision: string;
  /** The id of the user who created the space. */
  readonly author: string;
}

/** Commits the first revision of a space, which is empty. */
export async function beginContent(context: CommitContext, target: FirstRevision): Promise<void> {
  const root = await storeTree(context.db, target.space, emptyTree);
  await insertRevisions(context.db, [createFirstRevision(context, target, root)]);
}

/**
 * Commits the content of another space as the first revision. Pages and files keep their ids and
 * times.
 * @param from the id of the copied revision
 */
export async function copyContent(
  context: CommitContext,
  from: string,
  target: FirstRevision,
): Promise<void> {
  const { db } = context;
  const source = await readRevision(db, from);
  const spaces = { source: source.space, target: target.space };
  await copyRows(db, "documents", ["hash", "body", "refs", "anchors"], spaces);
  await copyRows(db, "document_spaces", ["hash", "target_space_id"], spaces);
  await copyRows(db, "space_blobs", ["hash"], spaces);
  const tree = await loadRevisionTree(db, source);
  await copyTree(db, spaces, source.root, tree);
  await insertRevisions(db, [createFirstRevision(context, target, source.root)]);
}

function createFirstRevision(
  { now }: Pick<CommitContext, "now">,
  { space, revision, author }: FirstRevision,
  root: string,
): RevisionTable {
  return {
    id: revision,
    space_id: space,
    type: "edits",
    root,
    parents: "[]",
    merged_from: null,
    git: null,
    created_by: author,
    created_at: now.toISOString(),
  };
}

async function copyRows(
  db: Queries,
  table: "documents" | "document_spaces" | "space_blobs",
  columns: readonly string[],
  { source, target }: { readonly source: string; readonly target: string },
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (space_id, ${names})
    select cast(${target} as text), ${names} from ${sql.table(table)}
    where space_id = ${source}`.execute(db);
}

/**
 * Copies the documents and files of a tree into another space, with new ids.
 * @returns the tree with the new ids
 */
export async function copyFromSpace(
  { db, newId }: Pick<CommitContext, "db" | "newId">,
  { from, to }: { readonly from: string; readonly to: string },
  tree: ContentTree,
): Promise<ContentTree> {
  const ids = createIdsFor(tree, newId);
  const texts = [...getTreeIndex(tree).pages.values()].map(({ page }) => page.document);
  const hashes = [...texts, ...tree.reusableContents.map(({ document }) => document)].filter(
    (hash) => hash !== undefined,
  );
  const documents = [...(await getDocuments(db, from, hashes))];
  const put = await putDocuments(
    db,
    to,
    documents.map(([, document]) => replaceIdsInDocument(document, ids)),
  );
  for (const { hash } of tree.files) {
    const row = { space_id: to, hash };
    await db
      .insertInto("space_blobs")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return replaceIds(
    tree,
    ids,
    new Map(documents.map(([hash], index) => [hash, put[index] ?? hash])),
  );
}

/** Removes all content of a space, and file contents that nothing else uses. */
export async function removeContent(db: Queries, spaceId: string): Promise<void> {
  await db.deleteFrom("page_paths").where("space_id", "=", spaceId).execute();
  const owned = await db
    .selectFrom("space_blobs")
    .select("hash")
    .where("space_id", "=", spaceId)
    .execute();
  await db.deleteFrom("space_blobs").where("space_id", "=", spaceId).execute();
  await removeUnusedBlobs(
    db,
    owned.map(({ hash }) => hash),
  );
  await db.deleteFrom("document_spaces").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("documents").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("tree_objects").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("revisions").where("space_id", "=", spaceId).execute();
  await getSearch(db).forget(db, spaceId);
}

/** Gives a space access to the file contents of another one. */
export async function shareFiles(db: Queries, source: string, target: string): Promise<void> {
  await sql`insert into space_blobs (space_id, hash)
    select cast(${target} as text), hash from space_blobs
    where space_id = ${source}
      and hash not in (select hash from space_blobs where space_id = ${target})`.execute(db);
}

type CopiedIds = ReadonlyMap<string, string>;

function createIdsFor(tree: ContentTree, newId: () => string): CopiedIds {
  const { pages, files, reusableContents } = getTreeIndex(tree);
  return new Map(
    [...pages.keys(), ...files.keys(), ...reusableContents.keys()].map((id) => [id, newId()]),
  );
}

/** @param documents the new hash of each document, by its old one */
function replaceIds(
  tree: ContentTree,
  ids: CopiedIds,
  documents: ReadonlyMap<string, string>,
): ContentTree {
  const getId = (id: string) => ids.get(id) ?? id;
  const toDocument = <T extends { readonly document?: string }>({ document, ...rest }: T) => ({
    ...rest,
    ...(document !== undefined && { document: documents.get(document) ?? document }),
  });
  const page = (one: ContentPage): ContentPage => ({
    ...(toDocument(one) as ContentPage),
    id: getId(one.id),
    ...(one.target && { target: replaceIdsInReference(one.target, ids) }),
    ...(one.cover && {
      cover: {
        ...one.cover,
        ...(one.cover.ref && { ref: replaceIdsInReference(one.cover.ref, ids) }),
        ...(one.cover.refDark && { refDark: replaceIdsInReference(one.cover.refDark, ids) }),
      },
    }),
    pages: one.pages.map(page),
  });
  return {
    ...tree,
    pages: tree.pages.map(page),
    files: tree.files.map((file): TreeFile => ({ ...file, id: getId(file.id) })),
    reusableContents: tree.reusableContents.map((content) => ({
      ...(toDocument(content) as ReusableContent),
      id: getId(content.id),
    })),
  };
}

function replaceIdsInDocument(document: Document, ids: CopiedIds): Document {
  const nodes = mapNodes(document.nodes, (node) => {
    const changed: Record<string, unknown> = {};
    for (const name of ["ref", "refDark"]) {
      const [ref] = asReference(node.data?.[name]);
      if (ref) changed[name] = replaceIdsInReference(ref, ids);
    }
    return Object.keys(changed).length > 0 ? { ...node, data: { ...node.data, ...changed } } : node;
  });
  return { ...document, nodes };
}

/** A reference into another space is not changed. */
function replaceIdsInReference(ref: ContentReference, ids: CopiedIds): ContentReference {
  if ("space" in ref && ref.space !== undefined) return ref;
  const of = (id: string) => ids.get(id) ?? id;
  const part = withFileChanged(ref, (file) => replaceIdsInReference(file, ids));
  if (part) return part;
  switch (ref.kind) {
    case "page":
      return { ...ref, page: of(ref.page) };
    case "file":
      return { ...ref, file: of(ref.file) };
    case "anchor":
      return ref.page === undefined ? ref : { ...ref, page: of(ref.page) };
    case "reusable-content":
      return { ...ref, reusableContent: of(ref.reusableContent) };
    default:
      return ref;
  }
}
