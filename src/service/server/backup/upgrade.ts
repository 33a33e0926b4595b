/** Upgrade of exports of earlier versions. */
import { Kysely, sql } from "kysely";
import { migrate, selectMigrations } from "../../database/migrate.ts";
import { migrations } from "../../database/migrations.ts";
import { getDialect } from "../../database/sqlite/dialect.ts";
import { openSqlite } from "../../database/sqlite/sqlite.ts";
import type { CoreTables } from "../../database/tables.ts";
import { type Backup, createUnsupportedVersionError, exportAll } from "./backup.ts";
import { insertRows, refuseUnknownTables, withConstraintProblems } from "./rows.ts";

/**
 * Migrates an export to the current schema with the migrations of a data folder, on an in-memory
 * database. An export of this or a later version is returned unchanged.
 * @throws ApiError 400 if the version is missing, or the tables are inconsistent
 */
export async function upgradeBackup(backup: Backup): Promise<Backup> {
  const { version, tables } = backup;
  if (version >= migrations.version) return backup;
  if (!Number.isInteger(version) || version < 1) throw createUnsupportedVersionError(version);
  const connection = await openSqlite(":memory:");
  const db = new Kysely<CoreTables>({ dialect: getDialect(connection) });
  try {
    await migrate(db, selectMigrations(migrations, version));
    const names = (await db.introspection.getTables()).map(({ name }) => name);
    refuseUnknownTables(names, tables);
    await withConstraintProblems(
      db.transaction().execute(async (transaction) => {
        // Allows tables in any order.
        await sql`pragma defer_foreign_keys = on`.execute(transaction);
        for (const name of names) await insertRows(transaction, name, tables[name]);
      }),
    );
    await migrate(db, migrations);
    return await exportAll(db, "");
  } finally {
    await db.destroy();
  }
}
