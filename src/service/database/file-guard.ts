/** What notices that the file with the data is not as the platform has written it. */
import type { Connection } from "./engine.ts";
import type { Damage } from "./storage-failure.ts";

/** The name of the file with the checksums, after that of the database. */
export const sumsSuffix = ".sums";

export interface FileGuard {
  /**
   * Inspects a log that a killed process has left, before SQLite writes it into the file.
   * @param requireFree throws where another process has the file
   */
  readonly inspectLog: (requireFree: () => void) => void;
  /** Inspects the file, once SQLite has it for itself. @throws Problem where it is damaged */
  readonly inspect: (connection: Connection, hasLog: boolean) => void;
  /** Is to be told before the data is used. @throws Problem from the moment it is damaged */
  readonly look: () => void;
  /** Is to be told of what a query has thrown. */
  readonly failed: (error: unknown) => void;
  /** What the first page is to say after the next change; undefined where a log tells of it. */
  readonly nextRound: () => number | undefined;
  /** Is to be told after each change. */
  readonly wrote: () => void;
  /** Is to be told when SQLite has begun a log. */
  readonly beganLog: () => void;
  /** How many pages the log holds. */
  readonly framesInLog: () => number;
  /** What is wrong with the file, from the moment that this is known. */
  readonly damage: () => Damage | undefined;
  /** Is to be told before the log is written into the file, and after it. @returns whether it may be */
  readonly fold: () => boolean;
  readonly folded: () => void;
  /** Reads a further part of the file, and begins anew at its end. */
  readonly readOn: () => void;
  readonly end: () => void;
}
