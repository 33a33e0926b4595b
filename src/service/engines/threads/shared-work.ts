/** Deduplication of work that several requests need at the same time. */

/** @returns a function that runs the work, or waits for the same work in progress */
export function createSharedWork<Result>(): (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const inProgress = running.get(key);
    if (inProgress) return inProgress;
    const result = work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}
