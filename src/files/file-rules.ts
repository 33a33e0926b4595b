/**
 * Rules for a file of a directory that another user may have written: a regular file inside the
 * directory, with a single name and a limited size. Its content is never part of a message.
 */
import { type BigIntStats, constants, type Stats } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { UsageError } from "../errors.ts";
import { findOwn } from "../json/own-members.ts";

/** The reason to refuse a file. */
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

/** A file that breaks these rules. */
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

/**
 * Opens no link, waits for no pipe and does not become a controlling terminal; 0 where a system has
 * no such flag.
 */
const harmless =
  (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
export const readFlags = constants.O_RDONLY | harmless;
export const appendFlags = constants.O_RDWR | constants.O_APPEND | harmless;
/** Fails if the name exists, even as a link. */
export const createFlags =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | harmless;

/**
 * @param folder real path, without links
 * @param path likewise
 */
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
    `${shown} is a ${kind}. Replace it with a regular file.`,
  );
}

function nameKind(stats: Stats | BigIntStats): string {
  if (stats.isDirectory()) return "folder";
  if (stats.isSymbolicLink()) return "symbolic link";
  if (stats.isFIFO()) return "pipe";
  if (stats.isSocket()) return "socket";
  return "device";
}

/** @throws FileRefusedError for a file with another name, which may be outside of the directory */
export function requireOneName(stats: Stats, shown: string): void {
  if (stats.nlink <= 1) return;
  throw new FileRefusedError(
    shown,
    "hard-link",
    `${shown} is a hard link to a file that may be outside the folder. Replace it with a copy of the file.`,
  );
}

/** @param folder the folder as messages name it; empty or "." for the current directory */
export function refuseOutside(shown: string, folder: string): FileRefusedError {
  const isCurrent = folder === "" || folder === ".";
  return new FileRefusedError(
    shown,
    "outside",
    `${shown} is outside ${isCurrent ? "the current folder" : folder}. Move the file into that folder.`,
  );
}

export function refuseLink(shown: string): FileRefusedError {
  return new FileRefusedError(
    shown,
    "link",
    `${shown} is a symbolic link, and tome does not write through links. Remove it first.`,
  );
}

export function refuseNoFolder(shown: string): FileRefusedError {
  return new FileRefusedError(shown, "not-regular", `${shown} is not a folder. Remove it first.`);
}

export function refuseFile(shown: string): FileRefusedError {
  return new FileRefusedError(
    shown,
    "not-regular",
    `${shown} is not a folder. Remove it, or replace it with a folder.`,
  );
}

export function refuseLarge(shown: string, limit: number): FileRefusedError {
  return new FileRefusedError(
    shown,
    "too-large",
    `${shown} exceeds the limit of ${formatSize(limit)}. Reduce its size.`,
  );
}

function formatSize(bytes: number): string {
  const mebibyte = 1024 * 1024;
  if (bytes >= mebibyte) return `${Math.floor(bytes / mebibyte)} MiB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${bytes} bytes`;
}

/** @throws FileRefusedError unless the bytes are UTF-8 text without NUL */
export function decodeText(bytes: Uint8Array, shown: string): string {
  try {
    if (bytes.includes(0)) throw new TypeError("The text contains a NUL character.");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefusedError(
      shown,
      "not-text",
      `${shown} is not UTF-8 text. Save it in that encoding.`,
    );
  }
}

/**
 * An error of the system as one that names the file; any other error unchanged.
 * @param isLink the name exists, so it is a link with a missing target
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
            `${shown} is a symbolic link to a missing file. Remove the link.`,
          )
        : new FileRefusedError(shown, "missing", `The file ${shown} does not exist.`);
    case "ELOOP":
      return new FileRefusedError(
        shown,
        "link-loop",
        `${shown} is a symbolic link that cannot be followed. Remove the link.`,
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
  if (code === "EEXIST") return new FileRefusedError(shown, "exists", `${shown} already exists.`);
  const reason = findOwn(writeReasons, code) ?? code;
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
