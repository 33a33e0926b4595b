/** Folder for the files of tests in memory. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Free bytes that a complete run needs. */
const neededBytes = 4 * 1024 ** 3;

/**
 * The folder of shared memory of Linux, if it is large enough and programs in it can be started;
 * otherwise the folder for temporary files. A container often has only 64 MB, without programs.
 */
export function findMemoryFolder(folder = "/dev/shm") {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes && canStartPrograms(folder) ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @param {string} folder */
function canStartPrograms(folder) {
  const own = mkdtempSync(join(folder, "tome-"));
  try {
    const program = join(own, "program");
    writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true });
  }
}
