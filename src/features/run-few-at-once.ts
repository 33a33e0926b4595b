/** Bounded concurrency of requests, which limits the load on a platform. */

const concurrency = 4;

/**
 * @returns the results, in the order of the items
 * @throws the first error; no further item is started after it
 */
export async function runFewAtOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(concurrency, items.length) }, () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  return results;
}

/** Runs work as soon as the concurrency limit permits. */
export type Turns = <R>(work: () => Promise<R>) => Promise<R>;

/** Creates a concurrency limit that several parts of a command share. */
export function openTurns(): Turns {
  const waiting: (() => void)[] = [];
  let free = concurrency;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Handing the slot to the next in the queue keeps the order of arrival.
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
