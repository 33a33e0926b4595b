import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readForeignFile } from "../../src/files/foreign-file.ts";
import { openForeignFolder } from "../../src/files/foreign-folder.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

function open() {
  const root = temporaryFolder();
  const path = join(root, "docs");
  mkdirSync(join(path, "sub"), { recursive: true });
  writeFileSync(join(root, "secret"), "secret");
  writeFileSync(join(path, "page.md"), "A page");
  return { root, path, folder: openForeignFolder(path, "docs") };
}

const readers = {
  "in steps": (path: string, name: string, limit: number) =>
    openForeignFolder(path, "docs").readBytes(name, { limit }),
  "at once": async (path: string, name: string, limit: number) =>
    readForeignFile(path, name, { limit, shown: `docs/${name}` }),
};

test("a message about a link out of an unnamed folder names the current folder", async () => {
  const { path } = open();
  symlinkSync("../secret", join(path, "x"));
  await expect(openForeignFolder(path, "").readText("x")).rejects.toThrow(
    "x is outside the current folder.",
  );
});

describe.each(Object.entries(readers))("reading %s", (_how, read) => {
  test("a file, and a link to another file of the folder", async () => {
    const { path } = open();
    symlinkSync("../page.md", join(path, "sub/link.md"));
    expect(String(await read(path, "page.md", 6))).toBe("A page");
    expect(String(await read(path, "sub/link.md", 6))).toBe("A page");
  });

  test.each<[string, (path: string, root: string) => void, string]>([
    ["a link out", (path) => symlinkSync("../secret", path), "is outside"],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path), "is outside"],
    ["a link to nothing", (path) => symlinkSync("nothing", path), "to a missing file"],
    ["a link to itself", (path) => symlinkSync("x", path), "cannot be followed"],
    ["a folder", (path) => mkdirSync(path), "is a folder"],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "is a pipe"],
    ["a hard link", (path, root) => linkSync(join(root, "secret"), path), "is a hard link"],
    ["a missing file", () => {}, "does not exist"],
    ["a large file", (path) => writeFileSync(path, "x".repeat(1025)), "exceeds the limit of 1 KiB"],
    [
      "a file of a terabyte",
      (path) => {
        writeFileSync(path, "");
        truncateSync(path, 2 ** 40);
      },
      "exceeds the limit of 1 KiB",
    ],
  ])("%s is refused by name", async (_what, plant, reason) => {
    const { root, path } = open();
    plant(join(path, "x"), root);
    const refused = await read(path, "x", 1024).catch((error: Error) => error);
    expect(String(refused)).toContain(reason);
    expect(String(refused)).toContain("docs/x");
    expect(String(refused)).not.toContain("secret");
  });

  test("a name that leads out is refused", async () => {
    const { path } = open();
    await expect(read(path, "../secret", 1024)).rejects.toThrow("is outside");
  });

  test("the limit counts the bytes read, not the reported size", async () => {
    // A file in /proc has no size until it is read.
    await expect(read("/proc/self", "environ", 8)).rejects.toThrow("exceeds the limit of 8 bytes");
  });

  test("a link to a parent folder is followed only inside", async () => {
    const { root, path } = open();
    mkdirSync(join(root, "other"));
    writeFileSync(join(root, "other/x"), "secret");
    symlinkSync("../other", join(path, "linked"));
    await expect(read(path, "linked/x", 1024)).rejects.toThrow("is outside");
  });
});

describe("texts", () => {
  test.each([
    ["Latin-1", Buffer.from([0x63, 0xe9])],
    ["a NUL", Buffer.from("a\0b")],
  ])("%s is not UTF-8 text", async (_what, bytes) => {
    const { path, folder } = open();
    writeFileSync(join(path, "x"), bytes);
    await expect(folder.readText("x")).rejects.toThrow("docs/x is not UTF-8 text");
  });
});

describe("writing", () => {
  test("a file is created with its parent folders, private if requested", async () => {
    const { path, folder } = open();
    await folder.create("a/b/x", "text", { mode: 0o600 });
    expect(readFileSync(join(path, "a/b/x"), "utf8")).toBe("text");
    expect(statSync(join(path, "a/b")).mode & 0o777).toBe(0o700);
  });

  test("a link is never written through, neither as a file nor as a parent folder", async () => {
    const { root, path, folder } = open();
    mkdirSync(join(root, "other"));
    symlinkSync("../secret", join(path, "x"));
    symlinkSync("../other", join(path, "linked"));
    await expect(folder.create("x", "text")).rejects.toThrow("already exists");
    await expect(folder.create("linked/x", "text")).rejects.toThrow("is a symbolic link");
    await folder.replace("x", "text");
    expect(readFileSync(join(path, "x"), "utf8")).toBe("text");
    expect(readFileSync(join(root, "secret"), "utf8")).toBe("secret");
    expect(readdirSync(join(root, "other"))).toEqual([]);
  });

  test("a name that leads out creates nothing", async () => {
    const { root, folder } = open();
    await expect(folder.create("../made/x", "text")).rejects.toThrow("is outside");
    expect(existsSync(join(root, "made"))).toBe(false);
  });

  test("a replaced file leaves no other file", async () => {
    const { path, folder } = open();
    await folder.replace("page.md", "Another");
    expect(readdirSync(path).toSorted()).toEqual(["page.md", "sub"]);
  });

  test("removing a link keeps its target", async () => {
    const { root, path, folder } = open();
    symlinkSync("../secret", join(path, "x"));
    await folder.remove("x");
    await folder.remove("missing");
    expect(existsSync(join(root, "secret"))).toBe(true);
    expect(existsSync(join(path, "x"))).toBe(false);
  });
});

describe("inspecting", () => {
  test("links inside a boundary are reported, and links out of it refused", async () => {
    const { root, path, folder } = open();
    symlinkSync("../secret", join(path, "x"));
    expect(await folder.look("x", root)).toEqual({ kind: "link" });
    await expect(folder.look("x")).rejects.toThrow("is outside");
    expect(await folder.look("page.md")).toMatchObject({ kind: "file", size: 6 });
    expect(await folder.look("sub")).toBeUndefined();
    expect(await folder.look("missing")).toBeUndefined();
  });
});
