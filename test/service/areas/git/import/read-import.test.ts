/** What an import reads of a commit: its moved files, its message, and the size of its changes. */
import { beforeAll, describe, expect, test } from "vitest";
import { findRevision } from "../../../../../src/service/areas/content/revisions.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { createGitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { everyPage, gitSpace, main, pageCalled } from "../../../../support/git/git-space.ts";
import { importListed, readContent } from "../../../../support/git/listed-import.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

const home = { "README.md": "# Home\n" };
const locate = ({ pages }: ContentTree) =>
  new Map(everyPage(pages).map(({ id, location = "" }) => [location, id]));

describe("a file that moves without a change keeps its page", () => {
  test.each<[string, Record<string, string>, Record<string, string>, Record<string, string>]>([
    ["to another folder", { "a.md": "A" }, { "x/b.md": "A" }, { "x/b.md": "a.md" }],
    [
      "beside another one",
      { "a.md": "A", "b.md": "B" },
      { "b.md": "B", "c.md": "A", "d.md": "D" },
      { "b.md": "b.md", "c.md": "a.md" },
    ],
    ["once", { "a.md": "A" }, { "b.md": "A", "c.md": "A" }, { "b.md": "a.md" }],
    ["but a copy does not", { "a.md": "A" }, { "a.md": "A", "b.md": "A" }, { "a.md": "a.md" }],
    [
      "but a copy before it does not",
      { "a.md": "A" },
      { "0.md": "A", "a.md": "A" },
      { "a.md": "a.md" },
    ],
    ["but a changed one is new without a history", { "a.md": "A" }, { "b.md": "A2" }, {}],
    [
      "also with other files that are removed",
      { "a.md": "A", "b.md": "B" },
      { "c.md": "B" },
      { "c.md": "b.md" },
    ],
  ])("%s", async (_, before, after, kept) => {
    const rows = await createGitRows(platform);
    await importListed(rows, { ...home, ...before });
    const old = locate(await readContent(rows));
    await importListed(rows, { ...home, ...after });
    const now = locate(await readContent(rows));
    for (const location of Object.keys(after)) {
      const former = [...old].find(([, id]) => id === now.get(location))?.[0];
      expect([location, former]).toEqual([location, kept[location]]);
    }
  });

  test.each([
    ["outside the folder of the content", "docs/", { "archive/a.md": "A" }],
    ["that is not listed", "", { "archive/a.md": "A" }],
  ])("also beside a copy %s", async (_, folder, copies) => {
    const rows = await createGitRows(platform);
    const write = (location: string) => ({
      ...copies,
      [`${folder}README.md`]: "# Home\n",
      [`${folder}${location}`]: "A",
      [`${folder}SUMMARY.md`]: `* [Home](README.md)\n* [A](${location})\n`,
    });
    const options = { directory: folder.replace("/", "") };
    await importListed(rows, write("a.md"), options);
    const old = locate(await readContent(rows));
    await importListed(rows, write("b.md"), options);
    expect(locate(await readContent(rows)).get("b.md")).toBe(old.get("a.md"));
  });

  test("but not the table of contents", async () => {
    const rows = await createGitRows(platform);
    const summary = "* [Home](README.md)\n";
    await importListed(rows, { ...home, "SUMMARY.md": summary });
    const { report } = await importListed(rows, { ...home, "list.md": summary });
    expect(report).toMatchObject({ pages: { added: 1, moved: 0, removed: 0 }, kept: 1 });
  });
});

describe("a file that moves with a change", () => {
  const lines = (name: string) =>
    Array.from({ length: 20 }, (_, line) => `Line ${line} of ${name}.\n\n`).join("");

  for (const [title, isForgotten, kept] of [
    ["keeps its page", false, ["Title A", "Title B"]],
    ["is new without the former commit", true, ["Title B"]],
  ] as const) {
    const historyTest = isForgotten ? slowTest : test;

    historyTest(title, async () => {
      const space = await gitSpace();
      const repository = gitRepository();
      const [a, b] = [`# Title A\n\n${lines("a")}`, `# Title B\n\n${lines("b")}`];
      repository.commit({ ...home, "docs/a.md": a, "docs/b.md": b, "other/c.md": a });
      const folder = { repoProjectDirectory: "docs" };
      repository.commit({ "docs/README.md": "# Docs\n" });
      await space.imports(repository.path, folder);
      const before = await space.tree();
      if (isForgotten) {
        const gone = { synced_commit: "1".repeat(40) };
        await space.workspace.db.updateTable("git_syncs").set(gone).execute();
      }
      repository.commit({
        ...{ "docs/a.md": null, "docs/x/a.md": `${a}More.\n` },
        ...{ "docs/b.md": null, "docs/x/b.md": b },
      });
      expect(await space.imports(repository.path, folder)).toMatchObject({ state: "success" });
      const after = await space.tree();
      const same = ["Title A", "Title B"].filter(
        (title) => pageCalled(after, title).id === pageCalled(before, title).id,
      );
      expect(same).toEqual(kept);
    });
  }

  slowTest("does not get the page of a file that moved without one", async () => {
    const space = await gitSpace();
    const repository = gitRepository();
    const text = `# Title A\n\n${lines("a")}`;
    repository.commit({ ...home, "a.md": text, "b.md": `${text}B.\n` });
    await space.imports(repository.path);
    const before = locate(await space.tree());
    repository.commit({ "a.md": null, "b.md": null, "c.md": text, "d.md": `${text}D.\n` });
    await space.imports(repository.path);
    const after = locate(await space.tree());
    expect([after.get("c.md"), after.get("d.md")]).toEqual([
      ...[before.get("a.md"), before.get("b.md")],
    ]);
  });
});

slowTest("a revision has the commit that it comes from", async () => {
  const space = await gitSpace();
  const { db } = space.workspace;
  const repository = gitRepository();
  const oid = repository.commit(home, "Write it\n\nAll of it.");
  const commitUrl = { repoCommitURL: "https://x.test/commit/" };
  const { revision = "" } = await space.imports(repository.path, commitUrl);
  expect((await findRevision(db, revision))?.git).toEqual({
    ...{ oid, message: "Write it\n\nAll of it.", createdByGitBook: false, ref: main },
    url: `https://x.test/commit/${oid}`,
  });
  const imported = await findRevision(db, revision);
  // An export without changes creates no commit.
  expect(await space.exports(repository.path)).toMatchObject({ state: "success", commit: oid });
  expect(await findRevision(db, revision)).toEqual(imported);
  await space.edit((tree) => withPage(tree, pageCalled(tree, "Home").id, { description: "About" }));
  const exported = await space.exports(repository.path);
  expect((await findRevision(db, exported.revision ?? ""))?.git).toEqual({
    ...{ oid: repository.head(), message: "From the space", createdByGitBook: true, ref: main },
  });
  // The commit of the platform itself, with content that it has not exported.
  await db.updateTable("git_syncs").set({ synced_revision_id: revision }).execute();
  await space.edit((tree) => withPage(tree, pageCalled(tree, "Home").id, { icon: "star" }));
  const standalone = await space.imports(repository.path, { standalone: true });
  expect((await findRevision(db, standalone.revision ?? ""))?.git).toMatchObject({
    ...{ oid: repository.head(), createdByGitBook: true },
  });
});

test("the size of an import is that of its changed files", async () => {
  const rows = await createGitRows(platform);
  const files = { ...home, "a.md": "12345", ".gitbook/assets/b": "123" };
  expect((await importListed(rows, files)).report.bytes).toBe(7 + 5 + 3);
  const second = await importListed(rows, { ...files, "a.md": "123456789" });
  expect(second.report).toMatchObject({ bytes: 9, pages: { changed: 1 } });
  expect(second.report.phases.map(({ phase }) => phase)).toEqual(["read", "merge"]);
  expect((await importListed(rows, files, { plan: true })).report.bytes).toBe(5);
  expect((await importListed(rows, { ...files, "a.md": "123456789" })).report.bytes).toBe(0);
});
