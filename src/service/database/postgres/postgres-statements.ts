/**
 * Selection of queries for prepared statements: planning a query takes several times as long as
 * executing it. A query is prepared after a few executions, because most queries contain lists of
 * values that occur only once, and a prepared statement remains until the connection ends.
 */
import type { PoolClient } from "pg";

/** The settings under which a query is planned, which differ in a write transaction. */
export type PlanningMode = "reading" | "writing";

/** @returns the name of the prepared statement; undefined if the query should not be prepared */
export type StatementName = (sql: string, planning: PlanningMode) => string | undefined;

/** The execution after which a query is prepared. */
const minimumUses = 5;
/** Each takes about ten kilobytes of the server's memory per connection. */
const mostNames = 200;
/** The number of counted queries after which all counts are dropped. */
const mostCounted = 2000;

export function createNaming(): StatementName {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (sql, planning) => {
    const key = `${planning} ${sql}`;
    const knownName = names.get(key);
    if (knownName !== undefined || names.size >= mostNames) return knownName;
    const count = (counts.get(key) ?? 0) + 1;
    if (count < minimumUses) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(key, count);
      return undefined;
    }
    counts.delete(key);
    const name = `tome-${names.size + 1}`;
    names.set(key, name);
    return name;
  };
}

/** For a connection pooler, which retains no state between transactions. */
export const nameNothing: StatementName = () => undefined;

/**
 * Whether the connection goes to the server directly. A pooler may use another server connection
 * for the next transaction, on which no statement is prepared. It reports a different process
 * number, because it does not know the one of the next transaction.
 */
export async function isDirect(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && client.processID === rows[0]?.pid;
}
