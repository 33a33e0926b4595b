/**
 * Slow tasks of one caller leave a thread for the caller's other tasks. If slow tasks occupy all threads of
 * a caller while other tasks wait, the last one is ended, and repeated after the other slow tasks.
 */

/** A task that occupies a thread. */
interface RunningTask {
  readonly start: number;
  /** Whether it was ended before, so that it is not ended again. */
  readonly isRepeated: boolean;
  readonly isOver: Promise<unknown>;
}

export interface SlowLaneLimits {
  /** The number of tasks of one caller that run at a time. */
  readonly slotsOfCaller: number;
  /** In milliseconds: a task that takes longer is slow. */
  readonly slowAfter: number;
}

/** The task was ended because it is slow, and is repeated. */
class PostponedError extends Error {
  override readonly name = "PostponedError";
}

/**
 * @param hasWaiting whether tasks of a caller wait for a thread
 */
export function createSlowLane(
  { slotsOfCaller, slowAfter }: SlowLaneLimits,
  hasWaiting: (caller: string) => boolean,
) {
  const running = new Map<string, Set<RunningTask>>();
  /** For each caller, the end of the tasks that were postponed. */
  const postponed = new Map<string, Promise<unknown>>();

  const listSlow = (caller: string) => {
    const now = performance.now();
    return [...(running.get(caller) ?? [])].filter(({ start }) => now - start >= slowAfter);
  };

  function isToPostpone(caller: string, task: RunningTask): boolean {
    if (task.isRepeated || slotsOfCaller < 2 || !hasWaiting(caller)) return false;
    const slow = listSlow(caller);
    if (slow.length < slotsOfCaller) return false;
    const candidates = slow.filter(({ isRepeated }) => !isRepeated);
    return candidates.every(({ start }) => start <= task.start);
  }

  return {
    /**
     * Marks a task that occupies a thread.
     * @param end ends the task with an error
     */
    async during<Result>(
      caller: string,
      isRepeated: boolean,
      work: () => Promise<Result>,
      end: (error: Error) => void,
    ): Promise<Result> {
      const isOver = work();
      const task = { start: performance.now(), isRepeated, isOver: isOver.catch(() => undefined) };
      const tasks = running.get(caller) ?? new Set();
      running.set(caller, tasks.add(task));
      const timer = setInterval(() => {
        if (isToPostpone(caller, task)) end(new PostponedError("The task is repeated later."));
      }, slowAfter / 2).unref();
      try {
        return await isOver;
      } finally {
        clearInterval(timer);
        tasks.delete(task);
        if (tasks.size === 0) running.delete(caller);
      }
    },

    /** @param attempt runs the task; called again after the other slow tasks if it was postponed */
    async run<Result>(
      caller: string,
      attempt: (isRepeated: boolean) => Promise<Result>,
    ): Promise<Result> {
      try {
        return await attempt(false);
      } catch (error) {
        if (!(error instanceof PostponedError)) throw error;
      }
      const before = [...listSlow(caller).map(({ isOver }) => isOver), postponed.get(caller)];
      const result = Promise.all(before).then(() => attempt(true));
      const end = result.catch(() => undefined);
      postponed.set(caller, end);
      try {
        return await result;
      } finally {
        if (postponed.get(caller) === end) postponed.delete(caller);
      }
    },
  };
}
