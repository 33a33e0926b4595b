/** Rich texts of a space, stored once under their hash, with their references and anchors. */
import { setImmediate as turn } from "node:timers/promises";
import type { Document } from "../../../contract/document.model.ts";
import type { Anchor } from "../../../document/anchors.ts";
import type { LocatedReference } from "../../../document/references.ts";
import { type StoredDocument, storedForm } from "../../../document/stored.ts";
import type { Queries } from "../../database/tables.ts";
import { computeDocumentSizes, inSizedBatches } from "./document-batches.ts";
import { inBatches } from "./tree-store.ts";

/** What resolving links needs of a document, so that it need not be parsed. */
export interface DocumentFacts {
  readonly references: readonly LocatedReference[];
  readonly anchors: readonly Anchor[];
}

const batch = 200;

/** @returns the hash of the document, which a page of this space refers to it by */
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
    for (const hash of await putStored(db, spaceId, some.map(storedForm))) hashes.push(hash);
  }
  return hashes;
}

/** The same for texts that are prepared already. */
export async function putStored(
  db: Queries,
  spaceId: string,
  documents: readonly StoredDocument[],
): Promise<string[]> {
  const rows = new Map(documents.map((document) => [document.hash, document]));
  const known = await db
    .selectFrom("documents")
    .select("hash")
    .where("space_id", "=", spaceId)
    .where("hash", "in", [...rows.keys()])
    .execute();
  for (const { hash } of known) rows.delete(hash);
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
    otherSpacesIn(document, spaceId).map((target) => ({
      ...{ target_space_id: target, space_id: spaceId, hash: document.hash },
    })),
  );
  if (spaces.length > 0) await db.insertInto("document_spaces").values(spaces).execute();
}

/** No id of a space is longer, and longer texts do not fit the index. */
const longestId = 255;

function otherSpacesIn({ spaces }: StoredDocument, spaceId: string): string[] {
  return spaces.filter((space) => space !== spaceId && space.length <= longestId);
}

/** What presenting a text needs: the document as JSON, and what it refers to. */
export interface StoredText {
  readonly body: string;
  readonly references: readonly LocatedReference[];
}

/** @param hash absent for a page without a text */
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
  if (!row) throw new Error(`The document ${hash} of space ${spaceId} is missing.`);
  return { body: row.body, references: JSON.parse(row.refs) };
}

/** @returns the document as JSON, undefined if the space has none with this hash */
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

/** @throws an error if the space has no such document */
export async function getDocument(db: Queries, spaceId: string, hash: string): Promise<Document> {
  const document = (await getDocuments(db, spaceId, [hash])).get(hash);
  if (!document) throw new Error(`The document ${hash} of space ${spaceId} is missing.`);
  return document;
}

/** Many at once, by their hashes. */
export async function getDocuments(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>();
  for (const some of inBatches([...new Set(hashes)], batch)) {
    const rows = await db
      .selectFrom("documents")
      .select(["hash", "body"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash, body } of rows) documents.set(hash, JSON.parse(body));
  }
  return documents;
}

/** The facts of many documents, by their hashes; read in batches, between which others have their turn. */
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
      facts.set(hash, { references: JSON.parse(refs), anchors: JSON.parse(anchors) });
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
