/** Renewals of leases that fail: once, for a while, and for longer than a lease is valid. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Queries } from "../../../src/service/database/tables.ts";
import { createLeases } from "../../../src/service/jobs/leases.ts";
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
