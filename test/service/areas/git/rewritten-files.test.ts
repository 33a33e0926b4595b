import { expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../src/service/areas/content/links/relative-links.ts";
import { getDocument, putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import {
  withNewPage,
  withPage,
  withPageMoved,
} from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { type GitSpace, gitSpace, pageCalled } from "../../../support/git/git-space.ts";

/** Written by hand, formatted differently from the platform's output. */
const docs = {
  "SUMMARY.md": `# Contents

<!-- Ask the writers first. -->

- [Welcome](README.md)

## Guides <a href="#how-to" id="how-to"></a>

- [Start](./guides/start.md)
    - [Install](guides/install.md "Installing")
- [Deploy](guides/deploy.md)
- [Elsewhere](https://example.com)
`,
  "README.md": "# Welcome\n",
  "guides/start.md": "Start\n=====\n\nSee [install](../guides/install.md).\n",
  "guides/install.md":
    '---\n# Who wrote it\nowner:   me\ndescription: "How"   # short\nlayout: {width: wide}\n---\n# Install\nText.\n',
  "guides/deploy.md": "---\ntitle: Deploy\n---\n\nNo heading here.\n",
};

async function open() {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await space.imports(repository.path);
  const exported = async () => {
    expect(await space.exports(repository.path)).toMatchObject({ state: "success" });
    const after: Record<string, string> = repository.files();
    return Object.fromEntries(
      Object.entries(after).filter(([name, text]) => text !== docs[name as keyof typeof docs]),
    );
  };
  const getId = async (title: string) => pageCalled(await space.tree(), title).id;
  return { ...space, repository, exported, getId };
}

slowTest(
  "a new title is written in place: in a heading, in front matter, in the table of contents",
  async () => {
    const { edit, exported, getId } = await open();
    const [start, deploy] = [await getId("Start"), await getId("Deploy")];
    await edit((tree) =>
      withPage(withPage(tree, start, { title: "Begin" }), deploy, { title: "Ship" }),
    );
    expect(await exported()).toEqual({
      "SUMMARY.md": docs["SUMMARY.md"]
        .replace("[Start](./guides/start.md)", "[Begin](guides/start.md)")
        .replace("[Deploy]", "[Ship]"),
      "guides/start.md": docs["guides/start.md"].replace("Start\n=====", "# Begin"),
      "guides/deploy.md": docs["guides/deploy.md"].replace("Deploy", "Ship"),
    });
  },
);

test("a page setting changes its line of the front matter, and a new one is added", async () => {
  const { edit, exported, getId } = await open();
  const id = await getId("Install");
  await edit((tree) => withPage(tree, id, { description: "How to", hidden: true }));
  expect(await exported()).toEqual({
    "guides/install.md": docs["guides/install.md"]
      .replace('description: "How"   # short\n', "description: How to\n")
      .replace("{width: wide}\n", "{width: wide}\nhidden: true\n"),
  });
});

slowTest("a moved page and a new page change one line each of the table of contents", async () => {
  const { edit, exported, getId } = await open();
  const [deploy, group] = [await getId("Deploy"), await getId("Guides")];
  await edit((tree) =>
    withNewPage(
      withPageMoved(tree, deploy, { into: group, at: 0 }),
      { id: "new", type: "document", title: "Fresh", slug: "fresh", pages: [] },
      { into: group },
    ),
  );
  const line = "- [Deploy](guides/deploy.md)\n";
  expect((await exported())["SUMMARY.md"]).toBe(
    docs["SUMMARY.md"]
      .replace(line, "")
      .replace("- [Start]", `${line}- [Start]`)
      .replace(/\n$/, "\n- [Fresh](how-to/fresh.md)\n"),
  );
});

slowTest("a table of contents without a heading gets none when a title changes", async () => {
  const space = await gitSpace();
  const repository = gitRepository();
  const summary = "* [Home](README.md)\n* [Start](start.md)\n";
  repository.commit({ "README.md": "# Home\n", "start.md": "# Start\n", "SUMMARY.md": summary });
  await space.imports(repository.path);
  await space.edit((tree) => withPage(tree, pageCalled(tree, "Start").id, { title: "Begin" }));
  await space.exports(repository.path);
  expect(repository.files()["SUMMARY.md"]).toBe(summary.replace("[Start]", "[Begin]"));
});

/** Adds a text to a page, like an edit of its document: URLs become references. */
async function addTo({ tree, edit, workspace, spaceId }: GitSpace, title: string) {
  const content = await tree();
  const { id, document } = pageCalled(content, title);
  const { db } = workspace;
  const before = document && (await getDocument(db, spaceId, document));
  const added = parseMarkdown("Added.");
  const nodes = [...(before ? before.nodes : []), ...added.nodes];
  const whole = withReferences({ ...added, nodes }, getLinkBase(content, id));
  const hash = await putDocument(db, spaceId, whole);
  await edit((now) => withPage(now, id, { document: hash }));
}

slowTest(
  "a page with only front matter gets its first paragraph below it, after any line ends",
  async () => {
    const heads = [
      ["empty-lines", "---\ndescription: Bare\n---\n\n\n", ""],
      ["windows-lines", "---\r\ndescription: Bare\r\n---\r\n\r\n\r\n", ""],
      ["no-empty-line", "---\ndescription: Bare\n---\n", "\n"],
      ["no-line-end", "---\ndescription: Bare\n---", "\n\n"],
    ] as const;
    const space = await gitSpace();
    const repository = gitRepository();
    const lines = heads.map(([name]) => `* [${name}](${name}.md)\n`);
    repository.commit({
      ...{ "README.md": "# Home\n", "SUMMARY.md": `* [Home](README.md)\n${lines.join("")}` },
      ...Object.fromEntries(heads.map(([name, head]) => [`${name}.md`, head])),
    });
    await space.imports(repository.path);
    for (const [name] of heads) await addTo(space, name);
    await space.exports(repository.path);
    const files = repository.files();
    for (const [name, head, between] of heads) {
      const end = head.includes("\r") ? "\r\n" : "\n";
      expect([name, files[`${name}.md`]]).toEqual([name, `${head}${between}Added.${end}`]);
    }
  },
);

slowTest("links that reach a page by another spelling or a redirect are unchanged", async () => {
  const space = await gitSpace();
  const repository = gitRepository();
  const text =
    "# Home\n\n[One](sub.md#x)   __one__.\n\n[Two](gone.md#x)   __two__.\n\n[Three](/sub/inner)   __three__.\n";
  repository.commit({
    ".gitbook.yaml": "redirects:\n  gone: sub/README.md\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Sub](sub/README.md)\n  * [Inner](sub/inner.md)\n",
    "README.md": text,
    "sub/README.md": "# Sub\n\n## X\n",
    "sub/inner.md": "# Inner\n",
  });
  await space.imports(repository.path);
  await addTo(space, "Home");
  await space.exports(repository.path);
  expect(repository.files()["README.md"]).toBe(`${text}\nAdded.\n`);
});
