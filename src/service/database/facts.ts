/** Facts: single values of the whole platform. */
import type { Queries } from "./tables.ts";

/** The offset of the platform's clock from the real time, in milliseconds; absent if it is 0. */
export const offsetFact = "clock-offset";
/** Changes whenever all data is replaced, for processes that share the database. */
export const generationFact = "generation";
/** The key that encrypts secrets in a shared database, in base64url, unless the operator provides it. */
export const sealingKeyFact = "sealing-key";
/** Verifies a key from the operator, without revealing it. */
export const sealingCheckFact = "sealing-check";

export async function readFact(db: Queries, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("facts")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

/** @returns the values of the facts that exist, by name */
export async function readFacts(
  db: Queries,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("facts").selectAll().where("name", "in", names).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function writeFact(db: Queries, name: string, value: string): Promise<void> {
  await db
    .insertInto("facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function removeFact(db: Queries, name: string): Promise<void> {
  await db.deleteFrom("facts").where("name", "=", name).execute();
}
