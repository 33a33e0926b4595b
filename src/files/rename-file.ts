/**
 * Renaming with retries. On Windows, a virus scanner or an indexer can keep a file open for a moment,
 * and the rename fails with EPERM, EACCES or EBUSY.
 */
import { renameSync } from "node:fs";
import { rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** In milliseconds; together 1.3 seconds. */
const pauses: readonly number[] = [10, 20, 40, 80, 160, 320, 640];

const temporary = ["EPERM", "EACCES", "EBUSY"];

export interface RenameSystem {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => unknown;
  /** @param time in milliseconds */
  readonly pause: (time: number) => unknown;
}

/** @throws an error of the system */
export async function renameFile(
  from: string,
  to: string,
  system: RenameSystem = { platform: process.platform, rename, pause: setTimeout },
): Promise<void> {
  for (const time of pauses) {
    try {
      await system.rename(from, to);
      return;
    } catch (error) {
      if (!isTemporary(error, system)) throw error;
      await system.pause(time);
    }
  }
  await system.rename(from, to);
}

/** The same, for synchronous code. */
export function renameFileSync(
  from: string,
  to: string,
  system: RenameSystem = { platform: process.platform, rename: renameSync, pause: pauseThread },
): void {
  for (const time of pauses) {
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      if (!isTemporary(error, system)) throw error;
      system.pause(time);
    }
  }
  system.rename(from, to);
}

function pauseThread(time: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
}

/** On other systems, these errors are permanent. */
function isTemporary(error: unknown, { platform }: RenameSystem): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return platform === "win32" && temporary.includes(code);
}
