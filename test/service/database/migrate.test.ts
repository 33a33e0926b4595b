import { readdirSync } from "node:fs";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { type Migration, type Migrations, migrate } from "../../../src/service/database/migrate.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { getDialect } from "../../../src/service/database/sqlite/dialect.ts";
import { openSqlite } from "../../../src/service/database/sqlite/sqlite.ts";
import type { CoreTables } from "../../../src/service/database/tables.ts";

const first: Migration = (schema) => [schema.createTable("one").addColumn("a", "text")];
const second: Migration = (schema) => [
  schema.createTable("two").addColumn("a", "text"),
  schema.createTable("one").addColumn("a", "text"),
];
const repaired: Migration = (schema) => [schema.createTable("two").addColumn("a", "text")];

function migrationsTo(...steps: readonly Migration[]): Migrations {
  return { version: steps.length, load: async () => steps };
}

async function empty(): Promise<Kysely<CoreTables>> {
  return new Kysely<CoreTables>({ dialect: getDialect(await openSqlite(":memory:")) });
}

test("a failed migration leaves no changes, and keeps all earlier ones", async () => {
  const db = await empty();
  await expect(migrate(db, migrationsTo(first, second))).rejects.toThrow('"one" already exists');
  const tables = await db.introspection.getTables();
  expect(tables.map((table) => table.name).sort()).toEqual(["facts", "one"]);
  await migrate(db, migrationsTo(first, repaired));
  const after = await db.introspection.getTables();
  expect(after.map((table) => table.name).sort()).toEqual(["facts", "one", "two"]);
  await db.destroy();
});

test("a migration is not run twice", async () => {
  const db = await empty();
  await migrate(db, migrationsTo(first));
  await expect(migrate(db, migrationsTo(first))).resolves.not.toThrow();
  await db.destroy();
});

test("the schema version is the number of migrations, which are numbered without gaps", async () => {
  const folder = new URL("../../../src/service/database/migrations/", import.meta.url);
  const numbers = readdirSync(folder)
    .filter((name) => name !== "all.ts")
    .map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(migrations.version).toBe(numbers.length);
  expect(await migrations.load()).toHaveLength(numbers.length);
});
