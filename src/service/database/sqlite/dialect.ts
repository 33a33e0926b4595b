/** Kysely dialect for the single SQLite connection, used in order of arrival. */
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
import { sendWatched } from "../change-watch.ts";
import { setChangeCounter } from "../data-state.ts";
import type { Queries } from "../tables.ts";
import { traceQuery } from "../trace-query.ts";
import type { Bindable, Statement } from "./engine.ts";
import type { FileGuard } from "./file-guard.ts";
import type { SqliteConnection } from "./sqlite.ts";

/** Whether other processes may use the same data at the same time. */
export function isShared(db: Queries): boolean {
  return !(db.getExecutor().adapter instanceof SqliteAdapter);
}

type RunQuery = <R>(query: CompiledQuery) => QueryResult<R>;

/** The connection of each SQLite database, for synchronous queries. */
const connections = new WeakMap<object, SingleConnection>();

interface SingleConnection {
  readonly ask: RunQuery;
  readonly isTaken: () => boolean;
  readonly guard: OpenFileGuard | undefined;
}

/** The part of a guard for other modules, which may call it during a transaction. */
export type OpenFileGuard = Pick<FileGuard, "check" | "readOn">;

/**
 * Runs a query synchronously, in the transaction of `db` if there is one; undefined if another
 * transaction uses the connection, and for PostgreSQL.
 */
export function askAtOnce(db: Queries): RunQuery | undefined {
  const connection = connections.get(db.getExecutor().adapter);
  if (db.isTransaction) return connection?.ask;
  if (connection?.isTaken() !== false) return undefined;
  connection.guard?.check();
  return connection.ask;
}

/** The guard of the file; undefined for in-memory data. */
export function findGuard(db: Queries): OpenFileGuard | undefined {
  return connections.get(db.getExecutor().adapter)?.guard;
}

/**
 * Kysely's own dialect wakes all waiting queries at each release, so that fifty requests at a time
 * cost as much as a thousand; this one wakes only the next query.
 */
export function getDialect(connection: SqliteConnection): Dialect {
  const adapter = new SqliteAdapter();
  return {
    createAdapter: () => adapter,
    createDriver: () => getDriver(connection, adapter),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function getDriver(connection: SqliteConnection, adapter: SqliteAdapter): Driver {
  const { guard } = connection;
  let isWriting = false;
  const { ask, changes, commit } = createQueryRunner(connection, () => isWriting);
  const openGuard = guard && skipWhileWriting(guard, () => isWriting);
  const single = getConnection((query) => {
    openGuard?.check();
    return ask(query);
  });
  const waiting: (() => void)[] = [];
  let isTaken = false;
  let onlyReads = false;
  const run = async (sql: string) => {
    // No other query can change the data meanwhile, so reading needs no transaction.
    if (!onlyReads) ask(CompiledQuery.raw(sql));
  };
  connections.set(adapter, { ask, isTaken: () => isTaken, guard: openGuard });
  setChangeCounter(adapter, { count: changes });
  return {
    async init() {},
    async acquireConnection() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
      return single;
    },
    async releaseConnection() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
    async beginTransaction(_, { accessMode }) {
      guard?.check();
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
      // SQLite rolls back by itself if the disk is full or failing.
      await run("rollback").catch(ignoreUndone);
      isWriting = false;
    },
    async destroy() {
      connection.close();
    },
  };
}

/** Within a transaction, SQLite may have written a part of the changes into the file. */
function skipWhileWriting(guard: FileGuard, isWriting: () => boolean): OpenFileGuard {
  return {
    check() {
      if (!isWriting()) return guard.check();
      const damage = guard.damage();
      if (damage) throw damage;
    },
    readOn() {
      if (!isWriting()) guard.readOn();
    },
  };
}

/** Ignores that SQLite has already rolled back: the error that caused it is reported instead. */
function ignoreUndone(error: unknown): void {
  if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
}

/** The number of cached prepared statements: a platform runs the same few hundred queries. */
const mostStatements = 500;

interface PreparedStatement {
  readonly statement: Statement;
  readonly answers: boolean;
  /** Whether it certainly changes no data. */
  readonly reads: boolean;
}

function createQueryRunner(
  connection: SqliteConnection,
  isInTransaction: () => boolean,
): Pick<SingleConnection, "ask"> & {
  readonly commit: () => void;
  /** The number of statements sent that may have changed data. */
  readonly changes: () => number;
} {
  const { guard } = connection;
  let sent = 0;
  const statements = new Map<string, PreparedStatement>();

  function prepared(sql: string) {
    const cachedStatement = statements.get(sql);
    if (cachedStatement) return cachedStatement;
    const statement = connection.prepare(sql);
    const answers = statement.columns().length > 0;
    const entry = { statement, answers, reads: answers && /^\s*select\b/i.test(sql) };
    if (statements.size >= mostStatements) statements.clear();
    statements.set(sql, entry);
    return entry;
  }

  function ask<R>(query: CompiledQuery): QueryResult<R> {
    try {
      const { statement, answers, reads } = prepared(query.sql);
      const values = query.parameters as readonly Bindable[];
      // Spread: SQLite accepts at most 32,766 values.
      if (reads) return { rows: statement.all(...values) as R[] };
      // Beginning a transaction changes no data, so caches stay valid.
      if (query.sql !== "begin") sent++;
      const isAlone = guard !== undefined && !isInTransaction() && !/^\s*pragma/i.test(query.sql);
      return isAlone
        ? inOwnTransaction(() => execute<R>(statement, answers, values))
        : execute<R>(statement, answers, values);
    } catch (error) {
      guard?.failed(error);
      throw error;
    }
  }

  /** Runs a change outside a transaction in a separate transaction. */
  function inOwnTransaction<T>(change: () => T): T {
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
        ignoreUndone(undone);
      }
      throw error;
    }
  }

  let knownChanges = guard && changedRows();

  function commit(): void {
    const total = guard && changedRows();
    if (total !== knownChanges) connection.beforeCommit();
    sent++;
    prepared("commit").statement.run();
    if (total !== knownChanges) guard?.wrote();
    knownChanges = total;
  }

  /** The number of rows changed over this connection. */
  function changedRows(): unknown {
    const [row] = prepared("select total_changes() as rows").statement.all();
    return Object.values(row ?? {})[0];
  }

  function execute<R>(
    statement: Statement,
    answers: boolean,
    values: readonly Bindable[],
  ): QueryResult<R> {
    // Spread: SQLite accepts at most 32,766 values.
    if (answers) return { rows: statement.all(...values) as R[] };
    // Spread: SQLite accepts at most 32,766 values.
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  return { ask, changes: () => sent, commit };
}

function getConnection(ask: RunQuery): DatabaseConnection {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      sendWatched<R>(connection, query, (one) => traceQuery("sqlite", one, async () => ask(one))),
    async *streamQuery<R>(query: CompiledQuery) {
      yield ask<R>(query);
    },
  };
  return connection;
}
