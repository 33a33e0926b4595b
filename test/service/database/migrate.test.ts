import { readdirSync } from "node:fs";
import { Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  type Migration,
  type Migrations,
  migrate,
  selectMigrations,
} from "../../../src/service/database/migrate.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { getDialect } from "../../../src/service/database/sqlite/dialect.ts";
import { openSqlite } from "../../../src/service/database/sqlite/sqlite.ts";
import type { CoreTables } from "../../../src/service/database/tables.ts";
import { slowTest } from "../../support/generators/amount.ts";

const first: Migration = (schema) => [schema.createTable("one").addColumn("a", "text")];
const second: Migration = (schema) => [
  schema.createTable("two").addColumn("a", "text"),
  schema.createTable("one").addColumn("a", "text"),
];
const repaired: Migration = (schema) => [schema.createTable("two").addColumn("a", "text")];

function migrationsTo(...steps: readonly Migration[]): Migrations {
  return { version: steps.length, downtime: 0, load: async () => steps };
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
    .filter((name) => /^\d/.test(name))
    .map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(migrations.version).toBe(numbers.length);
  expect(await migrations.load()).toHaveLength(numbers.length);
});

describe("programs of two versions", () => {
  const openAt = async (version: number) => {
    const db = await empty();
    await migrate(db, selectMigrations(migrations, version));
    const tables = await db.introspection.getTables();
    await db.destroy();
    return new Map(tables.map(({ name, columns }) => [name, columns]));
  };

  slowTest(
    "a step without downtime only adds tables and columns that the preceding program may omit",
    async () => {
      const [before, after] = [
        await openAt(migrations.downtime),
        await openAt(migrations.version),
      ] as const;
      const broken: string[] = [];
      for (const [table, columns] of before) {
        const now = after.get(table) ?? [];
        for (const column of columns) {
          const same = now.find(({ name }) => name === column.name);
          const isSame =
            same?.dataType === column.dataType && same.isNullable === column.isNullable;
          if (!isSame) broken.push(`${table}.${column.name} was changed or removed`);
        }
        for (const { name, isNullable, hasDefaultValue } of now) {
          const isNew = columns.every((column) => column.name !== name);
          if (isNew && !isNullable && !hasDefaultValue) broken.push(`${table}.${name} is required`);
        }
      }
      expect(broken).toEqual([]);
    },
  );

  slowTest(
    "references of an added table cascade, because the preceding program does not know its rows",
    async () => {
      const before = new Set((await openAt(migrations.downtime)).keys());
      const db = await empty();
      await migrate(db, migrations);
      const { rows } = await sql<{ from: string; rule: string }>`
      select m.name as "from", f.on_delete as rule
      from sqlite_schema m, pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(db);
      await db.destroy();
      const added = rows.filter(({ from }) => !before.has(from));
      expect(added.filter(({ rule }) => rule !== "CASCADE")).toEqual([]);
    },
  );

  const added: Migration = (schema) => [schema.createTable("added").addColumn("a", "text")];
  const newer = (downtime: number): Migrations => ({
    ...migrationsTo(first, added),
    downtime,
  });

  test("an earlier program accepts data to which a newer one has only added", async () => {
    const db = await empty();
    await migrate(db, migrationsTo(first));
    await migrate(db, newer(0));
    await expect(migrate(db, migrationsTo(first))).resolves.not.toThrow();
    await db.destroy();
  });

  test("an earlier program refuses data that a newer one has changed", async () => {
    const db = await empty();
    await migrate(db, migrationsTo(first));
    await migrate(db, newer(2));
    await expect(migrate(db, migrationsTo(first))).rejects.toThrow(
      "The data has schema version 2, but this program supports versions up to 1.",
    );
    await db.destroy();
  });
});
