import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  decodeText,
  isInside,
  refuseFile,
  refuseLarge,
  refuseLink,
  refuseNoFolder,
  refuseOutside,
  requireOneName,
  requireRegular,
  toFileError,
  toWriteError,
} from "../../src/files/file-rules.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

test.each([
  ["/a", "/a", true],
  ["/a", "/a/b", true],
  ["/a", "/a/..b", true],
  ["/a", "/ab", false],
  ["/a", "/", false],
  ["/a/b", "/a", false],
  ["/a/b", "/a/c", false],
])("in the folder %s, the path %s is inside: %s", (folder, path, inside) => {
  expect(isInside(folder, path)).toBe(inside);
});

test("only a regular file is accepted, and any other is named by its kind", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "folder"));
  symlinkSync("file", join(folder, "link"));
  const check = (path: string) => () => requireRegular(lstatSync(path), "x.md");
  expect(check(join(folder, "file"))).not.toThrow();
  expect(check(join(folder, "folder"))).toThrow(
    "x.md is a folder. Replace it with a regular file.",
  );
  expect(check(join(folder, "link"))).toThrow(
    "x.md is a symbolic link. Replace it with a regular file.",
  );
  expect(check("/dev/null")).toThrow("x.md is a device. Replace it with a regular file.");
  const kinds = { isFile: () => false, isDirectory: () => false, isSymbolicLink: () => false };
  const named = (isFIFO: boolean, isSocket: boolean) =>
    Object.assign(lstatSync("/dev/null"), {
      ...kinds,
      isFIFO: () => isFIFO,
      isSocket: () => isSocket,
    });
  expect(() => requireRegular(named(true, false), "x")).toThrow("x is a pipe.");
  expect(() => requireRegular(named(false, true), "x")).toThrow("x is a socket.");
});

test("a file with a second name is refused", () => {
  const stats = (nlink: number) => Object.assign(lstatSync("/dev/null"), { nlink });
  expect(() => requireOneName(stats(1), "x")).not.toThrow();
  expect(() => requireOneName(stats(0), "x")).not.toThrow();
  expect(() => requireOneName(stats(2), "x")).toThrow(
    "x is a hard link to a file that may be outside the folder. Replace it with a copy of the file.",
  );
});

test.each([
  [
    refuseOutside("x", ""),
    "outside",
    "x is outside the current folder. Move the file into that folder.",
  ],
  [
    refuseOutside("x", "."),
    "outside",
    "x is outside the current folder. Move the file into that folder.",
  ],
  [refuseOutside("x", "docs"), "outside", "x is outside docs. Move the file into that folder."],
  [
    refuseLink("x"),
    "link",
    "x is a symbolic link, and tome does not write through links. Remove it first.",
  ],
  [refuseNoFolder("x"), "not-regular", "x is not a folder. Remove it first."],
  [refuseFile("x"), "not-regular", "x is not a folder. Remove it, or replace it with a folder."],
  [refuseLarge("x", 1023), "too-large", "x exceeds the limit of 1023 bytes. Reduce its size."],
  [refuseLarge("x", 1024), "too-large", "x exceeds the limit of 1 KiB. Reduce its size."],
  [
    refuseLarge("x", 1024 * 1024 - 1),
    "too-large",
    "x exceeds the limit of 1023 KiB. Reduce its size.",
  ],
  [refuseLarge("x", 1024 * 1024), "too-large", "x exceeds the limit of 1 MiB. Reduce its size."],
])("%s", (error, rule, message) => {
  expect(error).toMatchObject({ file: "x", fileRule: rule, message });
});

test.each([
  [Buffer.from("é"), "é"],
  [Buffer.from("\ufeffa"), "a"],
  [Buffer.from("a\0b"), undefined],
  [Buffer.from([0xc3, 0x28]), undefined],
])("the bytes %j are the text %j", (bytes, text) => {
  if (text !== undefined) return expect(decodeText(bytes, "x")).toBe(text);
  expect(() => decodeText(bytes, "x")).toThrow("x is not UTF-8 text. Save it in that encoding.");
});

describe("an error of the system", () => {
  const createError = (code: string) => Object.assign(new Error("secret"), { code });

  test.each([
    ["ENOENT", false, "missing", "The file x does not exist."],
    ["ENOTDIR", false, "missing", "The file x does not exist."],
    ["ENOENT", true, "dangling-link", "x is a symbolic link to a missing file. Remove the link."],
    ["ELOOP", false, "link-loop", "x is a symbolic link that cannot be followed. Remove the link."],
    ["EACCES", false, "permission", "x cannot be read: permission denied. Change its permissions."],
    ["EPERM", true, "permission", "x cannot be read: permission denied. Change its permissions."],
    ["EIO", false, "unreadable", "x cannot be read (EIO)."],
  ])("%s of a read file, also of a link (%s), is named %s", (code, isLink, fileRule, message) => {
    expect(toFileError(createError(code), "x", isLink)).toMatchObject({ fileRule, message });
  });

  test.each([
    ["EEXIST", "exists", "x already exists."],
    ["ENOENT", "unwritable", "x cannot be written: its folder does not exist."],
    ["ENOTDIR", "unwritable", "x cannot be written: a part of its path is not a folder."],
    ["EACCES", "unwritable", "x cannot be written: permission denied."],
    ["EPERM", "unwritable", "x cannot be written: permission denied."],
    ["EISDIR", "unwritable", "x cannot be written: it is a folder."],
    ["ELOOP", "unwritable", "x cannot be written: it is a symbolic link."],
    ["ENOSPC", "unwritable", "x cannot be written: the disk is full."],
    ["EROFS", "unwritable", "x cannot be written: the disk is read-only."],
    ["EIO", "unwritable", "x cannot be written: EIO."],
  ])("%s of a written file is named %s", (code, fileRule, message) => {
    expect(toWriteError(createError(code), "x")).toMatchObject({ fileRule, message });
  });

  test.each([new Error("other"), "text", undefined])("%s without a code is unchanged", (error) => {
    expect([toFileError(error, "x"), toWriteError(error, "x")]).toEqual([error, error]);
  });
});
