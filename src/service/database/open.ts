/** Opening of databases. Other modules receive a connection and never open one. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { preparePrivateFile, preparePrivateFolder } from "../engines/private-files.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { hasFolderToken } from "./folder-token.ts";
import { type Migrations, migrate, recordNewSchema } from "./migrate.ts";
import type { PostgresSetting } from "./postgres/postgres.ts";
import { getDialect } from "./sqlite/dialect.ts";
import { sumsSuffix } from "./sqlite/file-guard.ts";
import { guardFile } from "./sqlite/guard-file.ts";
import type { SqliteConnection } from "./sqlite/sqlite.ts";
import { openSqlite } from "./sqlite/sqlite.ts";
import { Damage, toOpeningError } from "./storage-failure.ts";
import type { CoreTables, Queries } from "./tables.ts";

/** The name of the database file in the data folder. */
export const databaseFile = "tome.sqlite";

interface DatabaseSettings {
  /** The folder of SQLite's file; with PostgreSQL, the folder of this machine's tokens. */
  readonly folder?: string | undefined;
  readonly database?: PostgresSetting | undefined;
  readonly migrations: Migrations;
  readonly log: (message: string, error: unknown) => void;
  /** Called when the folder is locked for this process, before its data is read. */
  readonly onLock?: (() => Promise<void>) | undefined;
}

/**
 * Opens the data in SQLite or PostgreSQL.
 * @throws DataInUse for SQLite; UsageError or NetworkError for PostgreSQL
 */
export async function openData({
  folder,
  database,
  migrations,
  log,
  onLock,
}: DatabaseSettings): Promise<Queries> {
  if (database === undefined) {
    const onDamage = (damage: Damage) => log("No further requests are processed.", damage);
    return openDatabase(folder, migrations, onDamage, onLock);
  }
  if (folder !== undefined) await preparePrivateFolder(folder);
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(database, migrations, log);
}

/**
 * Opens the data of a folder, or in-memory data that ends with the process.
 * @param onDamage is called if damage is found while it is open
 * @param onLock is called when the folder is locked for this process
 * @throws DataInUse if another process has it open, ApiError if the file cannot be used
 */
export async function openDatabase(
  folder: string | undefined,
  migrations: Migrations,
  onDamage: (damage: Damage) => void = () => {},
  onLock: () => Promise<void> = async () => {},
): Promise<Queries> {
  const path = folder === undefined ? ":memory:" : join(folder, databaseFile);
  try {
    return await openFile(path, folder, migrations, onDamage, onLock);
  } catch (error) {
    throw toOpeningError(error, path) ?? error;
  }
}

async function openFile(
  path: string,
  folder: string | undefined,
  migrations: Migrations,
  onDamage: (damage: Damage) => void,
  onLock: () => Promise<void>,
): Promise<Queries> {
  if (folder !== undefined) {
    refuseLost(folder, path);
    await prepareDataFolder(folder, databaseFile);
    // Before SQLite opens it: on POSIX, closing any other handle would release SQLite's lock.
    await preparePrivateFile(path);
  }
  const connection = await openSqlite(
    path,
    folder === undefined ? undefined : guardFile(path, onDamage),
  );
  const db = new Kysely<CoreTables>({ dialect: getDialect(connection) });
  try {
    await onLock();
    const script = isEmpty(connection) ? await migrations.loadSchema?.() : undefined;
    // All steps at once, so that the first start waits for the disk only once.
    await db.transaction().execute(async (all) => {
      if (script === undefined) return migrate(all, migrations, (step) => step(all));
      connection.exec(script);
      await recordNewSchema(all, migrations);
    });
    return db;
  } catch (error) {
    // Not by Kysely, which closes a connection only if it has used it.
    connection.close();
    throw error;
  }
}

/**
 * The first start writes the token last, so a folder with a token had data.
 * @throws Damage if the data is missing
 */
function refuseLost(folder: string, path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  if (existsSync(path + sumsSuffix) || hasFolderToken(folder)) {
    throw new Damage(path, size === undefined ? "it is missing" : "it is empty");
  }
}

function isEmpty(connection: SqliteConnection): boolean {
  return connection.prepare("select 1 from sqlite_schema limit 1").all().length === 0;
}
