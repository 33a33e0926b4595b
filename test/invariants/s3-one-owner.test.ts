import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareDataFolder } from "../../src/service/database/data-folder.ts";
import { databaseFile } from "../../src/service/database/open.ts";
import { loadEngine } from "../../src/service/database/sqlite/engine.ts";
import { DataInUse, openSqlite } from "../../src/service/database/sqlite/sqlite.ts";
import { openPlatform } from "../../src/service/open.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { compileServe } from "../support/platforms/serving.ts";

const tries = amount({ short: 2, full: 500 });

test("the connection has safe settings, before and after the log begins", async () => {
  const connection = await openSqlite(join(temporaryFolder(), "data"));
  const read = () =>
    ["synchronous", "foreign_keys", "locking_mode", "fullfsync", "trusted_schema"].map(
      (name) => Object.values(connection.prepare(`pragma ${name}`).all()[0] ?? {})[0],
    );
  const safe = [2, 1, "exclusive", 1, 0];
  expect(read()).toEqual(safe);
  for (let count = 0; count < 10; count++) {
    connection.beforeTransaction();
    connection.exec("begin; create table if not exists one (a); commit");
  }
  expect(connection.prepare("pragma journal_mode").all()).toEqual([{ journal_mode: "wal" }]);
  expect(read()).toEqual(safe);
  connection.close();
});

test("a SQLite version with a log that two connections can corrupt never gets a second one", async () => {
  const path = join(temporaryFolder(), "data");
  const first = await openSqlite(path);
  const { DatabaseSync } = await loadEngine();
  // Opening the file without the platform, in this process or another, fails.
  const stranger = new DatabaseSync(path);
  expect(() => stranger.exec("select * from sqlite_master")).toThrow("locked");
  expect(() => stranger.exec("create table two (a)")).toThrow("locked");
  stranger.close();
  await expect(openSqlite(path)).rejects.toThrow(DataInUse);
  first.close();
});

slowTest(
  "while one process serves the data, other commands send requests to it and do not open the file",
  async () => {
    const folder = join(temporaryFolder(), "data");
    const served = await (await compileServe())(folder);
    const digest = () =>
      [databaseFile, `${databaseFile}-wal`].map((name) => {
        const bytes = readFileSync(join(folder, name), { flag: "a+" });
        return createHash("sha256").update(bytes).digest("hex");
      });
    const { items } = (await served.ask("GET /v1/orgs")).body as { items: { id: string }[] };
    const path = `/v1/orgs/${items[0]?.id}/spaces`;
    for (let index = 0; index < 6; index++) await served.ask(`POST ${path}`, { title: "x" });
    const before = digest();
    const touched = countFaults();
    for (let index = 0; index < tries; index++) {
      const found = await openPlatform(folder);
      expect(found.served?.url).toBe(served.url);
      touched.add(digest().join() !== before.join());
    }
    expect(digest()).toEqual(before);
    expect(touched.total()).toBe(0);
    expect((await served.ask(`POST ${path}`, { title: "y" })).status).toBe(201);
    await served.kill();
    report(
      "S3",
      `${tries} openings beside a serving process, ${touched.total()} of them touched the file`,
    );
  },
);

test("network file systems and folders with other files are refused before a write", async () => {
  const folder = join(temporaryFolder(), "share");
  mkdirSync(folder);
  await expect(prepareDataFolder(folder, databaseFile, async () => 0x6969)).rejects.toThrow(
    "network file system (NFS)",
  );
  const home = temporaryFolder();
  mkdirSync(join(home, "Documents"));
  await expect(openPlatform(home)).rejects.toThrow("contains other files");
});
