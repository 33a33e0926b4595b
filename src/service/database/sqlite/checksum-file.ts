/**
 * The checksum file beside the database, with the checksum of each page and the stamp of the last
 * change.
 */
import {
  closeSync,
  constants,
  fdatasyncSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import type { FileStamp } from "./file-stamp.ts";

/** The committed part of the write-ahead log. */
export interface LogMark {
  readonly salts: readonly [number, number];
  readonly frames: number;
}

/** The header in the first page of the database. */
export interface DatabaseHeader {
  readonly pageSize: number;
  /** SQLite's change counter, which increases once for each process that writes. */
  readonly counter: number;
  /** The platform's change counter, which increases with every change outside a log. */
  readonly round: number;
  readonly hasLog: boolean;
}

export interface ChecksumState extends DatabaseHeader {
  readonly stamp: FileStamp;
  readonly log: LogMark | undefined;
  /** Whether the checksums are those after a checkpoint. */
  readonly isFolded: boolean;
  /** SQLite's change counter before it. */
  readonly counterBefore: number;
  readonly pages: number;
  /** The checksum of all checksums. */
  readonly sum: number;
}

const magic = 0x31534d54;
const headLength = 96;

/**
 * Sufficient to detect damage: MurmurHash3, implemented here because loading a library takes longer
 * than its work.
 */
export function computeSum(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  let hash = words.length;
  for (let index = 0; index < words.length; index++) {
    let word = Math.imul(words[index] ?? 0, 0xcc9e2d51);
    word = Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    hash ^= word;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  return hash >>> 0;
}

/** @returns undefined if it does not exist or is not valid */
export function readMark(path: string): ChecksumState | undefined {
  const head = readPart(path, 0, headLength);
  if (head === undefined) return undefined;
  const view = new DataView(head.buffer);
  const number = (offset: number) => view.getUint32(offset, true);
  const large = (offset: number) => view.getBigUint64(offset, true);
  if (number(0) !== magic || number(4) !== computeSum(head.subarray(8))) return undefined;
  const frames = number(32);
  return {
    counter: number(8),
    pageSize: number(12),
    pages: number(16),
    sum: number(20),
    log: frames === 0 ? undefined : { salts: [number(24), number(28)], frames },
    isFolded: (number(36) & 1) !== 0,
    hasLog: (number(36) & 2) !== 0,
    round: view.getInt32(72, true),
    counterBefore: number(76),
    stamp: { size: large(40), modified: large(48), changed: large(56), inode: large(64) },
  };
}

/** @returns the checksums of a mark; undefined if they do not match it */
export function readSums(path: string, mark: ChecksumState): Uint32Array | undefined {
  const bytes = readPart(path, headLength, mark.pages * 4);
  if (bytes === undefined || computeSum(bytes) !== mark.sum) return undefined;
  return new Uint32Array(bytes.buffer, bytes.byteOffset, mark.pages);
}

/**
 * Writes a mark, with its checksums if they have changed.
 * @param isLasting whether it must be on the disk before the function returns
 */
export function writeMark(
  path: string,
  mark: Omit<ChecksumState, "sum" | "pages">,
  sums: Uint32Array,
  sum: number,
  { withSums, isLasting }: { readonly withSums: boolean; readonly isLasting: boolean },
): void {
  const whole = new Uint8Array(headLength + (withSums ? sums.byteLength : 0));
  const view = new DataView(whole.buffer);
  const put = (offset: number, value: number) => view.setUint32(offset, value, true);
  const { stamp, log } = mark;
  put(0, magic);
  put(8, mark.counter);
  put(12, mark.pageSize);
  put(16, sums.length);
  put(20, sum);
  put(24, log?.salts[0] ?? 0);
  put(28, log?.salts[1] ?? 0);
  put(32, log?.frames ?? 0);
  put(36, (mark.isFolded ? 1 : 0) | (mark.hasLog ? 2 : 0));
  view.setInt32(72, mark.round, true);
  put(76, mark.counterBefore);
  view.setBigUint64(40, stamp.size, true);
  view.setBigUint64(48, stamp.modified, true);
  view.setBigUint64(56, stamp.changed, true);
  view.setBigUint64(64, stamp.inode, true);
  put(4, computeSum(whole.subarray(8, headLength)));
  if (withSums)
    whole.set(new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength), headLength);
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | noFollow, 0o600);
  try {
    for (let offset = 0; offset < whole.length; )
      offset += writeSync(file, whole, offset, whole.length - offset, offset);
    if (isLasting) fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Without it, the next start checks the whole database. */
export function removeMark(path: string): void {
  rmSync(path, { force: true });
}

const noFollow = constants.O_NOFOLLOW ?? 0;

function readPart(path: string, from: number, length: number): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | noFollow);
  } catch {
    return undefined;
  }
  try {
    const bytes = new Uint8Array(length);
    return readFully(file, bytes, from) === length ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/** @returns the number of bytes read */
export function readFully(file: number, into: Uint8Array, from: number): number {
  let length = 0;
  while (length < into.length) {
    const read = readSync(file, into, length, into.length - length, from + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}
