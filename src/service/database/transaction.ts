/** Transactions, which are retried after serialization failures. */
import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "../../errors.ts";
import { noteTransaction } from "../engines/threads/caller.ts";
import type { Queries } from "./tables.ts";

/** The time in milliseconds in which a transaction is retried; then its request gets 503. */
const retryTime = 60_000;
/** The number of attempts beside any number of other transactions. */
const concurrentAttempts = 3;
/**
 * The number of attempts before exclusive ones. Those after the concurrent attempts wait for each
 * other in this process, so that they do not conflict again.
 */
const queuedAttempts = 8;
/** The maximum pause between two attempts, in milliseconds. */
const longestPause = 500;
/** The number of attempts of a read whose prepared statements are outdated. */
const mostReads = 12;
/**
 * A duplicate key may be caused by a concurrent transaction; if it occurs again, it is an actual
 * conflict.
 */
const mostCollisions = 2;

/** For each database, the connection whose transactions run exclusively. */
const runningAlone = new WeakMap<object, Queries>();
/** For each database, the end of the last queued attempt. */
const queues = new WeakMap<object, Promise<unknown>>();
/** The listeners of each transaction, called after its commit. */
const commitListeners = new WeakMap<Queries, (() => void)[]>();

/** @param alone the same database with exclusive transactions */
export function allowAlone(db: Queries, alone: Queries): void {
  runningAlone.set(db.getExecutor().adapter, alone);
}

/**
 * Runs `work` in one transaction, which is committed completely or not at all. Concurrent
 * transactions have the same result as sequential ones; for that, `work` may be repeated, so it
 * must have no effects outside the database. Conflicts and locks of others make it wait.
 * @throws ApiError 503 if it still conflicts after a minute, or any error of `work`, after the
 * rollback
 */
export async function inTransaction<T>(
  db: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + retryTime;
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt <= concurrentAttempts) return await attemptOn(db, work);
      return await inQueue(db, () => attemptOn(isExclusive(attempt) ? getAlone(db) : db, work));
    } catch (error) {
      if (!isPassing(error, attempt)) throw error;
      if (performance.now() >= deadline) throw busy(error);
      await pause(Math.random() * Math.min(5 * 2 ** attempt, longestPause));
    }
  }
}

async function attemptOn<T>(db: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
  const listeners: (() => void)[] = [];
  const result = await db.transaction().execute((transaction) => {
    commitListeners.set(transaction, listeners);
    return work(noteTransaction(transaction));
  });
  for (const listener of listeners) listener();
  return result;
}

/**
 * Every other late attempt runs exclusively. It must wait until no transaction is open, which
 * delays all new ones; if one takes long, an attempt beside it can succeed earlier.
 */
function isExclusive(attempt: number): boolean {
  return attempt > queuedAttempts && attempt % 2 === 0;
}

function getAlone(db: Queries): Queries {
  return runningAlone.get(db.getExecutor().adapter) ?? db;
}

/** Runs one attempt at a time. While it waits, it occupies no connection. */
async function inQueue<T>(db: Queries, work: () => Promise<T>): Promise<T> {
  const key = db.getExecutor().adapter;
  const running = (queues.get(key) ?? Promise.resolve()).then(work);
  queues.set(
    key,
    running.catch(() => {}),
  );
  return running;
}

function busy(cause: unknown): ApiError {
  const error = new ApiError(
    503,
    "Other changes prevented this one for a minute, so nothing was changed. Retry later.",
    { retryAfter: 1 },
  );
  error.cause = cause;
  return error;
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
      if (!isOutdatedStatement(error) || attempt === mostReads) throw error;
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

/** SQLSTATEs: a serialization failure, a resolved deadlock, and a lock that another one holds. */
const passingStates: readonly unknown[] = ["40001", "40P01", "55P03"];

function isPassing(error: unknown, attempt: number): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (passingStates.includes(code) || isOutdatedStatement(error)) return true;
  return code === "23505" && attempt < mostCollisions;
}
