/** Size and times of a file, which reveal changes by other processes. */
import { statSync } from "node:fs";

/** Every write to the file changes it. */
export interface FileStamp {
  readonly size: bigint;
  readonly modified: bigint;
  readonly changed: bigint;
  readonly inode: bigint;
}

/** @throws Error if the file does not exist */
export function computeStamp(path: string): FileStamp {
  return stampFrom(statSync(path, { bigint: true }));
}

export function stampFrom(stat: {
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  ino: bigint;
}): FileStamp {
  return { size: stat.size, modified: stat.mtimeNs, changed: stat.ctimeNs, inode: stat.ino };
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return (
    one.size === other.size &&
    one.modified === other.modified &&
    one.changed === other.changed &&
    one.inode === other.inode
  );
}

/** @returns undefined if the file does not exist */
export function computeSize(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
