import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareDataFolder } from "../../../src/service/database/data-folder.ts";
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

test("an empty folder, one with data, and one with only harmless files are accepted", async () => {
  for (const names of [[], [file, "token", "notes.txt"], ["lost+found"], [".gitkeep"]]) {
    const folder = temporaryFolder();
    for (const name of names) writeFileSync(join(folder, name), "");
    await prepareDataFolder(folder, file);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
});

test("a folder on a network file system is refused with its type", async () => {
  const folder = temporaryFolder();
  for (const [type, name] of [
    [0x6969, "NFS"],
    [0xfe534d42, "SMB"],
    [0xff534d42, "CIFS"],
  ] as const) {
    await expect(prepareDataFolder(folder, file, async () => type)).rejects.toThrow(
      `network file system (${name})`,
    );
  }
  for (const local of [0xef53, 0x01021994, 0x9123683e, 0x58465342]) {
    await prepareDataFolder(folder, file, async () => local);
  }
});
