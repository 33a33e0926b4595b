/** Transactions, begun anew where the database could not fit two of them together. */
import { setTimeout as pause } from "node:timers/promises";
import type { Queries } from "./tables.ts";

/** So often a transaction runs beside others; after that it runs alone, and nothing is in its way. */
const besideOthers = 3;
/** More than one that runs alone can need, unless something outside the platform holds its rows. */
const mostAttempts = 12;
/** A row that another transaction wrote first may only look like a conflict; it stays one if it is. */
const mostCollisions = 2;

/** For each database, the queries whose transactions run while no other one does. */
const runningAlone = new WeakMap<object, Queries>();
/** For each transaction under way, what is told once it is kept. */
const followers = new WeakMap<Queries, (() => void)[]>();

/** @param alone queries of the same database whose transactions run alone */
export function allowAlone(db: Queries, alone: Queries): void {
  runningAlone.set(db.getExecutor().adapter, alone);
}

/**
 * Runs `work` in one transaction: all of what it writes is kept, or nothing. Where transactions run
 * at once, the outcome is that of running them one after another; `work` is then repeated where
 * that asks for it, so it must have no effect but on the database.
 * @throws whatever `work` throws, once everything is undone
 */
export async function inTransaction<T>(
  db: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const alone = attempt > besideOthers ? runningAlone.get(db.getExecutor().adapter) : undefined;
    const told: (() => void)[] = [];
    try {
      const result = await (alone ?? db).transaction().execute((transaction) => {
        followers.set(transaction, told);
        return work(transaction);
      });
      for (const tell of told) tell();
      return result;
    } catch (error) {
      if (!isPassing(error, attempt)) throw error;
      await pause(Math.random() * 5 * 2 ** Math.min(attempt, 4));
    }
  }
}

/** Reads the whole at one moment, beside whatever is written. */
export function inSnapshot<T>(db: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(work);
}

/** Tells once the transaction is kept; at once where there is none, or none of `inTransaction`. */
export function afterCommit(db: Queries, tell: () => void): void {
  const told = followers.get(db);
  if (told) told.push(tell);
  else tell();
}

function isPassing(error: unknown, attempt: number): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // A serialization failure, and a deadlock that the database has broken.
  if (code === "40001" || code === "40P01") return attempt < mostAttempts;
  return code === "23505" && attempt < mostCollisions;
}
