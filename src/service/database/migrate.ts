/**
 * Migration of a database to the schema of this program, one step at a time. A released step is
 * never changed; changes need a further step. The SQL must be valid in both SQLite and PostgreSQL,
 * with the types `text` and `integer` only.
 *
 * Several programs share one database of PostgreSQL while they are upgraded one after another. A step
 * therefore only adds tables, indexes, and columns that may be empty or have a default, so that the
 * preceding program can still serve the data; the new program accepts rows without the added values. A
 * step that must change or remove something raises `downtime`.
 *
 * References of the first tables do not cascade: a deletion fails if other rows refer to the row.
 * Those of later tables cascade, because the preceding program deletes rows without knowing the
 * tables. Strings are compared byte by byte and integers have 64 bits, which is the default in SQLite
 * and configured for PostgreSQL in postgres.ts.
 */
import type { SchemaModule } from "kysely";
import { UsageError } from "../../errors.ts";
import { readFacts, writeFact } from "./facts.ts";
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
  /**
   * The last step that an earlier program cannot serve: all processes must be stopped before it. 0 if
   * there is none.
   */
  readonly downtime: number;
  /** All steps, oldest first; loaded only if one must be run. */
  readonly load: () => Promise<readonly Migration[]>;
  /**
   * A script for SQLite that creates the tables and indexes of all steps at once, for new data; if
   * absent, new data runs all steps.
   */
  readonly loadSchema?: () => Promise<string>;
}

/** The fact with the schema version. */
export const versionFact = "schema-version";
/** The fact with the schema version of the oldest program that can serve the data. */
export const oldestProgramFact = "oldest-program-version";
/** The reason why a server does not serve data that a newer program has migrated. */
export const outdatedServer =
  "A newer version of tome has upgraded the database. Upgrade this server.";

/**
 * Whether a program can serve data that a newer program may have migrated.
 * @param facts by name
 * @param version the schema version of the program
 */
export function canServe(facts: ReadonlyMap<string, string>, version: number): boolean {
  const stored = Number(facts.get(versionFact) ?? 0);
  return version >= Math.min(stored, Number(facts.get(oldestProgramFact) ?? stored));
}

/** The migrations up to an earlier schema version. */
export function selectMigrations(migrations: Migrations, version: number): Migrations {
  return {
    version,
    downtime: version,
    load: async () => (await migrations.load()).slice(0, version),
  };
}

/**
 * Each step and its version are one transaction, so that a crash leaves complete steps only.
 * @param run runs a step; in a separate transaction if absent
 * @throws UsageError if a newer program has changed the data so that this program cannot serve it
 */
export async function migrate(
  db: Queries,
  migrations: Migrations,
  run: (step: (transaction: Queries) => Promise<void>) => Promise<void> = (step) =>
    db.transaction().execute(step),
): Promise<void> {
  await createFacts(db);
  const facts = await readFacts(db, [versionFact, oldestProgramFact]);
  const version = Number(facts.get(versionFact) ?? 0);
  if (!canServe(facts, migrations.version)) {
    throw new UsageError(
      `The data has schema version ${version}, but this program supports versions up to ${migrations.version}. Use a newer version of tome.`,
    );
  }
  if (version >= migrations.version) return;
  const oldest = Math.max(Number(facts.get(oldestProgramFact) ?? version), migrations.downtime);
  const steps = await migrations.load();
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    await run(async (transaction) => {
      for (const change of step(transaction.schema, transaction)) await change.execute();
      await writeVersions(transaction, index + 1, oldest);
    });
  }
}

/**
 * Records the versions of data whose schema was not created step by step.
 * @param db a transaction
 */
export function recordNewSchema(db: Queries, { version, downtime }: Migrations): Promise<void> {
  return writeVersions(db, version, downtime);
}

async function writeVersions(db: Queries, version: number, oldest: number): Promise<void> {
  await writeFact(db, versionFact, String(version));
  await writeFact(db, oldestProgramFact, String(oldest));
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
