/** Files that the user names for output, which a checkout of another author may already contain. */
import { constants, lstatSync, openSync } from "node:fs";
import { refuseLink } from "./file-rules.ts";

/**
 * Streams of the process, such as `/dev/stdout`, are links on most systems. `/dev/shm` contains files.
 */
const streamPath = /^\/(?:dev\/(?!shm\/)|proc\/)/;

/**
 * Opens a file to write it, and creates it if it is missing. A link of that name is refused, because
 * a checkout can contain one that leads to a file of the user.
 * @param path absolute
 * @param shown the file in messages
 * @param flags the access mode of `open`
 * @throws FileRefusedError for a link; an error of the system if the file cannot be opened
 */
export function openToWrite(path: string, shown: string, flags: number): number {
  if (streamPath.test(path)) return openSync(path, flags);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw refuseLink(shown);
  return openSync(path, flags | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
}
