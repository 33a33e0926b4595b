/** Kysely driver for PostgreSQL: a connection pool with serializable transactions. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import { sendWatched } from "../change-watch.ts";
import { setChangeCounter } from "../data-state.ts";
import type { Queries } from "../tables.ts";
import { traceQuery } from "../trace-query.ts";
import { isOutdatedStatement } from "../transaction.ts";
import {
  createUnknownOutcomeError,
  findRefusal,
  getSqlState,
  isBroken,
} from "./postgres-errors.ts";
import type { PlanningMode, StatementName } from "./postgres-statements.ts";

/**
 * The start of a transaction, sent as one statement. PostgreSQL tracks the reads of a transaction
 * by index entries, or by whole tables if it scans them; even small tables must be read by index,
 * or unrelated writers would conflict. A process that hangs in a transaction must not block the
 * others forever.
 */
const beginning =
  "begin isolation level serializable; set local enable_seqscan = off; set local idle_in_transaction_session_timeout = '2min'";

/**
 * The time to wait for the lock of an exclusive transaction, in milliseconds. New transactions of all
 * processes wait behind it, also those of earlier versions, so it is short, and the transaction is
 * retried.
 */
const exclusivePatience = 1000;

export interface DriverOptions {
  /** Whether its transactions run exclusively. */
  readonly alone: boolean;
  /** Whether each transaction must request commits that wait for the disk. */
  readonly sync: boolean;
  /** Shared by all queries of a pool. */
  readonly naming: StatementName;
  /** The number of changes by this process, also shared by all queries of a pool. */
  readonly changes: { count: number };
  /** The timeout of a query, in milliseconds. */
  readonly patience: number;
}

export function createPostgresDialect(pool: Pool, options: DriverOptions): Dialect {
  const { alone, sync, patience, changes } = options;
  // Shorter than the timeout of a query: a server that reports a lock is available, so the
  // transaction is retried instead.
  const lockPatience = Math.ceil(patience / 2);
  const waitForLocks = `set local lock_timeout = ${lockPatience}`;
  // Every transaction takes this lock, so that a transaction can exclude all others.
  const lock = alone
    ? [
        `set local lock_timeout = ${Math.min(exclusivePatience, lockPatience)}`,
        "lock table facts in exclusive mode",
        waitForLocks,
      ]
    : [waitForLocks, "lock table facts in row share mode"];
  const usual = [beginning, ...(sync ? ["set local synchronous_commit = on"] : []), ...lock].join(
    "; ",
  );
  return {
    createAdapter() {
      const adapter = new PostgresAdapter();
      setChangeCounter(adapter, { count: () => changes.count, readSnapshot });
      return adapter;
    },
    createDriver: () => getDriver(pool, usual, options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Equal snapshots contain the changes of the same transactions, so the data is the same. Changes of
 * other databases on the server only make them differ more often.
 */
async function readSnapshot(db: Queries): Promise<string> {
  const { rows } = await sql<{ readonly snapshot: string }>`
    select cast(pg_current_snapshot() as text) as snapshot`.execute(db);
  return rows[0]?.snapshot ?? "";
}

class PostgresConnection implements DatabaseConnection {
  broken = false;
  planning: PlanningMode = "reading";
  isInTransaction = false;
  /** Undefined during migrations, which wait for other processes. */
  patience: number | undefined;
  private readonly naming: StatementName;
  private readonly changes: DriverOptions["changes"];
  constructor(
    readonly client: PoolClient,
    options: Pick<DriverOptions, "naming" | "patience" | "changes">,
  ) {
    this.naming = options.naming;
    this.changes = options.changes;
    this.patience = options.patience;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return sendWatched<R>(this, query, (one) =>
      traceQuery("postgresql", one, () => this.send(one)),
    );
  }

  private async send<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Without values it may be several statements, which cannot have a name.
    const name = parameters.length > 0 ? this.naming(sql, this.planning) : undefined;
    const query = {
      text: sql,
      values: [...parameters],
      ...(this.patience !== undefined && { query_timeout: this.patience }),
    };
    try {
      const { rows, rowCount } = await this.client
        .query<R & object>({ ...query, ...(name !== undefined && { name }) })
        .catch((error) => {
          this.broken ||= isBroken(error);
          if (this.isInTransaction || !isOutdatedStatement(error)) throw error;
          // Without a name, the statement is planned anew.
          return this.client.query<R & object>(query);
        });
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.broken ||= isBroken(error);
      throw findRefusal(error);
    } finally {
      // The changes of a transaction count when it ends.
      if (!this.isInTransaction && !/^\s*(?:select|begin)\b/i.test(sql)) this.changes.count++;
    }
  }

  async *streamQuery<R>(query: CompiledQuery) {
    yield await this.executeQuery<R>(query);
  }

  async run(sql: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(sql));
  }
}

function getDriver(pool: Pool, usual: string, options: DriverOptions): Driver {
  const plain = (connection: DatabaseConnection) => connection as PostgresConnection;
  return {
    async init() {},
    async acquireConnection() {
      try {
        return new PostgresConnection(await pool.connect(), options);
      } catch (error) {
        throw findRefusal(error);
      }
    },
    async releaseConnection(connection) {
      const { client, broken } = plain(connection);
      client.release(broken);
    },
    async beginTransaction(connection, { isolationLevel, accessMode = "read write" }) {
      const other = `begin isolation level ${isolationLevel} ${accessMode}`;
      if (isolationLevel === "read committed") plain(connection).patience = undefined;
      try {
        await plain(connection).run(isolationLevel === undefined ? usual : other);
        plain(connection).isInTransaction = true;
        if (isolationLevel === undefined) plain(connection).planning = "writing";
      } catch (error) {
        // It may be in the middle of a transaction, for example after the timeout of a lock.
        if (getSqlState(error) === undefined) plain(connection).broken = true;
        if (!plain(connection).broken) await plain(connection).run("rollback");
        throw error;
      }
    },
    async commitTransaction(connection) {
      try {
        await plain(connection).run("commit");
      } catch (error) {
        throw plain(connection).broken ? createUnknownOutcomeError(error) : error;
      } finally {
        options.changes.count++;
      }
    },
    async rollbackTransaction(connection) {
      // If the connection is lost, the server rolls back by itself; the cause is the error to
      // report.
      if (!plain(connection).broken) await plain(connection).run("rollback");
    },
    destroy: async () => void (pool.ending || (await pool.end())),
  };
}
