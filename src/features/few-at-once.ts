/** Does the same for many things, a few at a time, so that a platform is not met by all at once. */

const atOnce = 4;

/**
 * @returns the results, in the order of the things
 * @throws the first error; nothing further is begun after it
 */
export async function fewAtOnce<T, R>(
  things: readonly T[],
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = things.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [at, thing] of queue) {
      if (failed) return;
      results[at] = await work(thing);
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(atOnce, things.length) }, () =>
      worker().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  return results;
}

/** Carries out work when its turn comes: a few at a time, whoever asks for it. */
export type Turns = <R>(work: () => Promise<R>) => Promise<R>;

/** For work that many parts of a command ask for, each without knowing of the others. */
export function openTurns(): Turns {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn is passed on, so that nobody who asks later comes first.
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
