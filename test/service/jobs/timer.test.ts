import { afterEach, describe, expect, test, vi } from "vitest";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { createJobs, type Jobs } from "../../../src/service/jobs/jobs.ts";
import { keepRunning } from "../../../src/service/jobs/timer.ts";
import { platformKinds } from "../../support/platforms/job-kinds.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

test("a job that is enqueued while the timer reads the queue runs at once", async () => {
  const db = await openTestDatabase();
  let run = () => {};
  const ran = new Promise<string>((resolve) => {
    run = () => resolve("ran");
  });
  let ids = 0;
  const jobs = createJobs({
    db,
    now: () => new Date(),
    newId: () => `job${++ids}`,
    kinds: platformKinds({ note: async () => run() }),
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    log: () => {},
  });
  let isFirst = true;
  const interrupted: Jobs = {
    ...jobs,
    async nextAt() {
      const next = await jobs.nextAt();
      // The query has its result, and the timer does not know it yet.
      if (isFirst) await jobs.enqueue(db, { kind: "note", payload: null });
      isFirst = false;
      return next;
    },
  };
  const stop = keepRunning(
    interrupted,
    () => new Date(),
    () => {},
  );
  expect(await ran).toBe("ran");
  await stop();
  await jobs.stop();
});

describe("the timer of the queue", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A queue with a job at the times, in milliseconds after the start; undefined for an empty queue. */
  function startTimer(
    nextTimes: readonly (number | undefined | Error)[],
    during: (moment: "running" | "reading", notify: () => void) => void = () => {},
  ) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 0 });
    const events: unknown[] = [];
    let notify = () => {};
    const jobs = {
      async runDue() {
        during("running", () => notify());
        return events.push(`run at ${Date.now()}`);
      },
      async nextAt() {
        during("reading", () => notify());
        const next = nextTimes[events.filter((one) => String(one).startsWith("run")).length - 1];
        if (next instanceof Error) throw next;
        return next === undefined ? undefined : new Date(next);
      },
      onEnqueue(listener: () => void) {
        notify = listener;
        return () => events.push("forgotten");
      },
      keepRunning: () => () => events.push("left"),
    };
    const stop = keepRunning(
      jobs,
      () => new Date(Date.now()),
      (message, error) => events.push([message, String(error)]),
    );
    return { events, stop, notify: () => notify(), pass: vi.advanceTimersByTimeAsync };
  }

  test.each<[string, (number | undefined | Error)[], unknown[]]>([
    ["sleeps until the next job is due", [7000, 9000], [0, 7000, 9000]],
    ["sleeps a minute if the queue is empty", [undefined, undefined], [0, 60_000, 120_000]],
    ["sleeps at most a minute", [90_000, 90_000], [0, 60_000, 90_000]],
    ["does not sleep if a job is due already", [-5, 5], [0, 0, 5]],
  ])("%s", async (_, nextTimes, times) => {
    const { events, stop, pass } = startTimer([...nextTimes, 999_999]);
    await pass(120_000);
    expect(events.slice(0, 3)).toEqual(times.map((time) => `run at ${time}`));
    await stop();
  });

  test("continues five seconds after a failure", async () => {
    const { events, stop, pass } = startTimer([new Error("The disk is full."), 99_000]);
    await pass(4999);
    expect(events).toEqual(["run at 0", ["Running due jobs failed.", "Error: The disk is full."]]);
    await pass(1);
    expect(events.slice(2)).toEqual(["run at 5000"]);
    await stop();
  });

  test("wakes up for a new job, and sleeps only once", async () => {
    const { events, stop, notify, pass } = startTimer([9000, 9000, 99_000]);
    await pass(1000);
    notify();
    await pass(7999);
    expect(events).toEqual(["run at 0", "run at 1000"]);
    await pass(1);
    expect(events).toEqual(["run at 0", "run at 1000", "run at 9000"]);
    await stop();
  });

  test.each(["running", "reading"] as const)(
    "runs a job at once that is enqueued while it is %s, although the next one is due later",
    async (moment) => {
      let isFirst = true;
      const { events, stop, pass } = startTimer([9000, 9000, 99_000], (now, notify) => {
        if (!isFirst || now !== moment) return;
        isFirst = false;
        notify();
      });
      await pass(8999);
      expect(events).toEqual(["run at 0", "run at 0"]);
      await pass(1);
      expect(events).toEqual(["run at 0", "run at 0", "run at 9000"]);
      await stop();
    },
  );

  test("runs nothing after its end, which waits for the current round", async () => {
    const { events, stop, notify, pass } = startTimer([1000, 2000]);
    const ended = stop();
    notify();
    await ended;
    await pass(5000);
    expect(events).toEqual(["forgotten", "left"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves no timer if it ends during a round or while it sleeps", async () => {
    const { events, stop, pass } = startTimer([1000, 2000]);
    await pass(0);
    expect(vi.getTimerCount()).toBe(1);
    const ended = stop();
    expect(vi.getTimerCount()).toBe(0);
    await ended;
    expect(events).toEqual(["run at 0", "forgotten", "left"]);
  });
});
