import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { readFact, writeFact } from "../../../src/service/database/facts.ts";
import { migrations } from "../../../src/service/database/migrations.ts";
import { openDatabase as open, openData } from "../../../src/service/database/open.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openDatabase } from "../../support/platforms/database.ts";

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

test("the folder and its files are private under any umask", async () => {
  const before = process.umask(0);
  const folder = join(temporaryFolder(), "a", "b");
  try {
    const db = await openDatabase(folder);
    expect(mode(folder)).toBe("700");
    expect(mode(join(folder, "tome.sqlite"))).toBe("600");
    for (let number = 0; number < 4; number++) {
      await db.transaction().execute((transaction) => writeFact(transaction, "one", `${number}`));
    }
    expect(mode(join(folder, "tome.sqlite-wal"))).toBe("600");
    await db.destroy();
  } finally {
    process.umask(before);
  }
});

test("a folder and a file accessible to other users are made private", async () => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "tome.sqlite"), "");
  chmodSync(join(folder, "tome.sqlite"), 0o644);
  const db = await openDatabase(folder);
  await db.destroy();
  expect(mode(folder)).toBe("700");
  expect(mode(join(folder, "tome.sqlite"))).toBe("600");
});

test("a symbolic link is refused, as the folder and as the file", async () => {
  const dataFolder = temporaryFolder();
  mkdirSync(join(dataFolder, "real"));
  symlinkSync(join(dataFolder, "real"), join(dataFolder, "link"));
  await expect(openDatabase(join(dataFolder, "link"))).rejects.toThrow("is a symbolic link");
  writeFileSync(join(dataFolder, "elsewhere"), "");
  symlinkSync(join(dataFolder, "elsewhere"), join(dataFolder, "real", "tome.sqlite"));
  await expect(openDatabase(join(dataFolder, "real"))).rejects.toThrow("is a symbolic link");
  // A problem that the user can solve is not an internal error.
  await expect(openDatabase(join(dataFolder, "real"))).rejects.toBeInstanceOf(ApiError);
  mkdirSync(join(dataFolder, "taken", "tome.sqlite"), { recursive: true });
  await expect(openDatabase(join(dataFolder, "taken"))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("is not a file"),
  });
  expect(statSync(join(dataFolder, "elsewhere")).size).toBe(0);
});

test("data that a newer version has changed is refused and not changed", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openDatabase(folder);
  for (const name of ["schema-version", "oldest-program-version"]) {
    await writeFact(first, name, "99");
  }
  await first.destroy();
  await expect(openDatabase(folder)).rejects.toThrow("schema version 99");
  // It was closed again: another attempt has the same error, and not that the data is in use.
  await expect(openDatabase(folder)).rejects.toThrow("Use a newer version of tome");
});

test("data in memory has the same tables and refuses dangling references", async () => {
  const db = await openDatabase();
  const token = { hash: "a", user_id: "nobody", label: "", created_at: "" };
  await expect(db.insertInto("tokens").values(token).execute()).rejects.toThrow("FOREIGN KEY");
  await db.destroy();
});

test("a list is read in order from an index, without sorting", async () => {
  const db = await openDatabase();
  const lists = [
    sql`select * from spaces where deleted_at is null and organization_id = 'o'
        and (coalesce(parent_id, ''), rank, id) > ('', 'a', 'i')
        order by coalesce(parent_id, ''), rank, id limit 50`,
    sql`select * from collections where organization_id = 'o'
        and (coalesce(parent_id, ''), rank, id) > ('', 'a', 'i')
        order by coalesce(parent_id, ''), rank, id limit 50`,
    sql`select * from spaces where parent_id = 'p' and (rank, id) > ('a', 'i')
        order by rank, id limit 50`,
    sql`select * from members where organization_id = 'o' order by joined_at, user_id limit 50`,
    sql`select * from jobs where state = 'waiting' order by run_at, id limit 1`,
  ];
  for (const list of lists) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${list}`.execute(db);
    const plan = rows.map((row) => row.detail).join("; ");
    expect(plan).toContain("USING INDEX");
    expect(plan).not.toContain("TEMP B-TREE");
  }
  await db.destroy();
});

describe("new data", () => {
  const readContents = async (db: Queries) => {
    const { rows } = await sql<{
      readonly type: string;
      readonly name: string;
      readonly sql: string | null;
    }>`select type, name, sql from sqlite_schema order by rowid`.execute(db);
    const tables = rows.filter(({ type }) => type === "table").map(({ name }) => name);
    const filled = await Promise.all(
      tables.map(async (name) => [
        name,
        (await sql`select * from ${sql.table(name)}`.execute(db)).rows,
      ]),
    );
    await db.destroy();
    return { rows, filled: Object.fromEntries(filled) };
  };
  const migrateStepByStep = async () => {
    const { version, downtime, load } = migrations;
    return readContents(await open(undefined, { version, downtime, load }));
  };

  slowTest("in memory has the same tables and rows as after all migrations", async () => {
    expect(await readContents(await openDatabase())).toEqual(await migrateStepByStep());
  });

  slowTest("in a folder has the same tables and rows as after all migrations", async () => {
    const db = await openDatabase(join(temporaryFolder(), "data"));
    expect(await readContents(db)).toEqual(await migrateStepByStep());
  });
});

describe("data that is lost", () => {
  const empty = (path: string) => truncateSync(path);

  test.each([
    ["missing", "it is missing", (path: string) => rmSync(path)],
    ["empty", "it is empty", empty],
  ])("is not replaced by new data if its file is %s", async (_, reason, damage) => {
    const folder = join(temporaryFolder(), "data");
    await (await openDatabase(folder)).destroy();
    const path = join(folder, "tome.sqlite");
    damage(path);
    // Its checksums show that there was data, and so does its token.
    const refused = () => openDatabase(folder).catch((error: Error) => error.message);
    expect(await refused()).toContain(reason);
    for (const suffix of [".sums", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    writeFileSync(join(folder, "token"), "tome_x");
    expect(await refused()).toContain(reason);
    expect(existsSync(path) ? statSync(path).size : 0).toBe(0);
  });

  test("is new data if the folder has never had any", async () => {
    const folder = join(temporaryFolder(), "data");
    mkdirSync(folder);
    writeFileSync(join(folder, "tome.sqlite"), "");
    const db = await openDatabase(folder);
    expect(await db.selectFrom("users").select("id").execute()).toEqual([]);
    await db.destroy();
  });
});

test("data without a database of its own is in a folder or in memory", async () => {
  const folder = join(temporaryFolder(), "data");
  const log = () => undefined;
  const [stored, inMemory] = [
    await openData({ folder, migrations, log }),
    await openData({ migrations, log }),
  ];
  await writeFact(stored, "one", "stored");
  await inMemory.destroy();
  await stored.destroy();
  const again = await openData({ folder, migrations, log });
  expect(await readFact(again, "one")).toBe("stored");
  await again.destroy();
});
