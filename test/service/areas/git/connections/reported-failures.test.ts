/** Failures that users of other platforms reported about Git synchronization; each test names its report. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { serveRepository } from "../../../../support/git/git-backend.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { main, outline, pageCalled } from "../../../../support/git/git-space.ts";
import { answering } from "../../../../support/network/answering.ts";

type Files = Readonly<Record<string, string | null>>;

async function openSpace(files: Files, wish: object = {}) {
  const space = await connectableSpace();
  const repository = gitRepository();
  repository.commit(files);
  const made = await space.connect({ url: repository.path, ...wish });
  const { workspace, edit, tree, waitForCheck } = space;
  return {
    ...space,
    made,
    repository,
    /** Changes the space, and waits for the export. */
    async change(change: Parameters<typeof edit>[0]): Promise<void> {
      await edit(change);
      await workspace.service.jobs.finish();
    },
    /** Pushes a commit, and waits for the import. */
    async push(changes: Files): Promise<void> {
      repository.commit(changes);
      await waitForCheck();
    },
    titles: async () => outline((await tree()).pages),
  };
}

const page = (id: string, title: string): ContentPage => ({
  ...{ id, title },
  type: "document",
  pages: [],
});

describe("changes of both sides", () => {
  // requarks/wiki#1984: a conflict in one line ended all further syncs.
  test("of the same line do not end the synchronization", async () => {
    const { push, edit, tree, info, text, repository, workspace } = await openSpace({
      "README.md": "# Home\n",
      "guide.md": "# Guide\n\nFirst.\n",
    });
    repository.commit({ "guide.md": "# Guide by Git\n\nFirst.\n" });
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Guide by the space" }));
    await workspace.service.jobs.finish();
    expect((await info()).problem).toBeUndefined();
    await push({ "guide.md": "# Guide by Git\n\nSecond.\n" });
    expect(await text(pageCalled(await tree(), "Guide by Git"))).toBe("Second.\n");
  });

  // GetPublii/Publii#1341: after a push by another client, exports failed but were shown as done.
  test("are both in the branch after a push during an edit", async () => {
    const { edit, repository, workspace, info } = await openSpace({ "README.md": "# Home\n" });
    await edit((now) => withNewPage(now, page("a", "By the space")));
    repository.commit({ "git.md": "# By Git\n" });
    await workspace.service.jobs.finish();
    expect(Object.keys(repository.files())).toEqual(
      expect.arrayContaining(["README.md", "git.md", "by-the-space.md"]),
    );
    const { state, pending, lastExport } = await info();
    expect([state, pending, lastExport?.commit]).toEqual(["success", undefined, repository.head()]);
  });

  // requarks/wiki#1286: a space with pages could not be connected to a repository with files.
  test("without a common history are joined by the first sync", async () => {
    const space = await connectableSpace();
    await space.edit((now) => withNewPage(now, page("a", "Home")));
    await space.edit((now) => withNewPage(now, page("b", "By the space")));
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n", "git.md": "# By Git\n" });
    await space.connect({ url: repository.path, priority: "gitbook" });
    expect(outline((await space.tree()).pages).toSorted()).toEqual([
      "By Git",
      "By the space",
      "Home",
    ]);
    expect(Object.keys(repository.files())).toEqual(
      expect.arrayContaining(["README.md", "git.md", "by-the-space.md"]),
    );
  });
});

describe("deletions", () => {
  // heroku/starboard#14: deleted folders stayed in the documentation.
  test("of a folder in the branch remove its pages", async () => {
    const { push, titles } = await openSpace({
      "README.md": "# Home\n",
      "guide/README.md": "# Guide\n",
      "guide/install.md": "# Install\n",
    });
    await push({ "guide/README.md": null, "guide/install.md": null });
    expect(await titles()).toEqual(["Home"]);
  });

  // trezor/trezor-suite-guide#1: deleted pages stayed in the repository.
  test("of a page in the space remove its file", async () => {
    const { change, tree, repository } = await openSpace({
      "README.md": "# Home\n",
      "guide.md": "# Guide\n",
    });
    const guide = pageCalled(await tree(), "Guide");
    await change((now) => withoutPage(now, guide.id));
    expect(repository.files()["guide.md"]).toBeUndefined();
  });

  // readthedocs/readthedocs.org#6464: a push event that deletes the branch started a build that failed.
  test("of the branch are announced without an effect on the space", async () => {
    const { made, repository, workspace, titles, info } = await openSpace({
      "README.md": "# Home\n",
    });
    const before = repository.head();
    repository.git("update-ref", "refs/heads/other", before);
    repository.git("update-ref", "-d", main);
    const body = JSON.stringify({ ref: main, before, after: "0".repeat(40), deleted: true });
    const signature = createHmac("sha256", made.webhook?.secret ?? "")
      .update(body)
      .digest("hex");
    const answer = await workspace.service.transport({
      method: "POST",
      url: made.webhook?.url ?? "",
      headers: {
        "content-type": "application/json",
        "x-github-event": "push",
        "x-hub-signature-256": `sha256=${signature}`,
      },
      body,
    });
    expect(answer.status).toBe(202);
    await workspace.service.jobs.finish();
    expect(await titles()).toEqual(["Home"]);
    expect(await info()).toMatchObject({ problem: { reason: "no-branch" } });
  });
});

describe("file names", () => {
  // RocketChat/docs-old#1904: a page that got subpages was moved to a folder, and its old file stayed.
  test("of a page stay when it gets a subpage", async () => {
    const { change, tree, repository, titles, waitForCheck } = await openSpace({
      "README.md": "# Home\n",
      "guide.md": "# Guide\n",
    });
    const guide = pageCalled(await tree(), "Guide");
    await change((now) => withNewPage(now, page("a", "Inner"), { into: guide.id }));
    const names = Object.keys(repository.files()).filter((name) => /guide/.test(name));
    expect(names.toSorted()).toEqual(["guide.md", "guide/inner.md"]);
    await waitForCheck();
    expect(await titles()).toEqual(["Home", "Guide", "  Inner"]);
  });

  // GitbookIO/gitbook#3333: a page with the title README led to a second README file.
  test("of a page with the title README do not replace the first page", async () => {
    const { change, repository, titles, waitForCheck } = await openSpace({
      "README.md": "# Home\n",
    });
    await change((now) => withNewPage(now, page("a", "README")));
    const names = Object.keys(repository.files()).filter((name) => name.endsWith(".md"));
    const lowered = names.map((name) => name.toLowerCase());
    expect(new Set(lowered).size).toBe(lowered.length);
    expect(repository.files()["README.md"]).toBe("# Home\n");
    await waitForCheck();
    expect(await titles()).toEqual(["Home", "README"]);
  });

  // zenml-io/zenml#609: folders with underscores were written again with hyphens.
  test("with underscores stay as they are", async () => {
    const { change, tree, repository } = await openSpace({
      "README.md": "# Home\n",
      "my_folder/my_page.md": "# My page\n\nsome_snake_case\n",
    });
    const one = pageCalled(await tree(), "My page");
    await change((now) => withPage(now, one.id, { title: "Your page" }));
    const names = Object.keys(repository.files()).filter((name) => name !== "SUMMARY.md");
    expect(names.filter((name) => !name.startsWith("."))).toEqual([
      "README.md",
      "my_folder/my_page.md",
    ]);
    expect(repository.files()["my_folder/my_page.md"]).toBe("# Your page\n\nsome_snake_case\n");
  });

  // elmsln/elmsln#2171: line endings of the table of contents led to duplicate pages.
  test("in a table of contents with CRLF do not duplicate pages", async () => {
    const summary = (entry: string) =>
      `# Table of contents\r\n\r\n* [Home](README.md)\r\n* [Guide](guide.md)\r\n${entry}`;
    const { push, titles } = await openSpace({
      "README.md": "# Home\r\n",
      "guide.md": "# Guide\r\n",
      "SUMMARY.md": summary(""),
    });
    await push({ "new.md": "# New\r\n", "SUMMARY.md": summary("* [New](new.md)\r\n") });
    expect(await titles()).toEqual(["Home", "Guide", "New"]);
  });

  // MTES-MCT/qualicharge#77: the first sync failed without a README file, and did not say why.
  test("of a folder without README and table of contents are named", async () => {
    const { titles, info, push } = await openSpace(
      { "README.md": "# Code\n", "docs/start.md": "# Start\n", "src/a.md": "# Source\n" },
      { projectDirectory: "docs" },
    );
    expect(await info()).toMatchObject({
      state: "failure",
      problem: {
        message:
          "The repository has neither docs/README.md nor docs/SUMMARY.md. Add at least one of them.",
      },
    });
    await push({ "docs/README.md": "# Home\n" });
    expect([await titles(), (await info()).problem]).toEqual([["Home", "Start"], undefined]);
  });
});

describe("failures of the server", () => {
  // requarks/wiki#2082: after a response with the status 502, no further sync was tried.
  test("delay both directions, also if they last, and lose nothing", async () => {
    const space = await connectableSpace();
    const { connect, edit, tree, workspace, waitForCheck, info } = space;
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n", "guide.md": "# Guide\n" });
    let isDown = false;
    const server = await answering((request, response) => {
      if (isDown) response.writeHead(502).end("Bad Gateway");
      else serveRepository(request, response, repository.path);
    });
    await connect({ url: `${server.url}/docs.git` });
    isDown = true;
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Handbook" }));
    await workspace.service.jobs.finish();
    repository.commit({ "git.md": "# By Git\n" });
    for (let check = 0; check < 3; check++) {
      await waitForCheck();
      expect(await info()).toMatchObject({
        pending: expect.stringMatching(/export|sync/),
        problem: { reason: "unreachable", fix: expect.stringContaining("tome git sync") },
      });
    }
    isDown = false;
    const after = await waitForCheck();
    expect([after.problem, after.pending, after.state]).toEqual([undefined, undefined, "success"]);
    expect(outline((await tree()).pages).toSorted()).toEqual(["By Git", "Handbook", "Home"]);
    expect(repository.files()).toMatchObject({
      "guide.md": "# Handbook\n",
      "git.md": "# By Git\n",
    });
  });

  // GitHub redirects requests for a renamed repository to its new name.
  test("after a rename follow the redirect of a public repository", async () => {
    const space = await connectableSpace();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    let isRenamed = false;
    const server = await answering((request, response) => {
      const url = request.url ?? "";
      if (isRenamed && url.startsWith("/old/")) {
        response.writeHead(301, { location: url.replace("/old/", "/new/") }).end();
        return;
      }
      request.url = url.replace(/^\/(?:old|new)/, "");
      serveRepository(request, response, repository.path);
    });
    const { id } = await space.connect({ url: `${server.url}/old/docs.git` });
    isRenamed = true;
    repository.commit({ "new.md": "# New\n" });
    const after = await space.sync(id);
    expect([after.state, after.problem]).toEqual(["success", undefined]);
    expect(outline((await space.tree()).pages)).toContain("New");
  });
});
