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

/**
 * Kysely's own dialect wakes every waiter at each release, so that fifty requests at a time cost
 * as much as a thousand; here the next in line is woken alone.
 */
export function dialectOf(connection: SqliteConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOf(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function driverOf(connection: SqliteConnection): Driver {
  const single = connectionOf(connection);
  const waiting: (() => void)[] = [];
  let taken = false;
  const run = async (sql: string) => {
    await single.executeQuery(CompiledQuery.raw(sql));
  };
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
    beginTransaction() {
      connection.beforeTransaction();
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

function connectionOf(connection: Connection): DatabaseConnection {
  const kept = new Map<string, { readonly statement: Statement; readonly answers: boolean }>();

  function prepared(sql: string) {
    const known = kept.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    const made = { statement, answers: statement.columns().length > 0 };
    if (kept.size >= keptStatements) kept.clear();
    kept.set(sql, made);
    return made;
  }

  async function executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, answers } = prepared(sql);
    const values = parameters as readonly Bindable[];
    if (answers) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  return {
    executeQuery,
    async *streamQuery<R>(query: CompiledQuery) {
      yield await executeQuery<R>(query);
    },
  };
}
