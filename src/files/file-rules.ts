/**
 * Rules for a file of a folder that another user may have written: it is a regular file inside the
 * folder, with one name and a limited size. Its content is never part of a message.
 */
import { type BigIntStats, constants, type Stats } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { UsageError } from "../errors.ts";

/** Why a file is not read or written. */
export type FileRule =
  | "missing"
  | "outside"
  | "dangling-link"
  | "link-loop"
  | "link"
  | "not-regular"
  | "hard-link"
  | "too-large"
  | "not-text"
  | "permission"
  | "unreadable"
  | "exists"
  | "unwritable";

/** A file that is not as a file of such a folder has to be. */
export class FileRefusedError extends UsageError {
  /** @param file as messages name it */
  constructor(
    readonly file: string,
    readonly fileRule: FileRule,
    message: string,
  ) {
    super(message);
  }
}

/** In bytes; larger than any file that a person writes. */
export const maximumTextSize = 16 * 1024 * 1024;

/** Opens no link, waits for no pipe and becomes the terminal of nothing; 0 where a system has no such flag. */
const harmless =
  (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
export const readFlags = constants.O_RDONLY | harmless;
export const appendFlags = constants.O_RDWR | constants.O_APPEND | harmless;
/** Fails if anything has the name, even a link. */
export const createFlags =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | harmless;

/** @param folder real, without links; @param path likewise */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

/** @throws FileRefusedError unless it is a regular file */
export function requireRegular(stats: Stats | BigIntStats, shown: string): void {
  if (stats.isFile()) return;
  const kind = nameKind(stats);
  throw new FileRefusedError(
    shown,
    "not-regular",
    `${shown} is a ${kind}, not a regular file; replace it with a regular file.`,
  );
}

function nameKind(stats: Stats | BigIntStats): string {
  if (stats.isDirectory()) return "folder";
  if (stats.isSymbolicLink()) return "symbolic link";
  if (stats.isFIFO()) return "pipe";
  if (stats.isSocket()) return "socket";
  return "device";
}

/** @throws FileRefusedError for a file that has a name elsewhere too, which may be outside of the folder */
export function requireOneName(stats: Stats, shown: string): void {
  if (stats.nlink <= 1) return;
  throw new FileRefusedError(
    shown,
    "hard-link",
    `${shown} is a hard link: the same file has another name, which may be outside of the folder. Replace it with a copy of the file.`,
  );
}

export function refuseOutside(shown: string, folder: string): FileRefusedError {
  return new FileRefusedError(
    shown,
    "outside",
    `${shown} leads out of ${folder}; only files inside that folder are used. Move the file into it.`,
  );
}

export function refuseLink(shown: string): FileRefusedError {
  return new FileRefusedError(
    shown,
    "link",
    `${shown} is a symbolic link, and nothing is written through links; remove it first.`,
  );
}

export function refuseNoFolder(shown: string): FileRefusedError {
  return new FileRefusedError(
    shown,
    "not-regular",
    `${shown} is not a folder, and files are to be written in it; remove it first.`,
  );
}

export function refuseFile(shown: string): FileRefusedError {
  return new FileRefusedError(
    shown,
    "not-regular",
    `${shown} is not a folder; remove it, or replace it with a folder.`,
  );
}

export function refuseLarge(shown: string, limit: number): FileRefusedError {
  return new FileRefusedError(
    shown,
    "too-large",
    `${shown} is larger than ${formatSize(limit)}, the limit for this file; make it smaller.`,
  );
}

function formatSize(bytes: number): string {
  const mebibyte = 1024 * 1024;
  if (bytes >= mebibyte) return `${Math.floor(bytes / mebibyte)} MiB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${bytes} bytes`;
}

/** @throws FileRefusedError unless the bytes are text in UTF-8, which has no NUL */
export function decodeText(bytes: Uint8Array, shown: string): string {
  try {
    if (bytes.includes(0)) throw new TypeError("There is a NUL.");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefusedError(
      shown,
      "not-text",
      `${shown} is not UTF-8 text; save it in that encoding.`,
    );
  }
}

/**
 * An error of the system as one that names the file; any other error as it is.
 * @param isLink the name is there, so that it is a link whose target is missing
 */
export function toFileError(error: unknown, shown: string, isLink = false): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  switch (code) {
    case undefined:
      return error;
    case "ENOENT":
    case "ENOTDIR":
      return isLink
        ? new FileRefusedError(
            shown,
            "dangling-link",
            `${shown} is a symbolic link to a file that does not exist; remove the link.`,
          )
        : new FileRefusedError(shown, "missing", `The file ${shown} does not exist.`);
    case "ELOOP":
      return new FileRefusedError(
        shown,
        "link-loop",
        `${shown} is a symbolic link that cannot be followed; remove the link.`,
      );
    case "EACCES":
    case "EPERM":
      return new FileRefusedError(
        shown,
        "permission",
        `${shown} cannot be read: permission denied. Change its permissions.`,
      );
    default:
      return new FileRefusedError(shown, "unreadable", `${shown} cannot be read (${code}).`);
  }
}

/** The same for a file that is written. */
export function toWriteError(error: unknown, shown: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  if (code === "EEXIST") return new FileRefusedError(shown, "exists", `${shown} exists already.`);
  const reason = writeReasons[code] ?? code;
  return new FileRefusedError(shown, "unwritable", `${shown} cannot be written: ${reason}.`);
}

const writeReasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "a part of its path is not a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ELOOP: "it is a symbolic link",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
};
