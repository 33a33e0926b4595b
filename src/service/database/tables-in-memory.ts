/** The tables of data in memory. A process that opens many platforms, as tests do, takes the steps once. */
import { type Migrations, versionFact } from "./migrate.ts";
import type { SqliteConnection } from "./sqlite.ts";

/** What makes the tables at once, by the steps that lead to them. */
const scripts = new WeakMap<Migrations, string>();

/** @param migrate takes the steps */
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

/** The steps fill no table but that of the facts, and that with the version alone. */
function buildScript(connection: SqliteConnection, version: number): string {
  const made = connection
    .prepare("select sql from sqlite_schema where sql is not null order by rowid")
    .all() as { readonly sql: string }[];
  const fact = `insert into facts (name, value) values ('${versionFact}', '${version}')`;
  return [...made.map(({ sql }) => sql), fact].join(";\n");
}
