/** Waiting for asynchronous operations of the platform. */
import { setTimeout as pause } from "node:timers/promises";
import type { AcceptedError, ApiClient, Context, JsonObject, JsonValue } from "../context.ts";
import { IncompleteError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
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

/** The response to a request that starts work. */
export interface WorkStart {
  readonly value: JsonValue | undefined;
  /** The platform only accepted the request (202), so the work may begin later. */
  readonly isAccepted: boolean;
}

const usualLimit = 600;
const firstPause = 50;
const longestPause = 3000;

/**
 * Completes the request that starts work. With --wait, an accepted request (202) is not an error,
 * because the command waits for the end of the work anyway.
 * @param canWait whether the body of such a response identifies the work
 * @throws IncompleteError pending for an accepted request without --wait, and errors of the request
 */
export async function startWork(
  request: ReturnType<ApiClient["call"]>,
  { wait = false }: WaitFlags,
  canWait: (value: JsonValue | undefined) => boolean = () => true,
): Promise<WorkStart> {
  try {
    return { value: (await request).value, isAccepted: false };
  } catch (error) {
    if (!wait || !isAcceptance(error) || !canWait(error.value)) throw error;
    error.isAwaited = true;
    return { value: error.value, isAccepted: true };
  }
}

function isAcceptance(error: unknown): error is AcceptedError {
  return error instanceof IncompleteError && error.how === "pending" && "value" in error;
}

/** After this number of polls, an unchanged final state counts as that of the accepted work. */
const mostUnchangedPolls = 8;

/**
 * A check for each poll after a 202: whether the resource may still have the final state of earlier
 * work, because the accepted work has not begun.
 */
export function createBeginningCheck({
  isAccepted,
}: Pick<WorkStart, "isAccepted">): (resource: JsonObject) => boolean {
  let first: string | undefined;
  let polls = 0;
  return (resource) => {
    const text = writeJson(resource);
    first ??= text;
    polls += 1;
    return isAccepted && text === first && polls < mostUnchangedPolls;
  };
}

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
    for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
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
