/** Wait for the end of an event loop turn, so that the responses of a turn are sent together. */

/**
 * Sending responses one after another costs less than sending each between two requests.
 * @returns a function that waits until all available data has been read
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
