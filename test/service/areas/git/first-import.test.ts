/** The first import into a space with content: equal pages are merged, and nothing is lost. */
import { expect, test } from "vitest";
import * as contract from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import { putDocuments } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import {
  everyPage,
  type GitSpace,
  gitSpace,
  outline,
  pageCalled,
} from "../../../support/git/git-space.ts";

/** A page that was created in the space. */
async function made(
  { workspace: { db }, spaceId }: GitSpace,
  title: string,
  text: string,
  pages: readonly ContentPage[] = [],
): Promise<ContentPage> {
  const [document] = await putDocuments(db, spaceId, [parseMarkdown(text)]);
  return {
    id: `made-${title.toLowerCase().replaceAll(" ", "-")}`,
    type: "document",
    title,
    ...(document !== undefined && { document }),
    pages,
  };
}

async function filled() {
  const space = await gitSpace();
  const pages = [
    await made(space, "Welcome", "The space's welcome.\n"),
    await made(space, "Install", "The space's way to install.\n", [
      await made(space, "On Linux", "With a package.\n"),
    ]),
    {
      id: "made-group",
      type: "group" as const,
      title: "Guides",
      slug: "guides",
      pages: [await made(space, "First steps", "The same on both sides.\n")],
    },
    await made(space, "Only here", "Nowhere else.\n"),
  ];
  await space.edit((tree) => ({ ...tree, pages }));
  return space;
}

const files = {
  "README.md": "# Welcome\n\nThe repository's welcome.\n",
  "Install.md": "# Install\n\nThe repository's way to install.\n",
  "install/on-linux.md": "# On Linux\n\nFrom the repository.\n",
  "guides/first-steps.md": "# First steps\n\nThe same on both sides.\n",
  "only-there.md": "# Only there\n",
  "SUMMARY.md": `# Table of contents

* [Welcome](README.md)
* [Install](Install.md)
  * [On Linux](install/on-linux.md)
* [Only there](only-there.md)

## Guides

* [First steps](guides/first-steps.md)
`,
};

slowTest(
  "a page at the same path is updated and keeps its id, and other pages and files stay",
  async () => {
    const space = await filled();
    const before = await space.tree();
    const repository = gitRepository();
    repository.commit(files);
    const imported = await space.imports(repository.path);
    expect(imported).toMatchObject({
      state: "success",
      report: { pages: { added: 1, removed: 0 } },
    });
    // No part was refused, and --force would change nothing.
    expect(imported.report?.conflicts).toBeUndefined();
    const tree = await space.tree();
    expect([...outline(tree.pages)].sort()).toEqual(
      [
        "Welcome",
        "Install",
        "  On Linux",
        "Only there",
        "Guides (group)",
        "  First steps",
        "Only here",
      ].sort(),
    );
    for (const title of ["Welcome", "Install", "On Linux", "First steps", "Only here", "Guides"]) {
      expect(pageCalled(tree, title).id, title).toBe(pageCalled(before, title).id);
      expect(pageCalled(tree, title).slug, title).toBe(pageCalled(before, title).slug);
    }
    expect(await space.text(pageCalled(tree, "Install"))).toBe(
      "The repository's way to install.\n",
    );
    expect(await space.text(pageCalled(tree, "Only here"))).toBe("Nowhere else.\n");
  },
);

slowTest("later imports and exports change only edited content, on both sides", async () => {
  const space = await filled();
  const repository = gitRepository();
  repository.commit(files);
  await space.imports(repository.path);
  const first = await space.tree();
  expect((await space.imports(repository.path)).state).toBe("success");
  expect(await space.tree()).toEqual(first);

  repository.commit({ "Install.md": "# Install\n\nEdited there.\n" });
  await space.edit((tree) => ({
    ...tree,
    pages: tree.pages.map((one) =>
      one.title === "Only here" ? { ...one, description: "Edited here" } : one,
    ),
  }));
  expect((await space.imports(repository.path)).state).toBe("success");
  const second = await space.tree();
  expect(everyPage(second.pages).map(({ id }) => id)).toEqual(
    everyPage(first.pages).map(({ id }) => id),
  );
  expect(await space.text(pageCalled(second, "Install"))).toBe("Edited there.\n");
  expect(pageCalled(second, "Only here").description).toBe("Edited here");

  expect((await space.exports(repository.path)).state).toBe("success");
  const exported = repository.files();
  expect(Object.keys(exported).sort()).toEqual([...Object.keys(files), "only-here.md"].sort());
  expect(exported["only-here.md"]).toContain("Nowhere else.");
  expect(exported["Install.md"]).toBe("# Install\n\nEdited there.\n");
  await space.imports(repository.path);
  expect(everyPage((await space.tree()).pages)).toHaveLength(everyPage(second.pages).length);
});

slowTest("the first page of a space is the README, unless it has its own file", async () => {
  for (const own of [false, true]) {
    const space = await filled();
    const before = pageCalled(await space.tree(), "Welcome");
    const repository = gitRepository();
    const more = own ? { "welcome.md": "# Welcome\n\nIts own file.\n" } : {};
    repository.commit({ "README.md": "# Home\n", ...more });
    const { report } = await space.imports(repository.path);
    const renamed = expect.objectContaining({ title: "Home", formerTitle: "Welcome" });
    expect(report?.changes).toEqual(
      own ? expect.not.arrayContaining([renamed]) : expect.arrayContaining([renamed]),
    );
    const tree = await space.tree();
    expect(pageCalled(tree, own ? "Welcome" : "Home").id).toBe(before.id);
    expect(everyPage(tree.pages).filter(({ title }) => title === "Welcome")).toHaveLength(
      own ? 1 : 0,
    );
  }
});

slowTest(
  "a page that both sides created since the last import is one page, or a conflict",
  async () => {
    const space = await gitSpace();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    await space.imports(repository.path);
    const same = await made(space, "Same", "Alike.\n");
    const other = await made(space, "Other", "Ours.\n");
    await space.edit((tree) => ({ ...tree, pages: [...tree.pages, same] }));
    repository.commit({ "same.md": "# Same\n\nAlike.\n" });
    expect((await space.imports(repository.path)).state).toBe("success");
    expect(outline((await space.tree()).pages)).toEqual(["Home", "Same"]);
    await space.edit((tree) => ({ ...tree, pages: [...tree.pages, other] }));
    repository.commit({ "other.md": "# Other\n\nTheirs.\n" });
    expect(await space.imports(repository.path)).toMatchObject({
      state: "failure",
      error: expect.stringContaining("conflicting changes: other"),
    });
    expect((await space.imports(repository.path, { force: true })).state).toBe("success");
    const tree = await space.tree();
    expect(outline(tree.pages).sort()).toEqual(["Home", "Other", "Same"]);
    expect(await space.text(pageCalled(tree, "Other"))).toBe("Theirs.\n");
  },
);

test("content overwritten by the first import stays in the revisions of the space", async () => {
  const space = await filled();
  const repository = gitRepository();
  repository.commit(files);
  const { spaceId, workspace, admin } = space;
  const { revision } = await workspace.ok(admin, contract.get, { spaceId });
  await space.imports(repository.path);
  const before = await readTree(workspace.db, revision);
  expect(await space.text(pageCalled(before, "Install"))).toBe("The space's way to install.\n");
  // The current revision comes from it.
  const now = await workspace.ok(admin, contract.get, { spaceId });
  const { parents } = await workspace.db
    .selectFrom("revisions")
    .selectAll()
    .where("id", "=", now.revision)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(parents)).toContain(revision);
});

slowTest(
  "an export to a repository with another spelling of the path adds no second page",
  async () => {
    const space = await filled();
    const repository = gitRepository();
    repository.commit({ "Install.md": "# Install\n\nTheirs.\n", LICENSE: "MIT\n" });
    const refused = await space.exports(repository.path);
    expect(refused).toMatchObject({
      state: "failure",
      error: expect.stringContaining("Install.md"),
    });
    expect(Object.keys(repository.files()).sort()).toEqual(["Install.md", "LICENSE"]);
    expect((await space.exports(repository.path, { force: true })).state).toBe("success");
    const there = repository.files();
    expect(
      Object.keys(there).filter((path) => /^install(?:\.md|\/readme\.md)$/i.test(path)),
    ).toEqual(["Install.md"]);
    expect(there["Install.md"]).toContain("The space's way to install.");
    expect(there.LICENSE).toBe("MIT\n");
    const before = await space.tree();
    await space.imports(repository.path);
    expect(outline((await space.tree()).pages)).toEqual(outline(before.pages));
  },
);
