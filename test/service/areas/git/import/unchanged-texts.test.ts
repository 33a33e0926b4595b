/** Links of files that do not change, while their targets are removed and restored. */
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  getDocument,
  putDocument,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import { withoutPage, withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { createRemovalTest } from "../../../../../src/service/areas/git/import/unchanged-texts.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { type GitSpace, gitSpace, pageCalled } from "../../../../support/git/git-space.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const text = "# A\n\n[b](b.md), [part](b.md#x) and [file](files/f.txt)\n";
const docs = {
  "README.md": "# Home\n",
  "a.md": text,
  "b.md": "# B\n\n## X\n",
  "files/f.txt": "F",
};

/** Adds a paragraph to a page. */
async function extend({ workspace: { db }, spaceId, edit, tree }: GitSpace, title: string) {
  const { id, document = "" } = pageCalled(await tree(), title);
  const before = await getDocument(db, spaceId, document);
  const nodes = [...before.nodes, ...parseMarkdown("More.").nodes];
  const hash = await putDocument(db, spaceId, { ...before, nodes });
  await edit((now) => withPage(now, id, { document: hash }));
}

async function open() {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await space.imports(repository.path);
  const read = async () => space.text(pageCalled(await space.tree(), "A"));
  const describeLinks = async () => {
    const content = await space.tree();
    const { id } = pageCalled(content, "B");
    return `[b](/pages/${id}), [part](/pages/${id}#x) and [file](/files/${content.files[0]?.id})\n`;
  };
  return { ...space, repository, read, describeLinks };
}

slowTest(
  "targets that the repository removes are broken links with their path, which an export keeps",
  async () => {
    const space = await open();
    const { repository, read } = space;
    repository.commit({ "b.md": null, "files/f.txt": null });
    await space.imports(repository.path);
    expect(await read()).toBe("[b](b.md), [part](b.md#x) and [file](files/f.txt)\n");
    await extend(space, "A");
    await space.exports(repository.path);
    expect(repository.files()["a.md"]).toBe(`${text}\nMore.\n`);
  },
);

slowTest("targets that the repository restores are linked again", async () => {
  const { repository, read, imports, describeLinks } = await open();
  for (const _ of ["once", "twice"]) {
    repository.commit({ "b.md": null, "files/f.txt": null });
    await imports(repository.path);
    repository.commit({ "b.md": docs["b.md"], "files/f.txt": "F" });
    await imports(repository.path);
    expect(await read()).toBe(await describeLinks());
  }
});

slowTest(
  "targets that the space removes and the repository restores are linked again",
  async () => {
    const space = await open();
    const { repository, read, describeLinks } = space;
    await space.edit((now) => ({ ...withoutPage(now, pageCalled(now, "B").id), files: [] }));
    await space.exports(repository.path);
    expect(await space.imports(repository.path)).toMatchObject({ report: { changes: [] } });
    const summary = "* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n";
    repository.commit({ "b.md": docs["b.md"], "files/f.txt": "F", "SUMMARY.md": summary });
    await space.imports(repository.path);
    expect(await read()).toBe(await describeLinks());
  },
);

describe("a reference has lost its target", () => {
  const memory = {
    tree: tree([page("p1"), page("p2"), page("g", { type: "group" })], {
      files: ["f1", "f2"].map((id) => ({ id, name: id, contentType: "x", hash: "h", size: 1 })),
      reusableContents: [
        { id: "r1", title: "R" },
        { id: "own", title: "Own" },
      ],
    }),
    files: new Map(["p1", "p2", "f1", "r1"].map((thing) => [`${thing}.md`, { oid: "o", thing }])),
    movedFrom: new Map(),
    unsynced: { pages: new Map(), firstPage: undefined, files: [], reusableContents: new Map() },
  };
  const page1 = { kind: "page", page: "p1" } as const;

  test.each([
    ["to a removed page", page1, true],
    ["to a part of it", { kind: "anchor", page: "p1", anchor: "x" }, true],
    ["to a removed file", { kind: "file", file: "f1" }, true],
    ["to a part of it", { kind: "url", url: "/files/f1#x" }, true],
    ["to a removed reusable content", { kind: "reusable-content", reusableContent: "r1" }, true],
    ["to a page that stays", { kind: "page", page: "p2" }, false],
    ["to a group", { kind: "page", page: "g" }, false],
    [
      "to content that never had a file",
      { kind: "reusable-content", reusableContent: "own" },
      false,
    ],
    ["to a page of another space", { ...page1, space: "S2" }, false],
    ["to a part of its own page", { kind: "anchor", anchor: "x" }, false],
    ["to a URL", { kind: "url", url: "p1" }, false],
    ["to a user", { kind: "user", user: "p1" }, false],
  ] as const)("%s: %#", (_, ref, expected) => {
    expect(createRemovalTest({ memory }, new Set(["p2"]))(ref)).toBe(expected);
  });

  test("before only if the repository has new content", () => {
    const ref = { kind: "page", page: "gone" } as const;
    expect(createRemovalTest({ memory }, new Set(["p2"]))(ref)).toBe(false);
    const isRemoved = createRemovalTest({ memory }, new Set(["p2", "new"]));
    expect(isRemoved(ref)).toBe(true);
    // Content without a file is not in the repository.
    expect(isRemoved({ kind: "page", page: "g" })).toBe(false);
    expect(isRemoved({ kind: "file", file: "f2" })).toBe(false);
    expect(isRemoved({ kind: "reusable-content", reusableContent: "own" })).toBe(false);
  });
});
