/** What a fault of the disk, or of the file with the data, means to whoever asked, and how to recover. */
import { Problem } from "../../errors.ts";

const kept = "What was answered before is kept.";

type Failure = readonly [status: number, message: (file: string) => string];

const blocked: Failure = [
  503,
  (file) =>
    `The platform may not write ${file}, so nothing was changed. ${kept} Let it be written by this user, with its folder and its disk, then start the platform again.`,
];
const failed: Failure = [
  503,
  (file) =>
    `The disk failed to read or write ${file}, so nothing was changed. ${kept} See to the disk, then start the platform again.`,
];
const full: Failure = [
  507,
  (file) =>
    `The disk with ${file} is full, so nothing was changed. ${kept} Make room, then try again.`,
];
/** What SQLite tells of damage comes to. */
export const unreadable = "SQLite cannot read a part of it";
const recover =
  "To go on with a backup, end whatever serves the data, move the file token and all files named tome.sqlite… out of its folder, then run: tome local import <backup>.";
const damagedMessage = (file: string, what: string) =>
  `${file} is damaged: ${what}. Nothing is served from it, and it is kept as it is. ${recover}`;
const damaged: Failure = [503, (file) => damagedMessage(file, unreadable)];

/** What is in the file is not what the platform has written: nothing may be served from it. */
export class Damage extends Problem {
  /**
   * @param file its path; absent for callers, who are not told it
   * @param what what is wrong with it, as a part of a sentence
   */
  constructor(
    file: string | undefined,
    readonly what: string,
  ) {
    super(503, damagedMessage(file ?? "The file with the data", what), { hint: "tome local path" });
  }
}

/** Whether SQLite has met a part of the file that it cannot make sense of. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && failures[sqliteCode(error)] === damaged;
}

/** By SQLite's primary result code, its words for that, and the name of the system's error. */
const failures: Readonly<Record<string, Failure>> = {
  3: blocked,
  8: blocked,
  10: failed,
  11: damaged,
  13: full,
  14: blocked,
  26: damaged,
  "attempt to write a readonly database": blocked,
  "disk I/O error": failed,
  "database disk image is malformed": damaged,
  "database or disk is full": full,
  "unable to open database file": blocked,
  "file is not a database": damaged,
  EACCES: blocked,
  EPERM: blocked,
  EROFS: blocked,
  EIO: failed,
  ENOSPC: full,
  EDQUOT: full,
};

/** @returns what to answer; undefined where something else went wrong. Callers are told no path */
export function storageFailure(error: unknown): Problem | undefined {
  return error instanceof Error
    ? problemOf(sqliteCode(error), "the file with the data")
    : undefined;
}

/** The same where the file is being opened: then errors of the system are about it too. */
export function openingFailure(error: unknown, file: string): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const isSystems = "syscall" in error && "code" in error;
  return problemOf(isSystems ? String(error.code) : sqliteCode(error), file);
}

function problemOf(code: string, file: string): Problem | undefined {
  const found = Object.hasOwn(failures, code) ? failures[code] : undefined;
  return found && new Problem(found[0], found[1](file), { hint: "tome local path" });
}

/** One of the two engines names no code where a query that answers rows fails. */
function sqliteCode(error: Error): string {
  return "errcode" in error ? String(Number(error.errcode) & 0xff) : error.message;
}
