import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ChecksumState } from "../../../../src/service/database/sqlite/checksum-file.ts";
import { loadEngine } from "../../../../src/service/database/sqlite/engine.ts";
import {
  belongsTo,
  computeFrameOffset,
  findSalts,
  followCommit,
  isShorter,
  type LogContent,
  readLog,
} from "../../../../src/service/database/sqlite/log-frames.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const pageSize = 4096;

/** The log of a database of SQLite after each of some commits. */
async function writeLogs(): Promise<Buffer[]> {
  const path = join(temporaryFolder(), "a.sqlite");
  const { DatabaseSync } = await loadEngine();
  const connection = new DatabaseSync(path);
  onTestFinished(() => connection.close());
  connection.exec(`pragma page_size = ${pageSize}`);
  connection.exec("pragma journal_mode = wal");
  connection.exec("pragma wal_autocheckpoint = 0");
  return [
    "create table facts (name text, value text)",
    "insert into facts values ('a', 'b')",
    `insert into facts values ('c', '${"d".repeat(9000)}')`,
  ].map((statement) => {
    connection.exec(statement);
    return readFileSync(`${path}-wal`);
  });
}

/** Opens a log with these bytes. */
function open(bytes: Uint8Array): number {
  const path = join(temporaryFolder(), "log");
  writeFileSync(path, bytes);
  const file = openSync(path, "r");
  onTestFinished(() => closeSync(file));
  return file;
}

function damage(bytes: Buffer, offset: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(damaged.readUInt8(offset) ^ 1, offset);
  return damaged;
}

const describeLog = (log: LogContent | undefined) =>
  log && { frames: log.mark.frames, pages: log.pages, frameOf: [...log.frameOf] };

describe("readLog", () => {
  it("finds the latest committed frame of each page", async () => {
    const logs = await writeLogs();
    expect(logs.map((log) => describeLog(readLog(open(log), pageSize)))).toEqual([
      {
        frames: 2,
        pages: 2,
        frameOf: [
          [1, 0],
          [2, 1],
        ],
      },
      {
        frames: 3,
        pages: 2,
        frameOf: [
          [1, 0],
          [2, 2],
        ],
      },
      {
        frames: 7,
        pages: 4,
        frameOf: [
          [1, 3],
          [2, 4],
          [3, 5],
          [4, 6],
        ],
      },
    ]);
  });

  it("ends at the last complete commit before damage, as SQLite does", async () => {
    const [, , log = Buffer.alloc(0)] = await writeLogs();
    const read = (bytes: Buffer, size = pageSize) => readLog(open(bytes), size)?.mark.frames;
    const whole = read(log) ?? 0;
    const at = (frame: number) => computeFrameOffset(frame, pageSize);
    expect(read(damage(log, at(whole - 1)))).toBe(3);
    expect(read(damage(log, at(whole - 1) + pageSize - 1))).toBe(3);
    // The salts, the number of the page, and the checksum of the last frame.
    expect(read(damage(log, at(whole - 1) - 16))).toBe(3);
    expect(read(damage(log, at(whole - 1) - 12))).toBe(3);
    expect(read(damage(log, at(whole - 1) - 24))).toBe(3);
    expect(read(damage(log, at(whole - 1) - 1))).toBe(3);
    expect(read(log.subarray(0, -1))).toBe(3);
    expect(read(damage(log, at(0)))).toBe(undefined);
    // The magic number, the page size, the salts and the checksum of the log itself.
    for (const offset of [0, 11, 17, 25, 31]) expect(read(damage(log, offset))).toBe(undefined);
    expect(read(log, 8192)).toBe(undefined);
    expect(read(log.subarray(0, 31))).toBe(undefined);
    expect(read(Buffer.alloc(0))).toBe(undefined);
  });
});

describe("followCommit", () => {
  it("adds the frames of one commit at a time", async () => {
    const [, , log = Buffer.alloc(0)] = await writeLogs();
    const file = open(log);
    const salts = findSalts(file);
    if (salts === undefined) throw new Error("The log is empty.");
    const steps: unknown[] = [];
    let content: LogContent | undefined = {
      mark: { salts, frames: 0 },
      frameOf: new Map(),
      pages: 0,
    };
    while (content) {
      content = followCommit(file, content, pageSize);
      steps.push(describeLog(content && { ...content, frameOf: new Map(content.frameOf) }));
    }
    expect(steps).toEqual([
      {
        frames: 2,
        pages: 2,
        frameOf: [
          [1, 0],
          [2, 1],
        ],
      },
      {
        frames: 3,
        pages: 2,
        frameOf: [
          [1, 0],
          [2, 2],
        ],
      },
      {
        frames: 7,
        pages: 4,
        frameOf: [
          [1, 3],
          [2, 4],
          [3, 5],
          [4, 6],
        ],
      },
      undefined,
    ]);
  });

  it("finds no commit with other salts, and no salts in an empty log", async () => {
    const [log = Buffer.alloc(0)] = await writeLogs();
    const file = open(log);
    const [one, two] = findSalts(file) ?? [0, 0];
    for (const salts of [
      [one + 1, two],
      [one, two + 1],
    ] as const) {
      const content = { mark: { salts, frames: 0 }, frameOf: new Map<number, number>(), pages: 0 };
      expect(followCommit(file, content, pageSize)).toBe(undefined);
      expect(content.frameOf.size).toBe(0);
    }
    expect(findSalts(open(Buffer.alloc(31)))).toBe(undefined);
    expect([one, two]).toEqual([log.readUInt32BE(16), log.readUInt32BE(20)]);
  });
});

describe("a log and a recorded state", () => {
  const log = (frames: number, salts: readonly [number, number] = [1, 2]): LogContent => ({
    mark: { salts, frames },
    frameOf: new Map(),
    pages: 1,
  });
  const mark = (frames: number | undefined, isFolded = false): ChecksumState => ({
    ...{ pageSize, counter: 1, counterBefore: 1, round: 0, hasLog: true, pages: 1, sum: 0 },
    stamp: { size: 0n, modified: 0n, changed: 0n, inode: 0n },
    log: frames === undefined ? undefined : { salts: [1, 2], frames },
    isFolded,
  });

  type Salts = readonly [number, number];
  it.each<[string, number | undefined, Salts, number | undefined, boolean, boolean]>([
    ["without a recorded log", undefined, [1, 2], undefined, false, false],
    ["without a log", undefined, [1, 2], 3, false, true],
    ["without a log after a checkpoint", undefined, [1, 2], 3, true, false],
    ["with the recorded length", 3, [1, 2], 3, false, false],
    ["with more frames", 4, [1, 2], 3, false, false],
    ["with less frames", 2, [1, 2], 3, false, true],
    ["with less frames after a checkpoint", 2, [1, 2], 3, true, true],
    ["of another log", 9, [1, 3], 3, false, true],
    ["of a later log after a checkpoint", 1, [2, 2], 3, true, false],
  ])("%s is shorter or not", (_, frames, salts, recordedFrames, isFolded, shorter) => {
    const content = frames === undefined ? undefined : log(frames, salts);
    expect(isShorter(content, mark(recordedFrames, isFolded))).toBe(shorter);
  });

  it("belong to each other by both salts", () => {
    expect(belongsTo(log(1), mark(3))).toBe(true);
    expect(belongsTo(log(1, [1, 3]), mark(3))).toBe(false);
    expect(belongsTo(log(1, [2, 2]), mark(3))).toBe(false);
    expect(belongsTo(log(1), mark(undefined))).toBe(false);
  });
});
