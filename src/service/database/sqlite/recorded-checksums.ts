/** Checksums of the database pages, in memory and in the file beside the database. */

import {
  type ChecksumState,
  computeSum,
  type DatabaseHeader,
  type LogMark,
  readMark,
  readSums,
  removeMark,
  writeMark,
} from "./checksum-file.ts";
import { readAllSums } from "./database-pages.ts";
import { computeStamp } from "./file-stamp.ts";
import type { LogContent } from "./log-frames.ts";

export interface RecordedSums {
  /** The mark in the file; undefined if it is not reliable. */
  mark: ChecksumState | undefined;
  /** Reads the mark from the file. */
  readonly read: () => void;
  /** The checksums of a mark; undefined if there are none. */
  readonly readSums: (mark: ChecksumState) => Uint32Array | undefined;
  readonly sums: () => Uint32Array;
  /**
   * Writes the current state; if this fails, deletes the file so that it cannot mislead the next
   * start.
   * @param before the first page before a checkpoint, if one follows
   */
  readonly note: (
    head: DatabaseHeader,
    log: LogContent | undefined,
    sums: Uint32Array,
    before?: DatabaseHeader,
  ) => boolean;
  /** Records the length of the log at the end of this turn of the event loop. */
  readonly noteCommit: (log: LogMark) => void;
  /** Writes pending data. */
  readonly finish: () => void;
}

/** @param opened the database file */
export function openRecordedSums(
  path: string,
  sumsPath: string,
  opened: () => number,
): RecordedSums {
  let sums: Uint32Array | undefined;
  let isDue = false;

  function write(
    createMark: () => ChecksumState,
    content: { readonly withSums: boolean; readonly isLasting: boolean },
  ): boolean {
    try {
      const mark = createMark();
      writeMark(sumsPath, mark, recorded.sums(), mark.sum, content);
      recorded.mark = mark;
      return true;
    } catch {
      recorded.mark = undefined;
      removeMark(sumsPath);
      return false;
    }
  }

  const recorded: RecordedSums = {
    mark: undefined,
    read() {
      recorded.mark = readMark(sumsPath);
    },
    readSums: (mark) => readSums(sumsPath, mark),
    sums() {
      sums ??= recorded.mark && readSums(sumsPath, recorded.mark);
      return sums ?? readAllSums(opened(), recorded.mark?.pageSize ?? 4096);
    },
    note({ counter, round, hasLog, pageSize }, log, next, before) {
      sums = next;
      const isFolded = before !== undefined;
      const createMark = () => ({
        counter,
        counterBefore: before?.counter ?? counter,
        round,
        hasLog,
        pageSize,
        stamp: computeStamp(path),
        log: log?.mark,
        isFolded,
        pages: next.length,
        sum: computeSum(new Uint8Array(next.buffer, next.byteOffset, next.byteLength)),
      });
      return write(createMark, { withSums: true, isLasting: isFolded });
    },
    // Once for all commits of a turn, because writing another file between two commits makes the
    // disk wait. A log with more commits than recorded is intact.
    noteCommit(log) {
      if (recorded.mark === undefined) return;
      recorded.mark = { ...recorded.mark, log };
      if (isDue) return;
      isDue = true;
      setImmediate(recorded.finish);
    },
    finish() {
      if (!isDue) return;
      isDue = false;
      const { mark } = recorded;
      if (mark) write(() => mark, { withSums: false, isLasting: false });
    },
  };
  return recorded;
}
