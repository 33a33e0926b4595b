/** Work that is done at the end of a turn of the event loop, all that has come up in it together. */

/**
 * Answers that are sent one after another cost less than each between two requests: the callers are
 * woken by the first, and are still awake when the others come.
 * @returns what waits until everything that is ready has been read
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
