/** Polling for work that the platform continues after its response. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context.ts";
import { Unsettled } from "../errors.ts";
import { counted } from "../json/counted.ts";

/** Values of the flags --wait and --wait-limit, the latter in seconds. */
export interface Waiting {
  readonly wait?: boolean | undefined;
  readonly waitLimit?: number | undefined;
}

/** Terminal that shows the progress. */
export interface Watched {
  readonly terminal: Pick<Context["terminal"], "progress">;
}

const defaultLimit = 600;
const firstPause = 200;
const longestPause = 3000;

/**
 * Calls `look` with increasing pauses until it returns the result.
 * @param look returns undefined while the work continues; may report progress to `say`
 * @param hint a command that checks once more
 * @throws Unsettled pending if the limit is reached first; the errors of `look`
 */
export async function waitFor<T>(
  { terminal }: Watched,
  { waitLimit = defaultLimit }: Waiting,
  what: string,
  hint: string,
  look: (say: (text: string) => void) => Promise<T | undefined>,
): Promise<T> {
  const progress = terminal.progress(what);
  const end = performance.now() + waitLimit * 1000;
  try {
    for (let wait = firstPause; ; wait = Math.min(wait * 1.5, longestPause)) {
      const result = await look((text) => progress.update(`${what}: ${text}`));
      if (result !== undefined) return result;
      const remaining = end - performance.now();
      if (remaining <= 0) {
        throw new Unsettled(
          "pending",
          `${what} has not finished after ${counted(waitLimit, "second")}.`,
          hint,
        );
      }
      await pause(Math.min(wait, remaining));
    }
  } finally {
    progress.stop();
  }
}
