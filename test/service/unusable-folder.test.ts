import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildReport } from "../../src/app/output/report.ts";
import { openPlatform } from "../../src/service/open.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** The error of a command that uses the folder. */
async function told(folder: string): Promise<string> {
  try {
    const found = await openPlatform(folder);
    if (found.served === undefined) await found.close();
    return "opened";
  } catch (error) {
    const { exitCode, message } = buildReport(error);
    return `${exitCode} ${message}`;
  }
}

test("an unusable folder is refused with the path, the cause and the solution", async () => {
  const outer = temporaryFolder();
  writeFileSync(join(outer, "file"), "");
  symlinkSync("one", join(outer, "two"));
  symlinkSync("two", join(outer, "one"));
  for (const [path, cause] of [
    ["file", "a part of its path is a file, not a folder"],
    ["file/tome/local", "a part of its path is a file, not a folder"],
    ["one/local", "a symbolic link in its path is circular"],
    ["a".repeat(300), "is too long"],
    ["abcdefghi/".repeat(450), "is too long"],
  ] as const) {
    const said = await told(join(outer, path));
    expect(said.startsWith(`1 ${join(outer, path)}`)).toBe(true);
    expect(said).toContain(cause);
    expect(said).toContain("specify another folder with --data");
  }
});

test("a folder in place of the ready file is refused by its path", async () => {
  const folder = join(temporaryFolder(), "data");
  expect(await told(folder)).toBe("opened");
  mkdirSync(join(folder, "serve.json"));
  expect(await told(folder)).toContain(`1 ${join(folder, "serve.json")} cannot be used`);
});

slowTest("data on a disk that became read-only is reported, for any file", async ({ skip }) => {
  const folder = join(temporaryFolder(), "data");
  expect(await told(folder)).toBe("opened");
  const bound = spawnSync("mount", ["--bind", folder, folder]).status === 0;
  skip(!bound, "Only root can mount a folder anew.");
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  execFileSync("mount", ["-o", "remount,bind,ro", folder]);
  expect(await told(folder)).toMatch(/^7 .*has no permission to read or write .*tome\.sqlite,/);
  execFileSync("mount", ["-o", "remount,bind,rw", folder]);
  rmSync(join(folder, "token"));
  execFileSync("mount", ["-o", "remount,bind,ro", folder]);
  expect(await told(folder)).toMatch(/^7 .*has no permission to read or write .*data\/to/);
});

slowTest("a folder with any name is usable", async () => {
  const outer = temporaryFolder();
  for (const name of ["new\nline", `q'uo"te`, "%41%", "a#b", "a?mode=ro", "ü 😀", ":memory:"]) {
    expect([name, await told(join(outer, name))]).toEqual([name, "opened"]);
  }
});
