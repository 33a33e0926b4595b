import { describe, expect, test } from "vitest";
import {
  checkBranch,
  readAddress,
  readDirectory,
} from "../../../../src/service/areas/git/read-request.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";

describe("a branch", () => {
  test.each([
    "refs/heads/main",
    "refs/heads/m",
    "refs/heads/docs/v1.2_a-b",
    "refs/heads/a@b",
    "refs/heads/{x}",
    "refs/heads/a.locked",
    "refs/heads/größe",
  ])("may have the name %j", (ref) => {
    expect(() => checkBranch(ref, "ref")).not.toThrow();
  });

  test.each([
    ...["", "main", "refs/tags/v1", "refs/heads/", "refs/heads", "x/refs/heads/main"],
    ...["refs/heads/-a", "refs/heads/.a", "refs/heads//a", "refs/heads/a.", "refs/heads/a/"],
    ...["refs/heads/a..b", "refs/heads/a@{1}", "refs/heads/a//b", "refs/heads/a/.b"],
    ...["refs/heads/a.lock", "refs/heads/a.lock/b", "refs/heads/a b", "refs/heads/a~1"],
    ...["refs/heads/a^", "refs/heads/a:b", "refs/heads/a?", "refs/heads/*", "refs/heads/a[b"],
    ...["refs/heads/a\\b", "refs/heads/a\u0000b", "refs/heads/a\nb", "refs/heads/."],
  ])("must be the full name of a branch, not %j", (ref) => {
    expect(() => checkBranch(ref, "branch")).toThrow(
      expect.objectContaining({
        status: 400,
        field: "branch",
        message: "branch must be the full name of a branch, such as refs/heads/main.",
      }),
    );
  });
});

describe("a folder of a repository", () => {
  test.each([
    ["", ""],
    ["/", ""],
    [".", ""],
    ["docs", "docs"],
    ["//docs/guides/", "docs/guides"],
    ["docs/../guides", "guides"],
    [".github/docs", ".github/docs"],
  ])("%j is the folder %j", (folder, expected) => {
    expect(readDirectory(folder, "folder")).toBe(expected);
  });

  test.each(["..", "docs/../..", ".git", "docs/.GIT/hooks", "a\nb"])("cannot be %j", (folder) => {
    expect(() => readDirectory(folder, "folder")).toThrow(
      expect.objectContaining({
        status: 400,
        field: "folder",
        message: "folder must be a folder in the repository and outside .git, such as docs.",
      }),
    );
  });
});

test("the URL of a repository is refused with the field, if it is invalid or needs a key", () => {
  const call: Pick<Call, "outside"> = { outside: openOutside([]) };
  expect(readAddress("https://ada:secret@git.example.com/acme/docs.git", call)).toEqual({
    scheme: "https",
    url: "https://git.example.com/acme/docs.git",
    hostname: "git.example.com",
    name: "acme/docs",
    credentials: { username: "ada", password: "secret" },
  });
  for (const url of ["git.example.com", "ftp://git.example.com/a", "ssh://git@example.com/a.git"]) {
    expect(() => readAddress(url, call)).toThrow(
      expect.objectContaining({ name: "ApiError", status: 400, field: "url" }),
    );
  }
});
