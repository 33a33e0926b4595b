/** Renaming with retries. */
import { rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { isTemporary, type RenameSystem, renamePauses } from "./rename-retries.ts";

/** @throws an error of the system */
export async function renameFile(
  from: string,
  to: string,
  system: RenameSystem = { platform: process.platform, rename, pause: setTimeout },
): Promise<void> {
  for (const time of renamePauses) {
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
