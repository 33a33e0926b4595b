import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  prepareDataFolder,
  resolveDatabaseFolder,
} from "../../../src/service/database/data-folder.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const file = "tome.sqlite";

test("a folder with other files is refused and not changed", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "holiday"));
  const mode = statSync(folder).mode;
  await expect(prepareDataFolder(folder, file)).rejects.toThrow(
    `${folder} contains other files, such as holiday`,
  );
  expect([readdirSync(folder), statSync(folder).mode]).toEqual([["holiday"], mode]);
});

test.each<[readonly string[]]>([
  [[]],
  [[file, "token", "notes.txt"]],
  [["lost+found"]],
  [[".DS_Store"]],
  [[".gitkeep", ".gitignore"]],
  [["databases"]],
  [["serve.json"]],
  [["secrets.key"]],
])("a folder with %j is accepted and restricted to its owner", async (names) => {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), "");
  await prepareDataFolder(folder, file);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a folder in which only the tokens of a shared database were kept is accepted", async () => {
  const folder = temporaryFolder();
  mkdirSync(resolveDatabaseFolder(folder, "postgres://ada@db.example.com/docs"), {
    recursive: true,
  });
  await prepareDataFolder(folder, file);
  expect(readdirSync(folder)).toEqual(["databases"]);
});

test("a folder on a network file system is refused with its type", async () => {
  const folder = temporaryFolder();
  for (const [type, name] of [
    [0x6969, "NFS"],
    [0x517b, "SMB"],
    [0xfe534d42, "SMB"],
    [0xff534d42, "CIFS"],
    [0x5346414f, "AFS"],
    [0x73757245, "Coda"],
    [0x564c, "NCP"],
    [0x00c36400, "Ceph"],
    [0x0bd00bd0, "Lustre"],
    [0x47504653, "GPFS"],
    [0x19830326, "BeeGFS"],
    [0x7461636f, "OCFS2"],
    [0x01161970, "GFS2"],
  ] as const) {
    await expect(prepareDataFolder(folder, file, async () => type)).rejects.toThrow(
      `network file system (${name})`,
    );
  }
  for (const local of [0xef53, 0x01021994, 0x9123683e, 0x58465342]) {
    await prepareDataFolder(folder, file, async () => local);
  }
});

test("a folder that cannot be listed is an error", async () => {
  const path = join(temporaryFolder(), "x".repeat(300));
  await expect(prepareDataFolder(path, file)).rejects.toThrow("ENAMETOOLONG");
});

test("a shared database has its own folder, whose name depends on its location only", () => {
  const resolve = (address: string) => resolveDatabaseFolder("/data", address);
  const [one, other, sameWithPassword] = [
    resolve("postgres://ada:one@db.example.com/docs"),
    resolve("postgres://ada:one@db.example.com/other"),
    resolve("postgres://ada:two@db.example.com/docs"),
  ];
  expect(one).toMatch(/^.data.databases.[0-9a-f]{16}$/);
  expect(sameWithPassword).toBe(one);
  expect(other).not.toBe(one);
});
