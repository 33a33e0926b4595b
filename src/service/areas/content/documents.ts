/** Rich texts of a space, kept once for each text under its hash, with what links ask of them. */
import type { Document } from "../../../contract/document.model.ts";
import { type Anchor, anchorsOf } from "../../../document/anchors.ts";
import { keyed } from "../../../document/keys.ts";
import { type FoundReference, referencesIn } from "../../../document/references.ts";
import { canonicalText, hashOf } from "../../../json/canonical.ts";
import type { Queries } from "../../database/tables.ts";
import { inBatches } from "./tree-store.ts";

/** What links ask of a document, without reading it whole. */
export interface DocumentFacts {
  readonly references: readonly FoundReference[];
  readonly anchors: readonly Anchor[];
}

const batch = 200;

/** @returns the document's hash, for a page of a tree of this space */
export async function putDocument(
  db: Queries,
  spaceId: string,
  document: Document,
): Promise<string> {
  const [hash = ""] = await putDocuments(db, spaceId, [document]);
  return hash;
}

/** Many at once. @returns their hashes, in the order given */
export async function putDocuments(
  db: Queries,
  spaceId: string,
  documents: readonly Document[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const some of inBatches(documents, batch)) {
    const rows = new Map(
      some.map((document) => {
        const whole = keyed(document);
        const body = canonicalText(whole);
        const hash = hashOf(body);
        hashes.push(hash);
        return [hash, { hash, body, whole }] as const;
      }),
    );
    const known = await db
      .selectFrom("documents")
      .select("hash")
      .where("space_id", "=", spaceId)
      .where("hash", "in", [...rows.keys()])
      .execute();
    for (const { hash } of known) rows.delete(hash);
    await insert(db, spaceId, [...rows.values()]);
  }
  return hashes;
}

async function insert(
  db: Queries,
  spaceId: string,
  made: readonly { readonly hash: string; readonly body: string; readonly whole: Document }[],
): Promise<void> {
  if (made.length === 0) return;
  const spaces: { target_space_id: string; space_id: string; hash: string }[] = [];
  const rows = made.map(({ hash, body, whole }) => {
    const references = referencesIn(whole);
    for (const target of new Set(references.flatMap(({ ref }) => otherSpace(ref, spaceId)))) {
      spaces.push({ target_space_id: target, space_id: spaceId, hash });
    }
    return {
      space_id: spaceId,
      hash,
      body,
      refs: JSON.stringify(references),
      anchors: JSON.stringify([...anchorsOf(whole).values()]),
    };
  });
  await db.insertInto("documents").values(rows).execute();
  if (spaces.length > 0) await db.insertInto("document_spaces").values(spaces).execute();
}

/** A longer text is the id of no space, and too long to be found by. */
const longestId = 255;

function otherSpace(ref: FoundReference["ref"], spaceId: string): string[] {
  if (!("space" in ref) || typeof ref.space !== "string") return [];
  return ref.space === spaceId || ref.space.length > longestId ? [] : [ref.space];
}

/** @throws an error where the space has no such document */
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

/** The facts of many documents, by their hashes. */
export async function factsOfDocuments(
  db: Queries,
  spaceId: string,
  hashes: readonly string[],
): Promise<Map<string, DocumentFacts>> {
  const facts = new Map<string, DocumentFacts>();
  for (const some of inBatches([...new Set(hashes)], batch)) {
    const rows = await db
      .selectFrom("documents")
      .select(["hash", "refs", "anchors"])
      .where("space_id", "=", spaceId)
      .where("hash", "in", some)
      .execute();
    for (const { hash, refs, anchors } of rows) {
      facts.set(hash, { references: JSON.parse(refs), anchors: JSON.parse(anchors) });
    }
  }
  return facts;
}

export const emptyDocument: Document = {
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [],
};
