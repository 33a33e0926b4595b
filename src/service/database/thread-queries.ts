/**
 * Queries of worker threads, which the main thread executes on its database connection. Each query
 * is independent, so other requests run in between; transactions are only possible in the main
 * thread.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { isShared } from "./sqlite/dialect.ts";
import type { CoreTables, Queries } from "./tables.ts";

/** A query that can be sent to another thread. */
export interface AskedQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The SQL dialect of the queries. */
export type SqlLanguage = "sqlite" | "postgresql";

export function getLanguage(db: Queries): SqlLanguage {
  return isShared(db) ? "postgresql" : "sqlite";
}

/** @returns the result that `createThreadQueries` expects for a query */
export function answerQuery(
  db: Queries,
  { sql, parameters }: AskedQuery,
): Promise<QueryResult<unknown>> {
  return db.executeQuery(CompiledQuery.raw(sql, [...parameters]));
}

/** @param ask passes a query to `answerQuery`; called again only after its result */
export function createThreadQueries(
  language: SqlLanguage,
  ask: (query: AskedQuery) => Promise<unknown>,
): Queries {
  let last: Promise<unknown> = Promise.resolve();
  const connection: DatabaseConnection = {
    executeQuery<R>({ sql, parameters }: CompiledQuery) {
      const answer = last.then(async () => (await ask({ sql, parameters })) as QueryResult<R>);
      last = answer.catch(() => undefined);
      return answer;
    },
    streamQuery: refuse,
  };
  return new Kysely<CoreTables>({ dialect: { ...dialects[language], createDriver } });

  function createDriver(): ReturnType<Dialect["createDriver"]> {
    return {
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: async () => {},
    };
  }
}

const dialects: Readonly<Record<SqlLanguage, Omit<Dialect, "createDriver">>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgresql: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

function refuse(): never {
  throw new Error("A worker thread can only run single queries.");
}
