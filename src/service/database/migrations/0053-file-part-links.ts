/** Links of earlier versions to parts of files in other spaces. */
import type { Migration } from "../migrate.ts";
import type { Queries } from "../tables.ts";

/**
 * Earlier versions did not record the space of a link such as `/spaces/…/files/…#page=2`, so a file to
 * which only such links refer was hidden from visitors.
 */
export const recordFilePartLinks: Migration = (_, db) => [{ execute: () => recordSpaces(db) }];

async function recordSpaces(db: Queries): Promise<void> {
  const documents = await db
    .selectFrom("documents")
    .select(["space_id", "hash", "refs"])
    .where("refs", "like", '%"/spaces/%/files/%#%')
    .execute();
  for (const { space_id, hash, refs } of documents) {
    for (const target_space_id of listSpaces(refs)) {
      if (target_space_id === space_id) continue;
      await db
        .insertInto("document_spaces")
        .values({ target_space_id, space_id, hash })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

/** @param refs the references of a document as JSON, in which only URLs have this form */
function listSpaces(refs: string): ReadonlySet<string> {
  const links = refs.matchAll(/"\/spaces\/([\w-]{1,255})\/files\/[\w-]+#/g);
  return new Set(Array.from(links, ([, space = ""]) => space));
}
