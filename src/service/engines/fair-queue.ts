/** Lets a number of pieces of work run at a time. Callers take turns, so nobody waits behind another's queue. */
import { Problem } from "../../errors.ts";

export interface FairQueue {
  /**
   * @param caller whose work this is: the id of a user, or of what else asks
   * @returns what the work returns, once a turn came and it is done
   * @throws Problem 429 if too much work of that caller is waiting; or what the work throws
   */
  readonly run: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** How many pieces of work wait. */
  readonly waiting: () => number;
}

/**
 * @param slots how many run at a time
 * @param mostOfCaller how many of one caller may wait
 */
export function createFairQueue(slots: number, mostOfCaller: number): FairQueue {
  /** Those who wait, in the order of their turns, each with what begins their work. */
  const queues = new Map<string, (() => void)[]>();
  let free = slots;

  function waitForTurn(caller: string): Promise<void> | undefined {
    if (free > 0) {
      free--;
      return undefined;
    }
    const queue = queues.get(caller) ?? [];
    if (queue.length >= mostOfCaller) {
      throw new Problem(
        429,
        `${queue.length} large pieces of your work are waiting, the most there may be; send the request again later.`,
      );
    }
    queues.set(caller, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  function giveTurn(): void {
    const [next] = queues;
    if (next === undefined) {
      free++;
      return;
    }
    const [caller, queue] = next;
    const begin = queue.shift();
    // The caller's next piece of work comes after those of all others.
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    begin?.();
  }

  return {
    async run(caller, work) {
      await waitForTurn(caller);
      try {
        return await work();
      } finally {
        giveTurn();
      }
    },
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  };
}
