/** Links of files to pages that were deleted in the space, while the files are edited. */
import { beforeAll, describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../src/service/areas/content/links/relative-links.ts";
import {
  loadDocumentFacts,
  putDocument,
} from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { withoutPage, withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpaceIn, pageCalled } from "../../../support/git/git-space.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await openWorkspace({ allowPrivate: true });
  return () => workspace.service.close();
});

/** @param link writes the link of the file `a.md` to the page `b.md` */
async function open(link: (id: string) => string) {
  const space = await gitSpaceIn(workspace);
  const { db } = workspace;
  const repository = gitRepository();
  const commit = (files: Record<string, string>) =>
    repository.commit({ ...repository.files(), ...files });
  repository.commit({ "README.md": "# Home\n", "a.md": "# A\n", "b.md": "# B\n\n## Part\n" });
  await space.imports(repository.path);
  const deleted = pageCalled(await space.tree(), "B");
  const written = link(deleted.id);
  commit({ "a.md": `# A\n\nSee ${written}.\n\nText.\n` });
  await space.imports(repository.path);
  const getPage = async () => pageCalled(await space.tree(), "A");
  const succeed = async (sync: "imports" | "exports") =>
    expect(await space[sync](repository.path)).toMatchObject({ state: "success" });
  let edits = 0;
  const steps: Record<string, () => Promise<unknown>> = {
    remove: () => space.edit((tree) => withoutPage(tree, deleted.id)),
    restore: () =>
      space.edit((tree) => ({ ...tree, pages: [...tree.pages, { ...deleted, pages: [] }] })),
    import: () => succeed("imports"),
    export: () => succeed("exports"),
    editFile: async () => {
      const text = repository.files()["a.md"] ?? "";
      commit({ "a.md": text.replace("Text.", `Text. File ${++edits}.`) });
    },
    editPage: async () => {
      const page = await getPage();
      const text = (await space.text(page)).replace("See", `See ${++edits}`);
      const base = getLinkBase(await space.tree(), page.id);
      const document = withReferences(parseMarkdown(text), base);
      const hash = await putDocument(db, space.spaceId, document);
      await space.edit((tree) => withPage(tree, page.id, { document: hash }));
    },
  };
  return {
    ...{ deleted, written },
    async run(names: string) {
      for (const name of names.split(" ")) await steps[name]?.();
    },
    getFile: () => repository.files()["a.md"] ?? "",
    async listTargets() {
      const { document = "" }: ContentPage = await getPage();
      const facts = await loadDocumentFacts(db, space.spaceId, [document]);
      return (facts.get(document)?.references ?? []).map(({ ref }) => ref);
    },
  };
}

const links: readonly (readonly [string, (id: string) => string])[] = [
  ["an id", (id) => `[b](/pages/${id})`],
  ["an id with an anchor", (id) => `[b](/pages/${id}#part)`],
  ["a path", () => "[b](b.md)"],
  ["a path with an anchor", () => "[b](b.md#part)"],
];

describe.each(links)("a link with %s to a deleted page", (_, link) => {
  const isAnchor = link("").includes("#");

  const testOne = link("") === "[b](b.md)" ? test : slowTest;

  testOne("stays in the edited file, and leads to the page when it is restored", async () => {
    const { run, written, getFile, listTargets, deleted } = await open(link);
    await run("remove export editFile import export");
    expect(getFile()).toBe(`# A\n\nSee ${written}.\n\nText. File 1.\n`);
    await run("restore export import");
    expect(getFile()).toBe(`# A\n\nSee ${written}.\n\nText. File 1.\n`);
    const target = isAnchor
      ? { kind: "anchor", anchor: "part", page: deleted.id }
      : { kind: "page", page: deleted.id };
    expect(await listTargets()).toEqual([target]);
  });

  slowTest("stays in every order of edits, imports and exports", async () => {
    for (const order of [
      "remove editFile import export editFile import",
      "remove editPage export editFile import export",
      "remove export editPage export editFile import",
      "remove export editFile editPage import export editFile import",
      "remove editPage export editFile editPage import export",
      "editFile editPage import remove export import editPage export",
    ]) {
      const { run, written, getFile, listTargets, deleted } = await open(link);
      await run(order);
      // Text that was edited in the space when the page was deleted may have its path.
      const kept = [written, written.replace(`/pages/${deleted.id}`, "b.md")];
      const [, found = ""] = /^See[ \d]* (.*)\.$/m.exec(getFile()) ?? [];
      expect([order, kept.includes(found), found]).toEqual([order, true, found]);
      const anchor = isAnchor && { kind: "anchor", anchor: "part" };
      const target = { kind: "page", page: deleted.id, ...anchor };
      expect([order, await listTargets()]).toEqual([order, [target]]);
    }
  });
});
