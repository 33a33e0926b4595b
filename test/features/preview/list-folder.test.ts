/** The content of a folder, for a preview. */
import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolderLister } from "../../../src/features/preview/preview.ts";
import { openListed } from "../../../src/service/engines/git/listed-folder.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

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
