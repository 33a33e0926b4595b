/** The one deadline of a call, over its attempts, waits and bodies. */
import { Unreachable } from "../errors.ts";

/** Time and chance, so that tests can hold them. */
export interface Clock {
  /** Milliseconds, from any moment on. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export const machineClock: Clock = {
  // `performance` would cost each command the loading of all that measures with it.
  now: () => process.uptime() * 1000,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
};

export interface Deadline {
  /** Aborts what is under way when the time is over. */
  readonly signal: AbortSignal;
  /** Whether there is time to wait so many milliseconds. */
  allows(milliseconds: number): boolean;
  /** What to report when the time was over. */
  fault(host: string, arrived: Unreachable["arrived"]): Unreachable;
}

/** A longer timer would fire at once. */
const longestTimer = 2 ** 31 - 1;

export function openDeadline(seconds: number, clock: Clock): Deadline {
  const end = clock.now() + seconds * 1000;
  return {
    signal: AbortSignal.timeout(Math.min(Math.ceil(seconds * 1000), longestTimer)),
    allows: (milliseconds) => clock.now() + milliseconds < end,
    fault: (host, arrived) =>
      new Unreachable(`No whole answer came from the server ${host} within ${seconds} seconds.`, {
        arrived,
        hint: `Allow more time with --timeout ${Math.ceil(seconds) * 2}.`,
      }),
  };
}
