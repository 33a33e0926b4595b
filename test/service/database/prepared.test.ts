import { expect, test } from "vitest";
import { prepared } from "../../../src/service/database/prepared.ts";
import { openDatabase } from "../../support/database.ts";
import { openTestDatabase } from "../../support/postgres/databases.ts";

const factsNamed = prepared(["name", "other"], (db, { name, other }) =>
  db
    .selectFrom("facts")
    .select(["name", "value"])
    .where((row) => row.or([row("name", "=", name), row("name", "=", other)]))
    .where("value", "<>", "nothing")
    .orderBy("name"),
);

test("A query that was built once answers for the values of each call", async () => {
  const db = await openTestDatabase();
  const facts = ["a", "b", "c"].map((name) => ({ name, value: `of ${name}` }));
  await db.insertInto("facts").values(facts).execute();
  expect(await factsNamed(db, { name: "a", other: "c" })).toEqual([facts[0], facts[2]]);
  expect(await factsNamed(db, { name: "b", other: "no such" })).toEqual([facts[1]]);
  expect(await factsNamed(db, { name: "\u0001other", other: "b" })).toEqual([facts[1]]);
});

test("Asked between transactions it sees none that is under way, and inside one it sees that one", async () => {
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

test("A query that does not pass a value on as it is is refused when it is first asked", async () => {
  const db = await openDatabase();
  const changed = prepared(["name"], (queries, { name }) =>
    queries.selectFrom("facts").select("name").where("name", "=", `${name}!`),
  );
  await expect(changed(db, { name: "a" })).rejects.toThrow("does not use name");
  await db.destroy();
});
