/** Waiting for asynchronous operations of the platform. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context.ts";
import { IncompleteError } from "../errors.ts";
import { formatCount } from "../json/pluralize.ts";

/** Flags for waiting. */
export interface WaitFlags {
  readonly wait?: boolean | undefined;
  readonly waitLimit?: number | undefined;
}

/** Terminal for progress output. */
export interface WaitDisplay {
  readonly terminal: Pick<Context["terminal"], "progress">;
}

const usualLimit = 600;
const firstPause = 200;
const longestPause = 3000;

/**
 * Polls until `look` returns a value.
 * @param look returns undefined while the operation is in progress; may report progress to `say`
 * @param hint a command that checks again
 * @throws IncompleteError pending on timeout, and errors of `look`
 */
export async function waitFor<T>(
  { terminal }: WaitDisplay,
  { waitLimit = usualLimit }: WaitFlags,
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
        throw new IncompleteError(
          "pending",
          `${what} is still in progress after ${formatCount(waitLimit, "second")}.`,
          hint,
        );
      }
      await pause(Math.min(wait, remaining));
    }
  } finally {
    progress.stop();
  }
}
