import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLockHolder, lockFile } from "../../src/files/file-lock.ts";
import { temporaryFolder } from "../support/folder.ts";

test("a lock is held until it is released, and leaves no file", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "journal");
  const release = await lockFile(path);
  expect(findLockHolder(path)).toBe(process.pid);
  await expect(lockFile(path)).rejects.toThrow(`The process ${process.pid} is using ${path}`);
  await release();
  expect(findLockHolder(path)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock of a dead process is taken over", async () => {
  const path = join(temporaryFolder(), "journal");
  // No process has this number: it is beyond the maximum of Linux.
  writeFileSync(`${path}.lock`, "4194305 1");
  const release = await lockFile(path);
  expect(findLockHolder(path)).toBe(process.pid);
  await release();
});

test("nothing is written through links with predictable names", async () => {
  const folder = temporaryFolder();
  const secret = join(temporaryFolder(), "secret");
  writeFileSync(secret, "secret");
  const path = join(folder, "journal");
  for (const end of ["", ".dead"]) symlinkSync(secret, `${path}.lock.${process.pid}${end}`);
  await (await lockFile(path))();
  expect(readFileSync(secret, "utf8")).toBe("secret");
});

test.each<[string, (lock: string) => void]>([
  ["a link", (lock) => symlinkSync("/etc/passwd", lock)],
  ["a pipe", (lock) => execFileSync("mkfifo", [lock])],
  ["a folder", (lock) => mkdirSync(lock)],
  ["a link to nothing", (lock) => symlinkSync("nothing", lock)],
])("%s in place of a lock is refused by name, without waiting", async (_what, plant) => {
  const path = join(temporaryFolder(), "journal");
  plant(`${path}.lock`);
  await expect(lockFile(path)).rejects.toThrow(`${path}.lock is not a lock file of tome`);
  expect(() => findLockHolder(path)).toThrow("is not a lock file of tome");
  expect(existsSync(path)).toBe(false);
});
