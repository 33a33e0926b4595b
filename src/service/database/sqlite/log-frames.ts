/** Parser of SQLite's write-ahead log. SQLite itself treats a damaged log as a shorter one. */
import { type ChecksumState, type LogMark, readFully } from "./checksum-file.ts";

const headLength = 32;
const frameHeadLength = 24;

export interface LogContent {
  readonly mark: LogMark;
  /** For each page, the frame with its latest committed content, counted from 0. */
  readonly frameOf: Map<number, number>;
  /** The number of pages of the database after the last commit. */
  readonly pages: number;
}

/** The offset of a frame's page in the log. */
export function computeFrameOffset(frame: number, pageSize: number): number {
  return headLength + frame * (frameHeadLength + pageSize) + frameHeadLength;
}

/** The salts of a new log; undefined if it is empty. */
export function findSalts(file: number): readonly [number, number] | undefined {
  const head = new Uint8Array(headLength);
  if (readFully(file, head, 0) < headLength) return undefined;
  const view = new DataView(head.buffer);
  return [view.getUint32(16), view.getUint32(20)];
}

/**
 * Reads the frame headers of one more commit, and adds them to the content.
 * @returns undefined if there is no further commit
 */
export function followCommit(
  file: number,
  { mark, frameOf }: LogContent,
  pageSize: number,
): LogContent | undefined {
  const head = new Uint8Array(frameHeadLength);
  const view = new DataView(head.buffer);
  const addedFrames: [number, number][] = [];
  for (let frame = mark.frames; ; frame++) {
    const from = computeFrameOffset(frame, pageSize) - frameHeadLength;
    if (readFully(file, head, from) < frameHeadLength || !hasSalts(view, mark.salts)) {
      return undefined;
    }
    addedFrames.push([view.getUint32(0), frame]);
    const pages = view.getUint32(4);
    if (pages === 0) continue;
    // Frames of a transaction that was rolled back have no commit and must not count.
    for (const [page, frame] of addedFrames) frameOf.set(page, frame);
    return { mark: { ...mark, frames: frame + 1 }, frameOf, pages };
  }
}

/**
 * Reads a log as SQLite does in recovery: up to the first frame with an invalid checksum, and
 * within these up to the last commit.
 * @returns undefined if there is no commit
 */
export function readLog(file: number, pageSize: number): LogContent | undefined {
  const head = new Uint8Array(headLength);
  if (readFully(file, head, 0) < headLength) return undefined;
  const view = new DataView(head.buffer);
  const magic = view.getUint32(0);
  if ((magic & ~1) >>> 0 !== 0x377f0682 || view.getUint32(8) !== pageSize) return undefined;
  const sum = createRunningSum((magic & 1) === 0);
  sum.add(view, 0, 24);
  if (!sum.equals(view.getUint32(24), view.getUint32(28))) return undefined;
  const salts = [view.getUint32(16), view.getUint32(20)] as const;
  const frame = new Uint8Array(frameHeadLength + pageSize);
  const frameView = new DataView(frame.buffer);
  const committed = new Map<number, number>();
  const open = new Map<number, number>();
  let frames = 0;
  let pages = 0;
  for (let index = 0; ; index++) {
    const from = computeFrameOffset(index, pageSize) - frameHeadLength;
    if (readFully(file, frame, from) < frame.length || !hasSalts(frameView, salts)) break;
    sum.add(frameView, 0, 8);
    sum.add(frameView, frameHeadLength, pageSize);
    if (!sum.equals(frameView.getUint32(16), frameView.getUint32(20))) break;
    open.set(frameView.getUint32(0), index);
    if (frameView.getUint32(4) === 0) continue;
    pages = frameView.getUint32(4);
    frames = index + 1;
    for (const [page, frame] of open) committed.set(page, frame);
    open.clear();
  }
  return frames === 0 ? undefined : { mark: { salts, frames }, frameOf: committed, pages };
}

function hasSalts(frame: DataView, [one, two]: readonly [number, number]): boolean {
  return frame.getUint32(8) === one && frame.getUint32(12) === two;
}

/** The running checksum of a log, over pairs of words in the byte order of the machine that wrote it. */
function createRunningSum(isLittle: boolean) {
  let one = 0;
  let two = 0;
  return {
    add(view: DataView, from: number, length: number) {
      for (let offset = from; offset < from + length; offset += 8) {
        one = (one + view.getUint32(offset, isLittle) + two) >>> 0;
        two = (two + view.getUint32(offset + 4, isLittle) + one) >>> 0;
      }
    },
    equals: (first: number, second: number) => one === first && two === second,
  };
}

/** Whether the readable part of a log is shorter than the committed part. */
export function isShorter(log: LogContent | undefined, mark: ChecksumState): boolean {
  if (mark.log === undefined) return false;
  // After a checkpoint, the next log replaces it.
  if (log === undefined || !belongsTo(log, mark)) return !mark.isFolded;
  return log.mark.frames < mark.log.frames;
}

export function belongsTo(log: LogContent, mark: ChecksumState): boolean {
  const [one, two] = mark.log?.salts ?? [];
  return log.mark.salts[0] === one && log.mark.salts[1] === two;
}
