/**
 * Queue with limited concurrency. Callers take turns, so that no caller waits behind the queue of
 * another.
 */
import { ApiError } from "../../../errors.ts";

export interface FairQueue {
  /**
   * @param caller the id of a user or of another caller
   * @param signal removes the task from the queue
   * @param maxWait in milliseconds, if this task may wait less than others
   * @returns the result of the task
   * @throws ApiError 429 if too many tasks of the caller are waiting, 503 if the task waited too
   * long; the reason of the signal if it is aborted before the task starts; or any error of the
   * task
   */
  readonly run: <Result>(
    caller: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
    maxWait?: number,
  ) => Promise<Result>;
  /** The number of waiting tasks, of one caller if specified. */
  readonly waiting: (caller?: string) => number;
}

export interface FairQueueLimits {
  /** The number of tasks that run at a time. */
  readonly slots: number;
  /** The number of tasks of one caller that run at a time; as many as there are slots if absent. */
  readonly slotsOfCaller?: number;
  /** The maximum number of waiting tasks of one caller. */
  readonly mostWaiting: number;
  /** The maximum wait in milliseconds; unlimited if absent. */
  readonly longestWait?: number;
}

/** The value of Retry-After in seconds. */
const retryAfter = 1;

function createQueueTimeoutError(milliseconds: number): ApiError {
  return new ApiError(
    503,
    `The request waited ${milliseconds / 1000} seconds for your earlier requests. Send fewer requests at a time.`,
    { retryAfter },
  );
}

export function createFairQueue({
  slots,
  slotsOfCaller = slots,
  mostWaiting,
  longestWait,
}: FairQueueLimits): FairQueue {
  /** The waiting tasks in the order of their turns, as functions that start them. */
  const queues = new Map<string, (() => void)[]>();
  /** The number of running tasks by caller. */
  const running = new Map<string, number>();
  let free = slots;

  const mayBegin = (caller: string) => free > 0 && (running.get(caller) ?? 0) < slotsOfCaller;

  function take(caller: string): void {
    free--;
    running.set(caller, (running.get(caller) ?? 0) + 1);
  }

  function giveBack(caller: string): void {
    free++;
    const remaining = (running.get(caller) ?? 0) - 1;
    if (remaining > 0) running.set(caller, remaining);
    else running.delete(caller);
  }

  async function waitForTurn(
    caller: string,
    signal: AbortSignal | undefined,
    maxWait: number | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (mayBegin(caller)) {
      take(caller);
      return;
    }
    const queue = queues.get(caller) ?? [];
    if (queue.length >= mostWaiting) {
      throw new ApiError(
        429,
        `${queue.length} of your tasks are waiting, which is the limit. Retry later.`,
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
        resolve();
      };
      const timer =
        maxWait === undefined
          ? undefined
          : setTimeout(
              () => leave(createQueueTimeoutError(longestWait ?? maxWait)),
              maxWait,
            ).unref();
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
    // The next task of this caller comes after those of all other callers.
    queues.delete(caller);
    setQueue(caller, others);
    take(caller);
    begin?.();
  }

  return {
    async run(caller, work, signal, maxWait = longestWait) {
      await waitForTurn(caller, signal, maxWait);
      try {
        return await work();
      } finally {
        giveBack(caller);
        giveTurn();
      }
    },
    waiting: (caller) =>
      caller === undefined
        ? [...queues.values()].reduce((sum, queue) => sum + queue.length, 0)
        : (queues.get(caller)?.length ?? 0),
  };
}
