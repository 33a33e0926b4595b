/** The checksums of the database's pages as this process knows them, and as they are written beside it. */
import { lookOf } from "./file-look.ts";
import type { LogContent } from "./log-frames.ts";
import {
  type Head,
  type LogMark,
  type Mark,
  readMark,
  readSums,
  removeMark,
  sumOf,
  writeMark,
} from "./page-sums.ts";
import { readAllSums } from "./pages-of-file.ts";

export interface NotedSums {
  /** What is written beside; undefined where nothing there can be relied on. */
  mark: Mark | undefined;
  /** Reads what is written beside. */
  readonly read: () => void;
  /** The checksums that belong to a mark; undefined where there are none. */
  readonly readSums: (mark: Mark) => Uint32Array | undefined;
  readonly sums: () => Uint32Array;
  /**
   * Writes what is known; where that fails, nothing stays beside to mislead the next start.
   * @param before the first page before the log is written into the file, where that comes next
   */
  readonly note: (
    head: Head,
    log: LogContent | undefined,
    sums: Uint32Array,
    before?: Head,
  ) => boolean;
  /** Writes, at the end of this turn of the program, how much the log holds. */
  readonly noteCommit: (log: LogMark) => void;
  /** Writes what is still to be written. */
  readonly finish: () => void;
}

/** @param opened the database's file */
export function noteSums(path: string, beside: string, opened: () => number): NotedSums {
  let sums: Uint32Array | undefined;
  let isDue = false;

  function write(
    made: () => Mark,
    content: { readonly withSums: boolean; readonly isLasting: boolean },
  ): boolean {
    try {
      const mark = made();
      writeMark(beside, mark, noted.sums(), mark.sum, content);
      noted.mark = mark;
      return true;
    } catch {
      noted.mark = undefined;
      removeMark(beside);
      return false;
    }
  }

  const noted: NotedSums = {
    mark: undefined,
    read() {
      noted.mark = readMark(beside);
    },
    readSums: (mark) => readSums(beside, mark),
    sums() {
      sums ??= noted.mark && readSums(beside, noted.mark);
      return sums ?? readAllSums(opened(), noted.mark?.pageSize ?? 4096);
    },
    note({ counter, round, hasLog, pageSize }, log, next, before) {
      sums = next;
      const isFolded = before !== undefined;
      const made = () => ({
        counter,
        counterBefore: before?.counter ?? counter,
        round,
        hasLog,
        pageSize,
        look: lookOf(path),
        log: log?.mark,
        isFolded,
        pages: next.length,
        sum: sumOf(new Uint8Array(next.buffer, next.byteOffset, next.byteLength)),
      });
      return write(made, { withSums: true, isLasting: isFolded });
    },
    // Once for all commits of a turn: to write another file between two of them makes the disk wait.
    // A log that holds more than is noted of it is whole.
    noteCommit(log) {
      if (noted.mark === undefined) return;
      noted.mark = { ...noted.mark, log };
      if (isDue) return;
      isDue = true;
      setImmediate(noted.finish);
    },
    finish() {
      if (!isDue) return;
      isDue = false;
      const { mark } = noted;
      if (mark) write(() => mark, { withSums: false, isLasting: false });
    },
  };
  return noted;
}
