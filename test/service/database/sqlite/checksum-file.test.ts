import {
  closeSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ChecksumState,
  computeSum,
  readFully,
  readMark,
  readSums,
  removeMark,
  writeMark,
} from "../../../../src/service/database/sqlite/checksum-file.ts";
import {
  belongsToHead,
  findWrongPage,
  parsePageHead,
  readAllSums,
  readHead,
  renewPages,
} from "../../../../src/service/database/sqlite/database-pages.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const sums = Uint32Array.from([1, 4_294_967_295, 3]);
const sum = computeSum(new Uint8Array(sums.buffer));

const mark: ChecksumState = {
  ...{ counter: 4_000_000_000, counterBefore: 7, round: -5, pageSize: 65_536, hasLog: true },
  stamp: { size: 2n ** 40n, modified: 1n, changed: 2n, inode: 3n },
  log: { salts: [4_000_000_001, 2], frames: 9 },
  ...{ isFolded: false, pages: 3, sum },
};

function write(changes: Partial<ChecksumState> = {}) {
  const path = join(temporaryFolder(), "sums");
  writeMark(path, { ...mark, ...changes }, sums, sum, { withSums: true, isLasting: true });
  return path;
}

describe("the checksum file", () => {
  it.each<Partial<ChecksumState>>([
    {},
    { isFolded: true, hasLog: false, log: undefined },
    { isFolded: true },
    { hasLog: false, round: 5 },
  ])("has its mark and its checksums after %j", (changes) => {
    const path = write(changes);
    const stored = readMark(path);
    expect(stored).toEqual({ ...mark, ...changes });
    expect(readSums(path, stored ?? mark)).toEqual(sums);
  });

  it("keeps the checksums if only the mark is written", () => {
    const path = write();
    writeMark(path, { ...mark, counter: 8 }, sums, sum, { withSums: false, isLasting: false });
    expect(readMark(path)).toEqual({ ...mark, counter: 8 });
    expect(readSums(path, mark)).toEqual(sums);
  });

  it("is not read if it is missing, damaged, truncated or a link", () => {
    const path = write();
    const bytes = readFileSync(path);
    for (const offset of [0, 4, 8, 40, 95]) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(offset) ^ 1, offset);
      writeFileSync(path, damaged);
      expect([offset, readMark(path)]).toEqual([offset, undefined]);
    }
    writeFileSync(path, bytes);
    expect(readSums(path, { ...mark, sum: sum + 1 })).toBe(undefined);
    expect(readSums(path, { ...mark, pages: 4 })).toBe(undefined);
    const link = `${path}-link`;
    symlinkSync(path, link);
    expect(readMark(link)).toBe(undefined);
    truncateSync(path, 95);
    expect(readMark(path)).toBe(undefined);
    removeMark(path);
    removeMark(path);
    expect([readMark(path), readSums(path, mark)]).toEqual([undefined, undefined]);
  });

  it("has sums that depend on every word and its position", () => {
    const of = (...words: number[]) => computeSum(new Uint8Array(Uint32Array.from(words).buffer));
    expect([of(), of(0), of(1, 2), of(2, 1)]).toEqual([0, 3864333156, 2641652617, 2771557358]);
  });
});

const pageSize = 512;

/** A file with the first page of a database and further pages. */
function openPages(count: number, changes: (head: Buffer) => void = () => {}): number {
  const bytes = Buffer.alloc(count * pageSize);
  bytes.write("SQLite format 3\0", 0, "latin1");
  bytes.writeUInt16BE(pageSize, 16);
  bytes.writeUInt8(2, 18);
  bytes.writeUInt32BE(7, 24);
  bytes.writeInt32BE(-3, 60);
  for (let page = 1; page < count; page++) bytes.writeUInt32BE(page, page * pageSize);
  changes(bytes);
  const path = join(temporaryFolder(), "pages");
  writeFileSync(path, bytes);
  const file = openSync(path, "r");
  onTestFinished(() => closeSync(file));
  return file;
}

describe("the pages of a database", () => {
  it("begin with a head", () => {
    const head = { pageSize, counter: 7, round: -3, hasLog: true };
    expect(readHead(openPages(1))).toEqual(head);
    expect(readHead(openPages(1, (bytes) => bytes.writeUInt16BE(1, 16)))).toEqual({
      ...head,
      pageSize: 65_536,
    });
    expect(readHead(openPages(1, (bytes) => bytes.writeUInt8(1, 18)))).toEqual({
      ...head,
      hasLog: false,
    });
    expect(readHead(openPages(1, (bytes) => bytes.writeUInt8(0, 0)))).toBe(undefined);
    expect(parsePageHead(new Uint8Array(99))).toBe(undefined);
  });

  it.each([
    [{}, true],
    [{ counter: 8 }, true],
    [{ counterBefore: 8 }, true],
    [{ counter: 8, counterBefore: 8 }, false],
    [{ round: 0 }, false],
    [{ hasLog: false }, false],
  ])("belong to a mark with %j: %s", (changes, isSame) => {
    const head = { pageSize, counter: 7, round: -3, hasLog: true };
    const state = { ...mark, counter: 7, counterBefore: 7, round: -3, hasLog: true, ...changes };
    expect(belongsToHead(state, head)).toBe(isSame);
  });

  it("are compared with their checksums, except those in the log", () => {
    // More than are read at once.
    const file = openPages(300);
    const all = readAllSums(file, pageSize);
    expect(all).toHaveLength(300);
    const none = () => false;
    expect(findWrongPage(file, pageSize, all, none)).toBe(undefined);
    const changed = Uint32Array.from(all);
    changed[299] = 0;
    changed[3] = 0;
    expect(findWrongPage(file, pageSize, changed, none)).toBe(4);
    expect(findWrongPage(file, pageSize, changed, (page) => page === 4)).toBe(300);
    expect(findWrongPage(file, pageSize, changed, none, [4, 299])).toBe(undefined);
    expect(findWrongPage(file, pageSize, changed, none, [4, 300])).toBe(300);
    expect(findWrongPage(file, pageSize, changed, none, [3, 4])).toBe(4);
    const longer = new Uint32Array(302);
    longer.set(all);
    expect(findWrongPage(file, pageSize, longer, none)).toBe(301);
    expect(findWrongPage(file, pageSize, longer, (page) => page > 300)).toBe(undefined);
    expect(findWrongPage(file, pageSize, all.subarray(0, 299), none)).toBe(undefined);
    expect(
      findWrongPage(
        openPages(300, (bytes) => bytes.fill(0, 299 * pageSize)),
        pageSize,
        all,
        none,
      ),
    ).toBe(300);
  });

  it("have new checksums after they are changed, added or removed", () => {
    const page = new Uint8Array(8).fill(1);
    const renewed = computeSum(page);
    const read: number[] = [];
    const renew = (length: number, pages: number[]) =>
      renewPages(sums, length, pages, (number) => {
        read.push(number);
        return page;
      });
    expect([...renew(3, [2])]).toEqual([1, renewed, 3]);
    expect([...renew(4, [4])]).toEqual([1, 4_294_967_295, 3, renewed]);
    expect([...renew(2, [3, 1])]).toEqual([renewed, 4_294_967_295]);
    expect(read).toEqual([2, 4, 1]);
  });

  it("are read completely, or to the end of the file", () => {
    const file = openPages(2);
    expect(readFully(file, new Uint8Array(pageSize), pageSize)).toBe(pageSize);
    expect(readFully(file, new Uint8Array(pageSize), pageSize + 1)).toBe(pageSize - 1);
  });
});
