/** Watches how late the event loop comes to what is due: so long does any request wait at least. */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** In seconds. */
export interface EventLoopDelay {
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

export interface EventLoopWatch {
  /** The delays since the last reading. */
  readonly read: () => EventLoopDelay;
  readonly stop: () => void;
}

/** The watch looks this often, in milliseconds, and each of its delays has that in it. */
const interval = 10;

export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: interval });
  histogram.enable();
  return {
    read() {
      const delay = {
        median: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        most: late(histogram.max),
      };
      histogram.reset();
      return delay;
    },
    stop: () => void histogram.disable(),
  };
}

function late(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds / 1e3 - interval * 1e3) / 1e6);
}
