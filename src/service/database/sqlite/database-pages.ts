/** Pages of a database file, read without SQLite and compared with their checksums. */
import { type ChecksumState, computeSum, type DatabaseHeader, readFully } from "./checksum-file.ts";

const text = "SQLite format 3\0";
const pagesAtOnce = 256;

/** @returns undefined if it is not a database */
export function parsePageHead(page: Uint8Array): DatabaseHeader | undefined {
  if (page.length < 100 || Buffer.from(page.buffer, page.byteOffset, 16).toString() !== text) {
    return undefined;
  }
  const view = new DataView(page.buffer, page.byteOffset);
  const size = view.getUint16(16);
  return {
    pageSize: size === 1 ? 65536 : size,
    counter: view.getUint32(24),
    round: view.getInt32(60),
    hasLog: view.getUint8(18) === 2,
  };
}

/** Whether a mark belongs to this state of the file, according to the first page. */
export function belongsToHead(mark: ChecksumState, head: DatabaseHeader): boolean {
  const { counter, counterBefore, round, hasLog } = mark;
  const isCounted = head.counter === counter || head.counter === counterBefore;
  return isCounted && round === head.round && hasLog === head.hasLog;
}

export function readHead(file: number): DatabaseHeader | undefined {
  const start = new Uint8Array(100);
  return readFully(file, start, 0) === start.length ? parsePageHead(start) : undefined;
}

/** The checksums of all complete pages. */
export function readAllSums(file: number, pageSize: number): Uint32Array {
  const sums: number[] = [];
  for (const { sum } of readPagesFrom(file, pageSize, 0)) sums.push(sum);
  return Uint32Array.from(sums);
}

/**
 * Finds the first damaged page.
 * @param isElsewhere whether the current content of a page, counted from 1, is in the log
 * @returns its number, counted from 1; undefined if all pages are intact
 */
export function findWrongPage(
  file: number,
  pageSize: number,
  sums: Uint32Array,
  isElsewhere: (page: number) => boolean,
  [from, to]: readonly [number, number] = [0, sums.length],
): number | undefined {
  let next = from;
  for (const { index, sum } of readPagesFrom(file, pageSize, from, to)) {
    if (index < sums.length && sum !== sums[index] && !isElsewhere(index + 1)) return index + 1;
    next = index + 1;
  }
  // Missing pages at the end may be in the log.
  for (; next < to; next++) if (!isElsewhere(next + 1)) return next + 1;
  return undefined;
}

/** Changes the length of a list of checksums, and recomputes those of some pages. */
export function renewPages(
  before: Uint32Array,
  length: number,
  pages: Iterable<number>,
  read: (page: number) => Uint8Array,
): Uint32Array {
  const after = new Uint32Array(length);
  after.set(before.subarray(0, length));
  for (const page of pages) if (page <= length) after[page - 1] = computeSum(read(page));
  return after;
}

function* readPagesFrom(
  file: number,
  pageSize: number,
  from: number,
  to = Number.POSITIVE_INFINITY,
): Generator<{ readonly index: number; readonly sum: number }> {
  const chunk = new Uint8Array(pageSize * pagesAtOnce);
  for (let index = from; index < to; ) {
    const byteCount = Math.min(pagesAtOnce, to - index) * pageSize;
    const length = readFully(file, chunk.subarray(0, byteCount), index * pageSize);
    const whole = Math.floor(length / pageSize);
    for (let page = 0; page < whole; page++) {
      const bytes = chunk.subarray(page * pageSize, (page + 1) * pageSize);
      yield { index: index + page, sum: computeSum(bytes) };
    }
    if (length < byteCount || whole === 0) return;
    index += whole;
  }
}
