/**
 * Migration of a database to the schema of this program, one step at a time. A released step is
 * never changed; changes need a further step. The SQL must be valid in both SQLite and PostgreSQL,
 * with the types `text` and `integer` only.
 *
 * References do not cascade: a deletion fails if other rows refer to the row. Strings are compared
 * byte by byte and integers have 64 bits, which is the default in SQLite and configured for
 * PostgreSQL in postgres.ts.
 */
import type { SchemaModule } from "kysely";
import { UsageError } from "../../errors.ts";
import type { Queries } from "./tables.ts";

/** @param db for data migrations, which the schema builder cannot express */
export type Migration = (
  schema: SchemaModule,
  db: Queries,
) => readonly { execute(): Promise<void> }[];

/** The migrations from an empty database to the schema of this program. */
export interface Migrations {
  /** The schema version of this program, which is the number of steps. */
  readonly version: number;
  /** All steps, oldest first; loaded only if one must be run. */
  readonly load: () => Promise<readonly Migration[]>;
}

/** The fact with the schema version. */
export const versionFact = "schema-version";

/** The migrations up to an earlier schema version. */
export function migrationsUpTo(migrations: Migrations, version: number): Migrations {
  return { version, load: async () => (await migrations.load()).slice(0, version) };
}

/**
 * Each step and its version are one transaction, so that a crash leaves complete steps only.
 * @param run runs a step; in a transaction of its own if absent
 * @throws UsageError if a newer program has written the database
 */
export async function migrate(
  db: Queries,
  migrations: Migrations,
  run: (step: (transaction: Queries) => Promise<void>) => Promise<void> = (step) =>
    db.transaction().execute(step),
): Promise<void> {
  await createFacts(db);
  const row = await db
    .selectFrom("facts")
    .select("value")
    .where("name", "=", versionFact)
    .executeTakeFirst();
  const version = Number(row?.value ?? 0);
  if (version > migrations.version) {
    throw new UsageError(
      `The data has schema version ${version}, but this program supports versions up to ${migrations.version}. Use a newer version of tome.`,
    );
  }
  if (version === migrations.version) return;
  const steps = await migrations.load();
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    await run(async (transaction) => {
      for (const change of step(transaction.schema, transaction)) await change.execute();
      const fact = { name: versionFact, value: String(index + 1) };
      await transaction
        .insertInto("facts")
        .values(fact)
        .onConflict((conflict) => conflict.column("name").doUpdateSet(fact))
        .execute();
    });
  }
}

/** The version itself is a fact, so this table exists before the first step. */
async function createFacts(db: { readonly schema: SchemaModule }): Promise<void> {
  await db.schema
    .createTable("facts")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
