/** How a file looks from outside, by which a change that somebody else has made is noticed. */
import { statSync } from "node:fs";

/** Whoever writes the file changes that. */
export interface Look {
  readonly size: bigint;
  readonly modified: bigint;
  readonly changed: bigint;
  readonly inode: bigint;
}

/** @throws an error where it is missing */
export function lookOf(path: string): Look {
  return shapeOf(statSync(path, { bigint: true }));
}

export function shapeOf(stat: {
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  ino: bigint;
}): Look {
  return { size: stat.size, modified: stat.mtimeNs, changed: stat.ctimeNs, inode: stat.ino };
}

export function isSame(one: Look, other: Look): boolean {
  return (
    one.size === other.size &&
    one.modified === other.modified &&
    one.changed === other.changed &&
    one.inode === other.inode
  );
}

/** @returns undefined where it is missing */
export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
