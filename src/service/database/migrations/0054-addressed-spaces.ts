/** Spaces that texts of earlier versions name in addresses. */
import type { Migration } from "../migrate.ts";
import type { Queries } from "../tables.ts";

/**
 * Earlier versions recorded the space of a reference, but not that of an address in HTML or in a setting of
 * a block, such as `/spaces/…/files/…`. A file to which only such texts refer was hidden from visitors.
 */
export const recordAddressedSpaces: Migration = (_, db) => [{ execute: () => recordSpaces(db) }];

/** The number of documents whose texts are in memory at the same time. */
const documentsAtOnce = 50;

async function recordSpaces(db: Queries): Promise<void> {
  const documents = await db
    .selectFrom("documents")
    .select(["space_id", "hash"])
    .where((is) => is.or([is("body", "like", "%/spaces/%"), is("refs", "like", "%/spaces/%")]))
    .execute();
  for (let start = 0; start < documents.length; start += documentsAtOnce) {
    const some = documents.slice(start, start + documentsAtOnce);
    const texts = await db
      .selectFrom("documents")
      .select(["space_id", "hash", "body", "refs"])
      .where((is) => is.or(some.map((document) => is.and(document))))
      .execute();
    for (const { space_id, hash, body, refs } of texts) {
      for (const target_space_id of listSpaces([body, refs].join("\n"))) {
        if (target_space_id === space_id) continue;
        await db
          .insertInto("document_spaces")
          .values({ target_space_id, space_id, hash })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    }
  }
}

/** @param text a document and its references as JSON */
function listSpaces(text: string): ReadonlySet<string> {
  const addresses = text.matchAll(/(?<![\w.-])\/spaces\/([\w-]{1,255})(?![\w-])/g);
  return new Set(Array.from(addresses, ([, space = ""]) => space));
}
