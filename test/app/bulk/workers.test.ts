import { describe, expect, test } from "vitest";
import type { BulkItem } from "../../../src/app/bulk/items.ts";
import type { ItemOutcome } from "../../../src/app/bulk/outcome.ts";
import { openPace, type PaceClock } from "../../../src/app/bulk/pace.ts";
import { runWorkers } from "../../../src/app/bulk/workers.ts";
import { buildReport } from "../../../src/app/output/report.ts";
import { ApiError, MissingTokenError, NetworkError } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";

type Failed = Exclude<ItemOutcome["is"], "done">;

const done: ItemOutcome = { is: "done", record: {}, findings: [] };
function failing(error: Error, is: Failed = "failed"): ItemOutcome {
  return { is, error, report: buildReport(error) };
}
const unreached = failing(new NetworkError("Unreachable.", { arrived: "no" }));
const broken = failing(new NetworkError("Broken.", { arrived: "perhaps" }), "unknown");
const refused = failing(new ApiError(404, "Not found."));

/** Runs one item for each outcome, one after the other, and returns how many began and the reason. */
async function run(outcomes: readonly ItemOutcome[], stopOnError = false) {
  const items = outcomes.map((_, index) => {
    const item: Partial<BulkItem> = { number: index + 1, target: undefined };
    return item as BulkItem;
  });
  let begun = 0;
  const reason = await runWorkers(items, {
    concurrency: 1,
    pace: openPace(1),
    stopOnError,
    stop: new AbortController(),
    carryOut: async ({ number }) => {
      begun++;
      return outcomes[number - 1] ?? done;
    },
    note: async () => {},
    onEnd: () => {},
  });
  return { begun, reason };
}

describe("--stop-on-error", () => {
  const error = new ApiError(400, "No.");

  test.each([
    ["a failed item", failing(error), 1],
    ["an item with an unknown result", failing(error, "unknown"), 1],
    ["an item that the platform has not finished", failing(error, "pending"), 3],
    ["an item that is done", done, 3],
  ])("after %s", async (_, outcome, begun) => {
    expect(await run([outcome, done, done], true)).toEqual({
      begun,
      reason: begun === 1 ? "--stop-on-error is set" : undefined,
    });
    expect(await run([outcome, done, done])).toEqual({ begun: 3, reason: undefined });
  });
});

describe("an unreachable platform", () => {
  const four = [unreached, unreached, unreached, unreached];
  const reason = "5 consecutive items could not reach the platform";

  test("ends the run after five items", async () => {
    expect(await run([...four, unreached, done])).toEqual({ begun: 5, reason });
    expect(await run([done, refused, ...four, unreached, done])).toEqual({ begun: 7, reason });
  });

  test.each([
    ["is done", done],
    ["is refused", refused],
    ["loses its response", broken],
  ])("is not assumed if an item in between %s", async (_, between) => {
    const outcomes = [...four, between, ...four, done];
    expect(await run(outcomes)).toEqual({ begun: outcomes.length, reason: undefined });
  });
});

test.each([
  ["a missing token", new MissingTokenError("No token.", "tome auth login"), 1],
  ["the status 401", new ApiError(401, "No."), 1],
  ["the status 403", new ApiError(403, "No."), 2],
])("%s ends the run only if no other item can succeed", async (_, error, begun) => {
  expect(await run([failing(error), done])).toEqual({
    begun,
    reason: begun === 1 ? "the platform rejected the token" : undefined,
  });
});

interface Watched {
  /** The beginning and end of each item. */
  readonly events: string[];
  /** The states that were noted, by the number of the item. */
  readonly noted: (readonly [number: number, is: string, details: object | undefined])[];
  readonly ended: (readonly [number: number, is: string])[];
  readonly result: Promise<string | undefined>;
}

/** Runs items with these targets concurrently. */
function watch(
  targets: readonly (string | undefined)[],
  carryOut: (number: number) => ItemOutcome | Promise<ItemOutcome>,
  { concurrency = 4, onNote = (_: string) => {}, stop = new AbortController() } = {},
): Watched {
  const events: string[] = [];
  const noted: Watched["noted"] = [];
  const ended: Watched["ended"] = [];
  const items = targets.map((target, at) => createPartial<BulkItem>({ number: at + 1, target }));
  const result = runWorkers(items, {
    concurrency,
    pace: openPace(concurrency, createClock()),
    stopOnError: false,
    stop,
    async carryOut({ number }) {
      events.push(`${number} begins`);
      const outcome = await carryOut(number);
      events.push(`${number} ends`);
      return outcome;
    },
    async note({ number }, is, details) {
      onNote(`${number} ${is}`);
      noted.push([number, is, details]);
    },
    onEnd: ({ number }, { is }) => void ended.push([number, is]),
  });
  return { events, noted, ended, result };
}

/** A clock that moves on when something waits for it. */
function createClock(): PaceClock {
  let now = 0;
  return {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
    },
    random: () => 0,
  };
}

const turnedAway = failing(new ApiError(429, "Too many requests."), "turned away");

describe("items", () => {
  test("with the same target run one after the other, and others at the same time", async () => {
    const { events, result } = watch(["A", "B", "A", undefined, "A", undefined], async () => done);
    await result;
    expect(events.slice(0, 4).toSorted()).toEqual(
      ["1", "2", "4", "6"].map((one) => `${one} begins`),
    );
    const ofTarget = events.filter((event) => /^[135]/.test(event));
    expect(ofTarget).toEqual([1, 3, 5].flatMap((number) => [`${number} begins`, `${number} ends`]));
  });

  test("have their states noted, with the id or the error", async () => {
    const outcomes = [{ ...done, record: { id: "N1" } }, done, refused];
    const { noted, ended, result } = watch(
      ["A", "B", "C"],
      (number) => outcomes[number - 1] ?? done,
      { concurrency: 1 },
    );
    expect(await result).toBeUndefined();
    expect(noted).toEqual([
      [1, "sending", undefined],
      [1, "done", { id: "N1" }],
      [2, "sending", undefined],
      [2, "done", { id: "B" }],
      [3, "sending", undefined],
      [3, "failed", { code: "not_found", requestId: undefined }],
    ]);
    expect(ended).toEqual([
      [1, "done"],
      [2, "done"],
      [3, "failed"],
    ]);
  });

  test.each([
    [1, "done"],
    [9, "done"],
    [10, "failed"],
    [11, "failed"],
  ])("that are turned away %d times are %s", async (count, is) => {
    let turns = 0;
    const { noted, ended, result } = watch([undefined], () =>
      turns++ < count ? turnedAway : done,
    );
    expect(await result).toBeUndefined();
    expect(ended).toEqual([[1, is]]);
    expect(turns).toBe(Math.min(count + 1, 10));
    const waits = noted.filter(([, state]) => state === "waiting");
    expect(waits).toHaveLength(Math.min(count, 9));
  });

  test("are not begun after an interruption, also not those of the same target", async () => {
    const stop = new AbortController();
    const { ended, result } = watch(
      ["A", "A", "B", "B"],
      (number) => {
        if (number === 1) stop.abort();
        return done;
      },
      { concurrency: 1, stop },
    );
    expect(await result).toBeUndefined();
    expect(ended).toEqual([[1, "done"]]);
  });

  test("in progress end before the error of the journal is thrown", async () => {
    const full = new Error("The disk is full.");
    const { ended, events, result } = watch(["A", "B", "C", "D"], async () => done, {
      concurrency: 2,
      onNote: (state) => {
        if (state === "1 sending") throw full;
      },
    });
    await expect(result).rejects.toBe(full);
    expect(ended).toEqual([[2, "done"]]);
    expect(events).toEqual(["2 begins", "2 ends"]);
  });

  test("end early if the platform requests a pause of hours", async () => {
    const clock = createClock();
    const pace = openPace(1, clock);
    pace.observe(429, { "retry-after": String(3 * 60 * 60) });
    const stop = new AbortController();
    const reason = await runWorkers([createPartial<BulkItem>({ number: 1, target: "A" })], {
      concurrency: 1,
      pace,
      stopOnError: false,
      stop,
      carryOut: async () => done,
      note: async () => {},
      onEnd: () => {},
    });
    expect(reason).toMatch(/^the platform requested a pause of \d hours$/);
    expect(stop.signal.aborted).toBe(true);
  });
});
