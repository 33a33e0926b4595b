/** How Kysely speaks to PostgreSQL: over a pool of connections, each transaction as if it were alone. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import { isBroken, refusalOf, unknownOutcome } from "./postgres-faults.ts";
import type { Naming, Planning } from "./postgres-statements.ts";

/**
 * What a transaction begins with, sent at once. PostgreSQL notes what was looked at by which index,
 * and a whole table where it read the whole table: small ones, too, are to be read by their indexes,
 * or writers would meet who have nothing in common. A process that stops in its middle must not
 * hold up the others for good.
 */
const beginning =
  "begin isolation level serializable; set local enable_seqscan = off; set local idle_in_transaction_session_timeout = '2min'";

export interface Manner {
  /** Whether its transactions run only while no other one does, or beside others. */
  readonly alone: boolean;
  /** Whether commits must be told to wait for the disk. */
  readonly sync: boolean;
  /** The same for all that ask over one pool. */
  readonly naming: Naming;
}

export function postgresDialect(pool: Pool, { alone, sync, naming }: Manner): Dialect {
  const usual = [
    beginning,
    ...(sync ? ["set local synchronous_commit = on"] : []),
    // Every transaction takes this lock, so that one of them can keep out all the others.
    `lock table facts in ${alone ? "exclusive" : "row share"} mode`,
  ].join("; ");
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(pool, usual, naming),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class Connection implements DatabaseConnection {
  broken = false;
  planning: Planning = "reading";
  constructor(
    readonly client: PoolClient,
    readonly naming: Naming,
  ) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Without values it may be several statements, which have no name together.
    const name = parameters.length > 0 ? this.naming(sql, this.planning) : undefined;
    try {
      const { rows, rowCount } = await this.client.query<R & object>({
        ...(name !== undefined && { name }),
        text: sql,
        values: [...parameters],
      });
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.broken ||= isBroken(error);
      throw refusalOf(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery) {
    yield await this.executeQuery<R>(query);
  }

  async run(sql: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(sql));
  }
}

function driverOf(pool: Pool, usual: string, naming: Naming): Driver {
  const plain = (connection: DatabaseConnection) => connection as Connection;
  return {
    async init() {},
    async acquireConnection() {
      try {
        return new Connection(await pool.connect(), naming);
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async releaseConnection(connection) {
      const { client, broken } = plain(connection);
      client.release(broken);
    },
    async beginTransaction(connection, { isolationLevel, accessMode = "read write" }) {
      const other = `begin isolation level ${isolationLevel} ${accessMode}`;
      try {
        await plain(connection).run(isolationLevel === undefined ? usual : other);
        if (isolationLevel === undefined) plain(connection).planning = "writing";
      } catch (error) {
        // It may be in the middle of a transaction now.
        plain(connection).broken = true;
        throw error;
      }
    },
    async commitTransaction(connection) {
      try {
        await plain(connection).run("commit");
      } catch (error) {
        throw plain(connection).broken ? unknownOutcome(error) : error;
      }
    },
    async rollbackTransaction(connection) {
      // A connection that is lost has undone all by itself, and why it was lost is to be told.
      if (!plain(connection).broken) await plain(connection).run("rollback");
    },
    destroy: async () => void (pool.ending || (await pool.end())),
  };
}
