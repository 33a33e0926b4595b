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
