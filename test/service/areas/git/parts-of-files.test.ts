/** Links to a location in a file: a line of a text, a variant of an image. */
import { expect, test } from "vitest";
import type { Node } from "../../../../src/contract/document.model.ts";
import * as contract from "../../../../src/contract/page.ts";
import * as spaces from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { collectReferences } from "../../../../src/document/references.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../src/service/areas/content/links/relative-links.ts";
import { getDocument, putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { withNewPage, withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";

const text =
  "# Home\n\n* In [x](a\\_b.yml#L35) and ![p](p.png#dark)   __see__\n\n[x](a_b.yml#L35), [y](a_b.yml#L7)   __here__.\n";

async function start() {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit({ "README.md": text, "a_b.yml": "a: 1\n", "p.png": Uint8Array.from([250]) });
  expect(await space.imports(repository.path)).toMatchObject({ state: "success" });
  const { db } = space.workspace;
  const listNodes = async (title: string): Promise<Node[]> => {
    const { document } = pageCalled(await space.tree(), title);
    return document === undefined ? [] : (await getDocument(db, space.spaceId, document)).nodes;
  };
  const put = async (title: string, nodes: Node[]) => {
    const content = await space.tree();
    const { id } = pageCalled(content, title);
    const whole = { ...parseMarkdown(""), nodes };
    const linked = withReferences(whole, getLinkBase(content, id));
    const document = await putDocument(db, space.spaceId, linked);
    await space.edit((tree) => withPage(tree, id, { document }));
  };
  return { ...space, repository, listNodes, put };
}

slowTest(
  "files with fragments are part of the content, and links to them are not broken",
  async () => {
    const { workspace, admin, spaceId, tree, listNodes } = await start();
    const { files } = await tree();
    expect(files.map(({ name }) => name)).toEqual(["a_b.yml", "p.png"]);
    const [yaml, picture] = files.map(({ id }) => id);
    const refs = collectReferences({ ...parseMarkdown(""), nodes: await listNodes("Home") });
    expect(refs.map(({ ref }) => ref)).toEqual(
      [`${yaml}#L35`, `${picture}#dark`, `${yaml}#L35`, `${yaml}#L7`].map((part) => ({
        kind: "url",
        url: `/files/${part}`,
      })),
    );
    const { items } = await workspace.ok(admin, spaces.links, { spaceId });
    expect(items.map(({ status, targetReference: to }) => [status, to?.kind])).toEqual([
      ["ok", "file"],
      ["ok", "file"],
    ]);
    const { pages } = await tree();
    const read = { spaceId, pageId: pages[0]?.id ?? "", format: "markdown" as const };
    expect(await workspace.ok(admin, contract.get, read)).toMatchObject({
      markdown: expect.stringContaining("[x](a_b.yml#L35), [y](a_b.yml#L7)"),
    });
  },
);

slowTest(
  "their blocks keep their source text when others are edited, and are written as URLs elsewhere",
  async () => {
    const { edit, exports, repository, listNodes, put } = await start();
    const added = parseMarkdown("Added to [it](a_b.yml#L1).").nodes;
    await put("Home", [...(await listNodes("Home")), ...added]);
    await exports(repository.path);
    expect(repository.files()["README.md"]).toBe(`${text}\nAdded to [it](a_b.yml#L1).\n`);
    const folder = { id: "Folder", type: "document" as const, title: "Folder", slug: "folder" };
    const inner = {
      id: "Inner",
      type: "document" as const,
      title: "Inner",
      slug: "inner",
      pages: [],
    };
    await edit((tree) => withNewPage(tree, { ...folder, pages: [inner] }, {}));
    await put("Inner", await listNodes("Home"));
    await exports(repository.path);
    expect(repository.files()["folder/inner.md"]).toContain(
      "[x](../a_b.yml#L35), [y](../a_b.yml#L7)",
    );
  },
);

test("a duplicated space has them with its own files", async () => {
  const { workspace, admin, spaceId } = await start();
  const copy = await workspace.ok(admin, spaces.duplicate, { spaceId });
  const { pages } = await workspace.ok(admin, contract.list, { spaceId: copy.id });
  const pageId = pages[0]?.id ?? "";
  const read = { spaceId: copy.id, pageId, format: "markdown" as const };
  expect(await workspace.ok(admin, contract.get, read)).toMatchObject({
    markdown: expect.stringContaining("[x](a_b.yml#L35)"),
  });
});
