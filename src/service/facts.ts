/** Single values that belong to the whole platform and outlive it. */
import type { Queries } from "./database/tables.ts";

export async function readFact(db: Queries, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("facts")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

export async function writeFact(db: Queries, name: string, value: string): Promise<void> {
  await db
    .insertInto("facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function forgetFact(db: Queries, name: string): Promise<void> {
  await db.deleteFrom("facts").where("name", "=", name).execute();
}
