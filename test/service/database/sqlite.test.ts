import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DataInUse, openSqlite } from "../../../src/service/database/sqlite.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { compileProgram } from "../../support/other-process.ts";

test("A file is opened with full synchronisation, a write-ahead log, references checked and the file locked", async () => {
  const connection = await openSqlite(join(temporaryFolder(), "data"));
  const effective = Object.fromEntries(
    ["synchronous", "journal_mode", "foreign_keys", "locking_mode"].map((name) => [
      name,
      Object.values(connection.prepare(`pragma ${name}`).all()[0] ?? {})[0],
    ]),
  );
  connection.close();
  expect(effective).toEqual({
    synchronous: 2,
    journal_mode: "wal",
    foreign_keys: 1,
    locking_mode: "exclusive",
  });
});

test("A second opening in the same process is refused, and leaves the first with its lock", async () => {
  const path = join(temporaryFolder(), "data");
  const first = await openSqlite(path);
  await expect(openSqlite(path)).rejects.toThrow(DataInUse);
  await expect(openSqlite(path)).rejects.toThrow(DataInUse);
  first.close();
  (await openSqlite(path)).close();
});

test("A closed file holds everything, with nothing beside it", async () => {
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

test("Another process is refused while one has the file open, and gets in once that was killed", async () => {
  const folder = temporaryFolder();
  const start = await compileProgram(
    folder,
    `import { openSqlite } from "service/database/sqlite.ts";
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
});
