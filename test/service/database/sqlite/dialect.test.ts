import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { countChanges } from "../../../../src/service/database/data-state.ts";
import { migrations } from "../../../../src/service/database/migrations.ts";
import { openDatabase as openFolder } from "../../../../src/service/database/open.ts";
import { findGuard } from "../../../../src/service/database/sqlite/dialect.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { inSnapshot } from "../../../../src/service/database/transaction.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openDatabase } from "../../../support/platforms/database.ts";

test("nothing is read in the middle of a transaction, and waiting requests take turns", async () => {
  const db = await openDatabase();
  const seen: string[] = [];
  const read = async (who: string) => {
    const rows = await db.selectFrom("facts").select("name").where("value", "=", "x").execute();
    seen.push(`${who} ${rows.length}`);
  };
  const insert = (name: string) => ({ name, value: "x" });
  const first = db.transaction().execute(async (inside) => {
    await inside.insertInto("facts").values(insert("a")).execute();
    const readers = [read("one"), read("two")];
    await inside.insertInto("facts").values(insert("b")).execute();
    return readers;
  });
  await Promise.all((await Promise.all([first]))[0] ?? []);
  expect(seen).toEqual(["one 2", "two 2"]);
  await db.destroy();
});

test("writes of a failed transaction are rolled back", async () => {
  const db = await openDatabase();
  const failing = db.transaction().execute(async (inside) => {
    await inside.insertInto("facts").values({ name: "a", value: "x" }).execute();
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const rows = await db.selectFrom("facts").select("name").where("name", "=", "a").execute();
  expect(rows).toEqual([]);
  await db.destroy();
});

test("a snapshot contains no concurrent changes, and does not count as a change", async () => {
  const db = await openDatabase();
  const named = (queries: Queries) =>
    queries.selectFrom("facts").select("name").where("value", "=", "x").execute();
  const changes = countChanges(db);
  let writing: Promise<unknown> = Promise.resolve();
  const seen = await inSnapshot(db, async (inside) => {
    const before = await named(inside);
    writing = db.insertInto("facts").values({ name: "a", value: "x" }).execute();
    return [before, await named(inside), countChanges(db)];
  });
  expect(seen).toEqual([[], [], changes]);
  await writing;
  // The next transaction is complete again.
  await expect(
    db.transaction().execute(async (inside) => {
      await inside.insertInto("facts").values({ name: "b", value: "x" }).execute();
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await named(db)).toEqual([{ name: "a" }]);
  await db.destroy();
});

slowTest(
  "a transaction larger than SQLite's cache is not reported as damage while it is written",
  async () => {
    const damage: unknown[] = [];
    const db = await openFolder(temporaryFolder(), migrations, (one) => damage.push(one));
    const guard = findGuard(db);
    if (guard === undefined) throw new Error("The file has no guard.");
    const verify = async () => {
      await nextTurn();
      guard.check();
      // Each call verifies one megabyte.
      for (let part = 0; part < 20; part++) guard.readOn();
    };
    const listFacts = (round: number) =>
      Array.from({ length: 100 }, (_, at) => ({
        name: `${round}-${at}`,
        value: "x".repeat(10_000),
      }));
    // The first transactions have a rollback journal, the later ones a log.
    for (let round = 0; round < 5; round++) {
      await db.transaction().execute(async (inside) => {
        for (let part = 0; part < 3; part++) {
          await inside
            .insertInto("facts")
            .values(listFacts(round * 3 + part))
            .execute();
          await inside
            .updateTable("facts")
            .set({ value: `${round}`.repeat(9_000) })
            .where("name", "like", `${round * 3 - part}-%`)
            .execute();
          await verify();
        }
      });
      await verify();
    }
    expect(damage).toEqual([]);
    await db.destroy();
  },
);
