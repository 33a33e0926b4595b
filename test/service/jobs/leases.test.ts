/** Renewals of leases that fail: once, for a while, and for longer than a lease is valid. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Queries } from "../../../src/service/database/tables.ts";
import { createLeases, releaseLeases } from "../../../src/service/jobs/leases.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const length = 15_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
});

/** Two jobs with leases of a process whose database can be unreachable. */
async function start() {
  const db = await openTestDatabase();
  const at = new Date().toISOString();
  for (const id of ["first", "second"]) {
    await db
      .insertInto("jobs")
      .values({
        ...{ id, kind: "note", payload: "{}", run_at: at, created_at: at, attempts: 0 },
        ...{ state: "waiting", last_error: null, leased_by: null, leased_until: null },
        ...{ principal: null, organization_id: null, concurrency_key: "" },
      })
      .execute();
  }
  let isDown = false;
  const failures: string[] = [];
  const unreachable = new Proxy(db, {
    get(target, name: keyof Queries) {
      if (isDown && name === "updateTable") throw new Error("The database is unreachable.");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const leases = createLeases({ db: unreachable, length, log: (said) => failures.push(said) });
  const signals = [await leases.take("first"), await leases.take("second")];
  return {
    db,
    leases,
    failures,
    /** Passes a third of the length, in which the leases are renewed or not. */
    async renew(succeeds: boolean) {
      isDown = !succeeds;
      const before = failures.length;
      const readEnds = () => db.selectFrom("jobs").select("leased_until").execute();
      vi.advanceTimersByTime(length / 3);
      // The renewal has ended when a later query of the same connection has.
      await readEnds();
      expect(failures.length - before).toBe(succeeds ? 0 : 1);
    },
    lost: () => signals.map((signal) => signal?.aborted),
    drop: () => ["first", "second"].forEach(leases.drop),
  };
}

describe("leases that cannot be renewed", () => {
  test.each([
    ["once", [false, true, true]],
    ["every other time", [false, true, false, true, false, true]],
    ["twice, and the third time in time", [false, false, true]],
  ])("%s are kept", async (_, renewals) => {
    const { renew, lost, drop } = await start();
    for (const succeeds of renewals) {
      await renew(succeeds);
      expect(lost()).toEqual([false, false]);
    }
    drop();
  });

  test.each([[[]], [[true]], [[false, true]]])(
    "for longer than they are valid are lost, after %j",
    async (earlier: readonly boolean[]) => {
      const { renew, lost, drop } = await start();
      for (const succeeds of earlier) await renew(succeeds);
      for (let times = 0; times < 3; times++) {
        await renew(false);
        expect(lost()).toEqual([false, false]);
      }
      await renew(false);
      expect(lost()).toEqual([true, true]);
      drop();
    },
  );
});

test("a lease that another process took is lost, and the other one is kept", async () => {
  const { db, renew, lost, drop } = await start();
  await db.updateTable("jobs").set({ leased_by: "other" }).where("id", "=", "first").execute();
  await renew(true);
  expect(lost()).toEqual([true, false]);
  drop();
});

const readJobs = (db: Queries) =>
  db.selectFrom("jobs").select(["id", "leased_by", "attempts"]).orderBy("id").execute();

test.each([
  ["a job that no process runs", { leased_by: null, leased_until: null }, 0],
  ["the job of a process that was killed", { leased_by: "other", leased_until: 0 }, 1],
  ["the job of another process", { leased_by: "other", leased_until: 2 ** 50 }, undefined],
])("the attempts that a lease of %s leaves are counted", async (_, lease, attempts) => {
  const { db, drop } = await start();
  drop();
  await db.updateTable("jobs").set(lease).where("id", "=", "first").execute();
  const others = createLeases({ db, log: () => {} });
  const isTaken = (await others.take("first")) !== undefined;
  expect(isTaken).toBe(attempts !== undefined);
  const leased_by = isTaken ? others.owner : "other";
  expect((await readJobs(db))[0]).toEqual({ id: "first", leased_by, attempts: attempts ?? 0 });
  others.drop("first");
});

test("a released lease leaves the others", async () => {
  const { db, leases, drop } = await start();
  await leases.release("first");
  const released = [
    { id: "first", leased_by: null, attempts: 0 },
    { id: "second", leased_by: leases.owner, attempts: 0 },
  ];
  expect(await readJobs(db)).toEqual(released);
  await createLeases({ db, log: () => {} }).release("second");
  expect(await readJobs(db)).toEqual(released);
  drop();
});

test.each([
  [false, 0],
  [true, 1],
])("all leases are released at the start; their jobs were killed: %s", async (killed, attempts) => {
  const { db, leases, drop } = await start();
  await leases.release("first");
  await releaseLeases(db, killed);
  expect(await readJobs(db)).toEqual([
    { id: "first", leased_by: null, attempts: 0 },
    { id: "second", leased_by: null, attempts },
  ]);
  drop();
});

test("leases are renewed until the last job has ended", async () => {
  const { leases } = await start();
  expect(vi.getTimerCount()).toBe(1);
  leases.drop("first");
  expect(vi.getTimerCount()).toBe(1);
  leases.drop("second");
  expect(vi.getTimerCount()).toBe(0);
});

test("the first of several leases was not renewed while there was none", async () => {
  const { db, leases, renew, drop } = await start();
  drop();
  vi.advanceTimersByTime(10 * length);
  await db.updateTable("jobs").set({ leased_by: null }).execute();
  const signal = await leases.take("first");
  await renew(false);
  expect(signal?.aborted).toBe(false);
  // A later lease says nothing about the renewal of the first one.
  for (let times = 0; times < 2; times++) await renew(false);
  await renew(true);
  for (let times = 0; times < 3; times++) await renew(false);
  expect(signal?.aborted).toBe(false);
  await renew(false);
  expect(signal?.aborted).toBe(true);
});
