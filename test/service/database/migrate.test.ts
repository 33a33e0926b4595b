import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { dialectOf } from "../../../src/service/database/dialect.ts";
import { migrate } from "../../../src/service/database/migrate.ts";
import type { Migration } from "../../../src/service/database/migrations.ts";
import { openSqlite } from "../../../src/service/database/sqlite.ts";
import type { Tables } from "../../../src/service/database/tables.ts";

const first: Migration = (schema) => [schema.createTable("one").addColumn("a", "text")];
const second: Migration = (schema) => [
  schema.createTable("two").addColumn("a", "text"),
  schema.createTable("one").addColumn("a", "text"),
];
const repaired: Migration = (schema) => [schema.createTable("two").addColumn("a", "text")];

async function empty(): Promise<Kysely<Tables>> {
  return new Kysely<Tables>({ dialect: dialectOf(await openSqlite(":memory:")) });
}

test("A step that fails leaves nothing of itself and all of those before it", async () => {
  const db = await empty();
  await expect(migrate(db, [first, second])).rejects.toThrow('"one" already exists');
  const tables = await db.introspection.getTables();
  expect(tables.map((table) => table.name).sort()).toEqual(["facts", "one"]);
  await migrate(db, [first, repaired]);
  const after = await db.introspection.getTables();
  expect(after.map((table) => table.name).sort()).toEqual(["facts", "one", "two"]);
  await db.destroy();
});

test("A step that was done is not done again", async () => {
  const db = await empty();
  await migrate(db, [first]);
  await migrate(db, [first]);
  await db.destroy();
});
