/**
 * Tables of in-memory databases. A process that opens many platforms, as tests do, runs the
 * migrations once.
 */
import { type Migrations, versionFact } from "./migrate.ts";
import type { SqliteConnection } from "./sqlite.ts";

/** The script that creates all tables, by migrations. */
const scripts = new WeakMap<Migrations, string>();

/** @param migrate runs the migrations */
export async function makeTables(
  connection: SqliteConnection,
  migrations: Migrations,
  migrate: () => Promise<void>,
): Promise<void> {
  const script = scripts.get(migrations);
  if (script !== undefined) return connection.exec(script);
  await migrate();
  scripts.set(migrations, buildScript(connection, migrations.version));
}

/** The migrations insert rows into the facts table only, and only the version. */
function buildScript(connection: SqliteConnection, version: number): string {
  const statements = connection
    .prepare("select sql from sqlite_schema where sql is not null order by rowid")
    .all() as { readonly sql: string }[];
  const fact = `insert into facts (name, value) values ('${versionFact}', '${version}')`;
  return [...statements.map(({ sql }) => sql), fact].join(";\n");
}
