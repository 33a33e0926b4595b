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
import {
  getIdsFolder,
  isOwnFolder,
  prepareFolder,
  readFile,
  replaceFile,
} from "../../../src/app/resolve/id-files.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

test.each([
  [{}, "/home/ada/.cache/tome/ids"],
  [{ XDG_CACHE_HOME: "/cache" }, "/cache/tome/ids"],
  [{ XDG_CACHE_HOME: "" }, "/home/ada/.cache/tome/ids"],
  [{ XDG_CACHE_HOME: "cache" }, "/home/ada/.cache/tome/ids"],
  [{ XDG_CACHE_HOME: "./cache" }, "/home/ada/.cache/tome/ids"],
])("the folder with %j is %s", (env, folder) => {
  expect(getIdsFolder({ HOME: "/home/ada", ...env })).toBe(folder);
});

test("only an existing folder that is not a link is trusted", () => {
  const at = temporaryFolder();
  const folder = join(at, "folder");
  mkdirSync(folder);
  writeFileSync(join(at, "file"), "");
  symlinkSync(folder, join(at, "link"));
  const names = ["folder", "file", "link", "missing"];
  expect(names.filter((name) => isOwnFolder(join(at, name)))).toEqual(["folder"]);
  for (const name of ["file", "link"]) {
    expect(() => prepareFolder(join(at, name)), name).toThrow("The folder is not private.");
  }
});

test.each([
  [0o777, 0o700],
  [0o750, 0o700],
  [0o701, 0o700],
  [0o700, 0o700],
  [0o500, 0o500],
])("a folder with the mode %o becomes private", (before, after) => {
  const folder = join(temporaryFolder(), "ids");
  mkdirSync(folder);
  chmodSync(folder, before);
  prepareFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(after);
});

test("a missing folder is created with its parents, for the user only", () => {
  const folder = join(temporaryFolder(), "tome", "ids", "work");
  prepareFolder(folder);
  for (const path of [folder, join(folder, ".."), join(folder, "../..")]) {
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }
});

test("a file is read unless it is missing, a link, a folder or too long", () => {
  const at = temporaryFolder();
  const longest = 2 ** 21;
  writeFileSync(join(at, "file"), "S1\tÄ\n");
  writeFileSync(join(at, "longest"), "x".repeat(longest));
  writeFileSync(join(at, "longer"), "x".repeat(longest + 1));
  symlinkSync(join(at, "file"), join(at, "link"));
  mkdirSync(join(at, "folder"));
  expect(readFile(join(at, "file"))).toBe("S1\tÄ\n");
  expect(readFile(join(at, "longest"))).toHaveLength(longest);
  for (const name of ["longer", "link", "folder", "missing"]) {
    expect(readFile(join(at, name)), name).toBe("");
  }
});

test("a file is replaced without leftovers, for the user only", () => {
  const at = temporaryFolder();
  const path = join(at, "space");
  for (const text of ["S1\n", "S2\nS1\n", "S2\nS1\n"]) {
    replaceFile(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  expect(readdirSync(at)).toEqual(["space"]);
});

test("an equal text is not written again", () => {
  const path = join(temporaryFolder(), "space");
  replaceFile(path, "S1\n");
  const { ino } = statSync(path);
  replaceFile(path, "S1\n");
  expect(statSync(path).ino).toBe(ino);
});

test("a failed replacement leaves no temporary file", () => {
  const at = temporaryFolder();
  mkdirSync(join(at, "space", "inner"), { recursive: true });
  expect(() => replaceFile(join(at, "space"), "S1\n")).toThrow();
  expect(readdirSync(at)).toEqual(["space"]);
});
