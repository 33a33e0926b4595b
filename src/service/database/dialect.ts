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
import type { Bindable, Statement } from "./engine.ts";
import type { FileGuard } from "./file-guard.ts";
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
  readonly guard: FileGuard | undefined;
}

/**
 * What asks the connection at once, in the turn of `db` or in none; undefined where somebody else
 * has the connection, and where the database is in another process.
 */
export function askAtOnce(db: Queries): Ask | undefined {
  const connection = connections.get(db.getExecutor().adapter);
  if (db.isTransaction) return connection?.ask;
  if (connection?.isTaken() !== false) return undefined;
  connection.guard?.look();
  return connection.ask;
}

/** What watches the file; undefined where there is none. */
export function guardOf(db: Queries): FileGuard | undefined {
  return connections.get(db.getExecutor().adapter)?.guard;
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
  const { guard } = connection;
  let isWriting = false;
  const { ask, changes, commit } = askerOf(connection, () => isWriting);
  const single = connectionOf((query) => {
    // Within a transaction the file may be half written.
    if (!isWriting) guard?.look();
    return ask(query);
  });
  const waiting: (() => void)[] = [];
  let taken = false;
  let onlyReads = false;
  const run = async (sql: string) => {
    // Whoever has the one connection sees no change of others, so to read takes no transaction.
    if (!onlyReads) ask(CompiledQuery.raw(sql));
  };
  connections.set(adapter, { ask, isTaken: () => taken, changes, guard });
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
    async beginTransaction(_, { accessMode }) {
      guard?.look();
      onlyReads = accessMode === "read only";
      if (!onlyReads) connection.beforeTransaction();
      isWriting = !onlyReads;
      await run("begin");
    },
    async commitTransaction() {
      if (isWriting) commit();
      isWriting = false;
    },
    async rollbackTransaction() {
      // A full or failing disk makes SQLite undo the transaction by itself.
      await run("rollback").catch(unlessUndone);
      isWriting = false;
    },
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

function askerOf(
  connection: SqliteConnection,
  isInTransaction: () => boolean,
): Pick<OneConnection, "ask" | "changes"> & { readonly commit: () => void } {
  const { guard } = connection;
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

  function ask<R>(query: CompiledQuery): QueryResult<R> {
    try {
      const { statement, answers, reads } = prepared(query.sql);
      const values = query.parameters as readonly Bindable[];
      // Spread: SQLite takes 32 766 values at most.
      if (reads) return { rows: statement.all(...values) as R[] };
      sent++;
      const isAlone = guard !== undefined && !isInTransaction() && !/^\s*pragma/i.test(query.sql);
      return isAlone
        ? alone(() => changed<R>(statement, answers, values))
        : changed<R>(statement, answers, values);
    } catch (error) {
      guard?.failed(error);
      throw error;
    }
  }

  /** A change that stands by itself is a transaction too. */
  function alone<T>(change: () => T): T {
    connection.beforeTransaction();
    connection.exec("begin");
    try {
      const result = change();
      commit();
      return result;
    } catch (error) {
      try {
        connection.exec("rollback");
      } catch (undone) {
        unlessUndone(undone);
      }
      throw error;
    }
  }

  let known = guard && changedRows();

  function commit(): void {
    const total = guard && changedRows();
    if (total !== known) connection.beforeCommit();
    sent++;
    prepared("commit").statement.run();
    if (total !== known) guard?.wrote();
    known = total;
  }

  /** How many rows were changed over this connection. */
  function changedRows(): unknown {
    const [row] = prepared("select total_changes() as rows").statement.all();
    return Object.values(row ?? {})[0];
  }

  function changed<R>(
    statement: Statement,
    answers: boolean,
    values: readonly Bindable[],
  ): QueryResult<R> {
    // Spread: SQLite takes 32 766 values at most.
    if (answers) return { rows: statement.all(...values) as R[] };
    // Spread: SQLite takes 32 766 values at most.
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  return { ask, changes: () => sent, commit };
}

function connectionOf(ask: Ask): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => ask<R>(query),
    async *streamQuery<R>(query: CompiledQuery) {
      yield ask<R>(query);
    },
  };
}
