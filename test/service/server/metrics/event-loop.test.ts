import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  type EventLoopDelay,
  watchEventLoop,
} from "../../../../src/service/server/metrics/event-loop.ts";

/** Blocks the event loop, and lets it take a sample afterwards. */
async function block(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) Math.imul(step, step);
  await turn();
}

test("the delays of the event loop are those since the last read", async () => {
  const watch = watchEventLoop();
  onTestFinished(watch.stop);
  let delay: EventLoopDelay = watch.read();
  // Blocks it for longer each time, until that is longer than the interval of samples.
  for (let steps = 2 ** 22; delay.most === 0 && steps < 2 ** 30; steps *= 2) {
    // A delay is measured between two samples.
    for (let sample = 0; sample < 3; sample++) await block(steps);
    delay = watch.read();
  }
  expect(delay.most).toBeGreaterThan(0);
  expect(delay.most).toBeGreaterThanOrEqual(delay.p99);
  expect(delay.p99).toBeGreaterThanOrEqual(delay.median);
  expect(watch.read()).toEqual({ median: 0, p99: 0, most: 0 });
});
