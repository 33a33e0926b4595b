/** File list of a folder, with and without Git. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readFolder } from "../../../src/features/check/read-repository.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const paths = [
  "README.md",
  "a/b.md",
  "a/node_modules/c.md",
  "node_modules/d.md",
  ".hidden/e.md",
  "ignored.md",
  "vendor/.git/f.md",
];

function createFolder(): string {
  const folder = temporaryFolder();
  for (const path of [...paths, ".gitignore"]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path === ".gitignore" ? "ignored.md\n" : `# ${path}\n`);
  }
  symlinkSync("README.md", join(folder, "z.md"));
  symlinkSync("a", join(folder, "y"));
  return folder;
}

test("a folder without Git has all files except those of tools, and its links", async () => {
  const content = await readFolder(createFolder(), "docs");
  expect(content.files.map(({ path }) => path)).toEqual([
    ".gitignore",
    ".hidden/e.md",
    "README.md",
    "a/b.md",
    "ignored.md",
  ]);
  expect(content.links).toEqual(["y", "z.md"]);
  expect(content.refused).toEqual([]);
  expect(content.files.find(({ path }) => path === "a/b.md")?.size).toBe("# a/b.md\n".length);
  expect(await content.read("a/b.md")).toBe("# a/b.md\n");
});

test("a checkout has the files that Git tracks or would add, also in a folder below", async () => {
  const folder = createFolder();
  execFileSync("git", ["init", "-q"], { cwd: folder });
  const content = await readFolder(folder, "docs");
  expect(content.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["README.md", "a/b.md", "a/node_modules/c.md", "node_modules/d.md"]),
  );
  expect(content.files.map(({ path }) => path)).not.toContain("ignored.md");
  expect(await content.has("ignored.md")).toBe(true);
  expect(await content.has("gone.md")).toBe(false);
  const below = await readFolder(join(folder, "a"), "docs/a");
  expect(below.files.map(({ path }) => path)).toEqual(["b.md", "node_modules/c.md"]);
});

test.each(["README.md", "gone"])("%s is not a folder", async (path) => {
  await expect(readFolder(join(createFolder(), path), `docs/${path}`)).rejects.toThrow(
    `docs/${path} is not a folder.`,
  );
});
