/** Brings a database to the tables of this program, one step at a time. */
import { UsageError } from "../../errors.ts";
import { createFacts, type Migration, migrations } from "./migrations.ts";
import type { Queries } from "./tables.ts";

/** The fact that holds the version of the tables. */
export const versionFact = "schema-version";

/** The version of the tables that this program knows. */
export const schemaVersion = migrations.length;

/**
 * Each step and the version it leads to are one transaction, so a crash leaves whole steps.
 * @param around how a step is run; in a transaction of its own where absent
 * @throws UsageError where a newer program has written the database
 */
export async function migrate(
  db: Queries,
  steps: readonly Migration[] = migrations,
  around: (step: (transaction: Queries) => Promise<void>) => Promise<void> = (step) =>
    db.transaction().execute(step),
): Promise<void> {
  await createFacts(db);
  const row = await db
    .selectFrom("facts")
    .select("value")
    .where("name", "=", versionFact)
    .executeTakeFirst();
  const version = Number(row?.value ?? 0);
  if (version > steps.length) {
    throw new UsageError(
      `The data has the form ${version} and this program knows forms up to ${steps.length}; use the newer program that wrote it.`,
    );
  }
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    await around(async (transaction) => {
      for (const change of step(transaction.schema)) await change.execute();
      const fact = { name: versionFact, value: String(index + 1) };
      await transaction
        .insertInto("facts")
        .values(fact)
        .onConflict((conflict) => conflict.column("name").doUpdateSet(fact))
        .execute();
    });
  }
}
