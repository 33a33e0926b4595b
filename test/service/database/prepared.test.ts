import { expect, test } from "vitest";
import {
  cacheQuery,
  cacheUntilChange,
  prepareQuery,
} from "../../../src/service/database/prepared.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { openDatabase } from "../../support/platforms/database.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const factsNamed = prepareQuery(["name", "other"], (db, { name, other }) =>
  db
    .selectFrom("facts")
    .select(["name", "value"])
    .where((row) => row.or([row("name", "=", name), row("name", "=", other)]))
    .where("value", "<>", "nothing")
    .orderBy("name"),
);

test("a query built once returns the results for the values of each call", async () => {
  const db = await openTestDatabase();
  const facts = ["a", "b", "c"].map((name) => ({ name, value: `of ${name}` }));
  await db.insertInto("facts").values(facts).execute();
  expect(await factsNamed(db, { name: "a", other: "c" })).toEqual([facts[0], facts[2]]);
  expect(await factsNamed(db, { name: "b", other: "no such" })).toEqual([facts[1]]);
  expect(await factsNamed(db, { name: "\u0001other", other: "b" })).toEqual([facts[1]]);
});

test("a query between transactions sees no uncommitted change, and one inside sees its own", async () => {
  const db = await openDatabase();
  const count = async (queries: typeof db) =>
    (await factsNamed(queries, { name: "a", other: "b" })).length;
  const values = ["a", "b"].map((name) => ({ name, value: "x" }));
  const outside: Promise<number>[] = [];
  await expect(
    db.transaction().execute(async (inside) => {
      await inside.insertInto("facts").values(values).execute();
      outside.push(count(db));
      expect(await count(inside)).toBe(2);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await Promise.all(outside)).toEqual([0]);
  await db.destroy();
});

test("a query that transforms a value is refused at its first execution", async () => {
  const db = await openDatabase();
  const changed = prepareQuery(["name"], (queries, { name }) =>
    queries.selectFrom("facts").select("name").where("name", "=", `${name}!`),
  );
  await expect(changed(db, { name: "a" })).rejects.toThrow("does not use name");
  await db.destroy();
});

function counting() {
  const asked: string[] = [];
  const getResult = cacheQuery(2, async (db: Queries, name) => {
    asked.push(name);
    const rows = await db.selectFrom("facts").select("value").where("name", "=", name).execute();
    return rows[0]?.value;
  });
  return { asked, getResult };
}

const set = (db: Queries, name: string, value: string) =>
  db
    .insertInto("facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();

test("the same query is executed once until a change", async () => {
  const db = await openDatabase();
  const { asked, getResult } = counting();
  await set(db, "a", "1");
  expect([await getResult(db, "a"), await getResult(db, "a")]).toEqual(["1", "1"]);
  expect(asked).toEqual(["a"]);
  await set(db, "a", "2");
  expect([await getResult(db, "a"), await getResult(db, "a")]).toEqual(["2", "2"]);
  expect(asked).toEqual(["a", "a"]);
  await db.deleteFrom("facts").where("name", "=", "a").execute();
  expect(await getResult(db, "a")).toBeUndefined();
  await db.destroy();
});

test("empty results are not cached, and the cache is limited", async () => {
  const db = await openDatabase();
  const { asked, getResult } = counting();
  for (const name of ["a", "b", "c"]) await set(db, name, name);
  for (const name of ["no", "no", "a", "b", "c", "a"]) await getResult(db, name);
  expect(asked).toEqual(["no", "no", "a", "b", "c", "a"]);
  await db.destroy();
});

test("as many results are cached as the limit allows, and only those to keep", async () => {
  const db = await openDatabase();
  const asked: string[] = [];
  const getResult = cacheUntilChange<string>(2, (answer) => answer !== "short-lived");
  const ask = (name: string) =>
    getResult(db, name, async () => {
      asked.push(name);
      return name;
    });
  for (const name of ["a", "b", "a", "b", "short-lived", "short-lived", "a"]) await ask(name);
  expect(asked.splice(0)).toEqual(["a", "b", "short-lived", "short-lived"]);
  // A third result replaces the others.
  for (const name of ["c", "c", "a", "b", "a"]) await ask(name);
  expect(asked).toEqual(["c", "a", "b", "a"]);
  await db.destroy();
});

test("a query is built once for each database", async () => {
  const builds: Queries[] = [];
  const query = prepareQuery(["name"], (db, { name }) => {
    builds.push(db);
    return db
      .selectFrom("facts")
      .select("value")
      .where("name", "=", name)
      .where("value", "<>", "nothing");
  });
  const [one, other] = [await openDatabase(), await openDatabase()];
  await set(one, "a", "first");
  for (const db of [one, one, other, other]) await query(db, { name: "a" });
  expect(builds).toEqual([one, other]);
  expect(await query(one, { name: "a" })).toEqual([{ value: "first" }]);
  await one.destroy();
  await other.destroy();
});

test("a result from before a change is not cached after it, in either order", async () => {
  const db = await openDatabase();
  await set(db, "a", "old");
  const late = cacheQuery(2, async (queries: Queries, name) => {
    const row = queries.selectFrom("facts").select("value").where("name", "=", name);
    const answer = (await row.executeTakeFirst())?.value;
    // The change happens while the query is running.
    if (answer === "old") await set(queries, name, "new");
    return answer;
  });
  expect(await late(db, "a")).toBe("old");
  expect(await late(db, "a")).toBe("new");
  await db.destroy();
});
