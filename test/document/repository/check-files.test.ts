import { describe, expect, test } from "vitest";
import {
  checkNames,
  checkPointers,
  explainMissing,
  isContentPath,
} from "../../../src/document/repository/check-files.ts";
import type { RepositoryFault } from "../../../src/document/repository/repository-fault.ts";

test.each<[string, boolean]>([
  ["a.md", true],
  ["a/b.markdown", true],
  ["a/b.MD", true],
  ["a", true],
  ["a/b", true],
  [".gitbook.yaml", true],
  ["a/.gitbook.yaml", false],
  [".gitbook/assets/a.png", true],
  [".gitbook", false],
  ["a/.gitbook/b.png", false],
  ["a.png", false],
  ["a.md/b.png", false],
  [".a.md", false],
  [".a/b.md", false],
  ["a/.b/c", false],
  ["node_modules/a.md", false],
  ["a/node_modules", false],
  ["node_modules.md", true],
])("an import reads %s: %j", (path, expected) => {
  expect(isContentPath(path)).toBe(expected);
});

describe("symbolic links are reported", () => {
  test.each<[string, boolean, boolean]>([
    ["a.md", false, true],
    ["a.md", true, true],
    ["a.png", false, false],
    ["a.png", true, true],
    [".bin/a.md", false, false],
  ])("%s, used by a text: %j", (path, isUsed, isReported) => {
    const faults: RepositoryFault[] = [];
    checkNames(new Map(), [path], new Set(isUsed ? [path] : []), (fault) => faults.push(fault));
    expect(faults.map((fault) => [fault.rule, fault.path])).toEqual(
      isReported ? [["symbolic-link", path]] : [],
    );
  });
});

test("all names that differ only in their normalization are reported, except the first", () => {
  const [composed, divided] = ["\u00fc.md", "u\u0308.md"];
  const paths = [`b/${divided}`, divided, "u.md", composed, `b/${composed}`, `c/${composed}`];
  const faults: RepositoryFault[] = [];
  const files = new Map(paths.map((path) => [path, { path, size: 1 }]));
  checkNames(files, [], new Set(), (fault) => faults.push(fault));
  expect(faults.map(({ rule, path }) => [rule, path])).toEqual([
    ["name-normalization", `b/${composed}`],
    ["name-normalization", composed],
  ]);
});

describe("pointers of Git LFS", () => {
  const start = "version https://git-lfs.github.com/spec/v1\n";

  async function checkPointer(text: string | undefined, size = text?.length ?? 100) {
    const faults: RepositoryFault[] = [];
    const read: string[] = [];
    const readSmall = async (path: string) => {
      read.push(path);
      return text;
    };
    await checkPointers([{ path: "a.png", size }], readSmall, (fault) => faults.push(fault));
    return { rules: faults.map(({ rule }) => rule), isRead: read.length > 0 };
  }

  test.each<[number, boolean]>([
    [0, false],
    [start.length - 1, false],
    [start.length, true],
    [1023, true],
    [1024, false],
    [50_000, false],
  ])("a file of %i bytes is read: %j", async (size, isRead) => {
    expect(await checkPointer(start, size)).toEqual({
      rules: isRead ? ["lfs-pointer"] : [],
      isRead,
    });
  });

  test.each<[string | undefined, boolean]>([
    [`${start}oid sha256:1\n`, true],
    [`${start}oid sha256:1\n`.replaceAll("\n", "\r\n"), true],
    [` ${start}oid sha256:1\n`, false],
    ["version https://git-lfs.github.com/spec/v2\noid sha256:1\n", false],
    [undefined, false],
  ])("the text %j is one: %j", async (text, isPointer) => {
    expect((await checkPointer(text)).rules).toEqual(isPointer ? ["lfs-pointer"] : []);
  });
});

test.each<[string | undefined, string, boolean, string]>([
  ["a.md", "a.md was not found.", true, "a.md is ignored by Git, so an import does not find it."],
  ["a.md", "a.md was not found.", false, "a.md was not found."],
  ["a.md", "a.md was not found. Use b.md.", true, "a.md was not found. Use b.md."],
  [undefined, "README.md was not found.", true, "README.md was not found."],
])(
  "a missing file %s (%j) that exists for the system: %j",
  async (missing, message, has, expected) => {
    const faults: RepositoryFault[] = [
      { rule: "link-broken", path: "x.md", target: "a.md", message, ...(missing && { missing }) },
    ];
    await explainMissing(faults, async (location) => has && location === "a.md");
    expect(faults).toMatchObject([{ rule: "link-broken", path: "x.md", message: expected }]);
  },
);
