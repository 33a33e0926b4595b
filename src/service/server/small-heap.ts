/** Heap settings that keep the memory of a long-running process low. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * The maximum size of a semi-space, in bytes: V8 allocates two of them, and a larger one does not
 * make responses faster.
 */
const maximumSemiSpace = 8 * 1024 * 1024;
/** The interval of checks, in milliseconds. */
const pause = 25;

/**
 * Collects garbage when the heap has grown by half (Node waits until it has grown fourfold) and
 * keeps the young generation smaller than Node does: a platform under load retains little of what
 * it allocates, and would occupy tens of megabytes without need. Only such flags take effect after
 * the start of Node.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
  const timer = setInterval(() => {
    if (getNewSpaceBytes() < maximumSemiSpace) return;
    // The growth factor; 1 prevents growth.
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, pause);
  timer.unref();
}

function getNewSpaceBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return (space?.space_size ?? 0) / 2;
}
