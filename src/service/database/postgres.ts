/** Opens a PostgreSQL database for the platform; nothing of it is loaded where nobody asks for one. */
import { Kysely } from "kysely";
import { Client, Pool, type PoolConfig, TypeOverrides, types } from "pg";
import { Problem, UsageError } from "../../errors.ts";
import type { Migrations } from "./migrate.ts";
import { type Manner, postgresDialect } from "./postgres-driver.ts";
import { openingFault, type Whereabouts } from "./postgres-faults.ts";
import { migratePostgres } from "./postgres-migrate.ts";
import { createNaming, isDirect, noNames } from "./postgres-statements.ts";
import type { Queries, Tables } from "./tables.ts";
import { allowAlone } from "./transaction.ts";

export interface PostgresSetting {
  /**
   * `postgres://user:password@host:port/database`, with libpq's parameters such as `sslmode`; what
   * is left out is taken from the environment as every program of PostgreSQL does.
   */
  readonly url: string;
  /** The most connections of this process; 10 where absent. */
  readonly connections?: number | undefined;
}

const usualConnections = 10;
/** For a connection, a free one of the pool included, in milliseconds; then the answer is 503. */
const patience = 10_000;
/** A connection whose other end is gone is noticed after about so long, in milliseconds. */
const keepAliveDelay = 10_000;

/**
 * Connects, and brings the database to the tables of this program.
 * @param log is told of connections that were lost while nobody used them
 * @throws UsageError or Unreachable that names host and database, and never the password
 */
export async function openPostgres(
  { url, connections = usualConnections }: PostgresSetting,
  migrations: Migrations,
  log: (message: string, error: unknown) => void,
): Promise<Queries> {
  const config = configOf(url);
  const where = whereabouts(config);
  const pool = new Pool({
    ...config,
    max: connections,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    application_name: "tome",
    types: asInSqlite(),
  });
  // One that breaks while it is in use tells so by its next query; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // The error itself holds the connection, and that the password.
  pool.on("error", ({ message }) => {
    if (!pool.ending) log("A connection to the database was lost.", new Error(message));
  });
  try {
    const { sync, naming } = await meet(pool);
    const open = (alone: boolean) =>
      new Kysely<Tables>({ dialect: postgresDialect(pool, { alone, sync, naming }) });
    const db = open(false);
    allowAlone(db, open(true));
    await migratePostgres(db, migrations);
    return db;
  } catch (error) {
    await pool.end();
    throw openingFault(error instanceof Problem ? error.cause : error, where);
  }
}

/** What is to be known of the server before it is asked anything else. */
async function meet(pool: Pool): Promise<Omit<Manner, "alone">> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query("show synchronous_commit");
    return {
      // An answered write is on the disk, whatever is usual for others in this database.
      sync: rows[0]?.synchronous_commit === "off",
      naming: (await isDirect(client)) ? createNaming() : noNames,
    };
  } finally {
    client.release();
  }
}

function configOf(url: string): PoolConfig {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new UsageError(
      "--database, or TOME_DATABASE, must be an address such as postgres://user@host:5432/name; SQLite needs none.",
    );
  }
  // The names of libpq's parameters mean what they mean there.
  const compatible = /[?&]sslmode=/.test(url) && !/[?&]uselibpqcompat=/.test(url);
  return { connectionString: compatible ? `${url}&uselibpqcompat=true` : url };
}

/** @throws UsageError for an address that cannot be read, which is not repeated as it may hold a password */
function whereabouts(config: PoolConfig): Whereabouts {
  try {
    const { host, port, database = "", user = "" } = new Client(config);
    return { host, port, database, user };
  } catch (error) {
    const isFile = error instanceof Error && "path" in error;
    throw new UsageError(
      isFile
        ? `The certificate ${error.path}, which the address of the database names, cannot be read.`
        : "The address of the database cannot be read; write it like postgres://user@host:5432/name?sslmode=verify-full, with %-codes for special characters.",
    );
  }
}

/** Integers and sums as numbers, truth values as 0 and 1. */
function asInSqlite(): TypeOverrides {
  const overrides = new TypeOverrides();
  const { builtins } = types;
  overrides.setTypeParser(builtins.INT8, Number);
  overrides.setTypeParser(builtins.NUMERIC, Number);
  overrides.setTypeParser(builtins.BOOL, (text) => Number(text === "t"));
  return overrides;
}
