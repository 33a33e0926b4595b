/**
 * Detection of damage to the database file, at opening and while it is open. SQLite itself reads
 * most damaged pages as different data.
 */
import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { Damage, isUnreadable, unreadable } from "../storage-failure.ts";
import { type ChecksumState, type DatabaseHeader, readFully } from "./checksum-file.ts";
import {
  belongsToHead,
  findWrongPage,
  parsePageHead,
  readAllSums,
  readHead,
  renewPages,
} from "./database-pages.ts";
import type { EngineConnection } from "./engine.ts";
import { checkWhole, type FileGuard, sumsSuffix } from "./file-guard.ts";
import { computeSize, computeStamp, type FileStamp, isSameStamp, stampFrom } from "./file-stamp.ts";
import {
  belongsTo,
  computeFrameOffset,
  findSalts,
  followCommit,
  isShorter,
  type LogContent,
  readLog,
} from "./log-frames.ts";
import { openRecordedSums } from "./recorded-checksums.ts";

const noDatabase = "it does not have the header of a database";
const formatMismatch = (page: number, { length }: Uint32Array) =>
  `page ${page} of ${length} does not match its checksum`;

/** One megabyte. */
const pagesOfPart = 256;
/** @param onDamage is called once, if damage is found while the file is open */
export function guardFile(path: string, onDamage: (damage: Damage) => void): FileGuard {
  const sumsPath = path + sumsSuffix;
  const logPath = `${path}-wal`;
  let file: number | undefined;
  let logFile: number | undefined;
  let log: LogContent | undefined;
  let isLogging = false;
  let logStamp: FileStamp | undefined;
  let problem: Damage | undefined;
  let isFresh = false;
  let partFrom = 0;

  /** Kept open until the end, because closing it would release SQLite's lock. */
  const opened = () => (file ??= openSync(path, constants.O_RDONLY));
  const openedLog = () => (logFile ??= openSync(logPath, constants.O_RDONLY));
  const recorded = openRecordedSums(path, sumsPath, opened);
  const isInLog = (page: number) => log?.frameOf.has(page) === true;

  const refuse = (damage: string) => new Damage(path, damage);
  function compare({ pageSize }: ChecksumState, sums: Uint32Array): void {
    const { size } = computeStamp(path);
    const pageCount = Number(size / BigInt(pageSize));
    const wrong = findWrongPage(opened(), pageSize, sums, isInLog);
    if (wrong !== undefined && wrong > pageCount) {
      throw refuse(`only ${pageCount} of its ${sums.length} pages exist`);
    }
    if (wrong !== undefined) throw refuse(formatMismatch(wrong, sums));
    if (log === undefined && size !== BigInt(sums.length * pageSize)) {
      throw refuse("it has additional data at its end");
    }
  }

  function inspectLog(requireFree: () => void): void {
    recorded.read();
    if ((computeSize(logPath) ?? 0) === 0) return;
    requireFree();
    const head = readHead(opened());
    if (head === undefined) throw refuse(noDatabase);
    log = readLog(openedLog(), head.pageSize);
    const effective = headInLog(head);
    const isOfFile =
      recorded.mark &&
      (belongsToHead(recorded.mark, head) || belongsToHead(recorded.mark, effective));
    if (recorded.mark && log && belongsTo(log, recorded.mark) && !isOfFile) {
      throw refuse("its log belongs to another file");
    }
    const sums = recorded.mark && isOfFile ? recorded.readSums(recorded.mark) : undefined;
    if (sums === undefined) recorded.mark = undefined;
    if (recorded.mark === undefined || sums === undefined) return;
    if (isShorter(log, recorded.mark)) {
      throw refuse("a part of its log with the latest changes is lost");
    }
    if (recorded.mark.isFolded || !isSameStamp(recorded.mark.stamp, computeStamp(path)))
      compare(recorded.mark, sums);
    recorded.note(head, log, sums);
  }

  /** The first page after the next checkpoint. */
  function headInLog(head: DatabaseHeader): DatabaseHeader {
    const frame = log?.frameOf.get(1);
    if (frame === undefined) return head;
    return parsePageHead(readFrame(frame, head.pageSize)) ?? head;
  }

  function readFrame(frame: number, pageSize: number): Uint8Array {
    const page = new Uint8Array(pageSize);
    readFully(openedLog(), page, computeFrameOffset(frame, pageSize));
    return page;
  }

  function inspect(connection: EngineConnection, hasLog: boolean): void {
    isLogging = hasLog;
    if (log) logStamp = computeStamp(logPath);
    const stamp = computeStamp(path);
    if (stamp.size === 0n || (log && recorded.mark)) return;
    if (recorded.mark && recorded.mark.log === undefined && isSameStamp(recorded.mark.stamp, stamp))
      return;
    const head = readHead(opened());
    if (head === undefined) throw refuse(noDatabase);
    const sums =
      recorded.mark && belongsToHead(recorded.mark, head)
        ? recorded.readSums(recorded.mark)
        : undefined;
    if (recorded.mark && sums) {
      if (recorded.mark.log && !recorded.mark.isFolded) {
        throw refuse("its log with the latest changes is missing");
      }
      compare(recorded.mark, sums);
      recorded.note(head, log, sums);
      return;
    }
    checkWhole(connection, refuse);
    recorded.mark = undefined;
    recorded.note(head, log, readAllSums(opened(), head.pageSize));
  }

  function check(): void {
    if (problem) throw problem;
    // Once per turn of the event loop, for all queries in it.
    if (isFresh || recorded.mark === undefined) return;
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    const now = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (now === undefined)
      throw reportDamage(refuse("it was moved or deleted while it was in use"));
    const logNow = log && statSync(logPath, { bigint: true, throwIfNoEntry: false });
    if (log && logStamp && !(logNow && isSameStamp(logStamp, stampFrom(logNow))))
      inspectLogInUse(log, recorded.mark);
    if (isSameStamp(recorded.mark.stamp, stampFrom(now))) return;
    const openedStat = fstatSync(opened(), { bigint: true });
    if (openedStat.nlink === 0n || openedStat.ino !== now.ino) {
      throw reportDamage(refuse("it was replaced while it was in use"));
    }
    try {
      compare(recorded.mark, recorded.sums());
    } catch (error) {
      throw reportDamage(error);
    }
    recorded.mark = { ...recorded.mark, stamp: stampFrom(now) };
  }

  /** SQLite does not verify the checksums of a log that it has written itself. */
  function inspectLogInUse(expectedLog: LogContent, { pageSize }: ChecksumState): void {
    const currentLog =
      computeSize(logPath) === undefined ? undefined : readLog(openedLog(), pageSize);
    if (currentLog === undefined || currentLog.mark.frames < expectedLog.mark.frames) {
      throw reportDamage(refuse("a part of its log with the latest changes is lost"));
    }
    logStamp = computeStamp(logPath);
  }

  /** @returns the error for later callers, without the path */
  function reportDamage(error: unknown): unknown {
    if (!(error instanceof Damage)) return error;
    if (problem === undefined) onDamage(error);
    problem ??= new Damage(undefined, error.what);
    return problem;
  }

  /**
   * Processes several commits at once, because those that change no row, such as creating a table,
   * are not reported.
   * @returns whether there were any
   */
  function follow(pageSize: number): boolean {
    const before = log;
    for (let more = log; more; more = followCommit(openedLog(), more, pageSize)) log = more;
    return log !== before;
  }

  function wrote(): void {
    if (problem) return;
    if (!isLogging) {
      const head = readHead(opened());
      if (head) recorded.note(head, log, readAllSums(opened(), head.pageSize));
      return;
    }
    const pageSize = recorded.mark?.pageSize ?? readHead(opened())?.pageSize ?? 4096;
    if (log === undefined) {
      const salts = findSalts(openedLog());
      if (salts === undefined) return;
      log = { mark: { salts, frames: 0 }, frameOf: new Map(), pages: 0 };
    }
    if (!follow(pageSize)) return;
    logStamp = computeStamp(logPath);
    recorded.noteCommit(log.mark);
  }

  function beganLog(): void {
    isLogging = true;
    noteFirstPage();
  }

  /** SQLite records the start and end of a log in the first page. */
  function noteFirstPage(): void {
    const head = readHead(opened());
    if (head === undefined) return;
    const first = new Uint8Array(head.pageSize);
    readFully(opened(), first, 0);
    recorded.note(
      head,
      log,
      renewPages(recorded.sums(), recorded.sums().length, [1], () => first),
    );
  }

  function fold(): boolean {
    if (log === undefined || log.mark.frames === 0) return true;
    const head = readHead(opened());
    if (head === undefined) return false;
    follow(head.pageSize);
    const { frameOf, pages } = log;
    const read = (page: number) => readFrame(frameOf.get(page) ?? 0, head.pageSize);
    const after = renewPages(recorded.sums(), pages, frameOf.keys(), read);
    return recorded.note(headInLog(head), log, after, head);
  }

  function folded(): void {
    if (!isLogging) return;
    log = undefined;
    if (computeSize(logPath) === undefined) {
      isLogging = false;
      if (logFile !== undefined) closeSync(logFile);
      logFile = undefined;
    }
    noteFirstPage();
  }

  return {
    inspectLog,
    inspect,
    check,
    failed(error) {
      if (isUnreadable(error)) reportDamage(refuse(unreadable));
    },
    nextRound: () => (isLogging ? undefined : ((readHead(opened())?.round ?? 0) + 1) | 0),
    wrote,
    beganLog,
    damage: () => problem,
    framesInLog: () => log?.mark.frames ?? 0,
    fold,
    folded,
    readOn() {
      if (problem || recorded.mark === undefined) return;
      const sums = recorded.sums();
      const to = Math.min(sums.length, partFrom + pagesOfPart);
      const wrong = findWrongPage(opened(), recorded.mark.pageSize, sums, isInLog, [partFrom, to]);
      if (wrong !== undefined) reportDamage(refuse(formatMismatch(wrong, sums)));
      partFrom = to === sums.length ? 0 : to;
    },
    end() {
      recorded.finish();
      for (const one of [file, logFile]) if (one !== undefined) closeSync(one);
      [file, logFile] = [undefined, undefined];
    },
  };
}
