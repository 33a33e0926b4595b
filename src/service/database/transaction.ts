/** Transactions, retried if the database cannot serialize them. */
import { setTimeout as pause } from "node:timers/promises";
import { noteTransaction } from "../engines/asker.ts";
import type { Queries } from "./tables.ts";

/** How often a transaction is tried beside others; after that it runs alone, without conflicts. */
const besideOthers = 3;
/** More attempts than one that runs alone can need, unless something outside the platform locks its rows. */
const mostAttempts = 12;
/** A duplicate key may come from a concurrent transaction; if it comes again, it is real. */
const mostCollisions = 2;

/** For each database, the queries whose transactions run alone. */
const runningAlone = new WeakMap<object, Queries>();
/** The listeners of each transaction, called once it is committed. */
const commitListeners = new WeakMap<Queries, (() => void)[]>();

/** @param alone queries of the same database whose transactions run alone */
export function allowAlone(db: Queries, alone: Queries): void {
  runningAlone.set(db.getExecutor().adapter, alone);
}

/**
 * Runs `work` in one transaction: all of what it writes is kept, or nothing. Concurrent transactions
 * have the same outcome as one after another; `work` may be repeated for that, so it must have no
 * effect but on the database.
 * @throws whatever `work` throws, once everything is undone
 */
export async function inTransaction<T>(
  db: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const alone = attempt > besideOthers ? runningAlone.get(db.getExecutor().adapter) : undefined;
    const listeners: (() => void)[] = [];
    try {
      const result = await (alone ?? db).transaction().execute((transaction) => {
        commitListeners.set(transaction, listeners);
        return work(noteTransaction(transaction));
      });
      for (const listener of listeners) listener();
      return result;
    } catch (error) {
      if (!isPassing(error, attempt)) throw error;
      await pause(Math.random() * 5 * 2 ** Math.min(attempt, 4));
    }
  }
}

/** Reads the data as it is at one moment, whatever is written meanwhile. */
export function inSnapshot<T>(db: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((transaction) => work(noteTransaction(transaction)));
}

/** Calls the listener once the transaction is committed; at once if there is none of `inTransaction`. */
export function afterCommit(db: Queries, listener: () => void): void {
  const listeners = commitListeners.get(db);
  if (listeners) listeners.push(listener);
  else listener();
}

function isPassing(error: unknown, attempt: number): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A serialization failure, and a deadlock that the database has broken.
  if (code === "40001" || code === "40P01") return attempt < mostAttempts;
  return code === "23505" && attempt < mostCollisions;
}
