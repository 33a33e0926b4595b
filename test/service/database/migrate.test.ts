import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { getDialect } from "../../../src/service/database/dialect.ts";
import { type Migration, migrate, orderMigrations } from "../../../src/service/database/migrate.ts";
import { openSqlite } from "../../../src/service/database/sqlite.ts";
import type { Tables } from "../../../src/service/database/tables.ts";

const first: Migration = (schema) => [schema.createTable("one").addColumn("a", "text")];
const second: Migration = (schema) => [
  schema.createTable("two").addColumn("a", "text"),
  schema.createTable("one").addColumn("a", "text"),
];
const repaired: Migration = (schema) => [schema.createTable("two").addColumn("a", "text")];

/** As an area names them: by the version that they lead to. */
function migrationsTo(...steps: readonly Migration[]) {
  return orderMigrations(Object.fromEntries(steps.map((step, at) => [at + 1, async () => step])));
}

async function empty(): Promise<Kysely<Tables>> {
  return new Kysely<Tables>({ dialect: getDialect(await openSqlite(":memory:")) });
}

test("A step that fails leaves nothing of itself and all of those before it", async () => {
  const db = await empty();
  await expect(migrate(db, migrationsTo(first, second))).rejects.toThrow('"one" already exists');
  const tables = await db.introspection.getTables();
  expect(tables.map((table) => table.name).sort()).toEqual(["facts", "one"]);
  await migrate(db, migrationsTo(first, repaired));
  const after = await db.introspection.getTables();
  expect(after.map((table) => table.name).sort()).toEqual(["facts", "one", "two"]);
  await db.destroy();
});

test("A step that was done is not done again", async () => {
  const db = await empty();
  await migrate(db, migrationsTo(first));
  await migrate(db, migrationsTo(first));
  await db.destroy();
});

test("Steps that nothing leads to are told of at once", () => {
  const steps = { 1: async () => first, 3: async () => second };
  expect(() => orderMigrations(steps)).toThrow("No migration leads to schema version 2.");
});
