import { sql } from "kysely";
import { expect, it } from "vitest";
import {
  type BookkeepingTables,
  type ObservedChanges,
  watchChanges,
} from "../../../src/service/database/change-watch.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { inTransaction } from "../../../src/service/database/transaction.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const bookkeeping: BookkeepingTables = {
  tables: new Set(["facts"]),
  columns: new Set(["created_at"]),
};

const ada = { id: "u1", display_name: "Ada", email: "ada@example.com", photo_url: null };
const row = { ...ada, created_at: "2026" };

const tom = { ...row, id: "u2", display_name: "Tom", email: "tom@example.com" };
const db = await openTestDatabase();
await db.insertInto("users").values([row, tom]).execute();

/** Watches statements in a transaction that is rolled back, so that two users exist in each test. */
async function watch<Result>(
  work: (queries: Queries, observed: ObservedChanges) => Promise<Result>,
  prepare: (queries: Queries) => Promise<unknown> = async () => {},
): Promise<Result> {
  const results: Result[] = [];
  const undone = inTransaction(db, async (transaction) => {
    await prepare(transaction);
    results.push(
      await watchChanges(transaction, bookkeeping, (observed) => work(transaction, observed)),
    );
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  const [result] = results;
  if (result === undefined) throw new Error("There is no result.");
  return result;
}

const update = (db: Queries, values: object) =>
  db.updateTable("users").set(values).where("id", "=", "u1").execute();
const insert = (db: Queries, ...values: (typeof row)[]) => db.insertInto("users").values(values);

it.each<[string, boolean, (db: Queries) => Promise<unknown>]>([
  ["a query", false, (db) => db.selectFrom("users").selectAll().execute()],
  ["an update with the same value", false, (db) => update(db, { display_name: "Ada" })],
  ["an update with another value", true, (db) => update(db, { display_name: "Eve" })],
  ["an update of null with null", false, (db) => update(db, { photo_url: null })],
  ["an update of null with a value", true, (db) => update(db, { photo_url: "a" })],
  [
    "an update of which the second value differs",
    true,
    (db) => update(db, { display_name: "Ada", email: "eve@example.com" }),
  ],
  [
    "an update of which the first value differs",
    true,
    (db) => update(db, { email: "eve@example.com", display_name: "Ada" }),
  ],
  ["an update of bookkeeping", false, (db) => update(db, { created_at: "2027" })],
  [
    "an update of bookkeeping and the same value",
    false,
    (db) => update(db, { created_at: "2027", display_name: "Ada" }),
  ],
  [
    "an update of no row",
    false,
    (db) => db.updateTable("users").set({ display_name: "Eve" }).where("id", "=", "none").execute(),
  ],
  [
    "an update of all rows, of which one differs",
    true,
    (db) => db.updateTable("users").set({ display_name: "Ada" }).execute(),
  ],
  [
    "an update under another name",
    true,
    (db) =>
      db
        .updateTable("users as one")
        .set({ display_name: "Eve" })
        .where("one.id", "=", "u1")
        .execute(),
  ],
  [
    "an update with the value of another column",
    true,
    (db) =>
      db
        .updateTable("users")
        .set((columns) => ({ display_name: columns.ref("email") }))
        .execute(),
  ],
  [
    "an update with equal values of another table",
    false,
    (db) =>
      db
        .updateTable("users")
        .from("users as other")
        .set((columns) => ({ display_name: columns.ref("other.display_name") }))
        .whereRef("other.id", "=", "users.id")
        .execute(),
  ],
  [
    "an update with other values of a joined table",
    true,
    (db) =>
      db
        .updateTable("users")
        .from("users as other")
        .innerJoin("users as third", "third.id", "other.id")
        .set((columns) => ({ display_name: columns.ref("third.email") }))
        .whereRef("other.id", "=", "users.id")
        .execute(),
  ],
  [
    "an update with equal values of a joined table",
    false,
    (db) =>
      db
        .updateTable("users")
        .from("users as other")
        .innerJoin("users as third", "third.id", "other.id")
        .set((columns) => ({ display_name: columns.ref("third.display_name") }))
        .whereRef("other.id", "=", "users.id")
        .execute(),
  ],
  [
    "an update with equal values of a common table",
    false,
    (db) =>
      db
        .with("known", (common) => common.selectFrom("users").select(["id", "display_name"]))
        .updateTable("users")
        .from("known")
        .set((columns) => ({ display_name: columns.ref("known.display_name") }))
        .whereRef("known.id", "=", "users.id")
        .execute(),
  ],
  [
    "an insert or update of which one value is the stored one",
    true,
    (db) =>
      insert(db, row)
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet((columns) => ({
            email: columns.ref("excluded.email"),
            display_name: columns.ref("users.email"),
          })),
        )
        .execute(),
  ],
  ["an insert", true, (db) => insert(db, { ...row, id: "u3", email: "u3@example.com" }).execute()],
  [
    "an insert into bookkeeping",
    false,
    (db) => db.insertInto("facts").values({ name: "a", value: "b" }).execute(),
  ],
  [
    "an insert that does nothing",
    false,
    (db) =>
      insert(db, row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  ],
  [
    "an insert of a new row that would do nothing",
    true,
    (db) =>
      insert(db, { ...row, id: "u3", email: "u3@example.com" })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  ],
  [
    "an insert or update with the same values",
    false,
    (db) =>
      insert(db, row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ display_name: "Ada" }))
        .execute(),
  ],
  [
    "an insert or update with other bookkeeping",
    false,
    (db) =>
      insert(db, { ...row, created_at: "2027" })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ created_at: "2027" }))
        .execute(),
  ],
  [
    "an insert or update with another value",
    true,
    (db) =>
      insert(db, { ...row, display_name: "Eve" })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ display_name: "Eve" }))
        .execute(),
  ],
  [
    "an insert or update with the inserted value",
    false,
    (db) =>
      insert(db, row)
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet((columns) => ({ display_name: columns.ref("excluded.display_name") })),
        )
        .execute(),
  ],
  [
    "an insert or update with an expression",
    true,
    (db) =>
      insert(db, row)
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet({ display_name: sql<string>`users.display_name || '!'` }),
        )
        .execute(),
  ],
  [
    "several rows, of which one is new",
    true,
    (db) =>
      insert(db, row, { ...tom, id: "u3", email: "u3@example.com" })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ photo_url: null }))
        .execute(),
  ],
  [
    "several rows that exist",
    false,
    (db) =>
      insert(db, row, tom)
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ photo_url: null }))
        .execute(),
  ],
  ["a deletion", true, (db) => db.deleteFrom("users").where("id", "=", "u2").execute()],
  [
    "a deletion of no row",
    false,
    (db) => db.deleteFrom("users").where("id", "=", "none").execute(),
  ],
  ["a deletion of bookkeeping", false, (db) => db.deleteFrom("facts").execute()],
  [
    "an update as text",
    true,
    (db) => sql`update users set display_name = 'Ada' where id = 'u1'`.execute(db),
  ],
  [
    "an insert as text",
    true,
    (db) =>
      sql`insert into "users" select 'u3', display_name, 'u3', photo_url, created_at from users where id = 'u1'`.execute(
        db,
      ),
  ],
  ["a deletion as text from bookkeeping", false, (db) => sql`delete from facts`.execute(db)],
  ["a query as text", false, (db) => sql`select * from users`.execute(db)],
])("%s is a change: %s", async (_, isChange, work) => {
  const hasHappened = await watch(async (queries, observed) => {
    await work(queries);
    return observed.hasHappened;
  });
  expect(hasHappened).toBe(isChange);
});

it("more than 100 rows that exist count as a change", async () => {
  const saveTwice = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      ...row,
      id: `n${at}`,
      email: `${at}`,
    }));
    const store = (queries: Queries) =>
      insert(queries, ...rows)
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ photo_url: null }))
        .execute();
    return watch(async (queries, observed) => {
      await store(queries);
      return observed.hasHappened;
    }, store);
  };
  expect([await saveTwice(100), await saveTwice(101)]).toEqual([false, true]);
});

it("a noted change counts", async () => {
  const seen = await watch(async (_, observed) => {
    const before = observed.hasHappened;
    observed.note();
    return [before, observed.hasHappened];
  });
  expect(seen).toEqual([false, true]);
});

it("statements after the watch are not watched", async () => {
  const undone = inTransaction(db, async (transaction) => {
    const observed = await watchChanges(transaction, bookkeeping, async (one) => one);
    await update(transaction, { display_name: "Eve" });
    throw new Error(`changed: ${observed.hasHappened}`);
  });
  await expect(undone).rejects.toThrow("changed: false");
});
