/** Detects that the file with the data is not as the platform has written it. */
import type { Connection } from "./engine.ts";
import type { Damage } from "./storage-failure.ts";

/** The name of the file with the checksums, after that of the database. */
export const sumsSuffix = ".sums";

export interface FileGuard {
  /**
   * Inspects a log that a killed process has left, before SQLite writes it into the file.
   * @param requireFree throws if another process has the file open
   */
  readonly inspectLog: (requireFree: () => void) => void;
  /** Inspects the file, once SQLite has locked it. @throws Problem if it is damaged */
  readonly inspect: (connection: Connection, hasLog: boolean) => void;
  /** To be called before the data is used. @throws Problem once damage is known */
  readonly check: () => void;
  /** To be called with what a query has thrown. */
  readonly failed: (error: unknown) => void;
  /** The number that the next change writes into the first page; undefined if there is a log, which records it. */
  readonly nextRound: () => number | undefined;
  /** To be called after each change. */
  readonly wrote: () => void;
  /** To be called when SQLite has begun a log. */
  readonly beganLog: () => void;
  /** How many pages the log contains. */
  readonly framesInLog: () => number;
  /** What is wrong with the file, once it is known. */
  readonly damage: () => Damage | undefined;
  /** To be called before a checkpoint writes the log into the file, and after it. @returns whether it may begin */
  readonly fold: () => boolean;
  readonly folded: () => void;
  /** Verifies a further part of the file, and starts over at its end. */
  readonly readOn: () => void;
  readonly end: () => void;
}

/** Checks the whole file if no checksums tell its state: that it is this program's, and what SQLite finds. */
export function checkWhole(connection: Connection, refuse: (what: string) => Damage): void {
  const ask = (sql: string) => connection.prepare(sql).all() as Record<string, unknown>[];
  const tables = ask("select name from sqlite_master where type = 'table'").map(({ name }) => name);
  if (tables.length > 0 && !tables.includes("facts")) {
    throw refuse("it is the database of another program");
  }
  const [first] = ask("pragma integrity_check(1)");
  const verdict = Object.values(first ?? {})[0];
  if (verdict !== "ok") throw refuse(`SQLite's check says: ${String(verdict).split("\n")[0]}`);
  const [loose] = ask("pragma foreign_key_check");
  if (loose) throw refuse(`a row of ${String(loose.table)} belongs to one that is missing`);
}
