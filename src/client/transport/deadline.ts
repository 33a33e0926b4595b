/** Deadline of a call, which covers its attempts, waits and bodies. */
import { NetworkError } from "../../errors.ts";

/** Clock and randomness, which tests replace. */
export interface ClientClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export const machineClock: ClientClock = {
  // `performance` would load the whole measurement module in each command.
  now: () => process.uptime() * 1000,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
};

export interface Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Whether there is time to wait this number of milliseconds. */
  allows(milliseconds: number): boolean;
  /** The error to report after the deadline. */
  fault(host: string, arrived: NetworkError["arrived"]): NetworkError;
}

/** A timer with a longer delay would fire at once. */
const longestTimer = 2 ** 31 - 1;

export function openDeadline(seconds: number, clock: ClientClock): Deadline {
  const end = clock.now() + seconds * 1000;
  return {
    signal: AbortSignal.timeout(Math.min(Math.ceil(seconds * 1000), longestTimer)),
    allows: (milliseconds) => clock.now() + milliseconds < end,
    fault: (host, arrived) =>
      new NetworkError(
        `The server ${host} did not send a complete response within ${seconds} seconds.`,
        {
          arrived,
          hint: `Allow more time with --timeout ${Math.ceil(seconds) * 2}.`,
        },
      ),
  };
}
