/** References from the pages of a site to API specifications and external URLs. */
import { sql } from "kysely";
import { containsText } from "../../core/texts.ts";
import { cached } from "../../database/prepared.ts";
import type { Queries } from "../../database/tables.ts";
import { loadDocumentFacts } from "../content/documents.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree-index.ts";
import { inBatches } from "../content/tree-store.ts";

/** Whether a page of one of the spaces shows part of an API specification. */
export async function showsSpecification(
  db: Queries,
  spaces: Iterable<string>,
  specification: { readonly id: string; readonly slug: string },
): Promise<boolean> {
  for (const space of spaces) {
    const references = await specificationsIn(db, space);
    if (references.has(specification.slug) || references.has(specification.id)) return true;
  }
  return false;
}

const specificationsIn = cached(200, async (db, spaceId) => {
  const facts = await loadDocumentFacts(db, spaceId, await loadDocuments(db, spaceId));
  const references = [...facts.values()].flatMap(({ references }) => references);
  return new Set(references.flatMap(({ ref }) => (ref.kind === "openapi" ? [ref.spec] : [])));
});

/** Whether a document of the space contains a URL. */
export async function namesAddress(db: Queries, spaceId: string, url: string): Promise<boolean> {
  // Documents are stored as JSON.
  const quotedUrl = JSON.stringify(url);
  for (const hashes of inBatches(await loadDocuments(db, spaceId), 200)) {
    const row = await db
      .selectFrom("documents")
      .select("hash")
      .where("space_id", "=", spaceId)
      .where("hash", "in", hashes)
      .where(containsText(sql`body`, quotedUrl))
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** The hashes of all documents in the current revision of a space. */
async function loadDocuments(db: Queries, spaceId: string): Promise<string[]> {
  const { revision_id } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const { pages, reusableContents } = getTreeIndex(await readTree(db, revision_id));
  const hashes = [
    ...[...pages.values()].map(({ page }) => page.document),
    ...[...reusableContents.values()].map(({ document }) => document),
  ];
  return [...new Set(hashes.flatMap((hash) => (hash === undefined ? [] : [hash])))];
}
