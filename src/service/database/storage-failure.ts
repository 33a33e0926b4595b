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
const damaged: Failure = [
  500,
  (file) =>
    `A part of ${file} is damaged, and it is kept as it is. Move it out of its folder, with what is named like it, then put back the last export: tome local import <file>.`,
];

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
