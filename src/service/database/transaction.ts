/** Transactions, which are retried after serialization failures. */
import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "../../errors.ts";
import { noteTransaction } from "../engines/threads/caller.ts";
import type { Queries } from "./tables.ts";

/** The time in milliseconds in which a transaction is retried; then its request gets 503. */
const retryTime = 60_000;
/** The number of attempts beside other transactions, before exclusive ones. */
const concurrentAttempts = 5;
/** The maximum pause between two attempts, in milliseconds. */
const longestPause = 500;
/** The number of attempts of a read whose prepared statements are outdated. */
const mostReads = 12;
/**
 * A duplicate key may be caused by a concurrent transaction; if it occurs again, it is an actual
 * conflict.
 */
const mostCollisions = 2;

/** For each database of several processes, how its transactions run. */
const schedules = new WeakMap<object, Schedule>();
/** The listeners of each transaction, called after its commit. */
const commitListeners = new WeakMap<Queries, (() => void)[]>();

interface Schedule {
  /** The same database with exclusive transactions. */
  readonly alone: Queries;
  readonly queue: TransactionQueue;
}

/**
 * Schedules the transactions of a database that other processes change as well.
 * @param alone the same database with exclusive transactions
 * @param most the maximum number of transactions at a time
 */
export function scheduleTransactions(db: Queries, alone: Queries, most: number): void {
  schedules.set(db.getExecutor().adapter, { alone, queue: new TransactionQueue(most) });
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
  const schedule = schedules.get(db.getExecutor().adapter);
  const deadline = performance.now() + retryTime;
  for (let attempt = 1; ; attempt++) {
    const from = schedule && isExclusive(attempt) ? schedule.alone : db;
    try {
      if (schedule === undefined) return await attemptTransaction(db, work);
      return await schedule.queue.run(attempt > 1, () => attemptTransaction(from, work));
    } catch (error) {
      if (!isPassing(error, attempt)) throw error;
      if (performance.now() >= deadline) throw createBusyError(error);
      await pause(Math.random() * Math.min(5 * 2 ** attempt, longestPause));
    }
  }
}

async function attemptTransaction<T>(
  db: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
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
  return attempt > concurrentAttempts && attempt % 2 === 0;
}

/**
 * Queue of transactions, which adjusts their number to the conflicts. PostgreSQL detects conflicts
 * by the pages of indexes, so in a small database almost any two concurrent writes conflict, and
 * running many at a time only repeats work. A waiting transaction occupies no connection.
 */
class TransactionQueue {
  private limit: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  constructor(private readonly most: number) {
    this.limit = most;
  }

  /** @param isRetry whether it starts before transactions that have not run yet */
  async run<T>(isRetry: boolean, work: () => Promise<T>): Promise<T> {
    if (this.running < Math.floor(this.limit)) this.running++;
    else {
      await new Promise<void>((resolve) => {
        if (isRetry) this.waiting.unshift(resolve);
        else this.waiting.push(resolve);
      });
    }
    try {
      const result = await work();
      this.limit = Math.min(this.most, this.limit + growth);
      return result;
    } catch (error) {
      if (isConflict(error)) this.limit = Math.max(1, this.limit / 2);
      throw error;
    } finally {
      this.running--;
      this.startNext();
    }
  }

  private startNext(): void {
    while (this.running < Math.floor(this.limit)) {
      const start = this.waiting.shift();
      if (start === undefined) return;
      this.running++;
      start();
    }
  }
}

/** The part of a further transaction that each success allows. */
const growth = 0.1;

function createBusyError(cause: unknown): ApiError {
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
export function runAfterCommit(db: Queries, listener: () => void): void {
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

/** A serialization failure, or a deadlock that the database has resolved. */
function isConflict(error: unknown): boolean {
  const code = getCode(error);
  return code === "40001" || code === "40P01";
}

function isPassing(error: unknown, attempt: number): boolean {
  const code = getCode(error);
  // A lock that another transaction holds for longer than the server waits.
  if (isConflict(error) || code === "55P03" || isOutdatedStatement(error)) return true;
  return code === "23505" && attempt < mostCollisions;
}

function getCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
