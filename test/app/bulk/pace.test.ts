import { getEventListeners, setMaxListeners } from "node:events";
import { expect, test } from "vitest";
import { openPace, type PaceClock } from "../../../src/app/bulk/pace.ts";
import { slowTests } from "../../support/generators/amount.ts";

/** A clock that advances to the next timer when all callers wait. */
function virtualClock(seed = 1) {
  let time = 0;
  let random = seed;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: PaceClock = {
    now: () => time,
    sleep: (milliseconds, stop) =>
      new Promise((resolve) => {
        sleepers.push({ at: time + milliseconds, wake: resolve });
        stop.addEventListener("abort", () => resolve());
      }),
    random() {
      random = (random * 48271) % 2147483647;
      return random / 2147483647;
    },
  };
  return {
    clock,
    /** Advances the time until no caller waits. */
    async pass() {
      for (let next = true; next; ) {
        await new Promise((resolve) => setImmediate(resolve));
        sleepers.sort((a, b) => a.at - b.at);
        const sleeper = sleepers.shift();
        next = sleeper !== undefined;
        time = Math.max(time, sleeper?.at ?? 0);
        sleeper?.wake();
      }
    },
  };
}

const date = "Sat, 21 Nov 2026 10:00:00 GMT";
const epoch = Date.parse(date) / 1000;
const never = new AbortController().signal;
setMaxListeners(0, never);

/** The time at which each of the callers gets its turn. */
async function turns(
  count: number,
  virtual: ReturnType<typeof virtualClock>,
  pace: ReturnType<typeof openPace>,
): Promise<number[]> {
  const times: number[] = [];
  const all = Array.from({ length: count }, async () => {
    await pace.turn(never);
    times.push(virtual.clock.now());
  });
  await virtual.pass();
  await Promise.all(all);
  return times.sort((a, b) => a - b);
}

test("requests are not delayed without rate-limit headers", async () => {
  const virtual = virtualClock();
  const pace = openPace(4, virtual.clock);
  pace.observe(200, {});
  pace.observe(200, { date, "x-ratelimit-limit": "100", "x-ratelimit-remaining": "80" });
  expect(await turns(10, virtual, pace)).toEqual(Array(10).fill(0));
});

test("remaining requests are spread until the limit resets", async () => {
  const virtual = virtualClock();
  const pace = openPace(2, virtual.clock);
  pace.observe(200, {
    date,
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "4",
    "x-ratelimit-reset": String(epoch + 10),
  });
  // Four in ten seconds, and no further delay after them.
  expect(await turns(6, virtual, pace)).toEqual([2000, 4000, 6000, 8000, 10_000, 10_000]);
});

test.each([
  ["seconds", String(epoch + 7)],
  ["milliseconds", `${epoch + 7}000`],
])(
  "without remaining requests, the next one waits for the reset in %s on the platform's clock",
  async (_, reset) => {
    const virtual = virtualClock();
    const pace = openPace(2, virtual.clock);
    pace.observe(200, {
      date,
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": reset,
    });
    expect(pace.wait()).toBe(7000);
    expect((await turns(1, virtual, pace))[0]).toBe(7000);
  },
);

slowTests.each([
  ["Retry-After in seconds", { date, "retry-after": "20" }],
  ["Retry-After as a date", { date, "retry-after": new Date((epoch + 20) * 1000).toUTCString() }],
  ["X-RateLimit-Reset", { date, "x-ratelimit-reset": String(epoch + 20) }],
  ["X-RateLimit-Reset in milliseconds", { date, "x-ratelimit-reset": `${epoch + 20}000` }],
])(
  "after a 429 with %s, fifty requests wait until that time and are spread",
  async (_, headers) => {
    for (let seed = 1; seed <= 20; seed++) {
      const virtual = virtualClock(seed * 7919);
      const pace = openPace(50, virtual.clock);
      pace.observe(429, headers);
      const times = await turns(50, virtual, pace);
      const [first = 0] = times;
      expect(first).toBeGreaterThan(20_000);
      expect((times.at(-1) ?? 0) - first).toBeGreaterThan(0.2 * 20_000);
    }
  },
);

test.each([
  ["before its end", 19_999, false],
  ["at its end", 20_000, true],
  ["after its end", 20_001, true],
])("a request that starts after a pause is not delayed: %s", async (_, age, isImmediate) => {
  for (let seed = 1; seed <= 5; seed++) {
    const virtual = virtualClock(seed * 7919);
    const pace = openPace(1, virtual.clock);
    pace.observe(429, { date, "retry-after": "20" });
    const passed = virtual.clock.sleep(age, never);
    await virtual.pass();
    await passed;
    expect(pace.wait()).toBe(Math.max(0, 20_000 - age));
    const [first = 0] = await turns(1, virtual, pace);
    if (isImmediate) expect(first).toBe(age);
    else expect(first).toBeGreaterThan(20_000);
  }
});

test("a second 429 also delays requests that are about to be retried", async () => {
  const virtual = virtualClock();
  const pace = openPace(2, virtual.clock);
  pace.observe(429, { date, "retry-after": "5" });
  const turn = pace.turn(never);
  pace.observe(429, { date, "retry-after": "30" });
  await virtual.pass();
  await turn;
  expect(virtual.clock.now()).toBeGreaterThan(30_000);
});

test.each([
  [60, 1],
  [1, 60],
  [60, 60],
])("of 429s with waits of %d and %d seconds, the longer one counts", (first, second) => {
  const pace = openPace(1, virtualClock().clock);
  for (const wait of [first, second]) pace.observe(429, { date, "retry-after": `${wait}` });
  expect(pace.wait()).toBe(60_000);
});

test("after 429s without a time, the delay grows to some seconds", async () => {
  const virtual = virtualClock();
  const pace = openPace(1, virtual.clock);
  const waits: number[] = [];
  for (let refusal = 0; refusal < 8; refusal++) {
    pace.observe(429, {});
    waits.push(pace.wait());
    await turns(1, virtual, pace);
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test("after another response, the delay of a 429 without a time starts again", async () => {
  for (const status of [200, 404, 500]) {
    const virtual = virtualClock();
    const pace = openPace(1, virtual.clock);
    const waits: number[] = [];
    for (const next of [429, 429, status, 429, 429]) {
      pace.observe(next, {});
      if (next === 429) waits.push(pace.wait());
      await turns(1, virtual, pace);
    }
    expect(waits).toEqual([250, 500, 250, 500]);
  }
});

test("a canceled request does not wait for its turn", async () => {
  const virtual = virtualClock();
  const pace = openPace(1, virtual.clock);
  pace.observe(429, { date, "retry-after": "3600" });
  const stop = new AbortController();
  const turn = pace.turn(stop.signal);
  stop.abort();
  expect(await turn).toBe(false);
  expect(virtual.clock.now()).toBe(0);
});

test("an interruption ends a real wait, and leaves no listener", async () => {
  const pace = openPace(1);
  pace.observe(429, { "retry-after": "3600" });
  const stop = new AbortController();
  const turn = pace.turn(stop.signal);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
  stop.abort();
  expect(await turn).toBe(false);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test("with maximum concurrency, even many remaining requests are spread", () => {
  const headers = {
    date,
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "15",
    "x-ratelimit-reset": `${epoch + 60}`,
  };
  const waits = [1, 10].map((concurrency) => {
    const pace = openPace(concurrency, virtualClock().clock);
    pace.observe(200, headers);
    return pace.wait() > 0;
  });
  expect(waits).toEqual([false, true]);
});
