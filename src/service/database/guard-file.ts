/**
 * Notices that the file with the data is not as the platform has written it: when it is opened, and
 * while it is open. SQLite itself reads most damaged pages as other data.
 */
import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import type { Connection } from "./engine.ts";
import { type FileGuard, sumsSuffix } from "./file-guard.ts";
import { isSame, type Look, lookOf, shapeOf, sizeOf } from "./file-look.ts";
import {
  belongsTo,
  followCommit,
  isShorter,
  type LogContent,
  placeOfFrame,
  readLog,
  saltsOf,
} from "./log-frames.ts";
import { noteSums } from "./noted-sums.ts";
import { type Head, type Mark, readFully } from "./page-sums.ts";
import {
  findWrongPage,
  headOf,
  isMarkOf,
  readAllSums,
  readHead,
  renewed,
} from "./pages-of-file.ts";
import { Damage, isUnreadable, unreadable } from "./storage-failure.ts";
import { checkWhole } from "./whole-check.ts";

const noDatabase = "it does not begin as a database does";
const notAsWritten = (page: number, { length }: Uint32Array) =>
  `page ${page} of ${length} is not as it was written`;

/** A megabyte. */
const pagesOfPart = 256;
/** @param onDamage is told once, of damage that was found while the file was open */
export function guardFile(path: string, onDamage: (damage: Damage) => void): FileGuard {
  const beside = path + sumsSuffix;
  const logPath = `${path}-wal`;
  let file: number | undefined;
  let logFile: number | undefined;
  let log: LogContent | undefined;
  let isLogging = false;
  let logLook: Look | undefined;
  let problem: Damage | undefined;
  let isFresh = false;
  let partFrom = 0;

  /** Kept open until the end, as to close it would drop SQLite's lock. */
  const opened = () => (file ??= openSync(path, constants.O_RDONLY));
  const openedLog = () => (logFile ??= openSync(logPath, constants.O_RDONLY));
  const noted = noteSums(path, beside, opened);
  const isInLog = (page: number) => log?.frameOf.has(page) === true;

  const refuse = (what: string) => new Damage(path, what);
  function compare({ pageSize }: Mark, found: Uint32Array): void {
    const { size } = lookOf(path);
    const there = Number(size / BigInt(pageSize));
    const wrong = findWrongPage(opened(), pageSize, found, isInLog);
    if (wrong !== undefined && wrong > there) {
      throw refuse(`only ${there} of its ${found.length} pages are there`);
    }
    if (wrong !== undefined) throw refuse(notAsWritten(wrong, found));
    if (log === undefined && size !== BigInt(found.length * pageSize)) {
      throw refuse("something was added at its end");
    }
  }

  function inspectLog(requireFree: () => void): void {
    noted.read();
    if ((sizeOf(logPath) ?? 0) === 0) return;
    requireFree();
    const head = readHead(opened());
    if (head === undefined) throw refuse(noDatabase);
    log = readLog(openedLog(), head.pageSize);
    const effective = headInLog(head);
    const isOfFile = noted.mark && (isMarkOf(noted.mark, head) || isMarkOf(noted.mark, effective));
    if (noted.mark && log && belongsTo(log, noted.mark) && !isOfFile) {
      throw refuse("it is not the file that its log belongs to");
    }
    const found = noted.mark && isOfFile ? noted.readSums(noted.mark) : undefined;
    if (found === undefined) noted.mark = undefined;
    if (noted.mark === undefined || found === undefined) return;
    if (isShorter(log, noted.mark)) {
      throw refuse("a part of its log, which holds what was answered last, is lost");
    }
    if (noted.mark.isFolded || !isSame(noted.mark.look, lookOf(path))) compare(noted.mark, found);
    noted.note(head, log, found);
  }

  /** The first page as it will be once the log is written into the file. */
  function headInLog(head: Head): Head {
    const frame = log?.frameOf.get(1);
    if (frame === undefined) return head;
    return headOf(readFrame(frame, head.pageSize)) ?? head;
  }

  function readFrame(frame: number, pageSize: number): Uint8Array {
    const page = new Uint8Array(pageSize);
    readFully(openedLog(), page, placeOfFrame(frame, pageSize));
    return page;
  }

  function inspect(connection: Connection, hasLog: boolean): void {
    isLogging = hasLog;
    if (log) logLook = lookOf(logPath);
    const look = lookOf(path);
    if (look.size === 0n || (log && noted.mark)) return;
    if (noted.mark && noted.mark.log === undefined && isSame(noted.mark.look, look)) return;
    const head = readHead(opened());
    if (head === undefined) throw refuse(noDatabase);
    const found = noted.mark && isMarkOf(noted.mark, head) ? noted.readSums(noted.mark) : undefined;
    if (noted.mark && found) {
      if (noted.mark.log && !noted.mark.isFolded) {
        throw refuse("its log, which holds what was answered last, is missing");
      }
      compare(noted.mark, found);
      noted.note(head, log, found);
      return;
    }
    checkWhole(connection, refuse);
    noted.mark = undefined;
    noted.note(head, log, readAllSums(opened(), head.pageSize));
  }

  function look(): void {
    if (problem) throw problem;
    // Once for all that is asked in one turn of the program.
    if (isFresh || noted.mark === undefined) return;
    isFresh = true;
    setImmediate(() => {
      isFresh = false;
    });
    const now = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (now === undefined) throw found(refuse("it was moved or removed while it was in use"));
    const logNow = log && statSync(logPath, { bigint: true, throwIfNoEntry: false });
    if (log && logLook && !(logNow && isSame(logLook, shapeOf(logNow))))
      inspectLogInUse(log, noted.mark);
    if (isSame(noted.mark.look, shapeOf(now))) return;
    const own = fstatSync(opened(), { bigint: true });
    if (own.nlink === 0n || own.ino !== now.ino) {
      throw found(refuse("it was replaced while it was in use"));
    }
    try {
      compare(noted.mark, noted.sums());
    } catch (error) {
      throw found(error);
    }
    noted.mark = { ...noted.mark, look: shapeOf(now) };
  }

  /** SQLite does not look at the checksums of a log again that it has written itself. */
  function inspectLogInUse(known: LogContent, { pageSize }: Mark): void {
    const there = sizeOf(logPath) === undefined ? undefined : readLog(openedLog(), pageSize);
    if (there === undefined || there.mark.frames < known.mark.frames) {
      throw found(refuse("a part of its log, which holds what was answered last, is lost"));
    }
    logLook = lookOf(logPath);
  }

  /** @returns what callers are told from now on, who are not told the path */
  function found(error: unknown): unknown {
    if (!(error instanceof Damage)) return error;
    if (problem === undefined) onDamage(error);
    problem ??= new Damage(undefined, error.what);
    return problem;
  }

  function wrote(): void {
    if (problem) return;
    if (!isLogging) {
      const head = readHead(opened());
      if (head) noted.note(head, log, readAllSums(opened(), head.pageSize));
      return;
    }
    const pageSize = noted.mark?.pageSize ?? readHead(opened())?.pageSize ?? 4096;
    if (log === undefined) {
      const salts = saltsOf(openedLog());
      if (salts === undefined) return;
      log = { mark: { salts, frames: 0 }, frameOf: new Map(), pages: 0 };
    }
    const more = followCommit(openedLog(), log, pageSize);
    if (more === undefined) return;
    log = more;
    logLook = lookOf(logPath);
    noted.noteCommit(log.mark);
  }

  function beganLog(): void {
    isLogging = true;
    noteFirstPage();
  }

  /** Beginning and ending a log is written into the first page. */
  function noteFirstPage(): void {
    const head = readHead(opened());
    if (head === undefined) return;
    const first = new Uint8Array(head.pageSize);
    readFully(opened(), first, 0);
    noted.note(
      head,
      log,
      renewed(noted.sums(), noted.sums().length, [1], () => first),
    );
  }

  function fold(): boolean {
    if (log === undefined || log.mark.frames === 0) return true;
    const head = readHead(opened());
    if (head === undefined) return false;
    const { frameOf, pages } = log;
    const read = (page: number) => readFrame(frameOf.get(page) ?? 0, head.pageSize);
    const after = renewed(noted.sums(), pages, frameOf.keys(), read);
    return noted.note(headInLog(head), log, after, head);
  }

  function folded(): void {
    if (!isLogging) return;
    log = undefined;
    if (sizeOf(logPath) === undefined) {
      isLogging = false;
      if (logFile !== undefined) closeSync(logFile);
      logFile = undefined;
    }
    noteFirstPage();
  }

  return {
    inspectLog,
    inspect,
    look,
    failed(error) {
      if (isUnreadable(error)) found(refuse(unreadable));
    },
    nextRound: () => (isLogging ? undefined : ((readHead(opened())?.round ?? 0) + 1) | 0),
    wrote,
    beganLog,
    damage: () => problem,
    framesInLog: () => log?.mark.frames ?? 0,
    fold,
    folded,
    readOn() {
      if (problem || noted.mark === undefined) return;
      const known = noted.sums();
      const to = Math.min(known.length, partFrom + pagesOfPart);
      const wrong = findWrongPage(opened(), noted.mark.pageSize, known, isInLog, [partFrom, to]);
      if (wrong !== undefined) found(refuse(notAsWritten(wrong, known)));
      partFrom = to === known.length ? 0 : to;
    },
    end() {
      noted.finish();
      for (const one of [file, logFile]) if (one !== undefined) closeSync(one);
      [file, logFile] = [undefined, undefined];
    },
  };
}
