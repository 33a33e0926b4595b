import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileRefusedError } from "../../src/files/file-rules.ts";
import { readForeignFile } from "../../src/files/foreign-file.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A folder with a file, and another folder beside it. */
function createFolders() {
  const top = temporaryFolder();
  const [folder, outside] = [join(top, "folder"), join(top, "outside")];
  for (const path of [folder, join(folder, "sub"), outside]) mkdirSync(path);
  writeFileSync(join(folder, "file"), "text");
  writeFileSync(join(outside, "file"), "secret");
  return { top, folder, outside };
}

/** The text of a file, or the rule by which it is refused. */
function read(folder: string, name: string, { limit = 100, mayHaveNames = false } = {}): string {
  try {
    return readForeignFile(folder, name, { limit, shown: "The file", mayHaveNames }).toString();
  } catch (error) {
    if (!(error instanceof FileRefusedError)) throw error;
    expect(error.message).toMatch(/^The file /);
    expect(error.message).not.toContain("secret");
    return error.fileRule;
  }
}

type Plant = (folders: ReturnType<typeof createFolders>, path: string) => void;

describe("a file of a folder that another user may have written", () => {
  test.each<[string, Plant, string, string]>([
    ["a regular file", (_, path) => writeFileSync(path, "text"), "text", "text"],
    ["an empty file", (_, path) => writeFileSync(path, ""), "", ""],
    ["a missing file", () => {}, "missing", "missing"],
    ["a folder", (_, path) => mkdirSync(path), "not-regular", "not-regular"],
    ["a pipe", (_, path) => execFileSync("mkfifo", [path]), "not-regular", "not-regular"],
    ["a link inside", (_, path) => symlinkSync("file", path), "text", "text"],
    [
      "a link that leads out",
      ({ outside }, path) => symlinkSync(join(outside, "file"), path),
      "outside",
      "outside",
    ],
    ["a link to nothing", (_, path) => symlinkSync("gone", path), "dangling-link", "dangling-link"],
    ["a link to itself", (_, path) => symlinkSync("planted", path), "link-loop", "link-loop"],
    [
      "a link to a folder outside",
      ({ outside }, path) => symlinkSync(outside, path),
      "outside",
      "outside",
    ],
    // Its other name may be outside, which only matters if its content is shown.
    [
      "a hard link",
      ({ outside }, path) => linkSync(join(outside, "file"), path),
      "hard-link",
      "secret",
    ],
    ["a large file", (_, path) => writeFileSync(path, "x".repeat(101)), "too-large", "too-large"],
    [
      "a very large file",
      (_, path) => {
        writeFileSync(path, "");
        truncateSync(path, 2 ** 40);
      },
      "too-large",
      "too-large",
    ],
    [
      "a file at the limit",
      (_, path) => writeFileSync(path, "x".repeat(100)),
      "x".repeat(100),
      "x".repeat(100),
    ],
  ])("%s", (_what, plant, expected, withNames) => {
    const folders = createFolders();
    plant(folders, join(folders.folder, "planted"));
    expect(read(folders.folder, "planted")).toBe(expected);
    expect(read(folders.folder, "planted", { mayHaveNames: true })).toBe(withNames);
  });

  test.each([
    ["sub/../file", "text"],
    ["../outside/file", "outside"],
    ["file/x", "missing"],
    ["sub/x", "missing"],
  ])("with the name %s is %s", (name, expected) => {
    expect(read(createFolders().folder, name)).toBe(expected);
  });

  test("is read if the folder itself is a link, and not through a folder that leads out", () => {
    const { top, folder, outside } = createFolders();
    symlinkSync(folder, join(top, "link"));
    expect(read(join(top, "link"), "file")).toBe("text");
    symlinkSync(outside, join(folder, "out"));
    expect(read(folder, "out/file")).toBe("outside");
  });
});
