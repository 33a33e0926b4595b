/** Stored data of each schema version: an export, a data file, and the table definitions. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Kysely, sql } from "kysely";
import { migrate, selectMigrations } from "../../../src/service/database/migrate.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { databaseFile } from "../../../src/service/database/open.ts";
import { getDialect } from "../../../src/service/database/sqlite/dialect.ts";
import { openSqlite } from "../../../src/service/database/sqlite/sqlite.ts";
import type { CoreTables, Queries } from "../../../src/service/database/tables.ts";
import type { Backup } from "../../../src/service/server/backup/backup.ts";
import { schemaVersion } from "./database.ts";

const folder = resolve("test/fixtures/schema-versions");
const tablesFile = join(folder, "tables.json");

/** The schema versions with a stored export and data file. */
export const recordedVersions: readonly number[] = Array.from(
  { length: schemaVersion },
  (_, at) => at + 1,
).filter((version) => existsSync(getFile(version, "export.json")));

export function getExport(version: number): Backup {
  return JSON.parse(gunzipSync(readFileSync(getFile(version, "export.json"))).toString());
}

/** Creates a data folder from the stored data of a schema version. */
export function getData(version: number, into: string): string {
  const data = join(into, `version-${version}`);
  mkdirSync(data, { mode: 0o700 });
  const bytes = gunzipSync(readFileSync(getFile(version, databaseFile)));
  writeFileSync(join(data, databaseFile), bytes, { mode: 0o600 });
  return data;
}

/** Stores the data for later versions. Stored data is never replaced. */
export function recordSchemaVersion(version: number, exported: Backup, data: string): void {
  const flag = "wx";
  const text = JSON.stringify(exported);
  writeFileSync(getFile(version, "export.json"), gzipSync(text, { level: 9 }), { flag });
  const bytes = readFileSync(join(data, databaseFile));
  writeFileSync(getFile(version, databaseFile), gzipSync(bytes, { level: 9 }), { flag });
}

/** The SQL that each migration created or changed, in order. */
export type Steps = readonly (readonly string[])[];

/** The stored SQL of the migrations. */
export function readRecordedSteps(): Steps {
  return existsSync(tablesFile) ? JSON.parse(readFileSync(tablesFile, "utf8")) : [];
}

/** Stores the SQL of new migrations. */
export function recordSteps(steps: Steps): void {
  const kept = readRecordedSteps();
  const all = [...kept, ...steps.slice(kept.length)];
  writeFileSync(tablesFile, `${JSON.stringify(all, undefined, 2)}\n`);
}

/** The SQL that the current migrations create. */
export async function createSteps(): Promise<Steps> {
  const db = new Kysely<CoreTables>({ dialect: getDialect(await openSqlite(":memory:")) });
  const steps: string[][] = [];
  const before = new Set<string>();
  for (let count = 1; count <= migrations.version; count++) {
    await migrate(db, selectMigrations(migrations, count));
    const made = (await tablesIn(db)).filter((one) => !before.has(one));
    for (const one of made) before.add(one);
    steps.push(made);
  }
  await db.destroy();
  return steps;
}

/** The SQL of tables and indexes, except those that are recreated when they are missing. */
export async function tablesIn(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null and name not like 'search_%'
    order by type desc, name`.execute(db);
  return rows.map((row) => row.sql);
}

function getFile(version: number, what: string): string {
  return join(folder, `version-${version}.${what}.gz`);
}
