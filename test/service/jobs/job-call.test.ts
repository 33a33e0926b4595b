/** The context of a running job, and requests that arrive while it runs. */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createPlatformJob, createRequestedJob } from "../../../src/service/core/area.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { type TraceSpan, useSpanStorage } from "../../../src/service/engines/tracing/spans.ts";
import type { JobCall, LongJob } from "../../../src/service/jobs/job.ts";
import { createJobs } from "../../../src/service/jobs/jobs.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const now = new Date("2026-01-01T00:00:00.000Z");
const principal = { kind: "user", user: "u1" } as const;

/** A queue with a kind of the platform and a kind of a requester; both run `work`. */
async function start(work: (call: JobCall) => Promise<unknown>, offset?: () => number) {
  const db = await openTestDatabase();
  const warnings: unknown[] = [];
  const [outside, secretBox] = [openOutside(), openSecretBox(undefined)];
  let ids = 0;
  const long: LongJob = { prepare: async () => async (call) => void (await work(call)) };
  const jobs = createJobs({
    ...{ db, now: () => now, offset, newId: () => `job${++ids}`, outside, secretBox },
    kinds: {
      maintenance: createPlatformJob("It is a test.", async (_, call) => void (await work(call))),
      requested: createRequestedJob(long, async () => ({
        authorize: async () => undefined,
        end: async () => undefined,
      })),
    },
    principals: {
      resolve: async () => ({
        ...{ caller: "u1", boundTo: undefined, requireScope: async () => {} },
      }),
      recordCancellation: async () => undefined,
    },
    log: (...message) => warnings.push(message),
  });
  const readJobs = () =>
    db
      .selectFrom("jobs")
      .select(["id", "kind", "payload", "principal", "organization_id"])
      .orderBy("id")
      .execute();
  return { db, jobs, warnings, outside, secretBox, readJobs };
}

describe("a job that a job enqueues", () => {
  const at = new Date(now.getTime() + 1);
  const next = { kind: "requested", payload: {}, at };

  it("has the principal and the organization of that job", async () => {
    const { db, jobs, readJobs } = await start((call) => call.enqueue(next));
    const request = { kind: "requested", payload: {}, principal, organization: "o1" };
    await jobs.enqueue(db, request);
    await jobs.finish();
    expect(await readJobs()).toEqual([
      {
        ...{ id: "job2", kind: "requested", payload: "{}", organization_id: "o1" },
        principal: JSON.stringify(principal),
      },
    ]);
  });

  it("has others if it names them", async () => {
    const other = { kind: "user", user: "u2" } as const;
    const { db, jobs, readJobs } = await start((call) =>
      call.enqueue({ ...next, principal: other, organization: "o2" }),
    );
    await jobs.enqueue(db, { kind: "requested", payload: {}, principal, organization: "o1" });
    await jobs.finish();
    expect(await readJobs()).toMatchObject([
      { organization_id: "o2", principal: JSON.stringify(other) },
    ]);
  });

  it("has no organization if that job has none", async () => {
    const { db, jobs, readJobs } = await start((call) => call.enqueue({ ...next, kind: "other" }));
    await jobs.enqueue(db, { kind: "maintenance", payload: {} });
    await jobs.finish();
    expect(await readJobs()).toMatchObject([{ kind: "other", organization_id: null }]);
  });
});

it.each([
  [undefined, false],
  [0, false],
  [-1, true],
])("a job knows whether the clock was moved by %j", async (offset, clockIsMoved) => {
  const calls: JobCall[] = [];
  const work = async (call: JobCall) => {
    calls.push(call);
    call.warn("Look at this.");
  };
  const queue = await start(work, offset === undefined ? undefined : () => offset);
  await queue.jobs.enqueue(queue.db, { kind: "maintenance", payload: {} });
  await queue.jobs.runDue();
  const [call] = calls;
  expect(call).toMatchObject({
    ...{ now, clockIsMoved, outside: queue.outside, secretBox: queue.secretBox },
  });
  expect([call?.time(), call?.newId()]).toEqual([now, "job2"]);
  expect(queue.warnings).toEqual([["Look at this.", undefined]]);
});

it.each([
  ["a minute from now", 60_000, { traceparent: "00-a-b-01" }],
  ["later", 60_001, { linkedTraceparent: "00-a-b-01" }],
])("a job that is due %s continues or links its trace", async (_, delay, payload) => {
  const storage = new AsyncLocalStorage<TraceSpan>();
  useSpanStorage(storage);
  const span: TraceSpan = {
    traceparent: "00-a-b-01",
    startChild: () => span,
    setAttributes: () => undefined,
    fail: () => undefined,
    end: () => undefined,
    run: (work) => storage.run(span, work),
  };
  const { db, jobs, readJobs } = await start(async () => undefined);
  const at = new Date(now.getTime() + delay);
  await span.run(() => jobs.enqueue(db, { kind: "maintenance", payload: {}, at }));
  expect(await readJobs()).toMatchObject([{ payload: JSON.stringify(payload) }]);
});

/** A queue with a short job that runs until it is released. */
async function startSlowly(offset?: () => number) {
  let [release, begin] = [() => {}, () => {}];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const queue = await start(async () => {
    begin();
    await released;
  }, offset);
  await queue.jobs.enqueue(queue.db, { kind: "maintenance", payload: {} });
  const round = queue.jobs.runDue();
  await begun;
  const isDone = async (promise: Promise<unknown>) => {
    const pending = Symbol("pending");
    // The promise is examined first.
    return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
  };
  return { ...queue, round, release, isDone };
}

describe("while a short job runs", () => {
  it("jobs are due, and a second round is the same one", async () => {
    const { jobs, round, release } = await startSlowly();
    expect(jobs.areDue()).toBe(true);
    const second = jobs.runDue();
    release();
    expect(await Promise.all([round, second])).toEqual([1, 1]);
    expect(jobs.areDue()).toBe(false);
  });

  it.each<[string, boolean, boolean, number, boolean]>([
    ["waits for it if no timer runs jobs", false, false, 50, false],
    ["waits for it if the clock was moved", true, true, 50, false],
    ["waits for it briefly", true, false, 49, false],
    ["does not wait after 50 milliseconds", true, false, 50, true],
  ])("a request %s", async (_, hasTimer, isMoved, milliseconds, expected) => {
    const start = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(start);
    const { jobs, release, isDone, round } = await startSlowly(isMoved ? () => 1 : undefined);
    const leave = hasTimer ? jobs.keepRunning() : () => {};
    clock.mockReturnValue(start + milliseconds);
    const request = jobs.runBeforeRequest();
    await Promise.resolve();
    expect(await isDone(request)).toBe(expected);
    release();
    await Promise.all([request, round]);
    leave();
    await jobs.stop();
  });

  it("a request waits again once the timer has stopped", async () => {
    const start = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(start);
    const { jobs, release, isDone } = await startSlowly();
    jobs.keepRunning()();
    clock.mockReturnValue(start + 1000);
    const request = jobs.runBeforeRequest();
    await Promise.resolve();
    expect(await isDone(request)).toBe(false);
    release();
    await request;
  });
});
