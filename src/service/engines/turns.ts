/**
 * Shares the thread that answers requests. Each turn of its event loop begins work for a few
 * milliseconds; what comes later waits for a next turn, in which what others have sent is read first.
 */

/** In milliseconds. What has begun goes on, so a turn can take as much longer as its last piece of work. */
const longestTurn = 20;

/** Those who wait, by caller, in the order of their turns. Of the process: it has one thread. */
const waiting = new Map<string, (() => void)[]>();
let isTurn = false;
// Of the process: when the turn began.
let begun = 0;

/**
 * Called before a piece of work that takes a few milliseconds at most.
 * @param caller whose work it is; callers take turns
 * @returns what to wait for; undefined if the work may begin at once
 */
export function takeTurn(caller: string): Promise<void> | undefined {
  const now = performance.now();
  if (!isTurn) {
    isTurn = true;
    begun = now;
    setImmediate(nextTurn);
  }
  if (waiting.size === 0 && now - begun < longestTurn) return undefined;
  const queue = waiting.get(caller) ?? [];
  waiting.set(caller, queue);
  return new Promise((resolve) => queue.push(resolve));
}

async function nextTurn(): Promise<void> {
  begun = performance.now();
  for (const [caller, queue] of waiting) {
    queue.shift()?.();
    // The caller's next work comes after that of all others.
    waiting.delete(caller);
    if (queue.length > 0) waiting.set(caller, queue);
    // Until that work has ended, or waits for something itself.
    await new Promise((resolve) => process.nextTick(resolve));
    if (performance.now() - begun >= longestTurn) break;
  }
  isTurn = waiting.size > 0;
  if (isTurn) setImmediate(nextTurn);
}
