/** Counts the turns of the event loop in which work leaves the main thread to other work. */
import { vi } from "vitest";

/** @returns the number of turns that start before the end of the work */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await run();
  isRunning = false;
  return turns;
}

/** The same with a clock by which each turn is used up as soon as it starts. */
export async function countFullTurns(run: () => Promise<unknown>): Promise<number> {
  let time = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 20));
  try {
    return await countTurns(run);
  } finally {
    clock.mockRestore();
  }
}
