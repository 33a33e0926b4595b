import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRequestedJob } from "../../../src/service/core/area.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import type { LongJob, ShortJob } from "../../../src/service/jobs/job.ts";
import { createJobs } from "../../../src/service/jobs/jobs.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { platformKinds } from "../../support/platforms/job-kinds.ts";
import { onPostgres, openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const minute = 60 * 1000;

type Kinds = Record<string, ShortJob | LongJob>;

/** Effects are rows of `facts`, which can be counted and rolled back. */
const note: ShortJob = async (payload, { db }) => {
  await db
    .insertInto("facts")
    .values({ name: String(payload), value: "noted" })
    .execute();
};

async function start(kinds: Kinds = {}, existing?: Queries, lease?: number, slots?: number) {
  const db = existing ?? (await openTestDatabase());
  const time = { now: new Date("2026-01-01T00:00:00.000Z") };
  const failures: unknown[] = [];
  let ids = 0;
  const jobs = createJobs({
    db,
    now: () => time.now,
    newId: () => `job${String(++ids).padStart(3, "0")}`,
    kinds: platformKinds({ note, ...kinds }),
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    ...{ lease, slots },
    log: (_message, error) => failures.push(error),
  });
  const pass = (milliseconds: number) => {
    time.now = new Date(time.now.getTime() + milliseconds);
  };
  const noted = async () => {
    const rows = await db.selectFrom("facts").select("name").where("value", "=", "noted").execute();
    return rows.map((row) => row.name);
  };
  return { db, jobs, time, pass, noted, failures };
}

test("a delivery starts while other jobs take all slots", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const noteIn = (name: string, wait?: Promise<void>): LongJob["prepare"] => {
    return async () => {
      await wait;
      return (call) => note(name, call);
    };
  };
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  const { db, jobs, noted } = await start({
    import: { prepare: noteIn("import", gate) },
    webhook: { delivery: "webhooks", prepare: noteIn("webhook", gate) },
    event: {
      delivery: "integrations",
      async prepare() {
        deliver();
        return async () => {};
      },
    },
  });
  for (let count = 0; count < 20; count++) {
    await jobs.enqueue(db, { kind: "import", payload: null });
    await jobs.enqueue(db, { kind: "webhook", payload: null });
  }
  await jobs.runDue();
  await jobs.enqueue(db, { kind: "event", payload: null });
  await jobs.runDue();
  await delivered;
  expect(await noted()).toEqual([]);
  release();
  await jobs.stop();
});

const turnCounts = Array.from({ length: onPostgres ? 6 : 60 }, (_none, turns) => turns);

test.each(sample(turnCounts, 15))(
  "a job that waits for a slot is finished, wherever the search stands when it is free: %i",
  async (turns) => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const idle: LongJob["prepare"] = async () => async () => {};
    const kinds: Kinds = {
      export: {
        async prepare(payload) {
          if (payload === "first") await gate;
          return (call) => note(payload, call);
        },
      },
      // Their slots are examined after those of exports.
      webhook: { delivery: "webhooks", prepare: idle },
      event: { delivery: "integrations", prepare: idle },
    };
    const { db, jobs, noted } = await start(kinds, undefined, undefined, 1);
    const names = ["first", "last"];
    for (const name of names) await jobs.enqueue(db, { kind: "export", payload: name });
    await jobs.runDue();
    release();
    for (let count = 0; count < turns; count++) await (onPostgres ? turn() : Promise.resolve());
    await jobs.finish();
    expect((await noted()).toSorted()).toEqual(names);
  },
);

test("a job runs once when it is due, and not before", async () => {
  const { db, jobs, time, pass, noted } = await start();
  const at = new Date(time.now.getTime() + minute);
  await jobs.enqueue(db, { kind: "note", payload: "a", at });
  // If other processes may add jobs, the queue is queried first.
  if (!onPostgres) expect(await jobs.nextAt()).toEqual(at);
  expect(await jobs.runDue()).toBe(0);
  pass(minute);
  expect(await jobs.runDue()).toBe(1);
  expect(await jobs.runDue()).toBe(0);
  expect(await noted()).toEqual(["a"]);
  if (!onPostgres) expect(await jobs.nextAt()).toBeUndefined();
});

test("due jobs run in the order of their due times", async () => {
  const order: unknown[] = [];
  const { db, jobs, time } = await start({ tell: async (payload) => void order.push(payload) });
  for (const minutes of [1, 3, 2]) {
    const at = new Date(time.now.getTime() - minutes * minute);
    await jobs.enqueue(db, { kind: "tell", payload: minutes, at });
  }
  await jobs.runDue();
  expect(order).toEqual([3, 2, 1]);
});

test("short and long jobs start in the order of their due times", async () => {
  const order: unknown[] = [];
  const long: LongJob = {
    async prepare(payload) {
      order.push(payload);
      return async () => {};
    },
  };
  const { db, jobs, time } = await start({
    tell: async (payload) => void order.push(payload),
    long,
  });
  const enqueue = (kind: string, minutes: number, payload: string) => {
    const at = new Date(time.now.getTime() + minutes * minute);
    return jobs.enqueue(db, { kind, payload, at });
  };
  await enqueue("long", -1, "fourth");
  await enqueue("tell", -2, "third");
  await enqueue("tell", -3, "second");
  await enqueue("long", -3, "first");
  await enqueue("long", 1, "later");
  await enqueue("tell", 0, "fifth");
  expect(await jobs.runDue()).toBe(5);
  await jobs.finish();
  // On PostgreSQL, the transaction of a job that conflicts with another one is repeated.
  expect([...new Set(order)]).toEqual(["first", "second", "third", "fourth", "fifth"]);
});

test("requests are processed between two short jobs", async () => {
  const order: string[] = [];
  const tell: ShortJob = async (payload) => {
    order.push(String(payload));
    if (payload === "first") setImmediate(() => order.push("request"));
  };
  const { db, jobs } = await start({ tell });
  for (const payload of ["first", "second"]) await jobs.enqueue(db, { kind: "tell", payload });
  await jobs.runDue();
  expect(order).toEqual(["first", "request", "second"]);
});

test("a job of a request that is rolled back does not run", async () => {
  const { db, jobs, noted } = await start();
  const undone = db.transaction().execute(async (inside) => {
    await jobs.enqueue(inside, { kind: "note", payload: "a" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await jobs.runDue()).toBe(0);
  expect(await noted()).toEqual([]);
});

test("an interrupted job has no partial effect, and is completed later", async () => {
  let broken = true;
  const halting: ShortJob = async (payload, call) => {
    await note(payload, call);
    if (broken) throw new Error("power cut");
  };
  const { db, jobs, pass, noted, failures } = await start({ halting });
  await jobs.enqueue(db, { kind: "halting", payload: "a" });
  await jobs.runDue();
  expect(await noted()).toEqual([]);
  expect(failures).toHaveLength(1);
  broken = false;
  expect(await jobs.runDue()).toBe(0);
  pass(minute);
  await jobs.runDue();
  expect(await noted()).toEqual(["a"]);
});

test("two concurrent workers run no job twice", async () => {
  const { db, jobs, noted } = await start();
  for (const name of ["a", "b", "c"]) await jobs.enqueue(db, { kind: "note", payload: name });
  const other = await start({}, db);
  await Promise.all([jobs.runDue(), other.jobs.runDue(), jobs.runDue()]);
  expect((await noted()).toSorted()).toEqual(["a", "b", "c"]);
  expect(other.failures).toEqual([]);
});

test("a failing job waits longer each time, is abandoned, and has a reason", async () => {
  const { db, jobs, pass } = await start({
    failing: async () => {
      throw new Error("no route to the moon");
    },
  });
  await jobs.enqueue(db, { kind: "failing", payload: null });
  const waits: number[] = [];
  let last = 0;
  for (let minutes = 0; minutes < 24 * 60; minutes++) {
    if ((await jobs.runDue()) > 0) {
      waits.push(minutes - last);
      last = minutes;
    }
    pass(minute);
  }
  expect(waits).toEqual([0, 1, 5, 30, 120, 720]);
  const [job] = await db.selectFrom("jobs").selectAll().execute();
  expect(job).toMatchObject({ state: "failed", attempts: 6, last_error: "no route to the moon" });
});

test("a failing job does not delay others", async () => {
  const { db, jobs, noted } = await start();
  await jobs.enqueue(db, { kind: "unheard-of", payload: null });
  await jobs.enqueue(db, { kind: "constructor", payload: null });
  await jobs.enqueue(db, { kind: "note", payload: "a" });
  expect(await jobs.runDue()).toBe(3);
  expect(await noted()).toEqual(["a"]);
});

/** A long job that continues when the test releases it. */
function openGate() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: unknown[] = [];
  const kind: LongJob = {
    async prepare(payload, { signal }) {
      begun.push(payload);
      await Promise.race([
        gate,
        new Promise((resolve) => signal.addEventListener("abort", resolve)),
      ]);
      return (call) => note(payload, call);
    },
  };
  return { kind, begun, release };
}

test("a long job blocks neither the queue nor the database, and runs once", async () => {
  const { kind, begun, release } = openGate();
  const { db, jobs, noted } = await start({ long: kind });
  await jobs.enqueue(db, { kind: "long", payload: "a" });
  await jobs.enqueue(db, { kind: "note", payload: "b" });
  expect(await jobs.runDue()).toBe(2);
  expect(await noted()).toEqual(["b"]);
  expect(await jobs.runDue()).toBe(0);
  release();
  await jobs.finish();
  expect((await noted()).toSorted()).toEqual(["a", "b"]);
  expect(begun).toEqual(["a"]);
});

test("two long jobs run at a time, and the others after them", async () => {
  const { kind, begun, release } = openGate();
  const { db, jobs, noted } = await start({ long: kind });
  for (const name of ["a", "b", "c"]) await jobs.enqueue(db, { kind: "long", payload: name });
  await jobs.enqueue(db, { kind: "note", payload: "d" });
  await jobs.runDue();
  expect(begun).toEqual(["a", "b"]);
  expect(await noted()).toEqual(["d"]);
  release();
  await jobs.finish();
  expect((await noted()).toSorted()).toEqual(["a", "b", "c", "d"]);
});

test("a long job interrupted by a shutdown starts over at the next start", async () => {
  const { kind } = openGate();
  const { db, jobs, noted, failures } = await start({ long: kind });
  await jobs.enqueue(db, { kind: "long", payload: "a" });
  await jobs.runDue();
  await jobs.stop();
  expect(await noted()).toEqual([]);
  expect(failures).toEqual([]);
  const { kind: again, release } = openGate();
  release();
  const next = await start({ long: again }, db);
  await next.jobs.finish();
  expect(await noted()).toEqual(["a"]);
});

test("a long job is started by one process, and other processes skip it", async () => {
  const { kind, begun, release } = openGate();
  const first = await start({ long: kind });
  const second = await start({ long: kind }, first.db);
  await first.jobs.enqueue(first.db, { kind: "long", payload: "a" });
  const started = await Promise.all([first.jobs.runDue(), second.jobs.runDue()]);
  expect(started.toSorted()).toEqual([0, 1]);
  // Either may come first, and then waits for the job to be released.
  const other = started[0] === 1 ? second : first;
  await other.jobs.finish();
  expect(begun).toEqual(["a"]);
  release();
  await Promise.all([first.jobs.finish(), second.jobs.finish()]);
  expect(await first.noted()).toEqual(["a"]);
  expect(first.failures.concat(second.failures)).toEqual([]);
});

test("a long job of an unresponsive process is taken over, and its late effect is discarded", async () => {
  const { kind, begun, release } = openGate();
  const first = await start({ long: kind });
  await first.jobs.enqueue(first.db, { kind: "long", payload: "a" });
  await first.jobs.runDue();
  // As if the process had been suspended for a long time.
  await first.db.updateTable("jobs").set({ leased_until: 1 }).execute();
  const second = await start({ long: kind }, first.db);
  await second.jobs.runDue();
  expect(begun).toEqual(["a", "a"]);
  release();
  await first.jobs.finish();
  await second.jobs.finish();
  expect(await first.noted()).toEqual(["a"]);
  expect(first.failures.concat(second.failures)).toEqual([]);
});

test("a failure in an unresponsive process does not affect the job in the process that took it over", async () => {
  let fail = () => {};
  const failing: LongJob = {
    prepare: () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error("The process was suspended."));
      }),
  };
  const first = await start({ long: failing });
  await first.jobs.enqueue(first.db, { kind: "long", payload: "a" });
  await first.jobs.runDue();
  await first.db.updateTable("jobs").set({ leased_until: 1 }).execute();
  const { kind, begun, release } = openGate();
  const second = await start({ long: kind }, first.db);
  await second.jobs.runDue();
  expect(begun).toEqual(["a"]);
  const read = () => first.db.selectFrom("jobs").selectAll().execute();
  const before = await read();
  fail();
  await first.jobs.finish();
  expect(await read()).toEqual(before);
  release();
  await second.jobs.finish();
  expect([await first.noted(), await read()]).toEqual([["a"], []]);
  expect(second.failures).toEqual([]);
});

slowTest("a long job keeps its process for any duration", async () => {
  const { kind, begun, release } = openGate();
  const lease = 400;
  const first = await start({ long: kind }, undefined, lease);
  const second = await start({ long: kind }, first.db, lease);
  await first.jobs.enqueue(first.db, { kind: "long", payload: "a" });
  await first.jobs.runDue();
  const until = () => first.db.selectFrom("jobs").select("leased_until").executeTakeFirstOrThrow();
  const begin = await until();
  expect(begin.leased_until).toBeLessThanOrEqual(Date.now() + lease);
  // The lease was renewed more often than it would have taken to expire.
  for (let times = 0, last = begin; times < 5; ) {
    const now = await until();
    if (now.leased_until !== last.leased_until) times++;
    last = now;
    await second.jobs.runDue();
    await turn();
  }
  expect(begun).toEqual(["a"]);
  release();
  await first.jobs.finish();
  expect(await first.noted()).toEqual(["a"]);
});

test("a long job that fails is retried later", async () => {
  let broken = true;
  const failing: LongJob = {
    async prepare(payload) {
      if (broken) throw new Error("no route to the moon");
      return (call) => note(payload, call);
    },
  };
  const { db, jobs, pass, noted, failures } = await start({ failing });
  await jobs.enqueue(db, { kind: "failing", payload: "a" });
  await jobs.finish();
  expect(failures).toHaveLength(1);
  broken = false;
  pass(minute);
  await jobs.finish();
  expect(await noted()).toEqual(["a"]);
});

test("a job of a user needs its requester and organization", async () => {
  const { db, time } = await start();
  const settings = {
    db,
    now: () => time.now,
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
  };
  let ids = 0;
  const jobs = createJobs({
    ...settings,
    newId: () => `requested${++ids}`,
    kinds: {
      requested: createRequestedJob({ prepare: async () => async () => {} }, async () => ({
        authorize: async () => undefined,
        end: async () => undefined,
      })),
    },
    log: () => undefined,
  });
  const principal = { kind: "user", user: "u1" } as const;
  const incomplete = [
    {},
    { principal },
    { organization: "o1" },
    { organization: "o1", principal: { kind: "platform" } as const },
  ];
  for (const more of incomplete) {
    const enqueued = jobs.enqueue(db, { kind: "requested", payload: {}, ...more });
    await expect(enqueued).rejects.toThrow(
      "A job of the kind requested requires a requester and an organization.",
    );
  }
  await jobs.enqueue(db, { kind: "requested", payload: { a: 1 }, principal, organization: "o1" });
  await jobs.enqueue(db, { kind: "other", payload: null, principal, organization: "o1" });
  const rows = await db.selectFrom("jobs").selectAll().orderBy("id").execute();
  const created = time.now.toISOString();
  const common = {
    ...{ attempts: 0, state: "waiting", last_error: null, created_at: created, run_at: created },
    ...{ leased_by: null, leased_until: null, organization_id: "o1" },
  };
  expect(rows).toEqual([
    {
      ...{ id: "requested1", kind: "requested", payload: '{"a":1}', concurrency_key: "user u1" },
      ...{ ...common, principal: '{"kind":"user","user":"u1"}' },
    },
    {
      ...{ id: "requested2", kind: "other", payload: "null", concurrency_key: "platform" },
      ...{ ...common, principal: '{"kind":"platform"}' },
    },
  ]);
});

test("a job of an unknown kind is left to a newer program, or fails", async () => {
  const { db, time } = await start();
  const failures: string[] = [];
  let isOutdated = true;
  const jobs = createJobs({
    ...{ db, now: () => time.now, newId: () => "unknown", kinds: platformKinds({ note }) },
    ...{ outside: openOutside(), secretBox: openSecretBox(undefined) },
    isOutdated: () => isOutdated,
    log: (_message, error) => failures.push(String(error)),
  });
  await jobs.enqueue(db, { kind: "newer", payload: null });
  expect(await jobs.runDue()).toBe(0);
  await db.updateTable("jobs").set({ id: "newer" }).execute();
  await jobs.enqueue(db, { kind: "note", payload: "known" });
  expect(await jobs.runDue()).toBe(1);
  const read = () => db.selectFrom("jobs").select(["attempts", "last_error"]).execute();
  expect(await read()).toEqual([{ attempts: 0, last_error: null }]);
  isOutdated = false;
  jobs.reload();
  expect(await jobs.runDue()).toBe(1);
  expect(await read()).toEqual([{ attempts: 1, last_error: "Unknown job kind newer." }]);
  expect(failures).toEqual(["Error: Unknown job kind newer."]);
});

// On PostgreSQL, the next time is at most that of the next poll for jobs of other processes.
test.skipIf(onPostgres)(
  "the time of the next job is that of the earliest waiting one",
  async () => {
    const { db, jobs, time, pass } = await start();
    expect(await jobs.nextAt()).toBe(undefined);
    const at = (minutes: number) => new Date(time.now.getTime() + minutes * minute);
    const [late, early] = [at(9), at(5)];
    await jobs.enqueue(db, { kind: "note", payload: "late", at: late });
    await jobs.enqueue(db, { kind: "note", payload: "early", at: early });
    expect(await jobs.nextAt()).toEqual(early);
    await jobs.runDue();
    expect(jobs.areDue()).toBe(false);
    pass(5 * minute - 1);
    expect(jobs.areDue()).toBe(false);
    pass(1);
    expect([jobs.areDue(), await jobs.runDue()]).toEqual([true, 1]);
    expect(await jobs.nextAt()).toEqual(late);
  },
);

test("listeners are called for each enqueued job until they leave", async () => {
  const { db, jobs } = await start();
  let calls = 0;
  const leave = jobs.onEnqueue(() => void calls++);
  await jobs.enqueue(db, { kind: "note", payload: "a" });
  jobs.reload();
  expect(calls).toBe(2);
  leave();
  await jobs.enqueue(db, { kind: "note", payload: "b" });
  expect(calls).toBe(2);
});
