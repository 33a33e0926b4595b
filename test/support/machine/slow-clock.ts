/** A clock for which all work takes long, so that work takes turns on a fast machine as well. */
import { onTestFinished, vi } from "vitest";

/** Each reading of `performance.now()` is 5 ms later. */
export function useSlowClock(): void {
  let time = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    time += 5;
    return time;
  });
  onTestFinished(() => void clock.mockRestore());
}
