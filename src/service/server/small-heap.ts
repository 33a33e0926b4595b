/** Keeps the heap of a process that stays close to what it needs. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Where new things are made, in bytes: twice of it is held, and more makes no answer any faster. */
const enough = 8 * 1024 * 1024;
/** How often its growth is looked at, in milliseconds. */
const pause = 25;

/**
 * The heap is collected once it has grown by half, where Node waits for four times as much, and the
 * room for new things stays below Node's: a platform under load keeps little of what it makes, and
 * would hold tens of megabytes of it for nothing. Both can be said at the start of Node alone, or so.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
  const timer = setInterval(() => {
    if (roomForNew() < enough) return;
    // By this factor it grows, from here on not at all.
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, pause);
  timer.unref();
}

function roomForNew(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return (space?.space_size ?? 0) / 2;
}
