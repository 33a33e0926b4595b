/** Detection of changes of the data since a point in time, for repeated checks and cached results. */
import type { Queries } from "./tables.ts";

/** Counts the statements of this process that may have changed data. */
export interface ChangeCounter {
  readonly count: () => number;
  /**
   * Reads a text that is different after each change, also by other processes; absent if there are
   * none, so that the counter misses nothing.
   */
  readonly readSnapshot?: (db: Queries) => Promise<string>;
}

/** The state of the data at the time of a query. */
export interface DataState {
  /** The count of the counter. */
  readonly changes: number;
  /** As returned by `performance.now()`. */
  readonly readAt: number;
}

/**
 * The time in milliseconds after which other processes are assumed to have changed the data that they
 * share.
 */
export const maxUnnoticedWait = 50;

const counters = new WeakMap<object, ChangeCounter>();

/** @param adapter the adapter of the database, which is the same in its transactions */
export function setChangeCounter(adapter: object, counter: ChangeCounter): void {
  counters.set(adapter, counter);
}

/** To be read before the query whose result it describes. */
export function readDataState(db: Queries): DataState {
  const { adapter } = db.getExecutor();
  return { changes: counters.get(adapter)?.count() ?? 0, readAt: performance.now() };
}

/**
 * Whether data may have changed since `state`. It needs no query: of changes by other processes, only
 * the time is known.
 */
export function mayHaveChanged(state: DataState, db: Queries): boolean {
  const counter = counters.get(db.getExecutor().adapter);
  if (counter === undefined || counter.count() !== state.changes) return true;
  return counter.readSnapshot !== undefined && performance.now() - state.readAt > maxUnnoticedWait;
}

/**
 * A number that increases with every change of the data; undefined if other processes may change
 * it. Data that was read with the same number is current.
 */
export function countChanges(db: Queries): number | undefined {
  const counter = counters.get(db.getExecutor().adapter);
  return counter?.readSnapshot === undefined ? counter?.count() : undefined;
}

/**
 * The same for results that are worth a query if other processes may change the data; undefined within
 * their transactions, whose own changes are not part of a snapshot.
 */
export async function readVersion(db: Queries): Promise<number | string | undefined> {
  const counter = counters.get(db.getExecutor().adapter);
  if (counter?.readSnapshot === undefined) return counter?.count();
  return db.isTransaction ? undefined : counter.readSnapshot(db);
}
