/** Work that several requests ask for at the same time, and that is done once. */

/** @returns runs the work, or waits for the same work that is under way */
export function createSharedWork<Result>(): (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const begun = running.get(key);
    if (begun) return begun;
    const result = work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}
