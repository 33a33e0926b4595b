import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { link, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findLockHolder, type LockSystem, lockFile } from "../../src/files/file-lock.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

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

test("the lock of a dead process whose number another one has is taken over", async () => {
  const path = join(temporaryFolder(), "journal");
  writeFileSync(`${path}.lock`, `${process.pid} 1`);
  expect(findLockHolder(path)).toBeUndefined();
  await (await lockFile(path))();
  // The start of a process is not known on every system.
  writeFileSync(`${path}.lock`, `${process.pid} `);
  expect(findLockHolder(path)).toBe(process.pid);
  await expect(lockFile(path)).rejects.toThrow("is using");
});

/** With these links, a lock is created as on most file systems, and as on those without hard links. */
const links: readonly (readonly [string, LockSystem["createLink"]])[] = [
  ["with hard links", link],
  [
    "without hard links",
    async () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    },
  ],
];

describe.each(links)("of two processes that find the same dead lock, %s,", (_how, createLink) => {
  test("the second one leaves the new lock of the first to it", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "journal");
    writeFileSync(`${path}.lock`, "4194305 1");
    // Just before the second process removes the dead lock, the first one takes it over.
    const second = lockFile(path, {
      createLink,
      async rename(from, to) {
        writeFileSync(`${path}.lock`, `${process.pid} `);
        await rename(from, to);
      },
    });
    await expect(second).rejects.toThrow(`The process ${process.pid} is using ${path}`);
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(`${process.pid} `);
    expect(readdirSync(folder)).toEqual(["journal.lock"]);
  });

  test("the second one has the lock if the first one has only removed the dead one", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "journal");
    writeFileSync(`${path}.lock`, "4194305 1");
    const release = await lockFile(path, {
      createLink,
      async rename(from, to) {
        rmSync(`${path}.lock`);
        await rename(from, to);
      },
    });
    expect(findLockHolder(path)).toBe(process.pid);
    await release();
    expect(readdirSync(folder)).toEqual([]);
  });
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

describe("without hard links", () => {
  const refuse = (code: string): LockSystem => ({
    rename,
    createLink: async () => {
      throw Object.assign(new Error(code), { code });
    },
  });

  test.each(["EPERM", "ENOTSUP", "ENOSYS", "EXDEV"])(
    "a file system that answers %s has locks too",
    async (code) => {
      const folder = temporaryFolder();
      const path = join(folder, "journal");
      const release = await lockFile(path, refuse(code));
      expect(findLockHolder(path)).toBe(process.pid);
      await expect(lockFile(path, refuse(code))).rejects.toThrow("is using");
      await expect(lockFile(path)).rejects.toThrow("is using");
      await release();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("the lock of a dead process is taken over", async () => {
    const path = join(temporaryFolder(), "journal");
    writeFileSync(`${path}.lock`, "4194305 1");
    const release = await lockFile(path, refuse("EPERM"));
    expect(findLockHolder(path)).toBe(process.pid);
    await release();
  });

  test("of many that try at once, one has the lock", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "journal");
    const tries = Array.from({ length: 20 }, () => lockFile(path, refuse("EPERM")));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(["journal.lock"]);
  });

  slowTest("an empty lock is that of a killed process if it stays empty", async () => {
    const path = join(temporaryFolder(), "journal");
    writeFileSync(`${path}.lock`, "");
    const release = await lockFile(path, refuse("EPERM"));
    expect(findLockHolder(path)).toBe(process.pid);
    await release();
  });
});
