import fc from "fast-check";
import { expect, test } from "vitest";
import * as space from "../../src/contract/space.ts";
import type { WireResponse } from "../../src/contract/wire.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { getClient, manualClock } from "../support/network/client.ts";

/** The server's time, up to a day away from the local clock. */
const skewed = fc.record({
  seconds: fc.integer({ min: 0, max: 3000 }),
  skew: fc.integer({ min: -86_400, max: 86_400 }),
  form: fc.constantFrom("reset", "seconds", "date", "both"),
  chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
  method: fc.constantFrom("get", "update"),
});

type Told = typeof skewed extends fc.Arbitrary<infer T> ? T : never;

function turnedAway({ seconds, skew, form }: Told): WireResponse {
  const now = Math.floor(Date.now() / 1000) + skew;
  const until = now + seconds;
  const forms = {
    reset: { "x-ratelimit-reset": String(until) },
    seconds: { "retry-after": String(seconds) },
    date: { "retry-after": new Date(until * 1000).toUTCString() },
    // The later one applies.
    both: { "retry-after": String(Math.floor(seconds / 2)), "x-ratelimit-reset": String(until) },
  };
  const headers = { date: new Date(now * 1000).toUTCString(), ...forms[form] };
  return { status: 429, headers, body: '{"error":{"code":429,"message":"Slow down"}}' };
}

test("after a 429 nothing is sent before the server's time, even if the local clock is wrong", async () => {
  const cases = amount({ short: 150, full: 5000 });
  const early = countFaults();
  await fc.assert(
    fc.asyncProperty(skewed, async (told) => {
      const clock = manualClock(() => told.chance);
      let sent = 0;
      const transport = async (): Promise<WireResponse> =>
        sent++ === 0 ? turnedAway(told) : { status: 200, headers: {}, body: '{"id":"s1"}' };
      const client = getClient("http://127.0.0.1:1", { transport, clock, timeoutSeconds: 10_000 });
      const ids = { spaceId: "s1" };
      if (told.method === "get") await client.call(space.get, ids);
      else await client.call(space.update, { ...ids, title: "T" });
      const [wait = 0, ...more] = clock.waits;
      expect(more).toEqual([]);
      early.add(wait <= told.seconds * 1000);
      expect(wait).toBeGreaterThan(told.seconds * 1000);
      expect(wait).toBeLessThanOrEqual(told.seconds * 1300 + 251);
    }),
    { numRuns: cases },
  );
  report("C3", `${cases} answers 429 with clocks a day apart, ${early.total()} repeats too early`);
});

test("fifty requests refused together are retried over at least a fifth of the wait", async () => {
  const seconds = 60;
  const random = randomFrom();
  const waits = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const clock = manualClock(random.next);
      let sent = 0;
      const transport = async (): Promise<WireResponse> =>
        sent++ === 0
          ? turnedAway({ seconds, skew: 0, form: "seconds", chance: 0, method: "get" })
          : { status: 200, headers: {}, body: "{}" };
      const client = getClient("http://127.0.0.1:1", { transport, clock, timeoutSeconds: 1000 });
      await client.call(space.get, { spaceId: "s1" });
      return clock.waits[0] ?? 0;
    }),
  );
  expect(Math.max(...waits) - Math.min(...waits), `TOME_SEED=${random.seed}`).toBeGreaterThan(
    0.2 * seconds * 1000,
  );
});
