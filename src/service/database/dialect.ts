/** How Kysely speaks to the one SQLite connection: in turn, first come, first served. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Bindable, Connection, Statement } from "./engine.ts";
import type { SqliteConnection } from "./sqlite.ts";
import type { Queries } from "./tables.ts";

/** Whether other processes may work on the same data at the same time. */
export function isShared(db: Queries): boolean {
  return !(db.getExecutor().adapter instanceof SqliteAdapter);
}

type Ask = <R>(query: CompiledQuery) => QueryResult<R>;

/** How each database asks its connection, where it has but one and an answer takes no waiting. */
const connections = new WeakMap<object, OneConnection>();

interface OneConnection {
  readonly ask: Ask;
  readonly isTaken: () => boolean;
  /** How many statements were sent that may have changed something. */
  readonly changes: () => number;
}

/**
 * What asks the connection at once, in the turn of `db` or in none; undefined where somebody else
 * has the connection, and where the database is in another process.
 */
export function askAtOnce(db: Queries): Ask | undefined {
  const connection = connections.get(db.getExecutor().adapter);
  return db.isTransaction || connection?.isTaken() === false ? connection?.ask : undefined;
}

/**
 * A number that grows with every change of the data; undefined where others may change them unseen.
 * What was read while it was the same as now is still so.
 */
export function changesOf(db: Queries): number | undefined {
  return connections.get(db.getExecutor().adapter)?.changes();
}

/**
 * Kysely's own dialect wakes every waiter at each release, so that fifty requests at a time cost
 * as much as a thousand; here the next in line is woken alone.
 */
export function dialectOf(connection: SqliteConnection): Dialect {
  const adapter = new SqliteAdapter();
  return {
    createAdapter: () => adapter,
    createDriver: () => driverOf(connection, adapter),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function driverOf(connection: SqliteConnection, adapter: SqliteAdapter): Driver {
  const { ask, changes } = askerOf(connection);
  const single = connectionOf(ask);
  const waiting: (() => void)[] = [];
  let taken = false;
  let onlyReads = false;
  const run = async (sql: string) => {
    // Whoever has the one connection sees no change of others, so to read takes no transaction.
    if (!onlyReads) ask(CompiledQuery.raw(sql));
  };
  connections.set(adapter, { ask, isTaken: () => taken, changes });
  return {
    async init() {},
    async acquireConnection() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
      return single;
    },
    async releaseConnection() {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
    beginTransaction(_, { accessMode }) {
      onlyReads = accessMode === "read only";
      if (!onlyReads) connection.beforeTransaction();
      return run("begin");
    },
    commitTransaction: () => run("commit"),
    // A full or failing disk makes SQLite undo the transaction by itself.
    rollbackTransaction: () => run("rollback").catch(unlessUndone),
    async destroy() {
      connection.close();
    },
  };
}

/** What made SQLite undo it is the error to tell of, and not that there is nothing left to undo. */
function unlessUndone(error: unknown): void {
  if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
}

/** Statements are kept once prepared: a platform asks the same few hundred questions. */
const keptStatements = 500;

interface Prepared {
  readonly statement: Statement;
  readonly answers: boolean;
  /** It surely changes nothing. */
  readonly reads: boolean;
}

function askerOf(connection: Connection): Pick<OneConnection, "ask" | "changes"> {
  let sent = 0;
  const kept = new Map<string, Prepared>();

  function prepared(sql: string) {
    const known = kept.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    const answers = statement.columns().length > 0;
    const made = { statement, answers, reads: answers && /^\s*select\b/i.test(sql) };
    if (kept.size >= keptStatements) kept.clear();
    kept.set(sql, made);
    return made;
  }

  function ask<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, answers, reads } = prepared(sql);
    const values = parameters as readonly Bindable[];
    if (!reads) sent++;
    if (answers) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  return { ask, changes: () => sent };
}

function connectionOf(ask: Ask): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => ask<R>(query),
    async *streamQuery<R>(query: CompiledQuery) {
      yield ask<R>(query);
    },
  };
}
