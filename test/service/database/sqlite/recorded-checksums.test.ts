/** The checksum file beside the database: what it contains after each step, and after a failure. */
import { closeSync, existsSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  computeSum,
  type DatabaseHeader,
  readMark,
  readSums,
} from "../../../../src/service/database/sqlite/checksum-file.ts";
import { readAllSums } from "../../../../src/service/database/sqlite/database-pages.ts";
import { computeStamp } from "../../../../src/service/database/sqlite/file-stamp.ts";
import type { LogContent } from "../../../../src/service/database/sqlite/log-frames.ts";
import { openRecordedSums } from "../../../../src/service/database/sqlite/recorded-checksums.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const pageSize = 512;
const head = { counter: 7, round: 3, hasLog: false, pageSize };
const log = { salts: [1, 2], frames: 3 } as const;

function start() {
  const folder = temporaryFolder();
  const [path, sumsPath] = [join(folder, "data"), join(folder, "sums")];
  writeFileSync(path, Buffer.alloc(3 * pageSize, "page"));
  const file = openSync(path, "r");
  onTestFinished(() => closeSync(file));
  const sums = readAllSums(file, pageSize);
  return { path, sumsPath, sums, open: () => openRecordedSums(path, sumsPath, () => file) };
}

describe("the file of checksums", () => {
  test.each<readonly [LogContent | undefined, DatabaseHeader | undefined]>([
    [undefined, undefined],
    [undefined, { ...head, counter: 6 }],
    [{ mark: log, frameOf: new Map(), pages: 3 }, undefined],
  ])("contains the state that is noted with the log %j before %j", (content, before) => {
    const { path, sumsPath, sums, open } = start();
    const recorded = open();
    expect(recorded.note(head, content, sums, before)).toBe(true);
    const expected = {
      ...head,
      ...{ counterBefore: before?.counter ?? head.counter, isFolded: before !== undefined },
      ...{ stamp: computeStamp(path), log: content?.mark, pages: sums.length },
      sum: computeSum(new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength)),
    };
    expect(recorded.mark).toEqual(expected);
    const again = open();
    expect(again.mark).toBeUndefined();
    again.read();
    expect(again.mark).toEqual(expected);
    expect(again.sums()).toEqual(sums);
    expect(readSums(sumsPath, expected)).toEqual(sums);
  });

  test("has the log of the last commit of a turn, from its end or earlier", async () => {
    const { sumsPath, sums, open } = start();
    const recorded = open();
    recorded.noteCommit(log);
    await nextTurn();
    expect(existsSync(sumsPath)).toBe(false);
    recorded.note(head, undefined, sums);
    for (const frames of [4, 5]) recorded.noteCommit({ ...log, frames });
    expect(readMark(sumsPath)?.log).toBeUndefined();
    await nextTurn();
    expect(readMark(sumsPath)?.log).toEqual({ ...log, frames: 5 });
    recorded.noteCommit({ ...log, frames: 6 });
    recorded.finish();
    expect(readMark(sumsPath)?.log).toEqual({ ...log, frames: 6 });
    expect(recorded.sums()).toEqual(sums);
  });

  test("is deleted if the new state cannot be written", () => {
    const { path, sumsPath, sums, open } = start();
    const recorded = open();
    recorded.note(head, undefined, sums);
    renameSync(path, `${path}-moved`);
    expect(recorded.note({ ...head, counter: 8 }, undefined, sums)).toBe(false);
    expect([existsSync(sumsPath), recorded.mark]).toEqual([false, undefined]);
    renameSync(`${path}-moved`, path);
    expect(recorded.note({ ...head, counter: 9 }, undefined, sums)).toBe(true);
    expect(readMark(sumsPath)?.counter).toBe(9);
  });
});
