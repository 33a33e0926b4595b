import { expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import * as git from "../../../../../src/contract/git.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { parseReference } from "../../../../../src/document/reference-address.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { withReferences } from "../../../../../src/service/areas/git/files/references.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { gitSpace, main, outline, pageCalled } from "../../../../support/git/git-space.ts";

const docs = {
  "SUMMARY.md":
    "# Table of contents\n\n* [Welcome](README.md)\n* [Start](guides/start.md)\n  * [Install](guides/install.md)\n",
  "README.md": "# Welcome\n\nSee [the start](guides/start.md).\n",
  // Formatted differently from the platform's output.
  "guides/start.md": "Start\n=====\n\n- one\n- _two_\n\n[install](install.md#how)\n",
  "guides/install.md": "---\ndescription: How\nowner: me\n---\n\n# Install\n\n![x](../img/x.png)\n",
  "img/x.png": Uint8Array.from([1, 2, 3, 250]),
  "package.json": "{}",
};

test("an unmodified import is exported without a commit, byte for byte", async () => {
  const { imports, exports, revision } = await gitSpace();
  const repository = gitRepository();
  const commit = repository.commit(docs);
  await imports(repository.path);
  const imported = await revision();
  expect(imported.git).toMatchObject({ oid: commit, createdByGitBook: false });
  expect(await exports(repository.path)).toMatchObject({ state: "success", commit });
  expect(repository.head()).toBe(commit);
  expect(await revision(), "the commit is still that of its author").toEqual(imported);
});

slowTest(
  "an export changes only files of changed pages, as a commit of its author on the branch",
  async () => {
    const { imports, exports, edit, tree, admin } = await gitSpace();
    const repository = gitRepository();
    const before = repository.commit(docs);
    await imports(repository.path);
    const old = repository.files();
    const { id } = pageCalled(await tree(), "Install");
    await edit((content) => withPage(content, id, { title: "Set up" }));
    const info = await exports(repository.path, {
      commitMessage: "Rename a page\n\nIt was wrong.",
    });
    expect(info.state).toBe("success");
    expect(info.commit).toBe(repository.head());
    const files = repository.files();
    const changed = Object.keys(files).filter((name) => files[name] !== old[name]);
    expect(changed).toEqual(["SUMMARY.md", "guides/install.md"]);
    expect(files["guides/install.md"]).toBe(
      "---\ndescription: How\nowner: me\n---\n\n# Set up\n\n![x](../img/x.png)\n",
    );
    expect(files["SUMMARY.md"]).toContain("  * [Set up](guides/install.md)");
    const [author, message, parent] = repository
      .git("log", "-1", "--format=%an%x00%B%x00%P", "main")
      .split("\0");
    expect([author, message?.trim(), parent?.trim()]).toEqual([
      admin,
      "Rename a page\n\nIt was wrong.",
      before,
    ]);
  },
);

slowTest(
  "an export and an import give the same content, in this space and in a new one",
  async () => {
    const first = await gitSpace();
    const repository = gitRepository();
    const { db } = first.workspace;
    const write = (markdown: string) => {
      const lead = (ref: ContentReference) =>
        (ref.kind === "url" && parseReference(ref.url)) || ref;
      return putDocument(db, first.spaceId, withReferences(parseMarkdown(markdown), lead));
    };
    const documents = [
      await write("Hello *you*, see [the other](/pages/b#there).\n"),
      await write(
        '## There\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n{% hint style="info" %}\nMind.\n{% endhint %}\n',
      ),
    ];
    const page = { type: "document", pages: [] } as const;
    await first.edit((content) => ({
      ...content,
      pages: [
        {
          ...page,
          id: "a",
          title: 'Home & "more": *all*',
          description: "It's: here",
          document: documents[0] ?? "",
        },
        {
          ...page,
          id: "g",
          type: "group",
          title: "Group",
          pages: [
            {
              ...page,
              id: "b",
              title: "Other",
              hidden: true,
              document: documents[1] ?? "",
              layout: { width: "wide", outline: false },
              pages: [{ ...page, id: "c", title: "Inner", icon: "star" }],
            },
            { ...page, id: "l", type: "link", title: "To it", target: { kind: "page", page: "c" } },
          ],
        },
        { ...page, id: "d", title: "Last" },
      ],
    }));
    const before = await first.tree();
    expect(await first.exports(repository.path)).toMatchObject({ state: "success" });
    expect(Object.keys(repository.files()).sort()).toEqual([
      "README.md",
      "SUMMARY.md",
      "group/other/README.md",
      "group/other/inner.md",
      "last.md",
    ]);
    expect(repository.files()["README.md"]).toContain("[the other](group/other/#there)");
    expect(await first.imports(repository.path)).toMatchObject({ state: "success" });
    expect(await first.tree()).toEqual(before);

    const second = await gitSpace();
    await second.imports(repository.path);
    const copy = await second.tree();
    expect(outline(copy.pages)).toEqual(outline(before.pages));
    expect(pageCalled(copy, "To it").target).toEqual({
      kind: "page",
      page: pageCalled(copy, "Inner").id,
    });
    expect(pageCalled(copy, "Other")).toMatchObject({
      hidden: true,
      layout: { width: "wide", outline: false },
    });
    const other = pageCalled(copy, "Other");
    expect(await second.text(other)).toBe(await first.text(pageCalled(before, "Other")));
    expect(await second.exports(repository.path)).toMatchObject({ commit: repository.head() });
  },
);

slowTest("a deleted page removes its file, and other files stay", async () => {
  const { imports, exports, edit, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await imports(repository.path);
  const { id } = pageCalled(await tree(), "Install");
  await edit((content) => withoutPage(content, id));
  expect((await exports(repository.path)).state).toBe("success");
  expect(Object.keys(repository.files()).sort()).toEqual([
    "README.md",
    "SUMMARY.md",
    "guides/start.md",
    "img/x.png",
    "package.json",
  ]);
  // The link stays as written, and is broken now.
  expect(repository.files()["guides/start.md"]).toBe(docs["guides/start.md"]);
});

slowTest("concurrent pushes are not overwritten: they are named, imported or forced", async () => {
  const { imports, exports, edit, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await imports(repository.path);
  const { id } = pageCalled(await tree(), "Install");
  await edit((content) => withPage(content, id, { description: "Here" }));
  const theirs = repository.commit({ "guides/install.md": "# Install\n\nTheirs.\n" });
  const info = await exports(repository.path);
  expect(info).toMatchObject({
    state: "failure",
    error: expect.stringMatching(/were not imported: guides\/install\.md/),
  });
  expect(repository.head()).toBe(theirs);
  expect((await exports(repository.path, { force: true })).state).toBe("success");
  expect(repository.files()["guides/install.md"]).toContain("description: Here");
  expect(repository.git("log", "--format=%H", "main").split("\n")).toContain(theirs);

  repository.commit({ "README.md": "# Welcome\n\nTheirs again.\n" });
  await edit((content) => withPage(content, id, { description: "Later" }));
  expect((await exports(repository.path)).state).toBe("success");
  expect(repository.files()["README.md"]).toContain("Theirs again.");
  await imports(repository.path);
  const welcome = pageCalled(await tree(), "Welcome");
  expect(welcome.document).not.toBeUndefined();
  expect(pageCalled(await tree(), "Install").description).toBe("Later");
});

slowTest("a first export does not overwrite existing files", async () => {
  const { exports, edit } = await gitSpace();
  const repository = gitRepository();
  const commit = repository.commit({ "README.md": "# Something else\n" });
  await edit((content) =>
    withNewPage(content, { id: "a", type: "document", title: "Home", pages: [] }),
  );
  expect((await exports(repository.path)).error).toMatch(/README\.md/);
  expect(repository.head()).toBe(commit);
  expect((await exports(repository.path, { force: true })).state).toBe("success");
  expect(repository.git("log", "--format=%H", "main").split("\n")).toContain(commit);
});

slowTest("an export changes only the project directory", async () => {
  const { imports, exports, edit, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit({ "docs/README.md": "# Home\n", "README.md": "# Code\n", "a.c": "x" });
  const asked = { repoProjectDirectory: "docs" };
  await imports(repository.path, asked);
  expect(outline((await tree()).pages)).toEqual(["Home"]);
  await edit((content) =>
    withNewPage(content, { id: "n", type: "document", title: "New one", pages: [] }),
  );
  expect((await exports(repository.path, asked)).state).toBe("success");
  expect(repository.files()).toEqual({
    "README.md": "# Code\n",
    "a.c": "x",
    "docs/README.md": "# Home\n",
    "docs/SUMMARY.md": "# Table of contents\n\n* [Home](README.md)\n* [New one](new-one.md)\n",
    "docs/new-one.md": "# New one\n",
  });
});

slowTest("a missing branch is reported, and the operations of a space run in order", async () => {
  const { workspace, admin, spaceId, exports, info } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  const gone = await exports(repository.path, { ref: "refs/heads/gone" });
  expect(gone).toMatchObject({ state: "failure", error: expect.stringMatching(/no branch/) });
  const url = repository.path;
  const both = { spaceId, url, ref: main };
  await workspace.ok(admin, git.importRepository, both);
  await workspace.ok(admin, git.exportRepository, { ...both, commitMessage: "Second" });
  expect(["pending", "running"]).toContain((await info()).state);
  await workspace.service.jobs.finish();
  expect(await info()).toMatchObject({
    state: "success",
    operation: { direction: "export", state: "success" },
    commit: repository.head(),
  });
});

slowTest(
  "paths that differ only in case stay separate, and only a new name avoids them",
  async () => {
    const space = await gitSpace();
    const repository = gitRepository();
    const files = {
      "README.md":
        '# Home\n\n[a](Guide.md) [b](guide.md)\n\n![a](Shot.txt) ![b](shot.txt)\n\n{% include ".gitbook/includes/Note.md" %}\n',
      "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Guide](Guide.md)\n* [Other](guide.md)\n",
      "Guide.md": "# Guide\n",
      "guide.md": "# Other\n",
      "Shot.txt": "One",
      "shot.txt": "Two",
      ".gitbook/assets/note.txt": "One",
      ".gitbook/includes/Note.md": "One.\n",
      ".gitbook/includes/note.md": "Two.\n",
    };
    const head = repository.commit(files);
    await space.imports(repository.path);
    expect(await space.exports(repository.path)).toMatchObject({ commit: head });
    await space.edit((tree) => {
      const { contentType, hash, size } = tree.files[0] ?? { contentType: "", hash: "", size: 0 };
      const added = { id: "new", name: "NOTE.txt", contentType, hash, size };
      const edited = withPage(tree, pageCalled(tree, "Home").id, { description: "Home" });
      return { ...edited, files: [...tree.files, added] };
    });
    await space.exports(repository.path);
    expect(repository.files()).toEqual({
      ...files,
      "README.md": `---\ndescription: Home\n---\n\n${files["README.md"]}`,
      ".gitbook/assets/NOTE-1.txt": "One",
    });
  },
);
