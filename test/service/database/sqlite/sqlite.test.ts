import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EngineConnection } from "../../../../src/service/database/sqlite/engine.ts";
import { DataInUse, openSqlite } from "../../../../src/service/database/sqlite/sqlite.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { compileProgram } from "../../../support/machine/other-process.ts";

function listSettings(connection: EngineConnection, ...names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.values(connection.prepare(`pragma ${name}`).all()[0] ?? {})[0],
    ]),
  );
}

test("a file is opened with full synchronization, foreign keys and a lock", async () => {
  const connection = await openSqlite(join(temporaryFolder(), "data"));
  const effective = listSettings(connection, "synchronous", "foreign_keys", "locking_mode");
  connection.close();
  expect(effective).toEqual({ synchronous: 2, foreign_keys: 1, locking_mode: "exclusive" });
});

test("a read writes nothing to the disk", async () => {
  const path = join(temporaryFolder(), "data");
  const made = await openSqlite(path);
  made.exec("create table one (a text)");
  made.close();
  const before = statSync(path, { bigint: true });
  const connection = await openSqlite(path);
  connection.beforeTransaction();
  connection.exec("begin; select * from one; commit");
  connection.close();
  expect(statSync(path, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
});

test("frequent writes switch to a write-ahead log, and a closed file has none", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "data");
  const connection = await openSqlite(path);
  connection.exec("create table one (a integer)");
  const modes = [];
  for (const number of [1, 2, 3, 4, 5]) {
    connection.beforeTransaction();
    connection.exec(`begin; insert into one values (${number}); commit`);
    modes.push(listSettings(connection, "journal_mode").journal_mode);
  }
  connection.close();
  expect(modes).toEqual(["delete", "delete", "delete", "wal", "wal"]);
  expect(readdirSync(folder)).toEqual(["data"]);
  const again = await openSqlite(path);
  expect(listSettings(again, "journal_mode")).toEqual({ journal_mode: "delete" });
  expect(again.prepare("select count(*) as count from one").all()).toEqual([{ count: 5 }]);
  again.close();
});

slowTest("writes of a killed process are kept, with and without a log", async () => {
  for (const transactions of [1, 9]) {
    const folder = temporaryFolder();
    const start = await compileProgram(
      folder,
      `import { openSqlite } from "service/database/sqlite/sqlite.ts";
       const connection = await openSqlite(process.argv[2]);
       connection.exec("create table one (a integer)");
       for (let number = 0; number < ${transactions}; number++) {
         connection.beforeTransaction();
         connection.exec("begin; insert into one values (1); commit");
       }
       console.log("written");
       process.stdin.resume();`,
    );
    const path = join(folder, "data");
    const killed = start(path);
    expect(await killed.line()).toBe("written");
    await killed.kill();
    const connection = await openSqlite(path);
    const [row] = connection.prepare("select count(*) as count from one").all();
    connection.close();
    expect(row).toEqual({ count: transactions });
  }
});

test("a second opening in the same process is refused, and the first keeps its lock", async () => {
  const path = join(temporaryFolder(), "data");
  const first = await openSqlite(path);
  await expect(openSqlite(path)).rejects.toThrow(DataInUse);
  await expect(openSqlite(path)).rejects.toThrow(DataInUse);
  first.close();
  (await openSqlite(path)).close();
});

test("a closed file contains everything, with no other file", async () => {
  const folder = temporaryFolder();
  const connection = await openSqlite(join(folder, "data"));
  connection.exec("create table one (a text)");
  connection.prepare("insert into one values (?)").run("kept");
  connection.close();
  expect(readdirSync(folder)).toEqual(["data"]);
  const again = await openSqlite(join(folder, "data"));
  expect(again.prepare("select a from one").all()).toEqual([{ a: "kept" }]);
  again.close();
});

slowTest(
  "another process is refused while one has the file open, and opens it after a kill",
  async () => {
    const folder = temporaryFolder();
    const start = await compileProgram(
      folder,
      `import { openSqlite } from "service/database/sqlite/sqlite.ts";
     const connection = await openSqlite(process.argv[2]);
     console.log("open");
     process.stdin.on("end", () => connection.close()).resume();`,
    );
    const path = join(folder, "data");
    const holder = start(path);
    expect(await holder.line()).toBe("open");
    await expect(openSqlite(path)).rejects.toThrow(DataInUse);
    await holder.kill();
    (await openSqlite(path)).close();
  },
);

test("text with U+0000 is refused, because some versions would truncate it", async () => {
  const connection = await openSqlite(":memory:");
  connection.exec("create table one (a text)");
  const insert = connection.prepare("insert into one values (?) returning a");
  for (const text of ["\0", "a\0b", `${"ä".repeat(999)}\0`]) {
    expect(() => insert.all(text)).toThrow("cannot be stored");
    expect(() => connection.prepare("delete from one where a = ?").run(text)).toThrow("NUL");
  }
  expect(insert.all("a\u2400b")).toEqual([{ a: "a\u2400b" }]);
  connection.close();
});

test("a row number beyond a double ends no statement, and is returned exactly", async () => {
  const connection = await openSqlite(":memory:");
  connection.exec("create table one (a text)");
  // The row number that the full-text index uses for deletions.
  const written = connection.prepare("insert into one (rowid) values (9007199254740993)").run();
  expect(written.lastInsertRowid).toBe(9007199254740993n);
  // Always read as bigint: otherwise Node 26 throws for large values.
  const next = connection.prepare("insert into one (rowid) values (1)").run();
  expect(next.lastInsertRowid).toBe(1n);
  connection.close();
});
