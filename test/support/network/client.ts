/** Clients for tests with real connections and a simulated clock. */
import { type ApiClient, type ApiClientOptions, openClient } from "../../../src/client/client.ts";
import type { ClientClock } from "../../../src/client/transport/deadline.ts";
import { openTransport } from "../../../src/client/transport/transport.ts";

/** A token that must appear only in the authorization header. */
export const canary = "canary_8d1f+/=~token";

/** A clock that advances only by waiting. `waits` lists the milliseconds of every wait. */
export interface ManualClock extends ClientClock {
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

/** A client of the server at `baseUrl`, with a direct connection by default. */
export function getClient(baseUrl: string, options: Partial<ApiClientOptions> = {}): ApiClient {
  return openClient({
    baseUrl,
    token: canary,
    transport: openTransport({ environment: {} }),
    userAgent: "tome/test",
    clock: manualClock(),
    ...options,
  });
}

/** The rejection reason of a promise. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`It should have failed, and answered ${JSON.stringify(value)}.`);
    },
    (error: unknown) => error,
  );
}
