/** Errors of the disk or the database file, with instructions for recovery. */
import { ApiError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";

const keptNote = "Earlier changes are saved.";

type StorageFailure = readonly [status: number, message: (file: string) => string];

const blocked: StorageFailure = [
  503,
  (file) =>
    `The platform has no permission to read or write ${file}, so nothing was changed. ${keptNote} Grant this user access to the file, its folder and its disk, then restart the platform.`,
];
const failed: StorageFailure = [
  503,
  (file) =>
    `The disk failed to read or write ${file}, so nothing was changed. ${keptNote} Check the disk, then restart the platform.`,
];
const full: StorageFailure = [
  507,
  (file) =>
    `The disk with ${file} is full, so nothing was changed. ${keptNote} Free some space, then retry.`,
];
const createMisplacedFailure = (why: string): StorageFailure => [
  400,
  (file) =>
    `${file} cannot be used: ${why}. Fix this, or specify another folder with --data or XDG_DATA_HOME.`,
];
const tooManyOpen: StorageFailure = [
  503,
  (file) =>
    `The platform could not open ${file}, because this machine or process has too many open files. Raise the limit (ulimit -n) or end other programs, then retry.`,
];
/** The meaning of SQLite's corruption errors. */
export const unreadable = "SQLite cannot read a part of it";
const recover =
  "To continue with a backup, stop the process that serves the data, move the file token and all files named tome.sqlite… out of its folder, then run: tome local import <backup>.";
const formatDamagedMessage = (file: string, what: string) =>
  `${file} is damaged: ${what}. The platform stops serving its data and leaves it unchanged. ${recover}`;
const damaged: StorageFailure = [503, (file) => formatDamagedMessage(file, unreadable)];

/** The database file is damaged, so its data must not be served. */
export class Damage extends ApiError {
  /**
   * @param file its path; absent in responses to callers, who must not see it
   * @param what the damage, as a clause
   */
  constructor(
    file: string | undefined,
    readonly what: string,
  ) {
    super(503, formatDamagedMessage(file ?? "The database file", what), {
      hint: "tome local path",
    });
  }
}

/** Whether SQLite found a part of the file that it cannot read. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && findOwn(failures, getSqliteCode(error)) === damaged;
}

/** By SQLite's primary result code, its error message, or the name of the system error. */
const failures: Readonly<Record<string, StorageFailure>> = {
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
  ENOTDIR: createMisplacedFailure("a part of its path is a file, not a folder"),
  EISDIR: createMisplacedFailure("it is a folder, not a file"),
  // Node.js also reports this if a folder cannot be created on a read-only disk.
  ENOENT: createMisplacedFailure("its folder does not exist, or its disk is read-only"),
  ENAMETOOLONG: createMisplacedFailure(
    "its path, or a name in the path, is too long for the file system",
  ),
  ELOOP: createMisplacedFailure("a symbolic link in its path is circular"),
  EMFILE: tooManyOpen,
  ENFILE: tooManyOpen,
};

/** @returns the Problem for the response, without a path; undefined for other errors */
export function toStorageError(error: unknown): ApiError | undefined {
  return error instanceof Error
    ? findProblem(getSqliteCode(error), "the database file")
    : undefined;
}

/**
 * The same for the operator, with the path; it also explains other system errors about a file.
 * @param file the database file, for an error without a path
 */
export function toOpeningError(error: unknown, file: string): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!("syscall" in error && "code" in error)) return findProblem(getSqliteCode(error), file);
  // Network errors have a system error code too.
  if ("address" in error || "hostname" in error) return undefined;
  const path = "path" in error ? String(error.path) : file;
  return (
    findProblem(getSystemCode(error), path) ??
    toProblem(createMisplacedFailure(error.message), path)
  );
}

/** Runs `work`, and converts disk errors to a Problem that explains them. */
export async function withStorageProblems<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toOpeningError(error, file) ?? error;
  }
}

function findProblem(code: string, file: string): ApiError | undefined {
  const failure = findOwn(failures, code);
  return failure && toProblem(failure, file);
}

function toProblem([status, message]: StorageFailure, file: string): ApiError {
  return new ApiError(status, message(file), { hint: "tome local path" });
}

/** Some functions of Node have their own error codes. */
function getSystemCode(error: Error & { readonly code: unknown }): string {
  return error.code === "ERR_FS_EISDIR" ? "EISDIR" : String(error.code);
}

/** One of the engines reports no code if a query with result rows fails. */
function getSqliteCode(error: Error): string {
  return "errcode" in error ? String(Number(error.errcode) & 0xff) : error.message;
}
