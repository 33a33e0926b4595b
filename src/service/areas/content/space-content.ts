/** The content of a space as a whole: beginning, copying and removing it. */
import { sql } from "kysely";
import { searchOf } from "../../database/search/search.ts";
import type { Queries } from "../../database/tables.ts";
import { getDocuments, putDocuments } from "./documents.ts";
import { newIdsFor, renamedDocument, renamedTree } from "./renamed.ts";
import { commitRevision, type Ground, readRevision, treeOf } from "./revisions.ts";
import { emptyTree, type Tree } from "./tree.ts";
import { indexOf } from "./tree-index.ts";

/** A space whose row is written, and names the first revision that it is about to get. */
export interface NewSpace {
  readonly space: string;
  readonly revision: string;
  /** The id of the user who made the space. */
  readonly author: string;
}

/** Gives a space its first content, which is empty. */
export async function beginContent(ground: Ground, made: NewSpace): Promise<void> {
  await commitFirst(ground, made, emptyTree);
}

/**
 * Copies the content of another space as the first of this one. Pages and files keep their ids, and
 * what they say of times.
 * @param from the id of the revision that is copied
 */
export async function copyContent(ground: Ground, from: string, made: NewSpace): Promise<void> {
  const { db } = ground;
  const source = await readRevision(db, from);
  const spaces = { source: source.space, target: made.space };
  await copyRows(db, "documents", ["hash", "body", "refs", "anchors"], spaces);
  await copyRows(db, "document_spaces", ["hash", "target_space_id"], spaces);
  await copyRows(db, "space_blobs", ["hash"], spaces);
  await commitFirst(ground, made, await treeOf(db, source));
}

async function commitFirst(ground: Ground, made: NewSpace, tree: Tree): Promise<void> {
  const { space, revision: id, author } = made;
  await commitRevision(ground, { id, space, parents: [], type: "edits", tree, author });
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
 * Copies what a tree needs into another space, under new ids.
 * @returns the tree as it can be put into the content of that space
 */
export async function copyFromSpace(
  { db, newId }: Pick<Ground, "db" | "newId">,
  { from, to }: { readonly from: string; readonly to: string },
  tree: Tree,
): Promise<Tree> {
  const ids = newIdsFor(tree, newId);
  const texts = [...indexOf(tree).pages.values()].map(({ page }) => page.document);
  const hashes = [...texts, ...tree.reusableContents.map(({ document }) => document)].filter(
    (hash) => hash !== undefined,
  );
  const documents = [...(await getDocuments(db, from, hashes))];
  const put = await putDocuments(
    db,
    to,
    documents.map(([, document]) => renamedDocument(document, ids)),
  );
  for (const { hash } of tree.files) {
    const row = { space_id: to, hash };
    await db
      .insertInto("space_blobs")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return renamedTree(tree, ids, new Map(documents.map(([hash], at) => [hash, put[at] ?? hash])));
}

/** Removes all content of a space, and the bytes that no other space has. */
export async function removeContent(db: Queries, spaceId: string): Promise<void> {
  const owned = await db
    .selectFrom("space_blobs")
    .select("hash")
    .where("space_id", "=", spaceId)
    .execute();
  await db.deleteFrom("space_blobs").where("space_id", "=", spaceId).execute();
  for (const { hash } of owned) {
    await db
      .deleteFrom("blobs")
      .where("hash", "=", hash)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("space_blobs").select("hash").where("hash", "=", hash))),
      )
      .execute();
  }
  await db.deleteFrom("document_spaces").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("documents").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("tree_objects").where("space_id", "=", spaceId).execute();
  await db.deleteFrom("revisions").where("space_id", "=", spaceId).execute();
  await searchOf(db).forget(db, spaceId);
}

/** Lets a space have the bytes of all files of another one. */
export async function shareFiles(db: Queries, source: string, target: string): Promise<void> {
  await sql`insert into space_blobs (space_id, hash)
    select cast(${target} as text), hash from space_blobs
    where space_id = ${source}
      and hash not in (select hash from space_blobs where space_id = ${target})`.execute(db);
}
