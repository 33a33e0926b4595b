/** What an error of the disk, or of the file with the data, means to the caller, and how to recover. */
import { Problem } from "../../errors.ts";

const keptNote = "What was answered before is kept.";

type Failure = readonly [status: number, message: (file: string) => string];

const blocked: Failure = [
  503,
  (file) =>
    `The platform may not read or write ${file}, so nothing was changed. ${keptNote} Let it be read and written by this user, with its folder and its disk, then start the platform again.`,
];
const failed: Failure = [
  503,
  (file) =>
    `The disk failed to read or write ${file}, so nothing was changed. ${keptNote} See to the disk, then start the platform again.`,
];
const full: Failure = [
  507,
  (file) =>
    `The disk with ${file} is full, so nothing was changed. ${keptNote} Make room, then try again.`,
];
const misplaced = (why: string): Failure => [
  400,
  (file) =>
    `${file} cannot be used: ${why}. Name another folder with --data or XDG_DATA_HOME, or mend this one.`,
];
const tooManyOpen: Failure = [
  503,
  (file) =>
    `The platform could not open ${file}, as too many files are open on this machine or in this process. Raise the limit (ulimit -n), or end other programs, then try again.`,
];
/** What SQLite's reports of damage amount to. */
export const unreadable = "SQLite cannot read a part of it";
const recover =
  "To go on with a backup, end whatever serves the data, move the file token and all files named tome.sqlite… out of its folder, then run: tome local import <backup>.";
const damagedMessage = (file: string, what: string) =>
  `${file} is damaged: ${what}. Nothing is served from it, and it is kept as it is. ${recover}`;
const damaged: Failure = [503, (file) => damagedMessage(file, unreadable)];

/** The file is not as the platform has written it: nothing may be served from it. */
export class Damage extends Problem {
  /**
   * @param file its path; absent for callers, who must not see it
   * @param what what is wrong with it, as a clause
   */
  constructor(
    file: string | undefined,
    readonly what: string,
  ) {
    super(503, damagedMessage(file ?? "The file with the data", what), { hint: "tome local path" });
  }
}

/** Whether SQLite has met a part of the file that it cannot read. */
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
  ENOTDIR: misplaced("a part of its path is a file and not a folder"),
  EISDIR: misplaced("it is a folder and not a file"),
  // Node.js also reports this if a folder cannot be created on a read-only disk.
  ENOENT: misplaced("its folder is missing, or the disk that it belongs on is read-only"),
  ENAMETOOLONG: misplaced("its path, or a name in that, is too long for the file system"),
  ELOOP: misplaced("a symbolic link in its path leads back to itself"),
  EMFILE: tooManyOpen,
  ENFILE: tooManyOpen,
};

/** @returns what to answer, without a path; undefined if something else went wrong */
export function storageFailure(error: unknown): Problem | undefined {
  return error instanceof Error
    ? findProblem(sqliteCode(error), "the file with the data")
    : undefined;
}

/**
 * The same for the operator, with the path; it also explains any other error of the system about a file.
 * @param file the file with the data, for an error that names none
 */
export function openingFailure(error: unknown, file: string): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!("syscall" in error && "code" in error)) return findProblem(sqliteCode(error), file);
  // An error of the network has a code of the system as well.
  if ("address" in error || "hostname" in error) return undefined;
  const path = "path" in error ? String(error.path) : file;
  return findProblem(systemCode(error), path) ?? toProblem(misplaced(error.message), path);
}

/** Does some work, and throws an error of the disk as a problem that explains it. */
export async function withStorageProblems<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw openingFailure(error, file) ?? error;
  }
}

function findProblem(code: string, file: string): Problem | undefined {
  const failure = Object.hasOwn(failures, code) ? failures[code] : undefined;
  return failure && toProblem(failure, file);
}

function toProblem([status, message]: Failure, file: string): Problem {
  return new Problem(status, message(file), { hint: "tome local path" });
}

/** Some of Node's functions have codes of their own. */
function systemCode(error: Error & { readonly code: unknown }): string {
  return error.code === "ERR_FS_EISDIR" ? "EISDIR" : String(error.code);
}

/** One of the two engines gives no code if a query that returns rows fails. */
function sqliteCode(error: Error): string {
  return "errcode" in error ? String(Number(error.errcode) & 0xff) : error.message;
}
