/**
 * Opens a PostgreSQL database for the platform and migrates it to the schema of this program. The
 * module is loaded only if such a database is used.
 */

import { setTimeout as pause } from "node:timers/promises";
import {
  type ColumnDefinitionNode,
  DataTypeNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
  sql,
} from "kysely";
import { Client, type ClientConfig, Pool, type PoolConfig, TypeOverrides, types } from "pg";
import { ApiError, UsageError } from "../../../errors.ts";
import { type Migrations, migrate } from "../migrate.ts";
import { allowListening } from "../notifications.ts";
import { createSearchTables } from "../search/postgres.ts";
import type { CoreTables, Queries } from "../tables.ts";
import { scheduleTransactions } from "../transaction.ts";
import { createNoticeListener } from "./listen-for-notices.ts";
import { createPostgresDialect, type DriverOptions } from "./postgres-driver.ts";
import { type DatabaseLocation, getSqlState, toOpeningError } from "./postgres-errors.ts";
import { createNaming, isDirect, nameNothing } from "./postgres-statements.ts";

export interface PostgresSetting {
  /**
   * `postgres://user:password@host:port/database`, with libpq parameters such as `sslmode`; missing
   * parts are taken from the environment, as in all PostgreSQL clients.
   */
  readonly url: string;
  /** The maximum number of connections of this process; 10 if absent. */
  readonly connections?: number | undefined;
  /** The timeout of a query, in milliseconds; 20 seconds if absent. */
  readonly patience?: number | undefined;
}

const usualConnections = 10;
/** The timeout of connecting, in milliseconds; then the response is 503. */
const connectionPatience = 10_000;
/**
 * The maximum time to wait for a connection of the pool, in milliseconds. Under load, requests wait
 * for each other; that does not make the database unavailable.
 */
const poolPatience = 60_000;
/** A database that does not respond for this long is treated as unavailable. */
const usualPatience = 20_000;
/** The approximate time after which a broken connection is detected, in milliseconds. */
const keepAliveDelay = 10_000;

/**
 * Connects, and migrates the database to the schema of this program.
 * @param log receives errors of idle connections
 * @throws UsageError or NetworkError with the host and the database, and never the password
 */
export async function openPostgres(
  { url, connections = usualConnections, patience = usualPatience }: PostgresSetting,
  migrations: Migrations,
  log: (message: string, error: unknown) => void,
): Promise<Queries> {
  const config = buildConfig(url);
  const where = parseLocation(config);
  const settings: PoolConfig = {
    ...config,
    connectionTimeoutMillis: connectionPatience,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    application_name: "tome",
  };
  const pool = new Pool({
    ...settings,
    connectionTimeoutMillis: poolPatience,
    max: connections,
    types: asInSqlite(),
    Client: PooledClient,
  });
  // A connection that fails in use fails its next query; without a listener, the event would end
  // the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // Only the message, because the error contains the connection with its password.
  pool.on("error", ({ message }) => {
    if (!pool.ending) log("A database connection was lost.", new Error(message));
  });
  try {
    const { sync, naming } = await inspectServer(pool);
    const changes = { count: 0 };
    const open = (alone: boolean) =>
      new Kysely<CoreTables>({
        dialect: createPostgresDialect(pool, { alone, sync, naming, patience, changes }),
      });
    const db = open(false);
    // The other connections are for reads, which would otherwise wait for writes.
    scheduleTransactions(db, open(true), Math.max(1, Math.floor(connections / 2)));
    const createClient = () => new Client(settings);
    if (naming !== nameNothing) allowListening(db, createNoticeListener(createClient));
    await migratePostgres(db, migrations);
    return db;
  } catch (error) {
    await pool.end();
    throw toOpeningError(error instanceof ApiError ? error.cause : error, where);
  }
}

/** A connection of the pool, which would otherwise use its timeout for connecting as well. */
class PooledClient extends Client {
  constructor(config?: string | ClientConfig) {
    const settings = typeof config === "string" ? { connectionString: config } : config;
    super({ ...settings, connectionTimeoutMillis: connectionPatience });
  }
}

/** Reads server settings before any other query. */
async function inspectServer(pool: Pool): Promise<Pick<DriverOptions, "sync" | "naming">> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("show synchronous_commit");
    return {
      // A write is on disk before the response, whatever the default of this database is.
      sync: rows[0]?.synchronous_commit === "off",
      naming: (await isDirect(client)) ? createNaming() : nameNothing,
    };
  } finally {
    client.release();
  }
}

function buildConfig(url: string): PoolConfig {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new UsageError(
      "--database or TOME_DATABASE must be a URL such as postgres://user@host:5432/name. Leave it out to use SQLite.",
    );
  }
  // Parameters have the same meaning as in libpq.
  const compatible = /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url);
  return { connectionString: compatible ? `${url}&uselibpqcompat=true` : url };
}

/** @throws UsageError for an invalid URL, which is not repeated, because it may contain a password */
function parseLocation(config: PoolConfig): DatabaseLocation {
  try {
    const { host, port, database = "", user = "" } = new Client(config);
    return { host, port, database, user };
  } catch (error) {
    const isFile = error instanceof Error && "path" in error;
    throw new UsageError(
      isFile
        ? `The certificate ${error.path} of the database URL cannot be read.`
        : "The database URL is not valid. Use the form postgres://user@host:5432/name?sslmode=verify-full, and percent-encode special characters.",
    );
  }
}

/** Returns values as SQLite does: integers and sums as numbers, booleans as 0 and 1. */
function asInSqlite(): TypeOverrides {
  const overrides = new TypeOverrides();
  const { builtins } = types;
  overrides.setTypeParser(builtins.INT8, Number);
  overrides.setTypeParser(builtins.NUMERIC, Number);
  overrides.setTypeParser(builtins.BOOL, (text) => Number(text === "t"));
  return overrides;
}

/** The id of the advisory lock for migrations: "tome" in ASCII. */
const lock = 0x746f6d65;
/**
 * The oldest version that supports the SQL and the search; older versions have reached their end of
 * life.
 */
const oldest = 13;

/**
 * The time to wait for the tables of a migration. Requests of other processes wait behind it, so it is
 * short, and the migration is repeated after a longer pause, in which they catch up.
 */
const tablePatience = "1s";
const longestMigrationPause = 3000;
const mostMigrations = 60;

/** Migrates under a lock: a second process waits, and then finds the migrations done. */
async function migratePostgres(db: Queries, migrations: Migrations): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(db, migrations);
    } catch (error) {
      // Requests of other processes used the tables: a timeout, or a deadlock.
      const isTaken = ["55P03", "40P01"].includes(getSqlState(error) ?? "");
      if (!isTaken || attempt === mostMigrations) throw error;
      await pause(longestMigrationPause * (0.5 + Math.random() / 2));
    }
  }
}

async function migrateOnce(db: Queries, migrations: Migrations): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(transaction);
      await sql`set local lock_timeout = ${sql.lit(tablePatience)}`.execute(transaction);
      await checkServer(transaction);
      const tables = transaction.withPlugin(postgresTypes);
      await migrate(tables, migrations, async (step) => {
        // Once no transaction is open, the changes wait only for single queries, and not for one
        // transaction after another.
        await sql`lock table facts in exclusive mode`.execute(transaction);
        await step(tables);
      });
      await createSearchTables(transaction);
    });
}

async function checkServer(db: Queries): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < oldest * 10_000) {
    throw new UsageError(
      `The server runs PostgreSQL ${Math.floor(version / 10_000)}. Version ${oldest} or later is required.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new UsageError(
      `The database has the encoding ${encoding}. Create one with UTF8: createdb --encoding=UTF8 --template=template0 <name>`,
    );
  }
}

/** The column types for PostgreSQL: strings in byte order, as in SQLite, and integers of 64 bits. */
class PostgresTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node);
    const { dataType } = column;
    const name = DataTypeNode.is(dataType) ? dataType.dataType : "";
    const columnType =
      name === "text" ? 'text collate "C"' : name === "integer" ? "bigint" : undefined;
    return columnType === undefined
      ? column
      : { ...column, dataType: RawNode.createWithSql(columnType) };
  }
}

const transformer = new PostgresTypes();

const postgresTypes: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
