/**
 * Which queries the server keeps ready on each connection: it takes several times as long to plan one
 * as to answer it. A query has a name once it was asked a few times, as most of them have lists of
 * values in them that come but once, and what has a name is kept until the connection ends.
 */
import type { PoolClient } from "pg";

/** Under what a query is planned: those of a transaction that writes must not be planned as others are. */
export type Planning = "reading" | "writing";

/** @returns the name that a query is to be sent with; undefined where the server shall forget it at once */
export type Naming = (sql: string, planning: Planning) => string | undefined;

/** From this time on. */
const enough = 5;
/** Each takes some ten kilobytes of the server for each connection. */
const mostNames = 200;
/** So many that were not asked often enough are remembered, before all are forgotten. */
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

/** For a server that keeps nothing from one transaction to the next. */
export const noNames: Naming = () => undefined;

/**
 * Whether nobody stands in between who may lead the next transaction of a connection to another one
 * of the server, where nothing is known by its name. A pooler gives its own number for the process
 * that answers, as it cannot know that of the next transaction.
 */
export async function isDirect(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && client.processID === rows[0]?.pid;
}
