/**
 * Files that a command appends its progress to. Their names can be guessed, so another user could
 * have planted a link, a pipe or a hard link there; these are refused.
 */
import { type FileHandle, lstat, open } from "node:fs/promises";
import {
  appendFlags,
  createFlags,
  decodeText,
  refuseLarge,
  refuseLink,
  requireOneName,
  requireRegular,
} from "./file-rules.ts";

/** @throws an error of the system with the code EEXIST if the name exists */
export async function createFile(path: string): Promise<FileHandle> {
  return open(path, createFlags, 0o600);
}

/**
 * Opens a file to read and append.
 * @throws FileRefusedError for anything but a regular file with a single name; an error of the
 *   system if it is missing
 */
export async function openToAppend(path: string): Promise<FileHandle> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) throw refuseLink(path);
  requireRegular(stats, path);
  const handle = await open(path, appendFlags);
  try {
    const opened = await handle.stat();
    requireRegular(opened, path);
    requireOneName(opened, path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** In bytes; a million items need less. */
const maximumSize = 256 * 1024 * 1024;

/** The whole text of an open file. @throws FileRefusedError for one that is too large or not UTF-8 */
export async function readHandle(handle: FileHandle, path: string): Promise<string> {
  const { size } = await handle.stat();
  if (size > maximumSize) throw refuseLarge(path, maximumSize);
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(bytes, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return decodeText(bytes.subarray(0, length), path);
}
