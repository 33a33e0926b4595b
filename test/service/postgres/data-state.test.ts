/** Changes of data that several processes share, here two connection pools. */
import { expect, onTestFinished, test, vi } from "vitest";
import {
  countChanges,
  maxUnnoticedWait,
  mayHaveChanged,
  readDataState,
  readVersion,
} from "../../../src/service/database/data-state.ts";
import { cacheUntilChange } from "../../../src/service/database/prepared.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { inTransaction } from "../../../src/service/database/transaction.ts";
import { freshDatabase, openTestService } from "../../support/platforms/postgres/databases.ts";

async function openTwo(): Promise<readonly [Queries, Queries]> {
  const database = await freshDatabase();
  const one = await openTestService({ database });
  const other = await openTestService({ database });
  // Their jobs write too.
  await Promise.all([one.jobs.stop(), other.jobs.stop()]);
  return [one.db, other.db];
}

const insert = (db: Queries, name: string) =>
  db.insertInto("facts").values({ name, value: "x" }).execute();
const countFacts = async (db: Queries) =>
  (await db.selectFrom("facts").select("name").where("value", "=", "x").execute()).length;

test("own changes are noticed at once, those of a transaction at its end, and others after a time", async () => {
  const [db, other] = await openTwo();
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  onTestFinished(() => now.mockRestore());
  const state = readDataState(db);
  await countFacts(db);
  await insert(other, "a");
  now.mockReturnValue(1000 + maxUnnoticedWait);
  expect(mayHaveChanged(state, db)).toBe(false);
  now.mockReturnValue(1000 + maxUnnoticedWait + 1);
  expect(mayHaveChanged(state, db)).toBe(true);
  now.mockReturnValue(1000);
  await inTransaction(db, async (inside) => {
    await insert(inside, "b");
    expect([mayHaveChanged(state, inside), mayHaveChanged(state, db)]).toEqual([false, false]);
  });
  expect(mayHaveChanged(state, db)).toBe(true);
  const later = readDataState(db);
  expect(mayHaveChanged(later, db)).toBe(false);
  await insert(db, "c");
  expect([mayHaveChanged(later, db), countChanges(db)]).toEqual([true, undefined]);
});

test("a result is cached until any process changes the data, and not in a transaction", async () => {
  const [db, other] = await openTwo();
  let asked = 0;
  const remember = cacheUntilChange<number>(10);
  const count = (queries: Queries) =>
    remember(queries, "facts", () => {
      asked++;
      return countFacts(queries);
    });
  /** Transactions in other databases of the server also change the version; then it tries again. */
  const countTwice = async (): Promise<readonly number[]> => {
    const [version, before] = [await readVersion(db), asked];
    const counts = [await count(db), await count(db)];
    if (version !== (await readVersion(db))) return countTwice();
    expect(asked - before).toBeLessThanOrEqual(1);
    return counts;
  };
  expect(await countTwice()).toEqual([0, 0]);
  await insert(other, "a");
  expect(await countTwice()).toEqual([1, 1]);
  const beginning = await readVersion(db);
  await inTransaction(other, async (inside) => {
    await insert(inside, "b");
    expect([await count(inside), await readVersion(inside)]).toEqual([2, undefined]);
    expect(await count(db)).toBe(1);
  });
  expect(await count(db)).toBe(2);
  expect(await readVersion(db)).not.toBe(beginning);
  const failing = inTransaction(other, async (inside) => {
    await insert(inside, "c");
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect(await count(db)).toBe(2);
});

test("a list has the number of its items after a change of another process", async () => {
  const database = await freshDatabase();
  const [one, other] = [await openTestService({ database }), await openTestService({ database })];
  const { organization } = await one.admin.beginning();
  const ask = async (service: typeof one, method: "GET" | "POST", query = "") => {
    const { body } = await service.transport({
      method,
      url: `http://tome.localhost/v1/orgs/${organization}/spaces${query}`,
      headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
      body: method === "POST" ? '{"title":"Docs"}' : undefined,
    });
    return JSON.parse(String(body));
  };
  for (const number of [1, 2, 3]) {
    await ask(number % 2 === 0 ? one : other, "POST");
    for (const service of [one, other, one]) {
      expect((await ask(service, "GET", "?limit=1")).count).toBe(number);
    }
  }
});
