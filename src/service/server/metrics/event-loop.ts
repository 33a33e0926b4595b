/** Measurement of event loop delays, which are the minimum latency of every request. */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** In seconds. */
export interface EventLoopDelay {
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

export interface EventLoopWatch {
  /** Returns the delays since the last read. */
  readonly read: () => EventLoopDelay;
  readonly stop: () => void;
}

/** Sampling interval in milliseconds, which is included in each delay. */
const interval = 10;

export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: interval });
  histogram.enable();
  return {
    read() {
      const delay = {
        median: computeDelay(histogram.percentile(50)),
        p99: computeDelay(histogram.percentile(99)),
        most: computeDelay(histogram.max),
      };
      histogram.reset();
      return delay;
    },
    stop: () => void histogram.disable(),
  };
}

function computeDelay(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds / 1e3 - interval * 1e3) / 1e6);
}
