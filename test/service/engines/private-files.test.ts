import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPrivateFile, writePrivateFile } from "../../../src/service/engines/private-files.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

test("a file is replaced completely, privately, and without other files", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "token");
  const before = process.umask(0);
  try {
    await writePrivateFile(path, "one");
    await writePrivateFile(path, "two");
  } finally {
    process.umask(before);
  }
  expect(await readPrivateFile(path)).toBe("two");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["token"]);
});

test("a file readable by other users is made private when it is read", async () => {
  const path = join(temporaryFolder(), "token");
  writeFileSync(path, "one");
  chmodSync(path, 0o644);
  expect(await readPrivateFile(path)).toBe("one");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a link or a folder in place of the file is refused and not changed", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "other"), "theirs");
  symlinkSync(join(folder, "other"), join(folder, "link"));
  mkdirSync(join(folder, "folder"));
  for (const [name, reason] of [
    ["link", "is a symbolic link"],
    ["folder", "is not a file"],
  ] as const) {
    await expect(readPrivateFile(join(folder, name))).rejects.toThrow(reason);
    await expect(writePrivateFile(join(folder, name), "mine")).rejects.toThrow(reason);
  }
  expect(readFileSync(join(folder, "other"), "utf8")).toBe("theirs");
});

test("a missing file has no text", async () => {
  expect(await readPrivateFile(join(temporaryFolder(), "none"))).toBeUndefined();
});
