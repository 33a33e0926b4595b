import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  preparePrivateFile,
  preparePrivateFolder,
  readPrivateFile,
  writePrivateFile,
} from "../../../src/service/engines/private-files.ts";
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

test("a folder and a file are created privately, and an existing one is restricted", async () => {
  const outer = temporaryFolder();
  const [folder, file] = [join(outer, "a/b"), join(outer, "c")];
  await preparePrivateFolder(folder);
  await preparePrivateFile(file);
  const read = () => [folder, file].map((path) => statSync(path).mode & 0o777);
  expect([read(), readFileSync(file, "utf8")]).toEqual([[0o700, 0o600], ""]);
  writeFileSync(file, "text");
  chmodSync(folder, 0o755);
  chmodSync(file, 0o640);
  await preparePrivateFolder(folder);
  await preparePrivateFile(file);
  expect([read(), readFileSync(file, "utf8")]).toEqual([[0o700, 0o600], "text"]);
  chmodSync(file, 0o400);
  await preparePrivateFile(file);
  expect(statSync(file).mode & 0o777).toBe(0o400);
});

test("another kind of file in its place is refused with its path and kind", async () => {
  const outer = temporaryFolder();
  const [folder, file, link] = [join(outer, "folder"), join(outer, "file"), join(outer, "link")];
  mkdirSync(folder);
  writeFileSync(file, "");
  symlinkSync(file, link);
  const rest = "The data must be in regular files and folders that you own. Use another folder.";
  await expect(preparePrivateFile(folder)).rejects.toThrow(`${folder} is not a file. ${rest}`);
  await expect(readPrivateFile(link)).rejects.toThrow(`${link} is a symbolic link. ${rest}`);
  await expect(writePrivateFile(folder, "x")).rejects.toMatchObject({ status: 400 });
  symlinkSync(folder, join(outer, "linked"));
  await expect(preparePrivateFolder(join(outer, "linked"))).rejects.toThrow("is a symbolic link");
});

test("a text that cannot be written leaves no other file", async () => {
  const outer = temporaryFolder();
  await expect(writePrivateFile(join(outer, "nosuch/file"), "x")).rejects.toThrow("ENOENT");
  expect(readdirSync(outer)).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "a text that cannot replace the file leaves no copy of itself",
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, "token");
    writeFileSync(path, "old", { mode: 0o600 });
    const { uid } = statSync(path);
    // During the check of the owner, the file becomes a folder.
    vi.spyOn(process, "getuid").mockImplementationOnce(() => {
      rmSync(path);
      mkdirSync(join(path, "other"), { recursive: true });
      return uid;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(writePrivateFile(path, "secret")).rejects.toThrow();
    expect([readdirSync(folder), readdirSync(path)]).toEqual([["token"], ["other"]]);
  },
);

test.skipIf(process.platform === "win32")(
  "a file and a folder of another user are refused",
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, "token");
    writeFileSync(path, "theirs");
    const { uid } = statSync(path);
    vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
    onTestFinished(() => void vi.restoreAllMocks());
    for (const attempt of [
      readPrivateFile(path),
      writePrivateFile(path, "mine"),
      preparePrivateFile(path),
      preparePrivateFolder(folder),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        status: 400,
        hint: "tome local path",
        message: expect.stringContaining(" belongs to another user. "),
      });
    }
    expect(readFileSync(path, "utf8")).toBe("theirs");
  },
);
