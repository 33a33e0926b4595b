/** Documents of a space, stored once by their hash, with their references and anchors. */
import { setImmediate as turn } from "node:timers/promises";
import type { Expression, SqlBool } from "kysely";
import type { Document } from "../../../../contract/document.model.ts";
import { type Anchor, withPresentIds } from "../../../../document/anchors.ts";
import type { LocatedReference } from "../../../../document/references.ts";
import { type StoredDocument, toStoredForm } from "../../../../document/stored-document.ts";
import type { Queries } from "../../../database/tables.ts";
import { inBatches } from "../tree/tree-store.ts";
import { computeDocumentSizes, inSizedBatches } from "./document-batches.ts";

/** Data for resolving links, so that a document need not be parsed. */
export interface DocumentFacts {
  readonly references: readonly LocatedReference[];
  readonly anchors: readonly Anchor[];
}

const batch = 200;

/** @returns the hash of the document, by which pages of this space refer to it */
export async function putDocument(
  db: Queries,
  spaceId: string,
  document: Document,
): Promise<string> {
  const [hash = ""] = await putDocuments(db, spaceId, [document]);
  return hash;
}

/** @returns the hashes, in the order of the documents */
export async function putDocuments(
  db: Queries,
  spaceId: string,
  documents: readonly Document[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const some of inBatches(documents, batch)) {
    for (const hash of await putStored(db, spaceId, some.map(toStoredForm))) hashes.push(hash);
  }
  return hashes;
}

/** The same for documents that are already prepared. */
export async function putStored(
  db: Queries,
  spaceId: string,
  documents: readonly StoredDocument[],
): Promise<string[]> {
  // PostgreSQL refuses an empty list after IN.
  if (documents.length === 0) return [];
  const rows = new Map(documents.map((document) => [document.hash, document]));
  const existing = await db
    .selectFrom("documents")
    .select("hash")
    .where("space_id", "=", spaceId)
    .where("hash", "in", [...rows.keys()])
    .execute();
  for (const { hash } of existing) rows.delete(hash);
  await insertDocuments(db, spaceId, [...rows.values()]);
  return documents.map(({ hash }) => hash);
}

async function insertDocuments(
  db: Queries,
  spaceId: string,
  documents: readonly StoredDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ hash, body, refs, anchors }) => ({
    space_id: spaceId,
    ...{ hash, body, refs, anchors },
  }));
  await db.insertInto("documents").values(rows).execute();
  const spaces = documents.flatMap((document) =>
    listOtherSpaces(document, spaceId).map((target) => ({
      ...{ target_space_id: target, space_id: spaceId, hash: document.hash },
    })),
  );
  if (spaces.length > 0) await db.insertInto("document_spaces").values(spaces).execute();
}

/** Ids of spaces are shorter, and longer strings exceed the index. */
const longestId = 255;

function listOtherSpaces({ spaces }: StoredDocument, spaceId: string): string[] {
  return spaces.filter((space) => space !== spaceId && space.length <= longestId);
}

/** Data for presenting a text: the document as JSON, and its references. */
export interface StoredText {
  readonly body: string;
  readonly references: readonly LocatedReference[];
}

/** @param hash absent for a page without a document */
export async function getStoredText(
  db: Queries,
  spaceId: string,
  hash: string | undefined,
): Promise<StoredText> {
  if (hash === undefined) return { body: JSON.stringify(emptyDocument), references: [] };
  const row = await db
    .selectFrom("documents")
    .select(["body", "refs"])
    .where("space_id", "=", spaceId)
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!row) throw new Error(`Document ${hash} of space ${spaceId} is missing.`);
  return { body: row.body, references: JSON.parse(row.refs) };
}

/** @returns the document as JSON; undefined if the space has none with this hash */
export async function findDocument(
  db: Queries,
  spaceId: string,
  hash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("documents")
    .select("body")
    .where("space_id", "=", spaceId)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row?.body;
}

/** @throws Error if the space has no such document */
export async function getDocument(db: Queries, spaceId: string, hash: string): Promise<Document> {
  const document = (await getDocuments(db, spaceId, [hash])).get(hash);
  if (!document) throw new Error(`Document ${hash} of space ${spaceId} is missing.`);
  return document;
}

/** Many documents, by hash. */
export async function getDocuments(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<Map<string, Document>> {
  const bodies = await getBodies(db, spaceId, hashes);
  return new Map([...bodies].map(([hash, body]) => [hash, JSON.parse(body)]));
}

/** The same as JSON. */
export async function getBodies(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const some of inBatches([...new Set(hashes)], batch)) {
    const rows = await db
      .selectFrom("documents")
      .select(["hash", "body"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash, body } of rows) bodies.set(hash, body);
  }
  return bodies;
}

/**
 * The documents that fulfill a condition.
 * @param hashes of the documents to consider
 * @param condition of a query of documents
 */
export async function filterDocuments(
  db: Queries,
  spaceId: string,
  hashes: Iterable<string>,
  condition: Expression<SqlBool>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const some of inBatches([...new Set(hashes)], batch)) {
    const rows = await db
      .selectFrom("documents")
      .select("hash")
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .where(condition)
      .execute();
    for (const { hash } of rows) found.add(hash);
    await turn();
  }
  return found;
}

/** The facts of many documents, by hash; read in batches, between which other requests are processed. */
export async function loadDocumentFacts(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<Map<string, DocumentFacts>> {
  const facts = new Map<string, DocumentFacts>();
  const sizes = await computeDocumentSizes(db, spaceId, hashes, ["refs", "anchors"]);
  for (const batch of inSizedBatches([...sizes], ([, size]) => size)) {
    const some = batch.map(([hash]) => hash);
    const rows = await db
      .selectFrom("documents")
      .select(["hash", "refs", "anchors"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash, refs, anchors } of rows) {
      facts.set(hash, {
        references: JSON.parse(refs),
        anchors: withPresentIds(JSON.parse(anchors)),
      });
    }
    await turn();
  }
  return facts;
}

export const emptyDocument: Document = {
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [],
};
