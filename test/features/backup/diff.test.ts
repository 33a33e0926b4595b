/** Differences between a backup and the platform. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openBackupPlatform } from "../../support/platforms/backup-platform.ts";

interface Page {
  readonly id: string;
  readonly pages?: readonly Page[];
}

/** A backup of a new space with three pages. */
async function start(flags = (spaceId: string) => `--space ${spaceId}`) {
  const { run, json } = await openBackupPlatform();
  const { id: spaceId } = await json<{ id: string }>("space create --title Notes");
  const change = async (...edits: readonly string[]) => {
    const { id } = await json<{ id: string }>(`cr create --space ${spaceId} --subject Words`);
    for (const edit of edits) await json(`cr edit ${id} --space ${spaceId} ${edit}`);
    await json(`cr merge ${id} --space ${spaceId}`);
  };
  await change("--new --title One", "--new --title Two", "--new --title Three");
  const { pages } = await json<{ pages: readonly Page[] }>(`page list --space ${spaceId}`);
  const folder = join(temporaryFolder(), "backup");
  const back = () => json(`backup create ${folder} ${flags(spaceId)}`.trim());
  await back();
  const diff = async () => {
    const { code, stdout, stderr } = await run(
      `backup diff ${folder} --json change,kind,title,what`,
    );
    expect([0, 10], stderr).toContain(code);
    return JSON.parse(stdout);
  };
  return { json, spaceId, folder, pages: pages.map(({ id }) => id), change, back, diff };
}

test("a page that was moved, renamed or changed is listed with the changed fields", async () => {
  const { pages, change, diff } = await start();
  const [one, two, three] = pages;
  expect(await diff()).toEqual([]);
  await change(`--page ${two} --into ${one}`, `--page ${three} --title Four`, "--new --title Five");
  const changed = (title: string, what: string) => ({
    change: "changed",
    kind: "page",
    title,
    what,
  });
  expect(await diff()).toEqual([
    changed("Two", "parent"),
    changed("Four", "title"),
    { change: "added", kind: "page", title: "Five", what: null },
  ]);
});

test("a space is reported as removed once: until the backup records its deletion", async () => {
  const { json, spaceId, back, diff } = await start(() => "");
  await json(`space delete ${spaceId} --yes`);
  expect(await diff()).toEqual([{ change: "removed", kind: "space", title: "Notes", what: null }]);
  await back();
  expect(await diff()).toEqual([]);
});

test("a reply to a comment, and a resolved comment, are changes", async () => {
  const { json, spaceId, pages, back, diff } = await start();
  const space = `--space ${spaceId}`;
  const write = async (body: string) =>
    (await json<{ id: string }>(`comment create ${space} --page ${pages[0]} --body ${body}`)).id;
  const [first, second] = [await write("First"), await write("Second")];
  await back();
  expect(await diff()).toEqual([]);
  await json(`comment reply create ${first} ${space} --body Yes`);
  expect(await diff()).toEqual([
    { change: "changed", kind: "comment", title: "First", what: null },
  ]);
  await json(`comment delete ${second} ${space} --yes`);
  expect(await diff()).toEqual([
    { change: "changed", kind: "comment", title: "First", what: null },
    { change: "removed", kind: "comment", title: "Second", what: null },
  ]);
});
