import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createId } from "../../../src/service/core/ids.ts";
import type { PostgresSetting } from "../../../src/service/database/postgres/postgres.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import type { LongJob } from "../../../src/service/jobs/job.ts";
import { createJobs } from "../../../src/service/jobs/jobs.ts";
import { openPostgres } from "../../support/platforms/database.ts";
import { platformKinds } from "../../support/platforms/job-kinds.ts";
import { freshDatabase } from "../../support/platforms/postgres/databases.ts";

/** Long enough for the activity of the server between two attempts, in milliseconds. */
const lease = 400;

/** A queue with separate connections, like a process; its effects can be written only once. */
async function getQueue(
  database: PostgresSetting,
  long?: LongJob,
  now: () => Date = () => new Date(),
) {
  const failures: unknown[] = [];
  const db = await openPostgres(database, () => {});
  onTestFinished(() => db.destroy());
  const jobs = createJobs({
    db,
    now,
    newId: createId,
    kinds: platformKinds({
      note: async (payload, call) => {
        await call.db
          .insertInto("facts")
          .values({ name: String(payload), value: "noted" })
          .execute();
      },
      ...(long && { long }),
    }),
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    lease,
    log: (_message, error) => failures.push(error),
  });
  return { db, jobs, failures };
}

/** A job kind that runs until it is released. */
function openGate() {
  let begun = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const kind: LongJob = {
    async prepare() {
      begun++;
      await released;
      return async () => {};
    },
  };
  return { kind, begun: () => begun, release };
}

test("a job found by two processes at once runs in one of them, without a failure", async () => {
  const database = await freshDatabase();
  const [one, other] = [await getQueue(database), await getQueue(database)];
  const names = Array.from({ length: 12 }, (_, index) => `note ${index}`);
  for (const payload of names) await one.jobs.enqueue(one.db, { kind: "note", payload });
  const done = await Promise.all([one.jobs.runDue(), other.jobs.runDue()]);
  expect(done[0] + done[1]).toBe(names.length);
  const noted = await one.db
    .selectFrom("facts")
    .select("name")
    .where("value", "=", "noted")
    .execute();
  expect(noted.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect([...one.failures, ...other.failures]).toEqual([]);
});

test("a process finds a job of another one by its notice, even after a lost connection", async () => {
  const database = await freshDatabase();
  const time = new Date();
  // With this clock, no time passes until the next look into the queue.
  const getStopped = () => getQueue(database, undefined, () => time);
  const [one, other] = [await getStopped(), await getStopped()];
  const listening = sql`from pg_stat_activity
    where query = ${'listen "tome_jobs"'} and datname = current_database()`;
  const countListeners = async () =>
    (await sql`select pid ${listening}`.execute(one.db)).rows.length;
  const stop = other.jobs.keepRunning();
  for (const payload of ["first", "second"]) {
    await expect.poll(countListeners, { timeout: 20_000 }).toBe(1);
    await other.jobs.runDue();
    expect(other.jobs.areDue()).toBe(false);
    await one.jobs.enqueue(one.db, { kind: "note", payload });
    await expect.poll(() => other.jobs.areDue()).toBe(true);
    expect(await other.jobs.runDue()).toBe(1);
    // The connection is lost; a job of this time is found when it is restored.
    await sql`select pg_terminate_backend(pid) ${listening}`.execute(one.db);
    await expect.poll(countListeners).toBe(0);
    await one.jobs.enqueue(one.db, { kind: "note", payload: `${payload} while lost` });
    await expect.poll(() => other.jobs.areDue(), { timeout: 20_000 }).toBe(true);
    expect(await other.jobs.runDue()).toBe(1);
  }
  stop();
  await other.jobs.stop();
  expect(await countListeners()).toBe(0);
});

test("a long job found by two processes at once is started by one of them", async () => {
  const database = await freshDatabase();
  const { kind, begun, release } = openGate();
  const [one, other] = [await getQueue(database, kind), await getQueue(database, kind)];
  // Which of them is first is random; nearly always both query before either takes it.
  for (let job = 1; job <= 6; job++) {
    await one.jobs.enqueue(one.db, { kind: "long", payload: job });
    other.jobs.reload();
    await Promise.all([one.jobs.runDue(), other.jobs.runDue()]);
    release();
    await Promise.all([one.jobs.finish(), other.jobs.finish()]);
    expect(begun()).toBe(job);
  }
});

test("a long job stays with its process, and is taken over after its lease expires", async () => {
  const database = await freshDatabase();
  const { kind, begun, release } = openGate();
  const [one, other] = [await getQueue(database, kind), await getQueue(database, kind)];
  await one.jobs.enqueue(one.db, { kind: "long", payload: "a" });
  expect(await one.jobs.runDue()).toBe(1);
  await pause(3 * lease);
  // It is renewed as long as its holder is alive.
  other.jobs.reload();
  expect([await other.jobs.runDue(), begun()]).toEqual([0, 1]);
  // The rest of a killed process: its row, which is not renewed.
  await one.db.destroy();
  for (let time = 0; begun() < 2 && time < 100; time++) {
    other.jobs.reload();
    await other.jobs.runDue();
    await pause(lease / 4);
  }
  expect(begun()).toBe(2);
  release();
  await other.jobs.finish();
  expect(await other.db.selectFrom("jobs").select("id").execute()).toEqual([]);
});
