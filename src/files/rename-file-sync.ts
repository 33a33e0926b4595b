/** Renaming with retries, for synchronous code; it loads less than the asynchronous function. */
import { renameSync } from "node:fs";
import { isTemporary, type RenameSystem, renamePauses } from "./rename-retries.ts";

/** @throws an error of the system */
export function renameFileSync(
  from: string,
  to: string,
  system: RenameSystem = { platform: process.platform, rename: renameSync, pause: pauseThread },
): void {
  for (const time of renamePauses) {
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
