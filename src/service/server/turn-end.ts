/** Waits for the end of a turn of the event loop, so that work of the turn is done together. */

/**
 * Answers that are sent one after another cost less than each between two requests: the first wakes the
 * callers, which are still awake for the others.
 * @returns a function that waits until everything that is ready has been read
 */
export function createTurns(): () => Promise<void> {
  let end: Promise<void> | undefined;
  return () => {
    end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined;
        resolve();
      });
    });
    return end;
  };
}
