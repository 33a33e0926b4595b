/** Lets a number of pieces of work run at a time. Callers take turns, so nobody waits behind another's queue. */
import { Problem } from "../../errors.ts";

export interface FairQueue {
  /**
   * @param caller whose work this is: the id of a user, or of what else asks
   * @param signal takes the work out of the queue again
   * @returns what the work returns, once a turn came and it is done
   * @param work gets whether it waited: what was checked before may not be so any more
   * @throws Problem 429 if too much work of that caller is waiting, 503 if it waited too long; the
   *   reason of the signal if that is aborted before the turn comes; or what the work throws
   */
  readonly run: <Result>(
    caller: string,
    work: (hasWaited: boolean) => Promise<Result>,
    signal?: AbortSignal,
  ) => Promise<Result>;
  /** How many pieces of work wait. */
  readonly waiting: () => number;
}

export interface FairQueueLimits {
  /** How many run at a time. */
  readonly slots: number;
  /** How many of one caller run at a time; as many as there are slots if absent. */
  readonly slotsOfCaller?: number;
  /** How many of one caller may wait. */
  readonly mostWaiting: number;
  /** How long one may wait, in milliseconds; without a limit if absent. */
  readonly longestWait?: number;
}

/** In seconds: when to send a request again. */
const retryAfter = 1;

function waitedTooLong(milliseconds: number): Problem {
  return new Problem(
    503,
    `The request waited ${milliseconds / 1000} seconds for earlier ones of yours; send fewer at once.`,
    { retryAfter },
  );
}

export function createFairQueue({
  slots,
  slotsOfCaller = slots,
  mostWaiting,
  longestWait,
}: FairQueueLimits): FairQueue {
  /** Those who wait, in the order of their turns, each with what begins their work. */
  const queues = new Map<string, (() => void)[]>();
  /** How many run of each caller. */
  const running = new Map<string, number>();
  let free = slots;

  const mayBegin = (caller: string) => free > 0 && (running.get(caller) ?? 0) < slotsOfCaller;

  function take(caller: string): void {
    free--;
    running.set(caller, (running.get(caller) ?? 0) + 1);
  }

  function giveBack(caller: string): void {
    free++;
    const left = (running.get(caller) ?? 0) - 1;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
  }

  /** @returns whether it waited */
  async function waitForTurn(caller: string, signal: AbortSignal | undefined): Promise<boolean> {
    signal?.throwIfAborted();
    if (mayBegin(caller)) {
      take(caller);
      return false;
    }
    const queue = queues.get(caller) ?? [];
    if (queue.length >= mostWaiting) {
      throw new Problem(
        429,
        `${queue.length} pieces of your work are waiting, which is the maximum; send the request again later.`,
        { retryAfter },
      );
    }
    queues.set(caller, queue);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const leave = (reason: unknown) => {
        end();
        setQueue(
          caller,
          (queues.get(caller) ?? []).filter((other) => other !== begin),
        );
        reject(reason);
      };
      const abort = () => leave(signal?.reason);
      const begin = () => {
        end();
        resolve(true);
      };
      const timer =
        longestWait === undefined
          ? undefined
          : setTimeout(() => leave(waitedTooLong(longestWait)), longestWait).unref();
      signal?.addEventListener("abort", abort, { once: true });
      queue.push(begin);
    });
  }

  /** Keeps the turn of the caller. */
  function setQueue(caller: string, queue: (() => void)[]): void {
    if (queue.length > 0) queues.set(caller, queue);
    else queues.delete(caller);
  }

  function giveTurn(): void {
    const next = [...queues].find(([caller]) => mayBegin(caller));
    if (next === undefined) return;
    const [caller, [begin, ...others]] = next;
    // The caller's next piece of work comes after those of all others.
    queues.delete(caller);
    setQueue(caller, others);
    take(caller);
    begin?.();
  }

  return {
    async run(caller, work, signal) {
      const hasWaited = await waitForTurn(caller, signal);
      try {
        return await work(hasWaited);
      } finally {
        giveBack(caller);
        giveTurn();
      }
    },
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  };
}
