/**
 * Decides which queries the server keeps prepared on each connection: planning one takes several times
 * as long as answering it. A query gets a name once it was asked a few times, as most have lists of
 * values that occur only once, and a named one is kept until the connection ends.
 */
import type { PoolClient } from "pg";

/** The settings under which a query is planned: in a transaction that writes they differ. */
export type Planning = "reading" | "writing";

/** @returns the name to send a query with; undefined if the server should not keep it */
export type Naming = (sql: string, planning: Planning) => string | undefined;

/** A query gets a name when it is asked for this time. */
const enough = 5;
/** Each takes about ten kilobytes of the server's memory for each connection. */
const mostNames = 200;
/** How many queries are counted before all counts are dropped. */
const mostCounted = 2000;

export function createNaming(): Naming {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (sql, planning) => {
    const key = `${planning} ${sql}`;
    const known = names.get(key);
    if (known !== undefined || names.size >= mostNames) return known;
    const count = (counts.get(key) ?? 0) + 1;
    if (count < enough) {
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

/** For a pooler, behind which nothing is kept from one transaction to the next. */
export const noNames: Naming = () => undefined;

/**
 * Whether the connection goes to the server itself. A pooler may send the next transaction over
 * another connection of the server, on which no query has a name. It reports a process number of its
 * own, as it cannot know that of the next transaction.
 */
export async function isDirect(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && client.processID === rows[0]?.pid;
}
