/** Wakes for the next due job while the platform is served: without it, jobs would wait for a request. */
import type { Jobs } from "./jobs.ts";

/** The longest sleep, in case the real clock was set or the machine slept. */
const longestSleep = 60 * 1000;
/** The sleep after a failure of the database itself. */
const pause = 5 * 1000;

/** @returns what stops it, once the jobs under way have ended */
export function keepRunning(
  jobs: Jobs,
  now: () => Date,
  log: (message: string, error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let stopped = false;

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), longestSleep));
    timer.unref();
  }

  function wake(): void {
    round = round.then(runRound);
  }

  async function runRound(): Promise<void> {
    if (stopped) return;
    try {
      await jobs.runDue();
      const next = await jobs.nextAt();
      sleep(next ? next.getTime() - now().getTime() : longestSleep);
    } catch (error) {
      log("The jobs could not be run.", error);
      sleep(pause);
    }
  }

  // What was just enqueued is not committed yet: the round waits for that, as the queries queue.
  const forget = jobs.onEnqueue(() => sleep(0));
  const leave = jobs.keepRunning();
  wake();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    forget();
    leave();
    await round;
  };
}
