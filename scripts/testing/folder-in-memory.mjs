/** Where tests write: in memory, if the machine has much of it, as every change of data waits for its disk. */
import { readFileSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const path = "/dev/shm";
/** In bytes: many times what all tests have at once. */
const enough = 6 * 2 ** 30;

/** @returns {string | undefined} a folder in which programs can be run too; none but on Linux */
export function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(path);
    const [mount = ""] = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .filter((line) => line.split(" ")[1] === path);
    const canRun = mount !== "" && !mount.includes("noexec");
    return canRun && Math.min(bavail * bsize, freemem()) > enough ? path : undefined;
  } catch {
    return undefined;
  }
}
