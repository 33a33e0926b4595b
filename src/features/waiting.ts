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
  /** Seconds after which the platform asks to look for the result. */
  readonly retryAfter: number | undefined;
}

/** A wait for the end of work. */
export interface Wait {
  readonly client: ApiClient;
  /** The work, such as "The import". */
  readonly what: string;
  /** A command that checks again. */
  readonly hint: string;
  /** In seconds. */
  readonly waitLimit?: number | undefined;
  readonly start?: Pick<WorkStart, "retryAfter"> | undefined;
}

const usualLimit = 600;
/**
 * In milliseconds. The pause doubles from the first to the longest one, so that the result of short
 * work is found soon, and long work is not polled often.
 */
const firstPause = 50;
const longestPause = 10_000;

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
    const { value, retryAfter } = await request;
    return { value, isAccepted: false, retryAfter };
  } catch (error) {
    if (!wait || !isAcceptance(error) || !canWait(error.value)) throw error;
    return { value: error.value, isAccepted: true, retryAfter: error.retryAfter };
  }
}

function isAcceptance(error: unknown): error is AcceptedError {
  return error instanceof IncompleteError && error.how === "pending" && "value" in error;
}

/**
 * In milliseconds. Afterwards, an unchanged final state counts as that of the started work, because
 * the work may have changed nothing.
 */
export const longestBeginning = 6000;

/**
 * A check for each poll after a 202: whether the resource may still have the final state of earlier
 * work, because the accepted work has not begun.
 * @param before the resource before the request
 */
export function createBeginningCheck(
  { isAccepted }: Pick<WorkStart, "isAccepted">,
  before: JsonObject | undefined,
): (resource: JsonObject) => boolean {
  const earlier = before && writeJson(before);
  const end = performance.now() + longestBeginning;
  return (resource) => isAccepted && writeJson(resource) === earlier && performance.now() < end;
}

/**
 * Milliseconds between two polls.
 * @param polls their number so far
 * @param retryAfter the seconds that the platform asks for
 */
export function computePause(polls: number, retryAfter: number | undefined): number {
  return retryAfter ? retryAfter * 1000 : Math.min(firstPause * 2 ** (polls - 1), longestPause);
}

/**
 * Polls until `look` returns a value.
 * @param look sends its requests with the given client, whose responses may ask for a pause, and
 *   returns undefined while the operation is in progress; may report progress to `say`
 * @throws IncompleteError pending on timeout, and errors of `look`
 */
export async function waitFor<T>(
  { terminal }: WaitDisplay,
  { client, what, hint, waitLimit = usualLimit, start }: Wait,
  look: (client: ApiClient, say: (text: string) => void) => Promise<T | undefined>,
): Promise<T> {
  const progress = terminal.progress(what);
  const end = performance.now() + waitLimit * 1000;
  let retryAfter = start?.retryAfter;
  const polling: ApiClient = {
    ...client,
    async call(endpoint, input) {
      const response = await client.call(endpoint, input);
      retryAfter = response.retryAfter;
      return response;
    },
  };
  const say = (text: string) => progress.update(`${what}: ${text}`);
  /** @returns whether the limit is reached */
  async function pauseFor(milliseconds: number): Promise<boolean> {
    const remaining = Math.max(0, end - performance.now());
    await pause(Math.min(milliseconds, remaining));
    return milliseconds >= remaining;
  }
  try {
    let isLast = retryAfter ? await pauseFor(retryAfter * 1000) : waitLimit <= 0;
    for (let polls = 1; ; polls++) {
      const result = await look(polling, say);
      if (result !== undefined) return result;
      if (isLast) {
        throw new IncompleteError(
          "pending",
          `${what} is still in progress after ${formatCount(waitLimit, "second")}.`,
          hint,
        );
      }
      isLast = await pauseFor(computePause(polls, retryAfter));
    }
  } finally {
    progress.stop();
  }
}
