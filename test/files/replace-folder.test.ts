import { existsSync, mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createFolder,
  createParents,
  isFolder,
  isFolderOrLink,
  isPresent,
  listFolder,
  removeFolder,
  renameFolder,
  resolvePath,
  syncFolder,
} from "../../src/files/replace-folder.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

test.each(["file/a", "file/a/b", "gone/a", "a".repeat(300)])("nothing exists at %s", (name) => {
  const top = temporaryFolder();
  writeFileSync(join(top, "file"), "");
  expect(isPresent(join(top, name))).toBe(false);
});

test("folders, files, links and absent names are distinguished", async () => {
  const top = realpathSync(temporaryFolder());
  mkdirSync(join(top, "folder", "inner"), { recursive: true });
  writeFileSync(join(top, "file"), "");
  symlinkSync("folder", join(top, "link"));
  symlinkSync("nowhere", join(top, "broken"));
  const describePath = async (name: string) => {
    const path = join(top, name);
    return [
      isPresent(path),
      await isFolder(path),
      await isFolderOrLink(path),
      await resolvePath(path),
      await listFolder(path).catch(({ code }) => code),
    ];
  };
  expect(await describePath("folder")).toEqual([true, true, true, join(top, "folder"), ["inner"]]);
  expect(await describePath("link")).toEqual([true, false, true, join(top, "folder"), undefined]);
  expect(await describePath("file")).toEqual([true, false, false, join(top, "file"), undefined]);
  expect(await describePath("broken")).toEqual([
    true,
    false,
    false,
    join(top, "broken"),
    undefined,
  ]);
  expect(await describePath("none")).toEqual([false, false, false, join(top, "none"), "ENOENT"]);
});

test("a folder is created for its owner only, moved and removed", async () => {
  const top = temporaryFolder();
  const [folder, moved] = [join(top, "a", "b"), join(top, "a", "c")];
  await createParents(folder);
  expect(existsSync(folder)).toBe(false);
  await createFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await expect(createFolder(folder)).rejects.toMatchObject({ code: "EEXIST" });
  await createParents(folder);
  await renameFolder(folder, moved);
  await syncFolder(join(top, "a"));
  expect([existsSync(folder), existsSync(moved)]).toEqual([false, true]);
  await removeFolder(join(top, "a"));
  await removeFolder(join(top, "a"));
  expect(existsSync(join(top, "a"))).toBe(false);
});

test("a link is removed and not followed", async () => {
  const top = temporaryFolder();
  mkdirSync(join(top, "folder", "inner"), { recursive: true });
  symlinkSync("folder", join(top, "link"));
  await removeFolder(join(top, "link"));
  expect([isPresent(join(top, "link")), existsSync(join(top, "folder", "inner"))]).toEqual([
    false,
    true,
  ]);
});
