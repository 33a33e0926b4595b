/** Exports of earlier versions. */
import { Kysely, sql } from "kysely";
import { dialectOf } from "../../database/dialect.ts";
import { migrate, migrationsUpTo } from "../../database/migrate.ts";
import { openSqlite } from "../../database/sqlite.ts";
import type { Tables } from "../../database/tables.ts";
import { migrations } from "../areas.ts";
import { type Backup, exportAll, ofOtherVersion } from "./backup.ts";
import { fill, refuseOthers, unlessUnfit } from "./rows.ts";

/**
 * Brings an export to the tables of this version, by the very steps that bring a data folder there:
 * it is laid out in memory as it was. What is of this version, or a later one, stays what it is.
 * @throws Problem 400 where it has no version, or does not fit together
 */
export async function upgraded(backup: Backup): Promise<Backup> {
  const { version, tables } = backup;
  if (version >= migrations.version) return backup;
  if (!Number.isInteger(version) || version < 1) throw ofOtherVersion(version);
  const connection = await openSqlite(":memory:");
  const db = new Kysely<Tables>({ dialect: dialectOf(connection) });
  try {
    await migrate(db, migrationsUpTo(migrations, version));
    const names = (await db.introspection.getTables()).map(({ name }) => name);
    refuseOthers(names, tables);
    await unlessUnfit(
      db.transaction().execute(async (transaction) => {
        // So that rows may come in any order of the tables.
        await sql`pragma defer_foreign_keys = on`.execute(transaction);
        for (const name of names) await fill(transaction, name, tables[name]);
      }),
    );
    await migrate(db, migrations);
    return await exportAll(db, "");
  } finally {
    await db.destroy();
  }
}
