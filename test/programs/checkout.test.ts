import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  findCheckout,
  listCheckout,
  readBranch,
  requireReadable,
} from "../../src/programs/checkout.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

test("during a merge conflict, each file is listed once", async () => {
  const folder = temporaryFolder();
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", args, { cwd: folder, input, stdio: "pipe" });
  git(["init", "--quiet"]);
  const paths = ["README.md", "guide/page.md"];
  // In a conflict, the index has the base and both sides.
  const entries = [1, 2, 3].flatMap((side) =>
    paths.map((path) => `100644 ${String(side).repeat(40)} ${side}\t${path}\n`),
  );
  git(["update-index", "--index-info"], entries.join(""));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "Text");
  }
  const list = async (below: string) => {
    const checkout = await findCheckout(join(folder, below));
    if (checkout === undefined) throw new Error("There is no checkout.");
    return (await listCheckout(checkout, join(folder, below)))?.toSorted();
  };
  expect(await list("")).toEqual(paths);
  expect(await list("guide")).toEqual(["page.md"]);
});

/** A folder with these files; a file whose text starts with `->` is a link. */
function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text.startsWith("->")) symlinkSync(text.slice(2), join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
  return folder;
}

test.each<
  [string, Readonly<Record<string, string>>, string, readonly [string, string, string] | undefined]
>([
  ["a folder of Git", { ".git/HEAD": "x" }, ".", ["", ".git", ".git"]],
  ["a folder inside", { ".git/HEAD": "x", "a/b/c": "" }, "a/b", ["", ".git", ".git"]],
  [
    "the nearest checkout",
    { ".git/HEAD": "x", "a/.git/HEAD": "x" },
    "a",
    ["a", "a/.git", "a/.git"],
  ],
  [
    "a worktree",
    { "w/.git": "gitdir: ../main/w\n", "main/w/commondir": "..\n" },
    "w",
    ["w", "main/w", "main"],
  ],
  ["a link to a folder of Git", { ".git": "->real", "real/HEAD": "x" }, ".", undefined],
  ["a file without a folder", { ".git": "gitdir:\n" }, ".", undefined],
  ["a file with another text", { ".git": "x gitdir: y\n" }, ".", undefined],
  ["the layout of a repository", { HEAD: "x", "objects/x": "", "refs/x": "" }, ".", undefined],
])("the checkout of %s", async (_, files, below, expected) => {
  const folder = createFolder(files);
  const [top = "", gitFolder = "", commonFolder = ""] = (expected ?? []).map((path) =>
    join(folder, path),
  );
  expect(await findCheckout(join(folder, below))).toEqual(
    expected && { top: join(top, "."), gitFolder, commonFolder },
  );
});

test.each([
  ["ref: refs/heads/main\n", "refs/heads/main"],
  ["ref: refs/heads/a/b", "refs/heads/a/b"],
  ["ref: refs/heads/.invalid\n", undefined],
  ["ref: refs/heads/.invalid2\n", "refs/heads/.invalid2"],
  ["ref: refs/tags/v1\n", undefined],
  ["0123456789\n", undefined],
  ["", undefined],
  ["->elsewhere", undefined],
])("the branch of the head %j is %j", async (head, branch) => {
  const gitFolder = createFolder({ HEAD: head });
  expect(await readBranch({ top: gitFolder, gitFolder, commonFolder: gitFolder })).toBe(branch);
});

test.each(["HEAD", "config", "config.worktree", "packed-refs", "shallow", "index"])(
  "a repository whose %s is a folder is refused",
  async (name) => {
    const gitFolder = createFolder({ [`${name}/x`]: "", "info/exclude": "" });
    await expect(
      requireReadable({ top: gitFolder, gitFolder, commonFolder: gitFolder }),
    ).rejects.toThrow(`${join(gitFolder, name)} is a folder. Replace it with a regular file.`);
  },
);

test.each(["objects/info/alternates", "info/attributes", "info/exclude", "info/grafts"])(
  "a repository whose common %s is a folder is refused, also in a worktree",
  async (name) => {
    const commonFolder = createFolder({ [`${name}/x`]: "" });
    const gitFolder = createFolder({ HEAD: "x", config: "x" });
    await expect(requireReadable({ top: gitFolder, gitFolder, commonFolder })).rejects.toThrow(
      `${join(commonFolder, name)} is a folder.`,
    );
    const other = createFolder({ "objects/info/other/x": "" });
    await expect(
      requireReadable({ top: gitFolder, gitFolder, commonFolder: other }),
    ).resolves.toBeUndefined();
  },
);

test("a listing has new files and omits ignored ones, without the settings of the repository", async () => {
  const folder = createFolder({
    "README.md": "x",
    "new.md": "x",
    "ignored.log": "x",
    "excluded.tmp": "x",
    ".gitignore": "*.log\n",
    "node_modules/.gitignore/x": "",
  });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "README.md");
  writeFileSync(join(folder, ".git/info/exclude"), "*.tmp\nnode_modules\n");
  git("config", "core.fsmonitor", "touch started; false");
  const checkout = await findCheckout(folder);
  if (checkout === undefined) throw new Error("There is no checkout.");
  expect((await listCheckout(checkout, folder))?.toSorted()).toEqual([
    ".gitignore",
    "README.md",
    "new.md",
  ]);
  mkdirSync(join(folder, "index-folder"));
  expect(
    await listCheckout({ ...checkout, gitFolder: join(folder, "index-folder") }, folder),
  ).toEqual(expect.arrayContaining(["README.md"]));
});

test("a listing of a linked worktree omits what the repository excludes", async () => {
  const folder = createFolder({ "repository/README.md": "x" });
  const repository = join(folder, "repository");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: repository,
      stdio: "pipe",
    });
  git("init", "--quiet");
  git("add", "README.md");
  git("commit", "--quiet", "--message", "Begin");
  git("worktree", "add", "--quiet", "--detach", "../linked");
  writeFileSync(join(repository, ".git/info/exclude"), "*.tmp\n");
  const linked = join(folder, "linked");
  for (const name of ["excluded.tmp", "new.md"]) writeFileSync(join(linked, name), "x");
  const checkout = await findCheckout(linked);
  if (checkout === undefined) throw new Error("There is no checkout.");
  expect(checkout.gitFolder).not.toBe(checkout.commonFolder);
  expect((await listCheckout(checkout, linked))?.toSorted()).toEqual(["README.md", "new.md"]);
});

describe("a listing", () => {
  const { PATH, TMPDIR } = process.env;
  afterEach(() => {
    process.env.PATH = PATH;
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  /** A repository below a folder, with a tracked and a new file. */
  function createRepository(...options: readonly string[]) {
    const above = createFolder({ "top/docs/a.md": "x", "top/docs/sub/b.md": "x" });
    const top = join(above, "top");
    const git = (...args: string[]) => execFileSync("git", args, { cwd: top, stdio: "pipe" });
    git("init", "--quiet", ...options);
    git("add", "docs/a.md");
    const list = async (folder = "docs", gitFolder = ".git") => {
      const checkout = { top, gitFolder: join(top, gitFolder), commonFolder: join(top, ".git") };
      return (await listCheckout(checkout, join(top, folder)))?.toSorted();
    };
    const createPipe = (path: string) => {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      execFileSync("mkfifo", [join(top, path)]);
    };
    return { top, git, list, createPipe };
  }

  slowTests.each([
    ["in the folder", "docs/.gitignore", false],
    ["below the folder", "docs/sub/deep/.gitignore", false],
    ["in the root of the checkout", ".gitignore", false],
    ["above the checkout", "../.gitignore", true],
    ["beside the folder", "other/.gitignore", true],
    ["in ignored packages", "docs/node_modules/one/.gitignore", true],
    ["in a folder of Git", "docs/.git/info/.gitignore", true],
    ["with another name", "docs/gitignore", true],
  ])("with a pipe of ignore rules %s", async (_, path, isListed) => {
    const { top, list, createPipe } = createRepository();
    writeFileSync(join(top, ".git/info/exclude"), "node_modules");
    createPipe(path);
    expect(await list()).toEqual(isListed ? ["a.md", "sub/b.md"] : undefined);
  });

  test("follows no link to ignore rules", async () => {
    const { top, list } = createRepository();
    symlinkSync("a.md", join(top, "docs/.gitignore"));
    symlinkSync("docs/a.md", join(top, ".gitignore"));
    expect(await list()).toEqual([".gitignore", "a.md", "sub/b.md"]);
  });

  test("leaves no temporary files, and does not need git's own list of excluded files", async () => {
    const { top, list } = createRepository();
    rmSync(join(top, ".git/info"), { recursive: true, force: true });
    process.env.TMPDIR = mkdtempSync(join(top, ".git/tmp-"));
    expect(await list()).toEqual(["a.md", "sub/b.md"]);
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  });

  test.each([
    ["SHA-256", ["--object-format=sha256"], []],
    ["a split index", [], ["update-index", "--split-index"]],
  ])("reads a repository with %s", async (_, options, args) => {
    const { top, git, list } = createRepository(...options);
    if (args.length > 0) git(...args);
    // Only the index has it now.
    rmSync(join(top, "docs/a.md"));
    expect(await list()).toEqual(["a.md", "sub/b.md"]);
  });

  slowTest(
    "is absent if git is not installed, or cannot read the index",
    async () => {
      const { top, list, createPipe } = createRepository();
      createPipe("pipe/index");
      mkdirSync(join(top, "broken"));
      writeFileSync(join(top, "broken/index"), "not an index");
      expect(await list("docs", "pipe")).toBeUndefined();
      expect(await list("docs", "broken")).toBeUndefined();
      process.env.PATH = top;
      expect(await list()).toBeUndefined();
      // Git would wait for the pipe longer than this.
    },
    20_000,
  );
});
