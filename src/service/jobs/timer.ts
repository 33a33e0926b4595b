/**
 * Timer that runs due jobs while the platform is served. Without it, jobs would wait for the next
 * request.
 */
import type { Jobs } from "./jobs.ts";

/** The maximum sleep, in case the real clock is set or the machine is suspended. */
const longestSleep = 60 * 1000;
/** The delay after a database failure. */
const pause = 5 * 1000;

/** @returns a function that stops the timer after running jobs have ended */
export function keepRunning(
  jobs: Pick<Jobs, "keepRunning" | "nextAt" | "onEnqueue" | "runDue">,
  now: () => Date,
  log: (message: string, error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let stopped = false;
  /** Whether a job was enqueued since the start of the round, which may not have found it. */
  let isNotified = false;

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
    isNotified = false;
    try {
      await jobs.runDue();
      const next = await jobs.nextAt();
      if (isNotified) sleep(0);
      else sleep(next ? next.getTime() - now().getTime() : longestSleep);
    } catch (error) {
      log("Running due jobs failed.", error);
      sleep(pause);
    }
  }

  const forget = jobs.onEnqueue(() => {
    isNotified = true;
    sleep(0);
  });
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
