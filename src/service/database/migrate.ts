/**
 * Migrates a database to the tables of this program, one step at a time. A released step is never
 * changed; a change is a further step. The SQL is what SQLite and PostgreSQL both understand, with
 * the types `text` and `integer` only.
 *
 * No reference cascades: a deletion fails if rows still refer to the deleted one. Texts are compared
 * byte by byte and integers have 64 bits; SQLite does both by itself, postgres.ts sets it up.
 */
import type { SchemaModule } from "kysely";
import { UsageError } from "../../errors.ts";
import type { Queries } from "./tables.ts";

/** @param db for what a schema cannot say: moving data to where it belongs from then on */
export type Migration = (
  schema: SchemaModule,
  db: Queries,
) => readonly { execute(): Promise<void> }[];

/** The steps that lead from an empty database to the tables of this program. */
export interface Migrations {
  /** The version of the tables that this program knows: how many steps there are. */
  readonly version: number;
  /** All steps, oldest first; they are loaded only if one must be run. */
  readonly load: () => Promise<readonly Migration[]>;
}

/** The fact that holds the version of the tables. */
export const versionFact = "schema-version";

/** The steps to the tables of an earlier version. */
export function migrationsUpTo(migrations: Migrations, version: number): Migrations {
  return { version, load: async () => (await migrations.load()).slice(0, version) };
}

/**
 * Each step is one transaction with the version it leads to, so a crash leaves whole steps.
 * @param run how a step is run; in a transaction of its own if absent
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
      `The data has the form ${version} and this program knows forms up to ${migrations.version}; use the newer program that wrote it.`,
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
