import { expect, test } from "vitest";
import type { ContentReference } from "../../../../src/contract/content-reference.model.ts";
import { parseMarkdown, writeMarkdown } from "../../../../src/document/markdown.ts";
import { parseReference } from "../../../../src/document/reference-address.ts";
import { getDocument, putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ReusableContent } from "../../../../src/service/areas/content/tree/tree.ts";
import { withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { withReferences } from "../../../../src/service/areas/git/files/references.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";

const docs = {
  "docs/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n  * [Setup](guides/setup.md)\n",
  "docs/README.md": '# Home\n\n{% include ".gitbook/includes/beta.md" %}\n',
  "docs/guides/setup.md":
    '# Setup\n\n{% include "../.gitbook/includes/note.md" %}\n\n{% include "../.gitbook/includes/gone.md" %}\n',
  // Formatted differently from the platform's output.
  "docs/.gitbook/includes/beta.md":
    "---\nowner: us\ntitle: Still in beta\n---\n\n- See [setup](../../guides/setup.md)\n- ![x](../assets/x.png)\n",
  "docs/.gitbook/includes/note.md": "## Take note\n\nOf *this*.\n",
  "docs/.gitbook/includes/plain.md": "Only words.\n",
  "docs/.gitbook/assets/x.png": Uint8Array.from([1, 2, 3, 250]),
  ".gitbook.yaml": "root: ./docs/\n",
};

async function start() {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  expect(await space.imports(repository.path)).toMatchObject({ state: "success" });
  const { db } = space.workspace;
  return {
    ...space,
    repository,
    contentCalled: async (title: string): Promise<ReusableContent> => {
      const { reusableContents } = await space.tree();
      const content = reusableContents.find((one) => one.title === title);
      if (!content) throw new Error(`There is no reusable content ${title}.`);
      return content;
    },
    getText: async ({ document = "" }: ReusableContent) =>
      writeMarkdown(await getDocument(db, space.spaceId, document)),
    /** URLs such as `/files/<id>` are references. */
    put: (markdown: string) => {
      const lead = (ref: ContentReference) =>
        (ref.kind === "url" && parseReference(ref.url)) || ref;
      return putDocument(db, space.spaceId, withReferences(parseMarkdown(markdown), lead));
    },
  };
}

type Started = Awaited<ReturnType<typeof start>>;

function changed({ repository }: Started, before: Record<string, string>): string[] {
  const after = repository.files();
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

test("files in .gitbook/includes are reusable content, referenced by id", async () => {
  const { tree, text, getText, contentCalled } = await start();
  const content = await tree();
  expect(content.reusableContents.map(({ title, location }) => [title, location])).toEqual([
    ["Still in beta", ".gitbook/includes/beta.md"],
    ["Take note", ".gitbook/includes/note.md"],
    ["Plain", ".gitbook/includes/plain.md"],
  ]);
  const [beta, note] = [await contentCalled("Still in beta"), await contentCalled("Take note")];
  expect(await text(pageCalled(content, "Home"))).toBe(
    `{% include "/reusable-contents/${beta.id}" %}\n`,
  );
  expect(await text(pageCalled(content, "Setup"))).toBe(
    `{% include "/reusable-contents/${note.id}" %}\n\n{% include "../.gitbook/includes/gone.md" %}\n`,
  );
  const [file] = content.files;
  const setup = pageCalled(content, "Setup").id;
  expect(await getText(beta)).toContain(`[setup](/pages/${setup})`);
  expect(await getText(beta)).toContain(`![x](/files/${file?.id})`);
  // The heading is part of the included content.
  expect(await getText(note)).toBe("## Take note\n\nOf _this_.\n");
});

slowTest(
  "an unchanged export changes nothing, and one of reusable content only its file",
  async () => {
    const started = await start();
    const { repository, exports, edit, tree, contentCalled, put } = started;
    const head = repository.head();
    expect(await exports(repository.path)).toMatchObject({ state: "success", commit: head });
    const before = repository.files();
    const { id } = await contentCalled("Still in beta");
    const setup = pageCalled(await tree(), "Setup").id;
    const document = await put(`* See [setup](/pages/${setup})\n* Now *done*\n`);
    await edit((content) => ({
      ...content,
      reusableContents: content.reusableContents.map((one) =>
        one.id === id ? { ...one, title: "Done", document } : one,
      ),
    }));
    expect(await exports(repository.path)).toMatchObject({ state: "success" });
    expect(changed(started, before)).toEqual(["docs/.gitbook/includes/beta.md"]);
    expect(repository.files()["docs/.gitbook/includes/beta.md"]).toBe(
      "---\nowner: us\ntitle: Done\n---\n\n- See [setup](../../guides/setup.md)\n- Now _done_\n",
    );
    expect(repository.files()["docs/README.md"]).toBe(docs["docs/README.md"]);
  },
);

slowTest("new reusable content gets a file, and including pages a relative path", async () => {
  const started = await start();
  const { repository, exports, imports, edit, tree, put } = started;
  const before = repository.files();
  const [one, two] = [await put("One.\n"), await put("Two.\n")];
  const page = await put('{% include "/reusable-contents/new2" %}\n');
  const setup = pageCalled(await tree(), "Setup").id;
  await edit((content) => ({
    ...withPage(content, setup, { document: page }),
    reusableContents: [
      ...content.reusableContents,
      { id: "new1", title: "Note", document: one },
      { id: "new2", title: "Plain", document: two },
    ],
  }));
  expect(await exports(repository.path)).toMatchObject({ state: "success" });
  expect(changed(started, before)).toEqual([
    "docs/.gitbook/includes/note-1.md",
    "docs/.gitbook/includes/plain-1.md",
    "docs/guides/setup.md",
  ]);
  const files = repository.files();
  expect(files["docs/.gitbook/includes/note-1.md"]).toBe("---\ntitle: Note\n---\n\nOne.\n");
  expect(files["docs/guides/setup.md"]).toContain(
    '{% include "../.gitbook/includes/plain-1.md" %}',
  );
  const known = (await tree()).reusableContents;
  expect(await imports(repository.path)).toMatchObject({ state: "success" });
  expect((await tree()).reusableContents.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
});

slowTest("a moved file keeps its reusable content, and a deleted one removes it", async () => {
  const { repository, imports, tree, text, contentCalled } = await start();
  const beta = await contentCalled("Still in beta");
  repository.commit({
    "docs/.gitbook/includes/beta.md": null,
    "docs/.gitbook/includes/deep/still.md": docs["docs/.gitbook/includes/beta.md"],
    "docs/.gitbook/includes/plain.md": null,
    "docs/README.md": '# Home\n\n{% include ".gitbook/includes/deep/still.md" %}\n',
  });
  expect(await imports(repository.path)).toMatchObject({ state: "success" });
  const content = await tree();
  expect(content.reusableContents.map(({ id, location }) => [id, location])).toEqual([
    [beta.id, ".gitbook/includes/deep/still.md"],
    [(await contentCalled("Take note")).id, ".gitbook/includes/note.md"],
  ]);
  expect(await text(pageCalled(content, "Home"))).toContain(`/reusable-contents/${beta.id}`);
});

slowTest(
  "changes of both sides are merged, and conflicts are named and change nothing",
  async () => {
    const { repository, imports, exports, edit, contentCalled, put, getText } = await start();
    const { id } = await contentCalled("Take note");
    const plain = await contentCalled("Plain");
    const document = await put("Ours.\n");
    const change = (which: string) =>
      edit((content) => ({
        ...content,
        reusableContents: content.reusableContents.map((one) =>
          one.id === which ? { ...one, document } : one,
        ),
      }));
    await change(plain.id);
    repository.commit({ "docs/.gitbook/includes/note.md": "## Take note\n\nTheirs.\n" });
    expect(await imports(repository.path)).toMatchObject({ state: "success" });
    expect(await getText(await contentCalled("Take note"))).toContain("Theirs.");
    expect(await getText(await contentCalled("Plain"))).toBe("Ours.\n");
    await change(id);
    repository.commit({ "docs/.gitbook/includes/note.md": "## Take note\n\nTheirs again.\n" });
    const failed = await imports(repository.path);
    expect(failed).toMatchObject({ state: "failure", error: expect.stringContaining("Take note") });
    expect(await getText(await contentCalled("Take note"))).toBe("Ours.\n");
    expect(await exports(repository.path)).toMatchObject({
      state: "failure",
      error: expect.stringContaining("docs/.gitbook/includes/note.md"),
    });
  },
);

slowTest(
  "existing reusable content stays at the first import, and matches the file of its title",
  async () => {
    const { imports, exports, edit, tree } = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await edit((content) => ({
      ...content,
      reusableContents: [
        { id: "mine", title: "Mine" },
        { id: "old", title: "Note" },
      ],
    }));
    expect(await imports(repository.path)).toMatchObject({ state: "success" });
    const { reusableContents } = await tree();
    expect(reusableContents.map(({ id, title }) => [id, title])).toEqual([
      ["mine", "Mine"],
      ["old", "Take note"],
      [expect.any(String), "Still in beta"],
      [expect.any(String), "Plain"],
    ]);
    const before = repository.files();
    expect(await exports(repository.path)).toMatchObject({ state: "success" });
    const file = "docs/.gitbook/includes/mine.md";
    expect(repository.files()).toEqual({ ...before, [file]: "---\ntitle: Mine\n---\n\n" });
  },
);

slowTest(
  "a page that becomes an include is new reusable content, and the page is removed",
  async () => {
    const { repository, imports, tree } = await start();
    const setup = pageCalled(await tree(), "Setup").id;
    repository.commit({
      "docs/guides/setup.md": null,
      "docs/.gitbook/includes/setup.md": docs["docs/guides/setup.md"],
      "docs/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n",
    });
    expect(await imports(repository.path)).toMatchObject({ state: "success" });
    const { pages, reusableContents } = await tree();
    expect(pages.map(({ title }) => title)).toEqual(["Home"]);
    expect(reusableContents.map(({ id }) => id)).not.toContain(setup);
    expect(reusableContents.map(({ title }) => title)).toContain("Setup");
  },
);
