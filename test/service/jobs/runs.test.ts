/** One attempt of a job: its effect, its row in the queue afterwards, and the calls that it causes. */
import { beforeEach, describe, expect, it } from "vitest";
import { createPlatformJob } from "../../../src/service/core/area.ts";
import type { JobTable } from "../../../src/service/database/tables.ts";
import type {
  Effect,
  JobCall,
  LongJob,
  LongJobCall,
  ShortJob,
} from "../../../src/service/jobs/job.ts";
import { createLeases } from "../../../src/service/jobs/leases.ts";
import { createRuns } from "../../../src/service/jobs/runs.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const db = await openTestDatabase();
const now = new Date("2026-01-01T00:00:00.000Z");
const earlier = "2025-12-31T00:00:00.000Z";
const row = {
  ...{ id: "job", kind: "example", payload: '{"a":1}', run_at: earlier, created_at: earlier },
  ...{ attempts: 0, state: "waiting" as JobTable["state"], last_error: null },
  ...{ leased_by: null as string | null, leased_until: null as number | null },
  ...{ principal: null, organization_id: null, concurrency_key: "" },
};
const neighbor = { ...row, id: "neighbor" };

beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
});

type Prepare = (
  call: LongJobCall,
  run: ReturnType<typeof createRun>,
) => ReturnType<LongJob["prepare"]>;

/** @param refusals the results of permission checks in turn; the last one applies to all later checks */
function createRun(refusals: readonly (string | undefined)[] = [undefined], canEnd = true) {
  const events: unknown[] = [];
  const stopping = new AbortController();
  const log = (message: string, error: unknown) => void events.push([message, String(error)]);
  const leases = createLeases({ db, log });
  let checks = 0;
  const runs = createRuns({
    ...{ db, now: () => now, stopping: stopping.signal, tracing: undefined, log },
    leases: {
      ...leases,
      drop(id) {
        events.push(`dropped ${id}`);
        leases.drop(id);
      },
    },
    callOn: (queries) => ({ db: queries }) as JobCall,
    permissions: {
      check: async () => refusals[Math.min(checks++, refusals.length - 1)],
      async end(_call, { id }, _kind, end) {
        if (!canEnd) throw new Error("The end is not recorded.");
        events.push([id, end]);
      },
    },
  });
  const effect: Effect = async () => void events.push("effect");
  return { events, runs, effect, stop: () => stopping.abort(), countChecks: () => checks };
}

/** Runs a long job, and a job beside it is unchanged. */
async function runLong(prepare: Prepare, changes: Partial<typeof row> = {}, run = createRun()) {
  const stored = { ...row, ...changes };
  await db.insertInto("jobs").values([stored, neighbor]).execute();
  const kind = createPlatformJob("It is a test.", {
    async prepare(payload, call) {
      expect(payload).toEqual({ a: 1 });
      return prepare(call, run);
    },
  });
  const started = await run.runs.long(stored, kind);
  await started?.end;
  const [other, own] = (await db.selectFrom("jobs").selectAll().execute()).toSorted((one, next) =>
    next.id.localeCompare(one.id),
  );
  expect(other).toEqual(neighbor);
  return { isStarted: started !== undefined, events: run.events, row: own };
}

const dropped = "dropped job";
const rescheduled = {
  ...row,
  ...{ attempts: 1, run_at: "2026-01-01T00:01:00.000Z", created_at: now.toISOString() },
};
const cancelled = (reason: string) => ["job", { state: "cancelled", reason }];

describe("a long job", () => {
  it("is removed with its effect, and its permission is checked before and after", async () => {
    const run = createRun();
    const result = await runLong(async (_, { effect }) => effect, {}, run);
    expect(result).toEqual({ isStarted: true, events: ["effect", dropped], row: undefined });
    expect(run.countChecks()).toBe(2);
  });

  it.each<[string, (string | undefined)[], string[]]>([
    ["at the start", ["No."], []],
    ["while it runs", [undefined, "No."], ["prepared", "refused"]],
  ])("ends without its effect if the permission is lost %s", async (_, refusals, steps) => {
    const run = createRun(refusals);
    const result = await runLong(
      async (call, { events, effect }) => {
        events.push("prepared");
        await call.requirePermission().catch((error: Error) => {
          events.push("refused");
          throw error;
        });
        return effect;
      },
      {},
      run,
    );
    const events = [...steps, cancelled("No."), dropped];
    expect(result).toEqual({ isStarted: true, events, row: undefined });
  });

  it("ends without its effect if it ignores the lost permission", async () => {
    const prepare: Prepare = async (call, { effect }) => {
      await call.requirePermission().catch(() => undefined);
      return effect;
    };
    const result = await runLong(prepare, {}, createRun([undefined, "No.", undefined]));
    expect(result.events).toEqual([cancelled("No."), dropped]);
  });

  it("ends without its effect if the permission is lost before the effect", async () => {
    const run = createRun([undefined, "No."]);
    const result = await runLong(async (_, { effect }) => effect, {}, run);
    expect(result.events).toEqual([cancelled("No."), dropped]);
  });

  it("records an effect that has happened without checking the permission again", async () => {
    const run = createRun([undefined, "No."]);
    const result = await runLong(async (_, { effect }) => ({ record: effect }), {}, run);
    expect(result).toEqual({ isStarted: true, events: ["effect", dropped], row: undefined });
  });

  it.each<[string, Prepare]>([
    [
      "prepared its effect",
      async (_, { effect, stop }) => {
        stop();
        return effect;
      },
    ],
    [
      "failed",
      async (_, { stop }) => {
        stop();
        throw new Error("aborted");
      },
    ],
  ])(
    "that %s while the platform stopped stays in the queue without a lease",
    async (_, prepare) => {
      expect(await runLong(prepare)).toEqual({ isStarted: true, events: [dropped], row });
    },
  );

  it("that another process took over has no effect", async () => {
    const lease = { leased_by: "another", leased_until: 9_999_999_999_999 };
    const result = await runLong(async (_, { effect }) => {
      await db.updateTable("jobs").set(lease).where("id", "=", "job").execute();
      return effect;
    });
    expect(result).toEqual({ isStarted: true, events: [dropped], row: { ...row, ...lease } });
  });

  it("of another process is not started", async () => {
    const lease = { leased_by: "another", leased_until: 9_999_999_999_999 };
    const result = await runLong(async (_, { effect }) => effect, lease);
    expect(result).toEqual({ isStarted: false, events: [], row: { ...row, ...lease } });
  });

  it("that fails is rescheduled", async () => {
    const result = await runLong(() => Promise.reject(new RangeError("out of luck")));
    expect(result).toEqual({
      isStarted: true,
      events: [["The job example job failed.", "RangeError: out of luck"], dropped],
      row: { ...rescheduled, last_error: "out of luck" },
    });
  });

  it("runs after five interruptions, and is given up after six", async () => {
    const prepare: Prepare = async (_, { effect }) => effect;
    expect((await runLong(prepare, { attempts: 5 })).events).toEqual(["effect", dropped]);
    await db.deleteFrom("jobs").execute();
    const message = "the platform stopped during every attempt";
    const reason = `Failed after 7 attempts. The last error was: ${message}`;
    expect(await runLong(prepare, { attempts: 6 })).toEqual({
      isStarted: true,
      events: [
        ["The job example job failed.", `Error: ${message}`],
        ["job", { state: "failed", reason }],
        dropped,
      ],
      row: { ...row, attempts: 7, state: "failed", last_error: message },
    });
  });

  it("stays in the queue if its failure cannot be stored", async () => {
    const run = createRun([undefined], false);
    const fail = () => Promise.reject(new Error("out of luck"));
    const { events, row: own } = await runLong(fail, { attempts: 5 }, run);
    expect(events).toEqual([
      ["The job example job failed.", "Error: out of luck"],
      ["The job example job could not be rescheduled.", "Error: The end is not recorded."],
      dropped,
    ]);
    expect(own).toMatchObject({ state: "waiting", attempts: 5, last_error: null });
  });

  it.each([[0], [5]])(
    "that fails after %i attempts while another process runs it changes nothing",
    async (attempts) => {
      const lease = { leased_by: "another", leased_until: 9_999_999_999_999 };
      const result = await runLong(
        async () => {
          await db.updateTable("jobs").set(lease).where("id", "=", "job").execute();
          throw new Error("suspended");
        },
        { attempts },
      );
      expect(result).toEqual({
        isStarted: true,
        events: [["The job example job failed.", "Error: suspended"], dropped],
        row: { ...row, ...lease, attempts },
      });
    },
  );
});

describe("a short job", () => {
  async function runShort(work: ShortJob | undefined, changes: Partial<typeof row> = {}) {
    const { events, runs } = createRun();
    const stored = { ...row, ...changes };
    await db.insertInto("jobs").values([stored, neighbor]).execute();
    const kind = work && createPlatformJob("It is a test.", work);
    const isDone = await runs.short({ ...stored, ...row, attempts: stored.attempts }, kind);
    const rows = await db.selectFrom("jobs").selectAll().where("id", "<>", "neighbor").execute();
    return { isDone, events, rows };
  }
  const fail: ShortJob = () => Promise.reject(new Error("out of luck"));

  it("is removed with its effect", async () => {
    const payloads: unknown[] = [];
    const result = await runShort(async (payload) => void payloads.push(payload));
    expect([payloads, result]).toEqual([[{ a: 1 }], { isDone: true, events: [], rows: [] }]);
  });

  it.each([
    ["has failed for the last time", { state: "failed" as const }],
    ["another process runs", { leased_by: "another", leased_until: 1 }],
    ["another process has completed", { id: "another" }],
  ])("that %s is not run", async (_, changes) => {
    const payloads: unknown[] = [];
    const result = await runShort(async (payload) => void payloads.push(payload), changes);
    const expected = { isDone: false, events: [], rows: [{ ...row, ...changes }] };
    expect([payloads, result]).toEqual([[], expected]);
  });

  it.each([
    [0, "2026-01-01T00:01:00.000Z"],
    [1, "2026-01-01T00:05:00.000Z"],
    [2, "2026-01-01T00:30:00.000Z"],
    [3, "2026-01-01T02:00:00.000Z"],
    [4, "2026-01-01T12:00:00.000Z"],
  ])("that failed %i times before runs again at %s", async (attempts, run_at) => {
    const own = { ...rescheduled, run_at, attempts: attempts + 1, last_error: "out of luck" };
    expect(await runShort(fail, { attempts })).toEqual({
      isDone: true,
      events: [["The job example job failed.", "Error: out of luck"]],
      rows: [own],
    });
  });

  it("that failed five times before is given up", async () => {
    const reason = "Failed after 6 attempts. The last error was: out of luck";
    expect(await runShort(fail, { attempts: 5 })).toEqual({
      isDone: true,
      events: [
        ["The job example job failed.", "Error: out of luck"],
        ["job", { state: "failed", reason }],
      ],
      rows: [{ ...row, state: "failed", attempts: 6, last_error: "out of luck" }],
    });
  });

  it.each([
    ["a long text", new Error("x".repeat(1001)), "x".repeat(1000)],
    ["no error", "a text", "a text"],
  ])("stores the message of %s", async (_, error, message) => {
    const { rows } = await runShort(() => Promise.reject(error));
    expect(rows).toEqual([{ ...rescheduled, last_error: message }]);
  });

  it("of an unknown kind fails", async () => {
    const { rows } = await runShort(undefined);
    expect(rows).toEqual([{ ...rescheduled, last_error: "Unknown job kind example." }]);
  });
});

it("a job that runs in the wrong way fails", async () => {
  const { runs } = createRun();
  await db.insertInto("jobs").values(row).execute();
  const short = createPlatformJob("It is a test.", async () => undefined);
  const long = createPlatformJob("It is a test.", { prepare: async () => async () => {} });
  await expect(runs.long(row, short)).rejects.toThrow(
    "The job kind example is short and cannot run with a lease.",
  );
  expect(await runs.short(row, long)).toBe(true);
  expect(await db.selectFrom("jobs").select("last_error").execute()).toEqual([
    { last_error: "The job kind example is long and cannot run as a short job." },
  ]);
});
