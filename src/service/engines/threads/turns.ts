/**
 * Fair use of the main thread. Each turn of the event loop starts work for a few milliseconds;
 * further work waits for the next turn, so that new requests are read first.
 */

/** In milliseconds. Started work continues, so a turn can exceed the limit by its last task. */
const longestTurn = 20;

/** Waiting tasks by caller, in the order of their turns. Of the process: it has one main thread. */
const waiting = new Map<string, (() => void)[]>();
let isTurn = false;
// Of the process: the start of the turn.
let turnStart = 0;

/**
 * Waits for a turn, before a task of at most a few milliseconds.
 * @param caller callers take turns
 * @returns a promise to wait for; undefined if the task may start immediately
 */
export function takeTurn(caller: string): Promise<void> | undefined {
  const now = performance.now();
  if (!isTurn) {
    isTurn = true;
    turnStart = now;
    setImmediate(startNextTurn);
  }
  if (waiting.size === 0 && now - turnStart < longestTurn) return undefined;
  const queue = waiting.get(caller) ?? [];
  waiting.set(caller, queue);
  return new Promise((resolve) => queue.push(resolve));
}

async function startNextTurn(): Promise<void> {
  turnStart = performance.now();
  for (const [caller, queue] of waiting) {
    queue.shift()?.();
    // The next task of this caller comes after those of all other callers.
    waiting.delete(caller);
    if (queue.length > 0) waiting.set(caller, queue);
    // Until the started task ends, or waits itself.
    await new Promise((resolve) => process.nextTick(resolve));
    if (performance.now() - turnStart >= longestTurn) break;
  }
  isTurn = waiting.size > 0;
  if (isTurn) setImmediate(startNextTurn);
}
