import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileRefusedError } from "../../src/files/file-rules.ts";
import { createFile, openToAppend, readHandle } from "../../src/files/journal-file.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

describe.skipIf(process.platform === "win32")("a journal that is appended to", () => {
  const makers: Readonly<Record<string, (path: string, other: string) => void>> = {
    "a hard link to another file": (path, other) => linkSync(other, path),
    "a symbolic link": (path, other) => symlinkSync(other, path),
    "a dangling symbolic link": (path, other) => symlinkSync(`${other}.gone`, path),
    "a folder": (path) => mkdirSync(path),
    "a pipe": (path) => void execFileSync("mkfifo", [path]),
  };

  test.each(Object.entries(makers))("is not %s", async (_, make) => {
    const folder = temporaryFolder();
    const [path, other] = [join(folder, "journal.ndjson"), join(folder, "other.txt")];
    writeFileSync(other, "untouched");
    make(path, other);
    await expect(openToAppend(path)).rejects.toThrow(FileRefusedError);
    expect(readFileSync(other, "utf8")).toBe("untouched");
  });

  test("is created for its owner only, never replaced, and read as a whole", async () => {
    const path = join(temporaryFolder(), "journal.ndjson");
    const created = await createFile(path);
    await created.appendFile("one\n");
    await created.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(createFile(path)).rejects.toMatchObject({ code: "EEXIST" });
    const opened = await openToAppend(path);
    try {
      expect(await readHandle(opened, path)).toBe("one\n");
      await opened.appendFile("two\n");
      expect(await readHandle(opened, path)).toBe("one\ntwo\n");
    } finally {
      await opened.close();
    }
  });
});
