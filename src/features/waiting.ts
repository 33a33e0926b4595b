/** Waiting for asynchronous operations of the platform. */
import { setTimeout as startTimer } from "node:timers/promises";
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

/** The methods of a client whose responses can ask for a pause. */
export type PollingClient = Pick<ApiClient, "call" | "pages">;

/** A wait for the end of work. */
export interface Wait {
  readonly client: PollingClient;
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

/** Pauses a command. Returns early after an abort. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await startTimer(milliseconds, undefined, { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

/**
 * Observes the pauses that the platform asks for.
 * @returns the client to use, and a function for the longest pause since its last call, in seconds
 */
export function observePauses(client: PollingClient): {
  readonly client: PollingClient;
  readonly takeRetryAfter: () => number | undefined;
} {
  let longest: number | undefined;
  const observe = (retryAfter: number | undefined) => {
    if (retryAfter !== undefined) longest = Math.max(longest ?? 0, retryAfter);
  };
  return {
    client: {
      async call(endpoint, input) {
        const response = await client.call(endpoint, input);
        observe(response.retryAfter);
        return response;
      },
      async *pages(endpoint, input, start) {
        for await (const page of client.pages(endpoint, input, start)) {
          observe(page.retryAfter);
          yield page;
        }
      },
    },
    takeRetryAfter() {
      const retryAfter = longest;
      longest = undefined;
      return retryAfter;
    },
  };
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
  look: (client: PollingClient, say: (text: string) => void) => Promise<T | undefined>,
): Promise<T> {
  const progress = terminal.progress(what);
  const end = performance.now() + waitLimit * 1000;
  const polling = observePauses(client);
  const say = (text: string) => progress.update(`${what}: ${text}`);
  /** @returns whether the limit is reached */
  async function pauseFor(milliseconds: number): Promise<boolean> {
    const remaining = Math.max(0, end - performance.now());
    await pause(Math.min(milliseconds, remaining));
    return milliseconds >= remaining;
  }
  try {
    const { retryAfter } = start ?? {};
    let isLast = retryAfter ? await pauseFor(retryAfter * 1000) : waitLimit <= 0;
    for (let polls = 1; ; polls++) {
      const result = await look(polling.client, say);
      if (result !== undefined) return result;
      if (isLast) {
        throw new IncompleteError(
          "pending",
          `${what} is still in progress after ${formatCount(waitLimit, "second")}.`,
          hint,
        );
      }
      isLast = await pauseFor(computePause(polls, polling.takeRetryAfter()));
    }
  } finally {
    progress.stop();
  }
}
