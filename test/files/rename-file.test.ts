import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renameFile } from "../../src/files/rename-file.ts";
import { renameFileSync } from "../../src/files/rename-file-sync.ts";
import type { RenameSystem } from "../../src/files/rename-retries.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A system whose renames fail with these codes, one after the other. */
function failing(platform: NodeJS.Platform, codes: readonly string[]) {
  const left = [...codes];
  const pauses: number[] = [];
  let renamed = 0;
  const system: RenameSystem = {
    platform,
    rename() {
      const code = left.shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      renamed++;
    },
    pause: (time) => void pauses.push(time),
  };
  return { system, pauses, renamed: () => renamed };
}

/** Both functions, with one interface. */
const ways: readonly [string, (system: RenameSystem) => Promise<void>][] = [
  ["renameFile", (system) => renameFile("a", "b", system)],
  ["renameFileSync", async (system) => renameFileSync("a", "b", system)],
];

describe.each(ways)("%s", (_, rename) => {
  test.each(["EPERM", "EACCES", "EBUSY"])("repeats a rename after %s on Windows", async (code) => {
    const { system, pauses, renamed } = failing("win32", [code, code, code]);
    await rename(system);
    expect([renamed(), pauses]).toEqual([1, [10, 20, 40]]);
  });

  test.each([
    ["linux", "EPERM"],
    ["darwin", "EBUSY"],
    ["win32", "ENOENT"],
    ["win32", "EXDEV"],
  ] as const)("does not repeat it on %s after %s", async (platform, code) => {
    const { system, pauses } = failing(platform, [code]);
    await expect(rename(system)).rejects.toThrow(code);
    expect(pauses).toEqual([]);
  });

  test("fails with the last error if the file stays open", async () => {
    const { system, pauses } = failing(
      "win32",
      Array.from({ length: 99 }, () => "EBUSY"),
    );
    await expect(rename(system)).rejects.toThrow("EBUSY");
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeLessThan(2000);
  });
});

test("files are renamed", async () => {
  const folder = temporaryFolder();
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  writeFileSync(first, "content");
  await renameFile(first, second);
  renameFileSync(second, first);
  expect([readFileSync(first, "utf8"), existsSync(second)]).toEqual(["content", false]);
});
