/** A block that moves from one page to another with its source text. */
import { expect, test } from "vitest";
import type { Node } from "../../../../../src/contract/document.model.ts";
import {
  emptyDocument,
  getDocument,
  putDocument,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { type GitSpace, gitSpace, pageCalled } from "../../../../support/git/git-space.ts";

const list = "-   One *of* many\n-   Another   one\n    1) with\n    2) numbers";
const table = "|Name|Words|\n|--|:-:|\n|a|*b*|";
const hint = '{% hint style="info" %}\n\n__Mind__ this.\n\n- and\n- that\n{% endhint %}';
const code = "~~~js\nlet a;\n~~~";
const docs = {
  "SUMMARY.md": "* [Home](README.md)\n* [From](from.md)\n* [To](below/to.md)\n",
  "README.md": "# Home\n",
  "from.md": `# From\n\nWords before.\n\n${list}\n\n${table}\n\nSee [home](README.md).\n\n${hint}\n\n${code}\n`,
  "below/to.md": "To\n==\n\nFirst   words.\n\n*   A list.\n\nLast *words*.\n",
};

async function open() {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  expect(await space.imports(repository.path)).toMatchObject({ state: "success" });
  const [from, to] = [
    pageCalled(await space.tree(), "From"),
    pageCalled(await space.tree(), "To"),
  ] as const;
  const nodes = await listNodes(space, from.document);
  const put = (some: Node[]) =>
    putDocument(space.workspace.db, space.spaceId, { ...emptyDocument, nodes: some });
  const exported = async () => {
    const info = await space.exports(repository.path);
    expect(info).toMatchObject({ state: "success" });
    return { files: repository.files(), blocks: info.report?.blocks };
  };
  return { space, from, to, nodes, put, exported };
}

async function listNodes({ workspace, spaceId }: GitSpace, hash = ""): Promise<Node[]> {
  return (await getDocument(workspace.db, spaceId, hash)).nodes;
}

slowTest("blocks moved to an existing page keep their source text at any position", async () => {
  const { space, from, to, nodes, put, exported } = await open();
  const [words, items, cells, link, note, letters] = nodes as [
    ...[Node, Node, Node],
    ...[Node, Node, Node],
  ];
  const [first, own, last] = (await listNodes(space, to.document)) as [Node, Node, Node];
  const [left, moved] = [
    await put([words]),
    await put([first, cells, own, letters, link, note, last, items]),
  ];
  await space.edit((tree) =>
    withPage(withPage(tree, from.id, { document: left }), to.id, { document: moved }),
  );
  const { files, blocks } = await exported();
  expect(files).toEqual({
    ...docs,
    "from.md": "# From\n\nWords before.\n",
    "below/to.md": [
      "To\n==\n\nFirst   words.",
      ...[table, "*   A list.", code],
      // Its relative path differs from here.
      "See [home](../).",
      ...[hint, "Last *words*.", `${list}\n`],
    ].join("\n\n"),
  });
  expect(blocks).toBe(0);
});

test("a page created from parts of another keeps their source text", async () => {
  const { space, from, nodes, put, exported } = await open();
  const [left, document] = [await put(nodes.slice(0, 1)), await put(nodes.slice(1, 3))];
  await space.edit((tree) =>
    withNewPage(withPage(tree, from.id, { document: left }), {
      id: "new",
      type: "document",
      title: "New",
      document,
      pages: [],
    }),
  );
  expect((await exported()).files).toMatchObject({
    "from.md": "# From\n\nWords before.\n",
    "new.md": `# New\n\n${list}\n\n${table}\n`,
  });
});

slowTest("a deleted page passes its source text to the page that gets its blocks", async () => {
  const { space, from, to, nodes, put, exported } = await open();
  const own = await listNodes(space, to.document);
  const all = await put([...own, ...nodes.slice(1, 3), ...nodes.slice(4)]);
  await space.edit((tree) => withoutPage(withPage(tree, to.id, { document: all }), from.id));
  const { files } = await exported();
  expect(files).not.toHaveProperty("from.md");
  expect(files["below/to.md"]).toBe(
    [docs["below/to.md"].trimEnd(), list, table, hint, `${code}\n`].join("\n\n"),
  );
});
