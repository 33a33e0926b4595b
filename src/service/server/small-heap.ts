/** Keeps the heap of a long-running process close to what it needs. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** The largest semi-space, in bytes: V8 allocates two of them, and more makes no answer faster. */
const enough = 8 * 1024 * 1024;
/** How often its size is checked, in milliseconds. */
const pause = 25;

/**
 * Collects the heap once it has grown by half, while Node waits until it is four times as large, and
 * keeps the young generation smaller than Node does: a platform under load keeps little of what it
 * allocates, and would occupy tens of megabytes for nothing. Only flags like these work after the
 * start of Node.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
  const timer = setInterval(() => {
    if (bytesForNew() < enough) return;
    // The growth factor; with 1 it grows no more.
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, pause);
  timer.unref();
}

function bytesForNew(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return (space?.space_size ?? 0) / 2;
}
