/** Waits for work that the platform does after its answer. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context.ts";
import { Unsettled } from "../errors.ts";

/** What was typed of the flags that say how to wait. */
export interface Waiting {
  readonly wait?: boolean | undefined;
  readonly waitLimit?: number | undefined;
}

/** Where the wait is shown. */
export interface Watched {
  readonly terminal: Pick<Context["terminal"], "progress">;
}

const usualLimit = 600;
const firstPause = 200;
const longestPause = 3000;

/**
 * Looks again and again until `look` finds the end.
 * @param look undefined while the work goes on; may tell `say` how far it is
 * @param hint a command that looks once more
 * @throws Unsettled pending if the limit is reached first; what `look` throws
 */
export async function waitFor<T>(
  { terminal }: Watched,
  { waitLimit = usualLimit }: Waiting,
  what: string,
  hint: string,
  look: (say: (text: string) => void) => Promise<T | undefined>,
): Promise<T> {
  const progress = terminal.progress(what);
  const end = performance.now() + waitLimit * 1000;
  try {
    for (let wait = firstPause; ; wait = Math.min(wait * 1.5, longestPause)) {
      const found = await look((text) => progress.update(`${what}: ${text}`));
      if (found !== undefined) return found;
      const left = end - performance.now();
      if (left <= 0) {
        throw new Unsettled(
          "pending",
          `${what} is still in progress after ${waitLimit} seconds.`,
          hint,
        );
      }
      await pause(Math.min(wait, left));
    }
  } finally {
    progress.stop();
  }
}
