/** Detection of damage to the database file. */

import type { Damage } from "../storage-failure.ts";
import type { EngineConnection } from "./engine.ts";

/** The suffix of the checksum file, after the name of the database. */
export const sumsSuffix = ".sums";

export interface FileGuard {
  /**
   * Inspects the log of a killed process, before SQLite writes it into the file.
   * @param requireFree throws if another process has the file open
   */
  readonly inspectLog: (requireFree: () => void) => void;
  /**
   * Inspects the file after SQLite has locked it.
   * @throws ApiError if it is damaged
   */
  readonly inspect: (connection: EngineConnection, hasLog: boolean) => void;
  /**
   * Must be called before the data is used.
   * @throws ApiError if damage is known
   */
  readonly check: () => void;
  /** Must be called with errors of queries. */
  readonly failed: (error: unknown) => void;
  /**
   * The number that the next change writes into the first page; undefined if there is a log, which
   * records it.
   */
  readonly nextRound: () => number | undefined;
  /** Must be called after each change. */
  readonly wrote: () => void;
  /** Must be called when SQLite has begun a log. */
  readonly beganLog: () => void;
  /** The number of pages in the log. */
  readonly framesInLog: () => number;
  /** The damage of the file, once it is known. */
  readonly damage: () => Damage | undefined;
  /**
   * Must be called before and after a checkpoint writes the log into the file.
   * @returns whether it may begin
   */
  readonly fold: () => boolean;
  readonly folded: () => void;
  /** Verifies the next part of the file, and starts over at its end. */
  readonly readOn: () => void;
  readonly end: () => void;
}

/**
 * Checks the whole file if there are no checksums of its state: that it belongs to this program,
 * and SQLite's integrity check.
 */
export function checkWhole(connection: EngineConnection, refuse: (damage: string) => Damage): void {
  const ask = (sql: string) => connection.prepare(sql).all() as Record<string, unknown>[];
  const tables = ask("select name from sqlite_master where type = 'table'").map(({ name }) => name);
  if (tables.length > 0 && !tables.includes("facts")) {
    throw refuse("it is the database of another program");
  }
  const [first] = ask("pragma integrity_check(1)");
  const verdict = Object.values(first ?? {})[0];
  if (verdict !== "ok")
    throw refuse(`SQLite's integrity check failed: ${String(verdict).split("\n")[0]}`);
  const [loose] = ask("pragma foreign_key_check");
  if (loose) throw refuse(`a row of ${String(loose.table)} refers to a missing row`);
}
