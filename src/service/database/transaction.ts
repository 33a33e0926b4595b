/** Transactions, which are retried after serialization failures. */
import { setTimeout as pause } from "node:timers/promises";
import { noteTransaction } from "../engines/threads/caller.ts";
import type { Queries } from "./tables.ts";

/**
 * The number of attempts with concurrent transactions; afterwards it runs exclusively, without
 * conflicts.
 */
const besideOthers = 3;
/** An exclusive transaction needs fewer attempts, unless another program locks its rows. */
const mostAttempts = 12;
/**
 * A duplicate key may be caused by a concurrent transaction; if it occurs again, it is an actual
 * conflict.
 */
const mostCollisions = 2;

/** For each database, the connection whose transactions run exclusively. */
const runningAlone = new WeakMap<object, Queries>();
/** The listeners of each transaction, called after its commit. */
const commitListeners = new WeakMap<Queries, (() => void)[]>();

/** @param alone the same database with exclusive transactions */
export function allowAlone(db: Queries, alone: Queries): void {
  runningAlone.set(db.getExecutor().adapter, alone);
}

/**
 * Runs `work` in one transaction, which is committed completely or not at all. Concurrent
 * transactions have the same result as sequential ones; for that, `work` may be repeated, so it
 * must have no effects outside the database.
 * @throws any error of `work`, after the rollback
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

/** Reads the data of one point in time, regardless of concurrent writes. */
export async function inSnapshot<T>(
  db: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((transaction) => work(noteTransaction(transaction)));
    } catch (error) {
      if (!isOutdatedStatement(error) || attempt === mostAttempts) throw error;
    }
  }
}

/** Calls the listener after the commit of the transaction; immediately outside `inTransaction`. */
export function afterCommit(db: Queries, listener: () => void): void {
  const listeners = commitListeners.get(db);
  if (listeners) listeners.push(listener);
  else listener();
}

/** A prepared statement of the connection is from before a migration; the connection is closed. */
export function isOutdatedStatement(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "0A000" &&
    error.message.includes("cached plan")
  );
}

function isPassing(error: unknown, attempt: number): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A serialization failure, or a deadlock that the database has resolved.
  if (code === "40001" || code === "40P01" || isOutdatedStatement(error)) {
    return attempt < mostAttempts;
  }
  return code === "23505" && attempt < mostCollisions;
}
