import { expect, test } from "vitest";
import { remembered } from "../../../src/service/database/remembered.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { openDatabase } from "../../support/database.ts";

function counting() {
  const asked: string[] = [];
  const factOf = remembered(2, async (db: Queries, name) => {
    asked.push(name);
    const rows = await db.selectFrom("facts").select("value").where("name", "=", name).execute();
    return rows[0]?.value;
  });
  return { asked, factOf };
}

const set = (db: Queries, name: string, value: string) =>
  db
    .insertInto("facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();

test("The same is asked once, until anything is changed", async () => {
  const db = await openDatabase();
  const { asked, factOf } = counting();
  await set(db, "a", "1");
  expect([await factOf(db, "a"), await factOf(db, "a")]).toEqual(["1", "1"]);
  expect(asked).toEqual(["a"]);
  await set(db, "a", "2");
  expect(await factOf(db, "a")).toBe("2");
  await db.deleteFrom("facts").where("name", "=", "a").execute();
  expect(await factOf(db, "a")).toBeUndefined();
  await db.destroy();
});

test("That there is nothing is not remembered, and no more than so many answers are", async () => {
  const db = await openDatabase();
  const { asked, factOf } = counting();
  for (const name of ["a", "b", "c"]) await set(db, name, name);
  for (const name of ["no", "no", "a", "b", "c", "a"]) await factOf(db, name);
  expect(asked).toEqual(["no", "no", "a", "b", "c", "a"]);
  await db.destroy();
});

test("An answer from before a change is not held for one after it, whichever is first", async () => {
  const db = await openDatabase();
  await set(db, "a", "old");
  const late = remembered(2, async (queries: Queries, name) => {
    const row = queries.selectFrom("facts").select("value").where("name", "=", name);
    const answer = (await row.executeTakeFirst())?.value;
    // The change comes while the answer is on its way.
    if (answer === "old") await set(queries, name, "new");
    return answer;
  });
  expect(await late(db, "a")).toBe("old");
  expect(await late(db, "a")).toBe("new");
  await db.destroy();
});
