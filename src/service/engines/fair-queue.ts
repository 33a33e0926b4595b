/** Lets a number of pieces of work run at a time. Callers take turns, so nobody waits behind another's queue. */
import { Problem } from "../../errors.ts";

export interface FairQueue {
  /**
   * @param caller whose work this is: the id of a user, or of what else asks
   * @param signal takes the work out of the queue again
   * @returns what the work returns, once a turn came and it is done
   * @throws Problem 429 if too much work of that caller is waiting; the reason of the signal if that
   *   is aborted before the turn comes; or what the work throws
   */
  readonly run: <Result>(
    caller: string,
    work: () => Promise<Result>,
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
}

export function createFairQueue({
  slots,
  slotsOfCaller = slots,
  mostWaiting,
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

  async function waitForTurn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (mayBegin(caller)) return take(caller);
    const queue = queues.get(caller) ?? [];
    if (queue.length >= mostWaiting) {
      throw new Problem(
        429,
        `${queue.length} large pieces of your work are waiting, the most there may be; send the request again later.`,
      );
    }
    queues.set(caller, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        setQueue(
          caller,
          (queues.get(caller) ?? []).filter((other) => other !== begin),
        );
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
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
      await waitForTurn(caller, signal);
      try {
        return await work();
      } finally {
        giveBack(caller);
        giveTurn();
      }
    },
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  };
}
