import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

async function start() {
  const local = openLocalTome();
  await local.ok("space create --title Guide");
  await local.ok("config set space Guide");
  await local.ok("cr create --subject Files");
  return local;
}

slowTest("files are added by path, with the media types of their names", async () => {
  const { ok } = await start();
  const folder = temporaryFolder();
  const [picture, other] = ["picture.png", "notes.unknown-ending"].map((name) =>
    join(folder, name),
  ) as [string, string];
  writeFileSync(picture, new Uint8Array([137, 80, 78, 71, 0, 255]));
  writeFileSync(other, "x");
  await ok(`cr edit 1 --upload ${picture} --upload ${other}`);
  await ok("cr merge 1");
  expect((await ok("file list --columns name,contentType,size")).split("\n").toSorted()).toEqual([
    "notes.unknown-ending\tapplication/octet-stream\t1",
    "picture.png\timage/png\t6",
  ]);
});

test("a missing file, or one combined with a page, is refused before a request is sent", async () => {
  const { run } = await start();
  const absent = await run("cr edit 1 --upload nowhere.png");
  expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining("nowhere.png")]);
  const both = await run("cr edit 1 --upload a.png --new --title Start");
  expect(both.stderr).toContain("Specify either --new or --upload, not both.");
  const listed = await run("cr edit 1 --upload a.png --input changes.yaml");
  expect(listed.stderr).toContain("Specify either --upload or --input, not both.");
  expect((await run("file upload a.png")).stderr).toContain("Use tome cr edit --upload.");
});

slowTest(
  "the title of a new page replaces the first heading of its file, and nothing else",
  async () => {
    const { ok } = await start();
    const rests = ["", "Text.", "# Second\n\nText.", "## Second\n\n# Third", "* one\n* two"];
    const firsts = [
      "# First",
      "# **First** #",
      "First\n=====",
      "---\ndescription: d\n---\n\n# First",
    ];
    const file = join(temporaryFolder(), "page.md");
    let count = 0;
    const titles = ["First", "Mine # 1", "*Mine*"];
    const contents = firsts.flatMap((first) => rests.map((rest) => [first, rest] as const));
    for (const [first, rest] of sample(contents, 5)) {
      writeFileSync(file, `${first}\n\n${rest}\n`);
      const title = titles[count % titles.length];
      const slug = `page-${count++}`;
      await ok(`cr edit 1 --new --title ${JSON.stringify(title)} --slug ${slug} --file ${file}`);
      const page = JSON.parse(await ok(`cr page 1 ${slug} --json title`));
      const text = await ok(`cr page 1 ${slug} --format markdown`);
      expect([first, rest, page.title, text.trim()]).toEqual([first, rest, title, rest]);
    }
  },
);
