/** Clients for tests, on real wires, with a clock that never makes anybody wait. */
import { type Client, type ClientOptions, openClient } from "../../src/client/client.ts";
import type { Clock } from "../../src/client/deadline.ts";
import { openTransport } from "../../src/client/transport.ts";

/** A token that must show nowhere but in the authorization header. */
export const canary = "canary_8d1f+/=~token";

/** Time that passes only by waiting; `waits` lists the milliseconds of every wait. */
export interface ManualClock extends Clock {
  readonly waits: number[];
}

export function manualClock(random: () => number = () => 0.5): ManualClock {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    random,
    now: () => time,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
}

/** A client of the server at `baseUrl`, by the direct wire unless told otherwise. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return openClient({
    baseUrl,
    token: canary,
    transport: openTransport({ environment: {} }),
    userAgent: "tome/test",
    clock: manualClock(),
    ...options,
  });
}

/** What a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`It should have failed, and answered ${JSON.stringify(value)}.`);
    },
    (error: unknown) => error,
  );
}
