/** The content of a folder, for a preview. */
import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { createFolderLister } from "../../../src/features/preview/preview.ts";
import { openListed } from "../../../src/service/engines/git/listed-folder.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("a folder changes with the bytes of its files, and deleted files are named", async () => {
  const folder = temporaryFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write("README.md", "# Home\n");
  write("one.md", "# One\n");
  const list = createFolderLister(folder, "docs");
  const { listed: first } = await list();
  expect(first.files.map(({ path, size }) => [path, size])).toEqual([
    ["README.md", 7],
    ["one.md", 6],
  ]);

  utimesSync(join(folder, "one.md"), 1, 1);
  expect((await list()).listed).toEqual(first);

  write("one.md", "# 1st\n");
  const { listed: second } = await list();
  expect(second.commit).not.toBe(first.commit);
  expect(second.files[0]).toEqual(first.files[0]);
  const oids = second.files.map(({ oid }) => oid);
  const texts = [...(await openListed(second).read(oids)).values()].map(String);
  expect(texts).toEqual(["# Home\n", "# 1st\n"]);

  rmSync(join(folder, "one.md"));
  await expect(openListed(second).read(oids)).rejects.toThrow("Cannot read one.md");
  expect((await list()).listed.files.map(({ path }) => path)).toEqual(["README.md"]);
});

test("only the files below the configured root and those for all content are listed", async () => {
  const folder = createFolder({
    ".gitbook.yaml": "root: ./docs\n",
    ".gitbook/vars.yaml": "a: 1\n",
    "docs/README.md": "# Home\n",
    "docs/assets/a.png": "PNG",
    "README.md": "# Project\n",
    "src/main.md": "# Code\n",
  });
  const { listed, content } = await createFolderLister(folder, "docs")();
  expect(listed.files.map(({ path }) => path).sort()).toEqual([
    ".gitbook.yaml",
    ".gitbook/vars.yaml",
    "docs/README.md",
    "docs/assets/a.png",
  ]);
  expect(content.files.map(({ path }) => path)).toContain("src/main.md");
  expect(listed).toMatchObject({ folder, url: pathToFileURL(folder).href });
});

test("overlong settings are not read", async () => {
  const folder = createFolder({ "README.md": "# Project\n", "docs/README.md": "# Home\n" });
  const list = createFolderLister(folder, "docs");
  const countListed = async (settings: string) => {
    writeFileSync(join(folder, ".gitbook.yaml"), settings);
    return (await list()).listed.files.length;
  };
  expect(await countListed(`root: docs\n#${"€".repeat(60 * 1024)}\n`)).toBe(2);
  expect(await countListed(`root: docs\n#${"€".repeat(90 * 1024)}\n`)).toBe(3);
});

test("a file of a new size or time is read again", async () => {
  const folder = createFolder({ "a.md": "# 1\n", "b.md": "# 1\n" });
  const list = createFolderLister(folder, "docs");
  const { listed } = await list();
  expect(listed.files[0]?.oid).toBe(listed.files[1]?.oid);
  expect(listed.files[0]?.oid).toMatch(/^[0-9a-f]{40}$/);
  writeFileSync(join(folder, "b.md"), "# 2\n");
  utimesSync(join(folder, "b.md"), 5, 5);
  const { listed: next } = await list();
  expect(next.files[0]).toEqual(listed.files[0]);
  expect(next.files[1]?.oid).not.toBe(listed.files[1]?.oid);
  expect(next.files[1]?.size).toBe(4);
});

test("files that cannot be read are not listed, and the others are", async () => {
  const folder = createFolder({ "README.md": "# Home\n", "film.mp4": "" });
  truncateSync(join(folder, "film.mp4"), 256 * 1024 * 1024 + 1);
  symlinkSync("README.md", join(folder, "link.md"));
  symlinkSync(join(temporaryFolder(), "none.md"), join(folder, "outside.md"));
  const list = createFolderLister(folder, "docs");
  const { listed, content } = await list();
  expect(listed.files).toEqual([
    { path: "README.md", size: 7, oid: expect.stringMatching(/^[0-9a-f]{40}$/) },
  ]);
  expect(content.files.map(({ path }) => path)).toEqual(["README.md", "film.mp4"]);
  truncateSync(join(folder, "film.mp4"), 1);
  expect((await list()).listed.files.map(({ path }) => path)).toEqual(["README.md", "film.mp4"]);
});

test("a folder above the limit of an import is refused", async () => {
  const folder = createFolder({ "README.md": "# Home\n", "docs/README.md": "# Docs\n" });
  writeFileSync(join(folder, "film.mp4"), "");
  truncateSync(join(folder, "film.mp4"), 512 * 1024 * 1024);
  const list = createFolderLister(folder, "my-docs");
  await expect(list()).rejects.toThrow(
    new UsageError(
      "my-docs has 513 MB, more than the import limit of 512 MB. Specify the documentation folder, or set root in .gitbook.yaml.",
    ),
  );
  const others = "# Home\n# Docs\n".length;
  truncateSync(join(folder, "film.mp4"), 512 * 1024 * 1024 - others);
  expect((await list()).listed.files).toHaveLength(2);
  truncateSync(join(folder, "film.mp4"), 512 * 1024 * 1024);
  writeFileSync(join(folder, ".gitbook.yaml"), "root: docs\n");
  expect((await list()).listed.files).toHaveLength(2);
});
