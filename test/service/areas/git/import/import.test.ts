import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as git from "../../../../../src/contract/git.ts";
import * as space from "../../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { putDocuments } from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  mapPages,
  withNewPage,
  withPage,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { importProject } from "../../../../../src/service/areas/git/import/import.ts";
import {
  type OperationRequest,
  toRemoteKey,
} from "../../../../../src/service/areas/git/operation.ts";
import type { GitSyncTable } from "../../../../../src/service/areas/git/tables.ts";
import type { LongJobCall } from "../../../../../src/service/jobs/job.ts";
import { sample, slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { type GitRepository, gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { gitServer } from "../../../../support/git/git-http.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import {
  type GitSpace,
  gitSpace,
  main,
  outline,
  pageCalled,
} from "../../../../support/git/git-space.ts";
import { readContent } from "../../../../support/git/listed-import.ts";
import { publishPages } from "../../../../support/organizations/content.ts";

const picture = Uint8Array.from([137, 80, 78, 71, 0, 1, 2, 255]);

const docs = {
  ".gitbook.yaml": "root: ./content/\nredirects:\n  old: README.md\n",
  "content/SUMMARY.md": [
    "# Table of contents",
    "",
    "* [Welcome](README.md)",
    "* [Start](guides/start.md)",
    "  * [Install it](guides/install.md)",
    "* [Site](https://example.com/)",
    "",
    "## Reference",
    "",
    "* [Words](reference/words.md)",
    "",
  ].join("\n"),
  "content/README.md":
    "# Welcome\n\nSee [the start](guides/start.md#first) and ![it](.gitbook/assets/a%20b.png).\n",
  "content/guides/start.md":
    "---\ndescription: How to begin\nicon: rocket\nhidden: true\nlayout:\n  width: wide\n  title:\n    visible: false\nowner: docs-team\n---\n\n# Getting started\n\n[Back](../README.md), [nowhere](missing.md), <https://example.org>\n",
  "content/guides/install.md": "Just `npm install`.\n",
  "content/reference/words.md":
    '# Words\n\n<img src="../img/x.svg" alt="x">\n\nA word.\n\nAnother word.\n\nYet another word, and what it means.\n',
  "content/.gitbook/assets/a b.png": picture,
  "content/img/x.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "src/main.c": "int main() {}",
};

slowTest(
  "an import creates pages, groups, links and files of a repository, and reports them",
  async () => {
    const { imports, tree, text, workspace, admin, spaceId } = await gitSpace();
    const repository = gitRepository();
    const commit = repository.commit(docs);
    const info = await imports(repository.path, { repoCommitURL: "https://example.com/commit" });
    expect(info).toMatchObject({ state: "success", operation: { direction: "import" }, commit });
    const content = await tree();
    expect(outline(content.pages)).toEqual([
      "Welcome",
      "Getting started (hidden)",
      "  Install it",
      "Site (link)",
      "Reference (group)",
      "  Words",
    ]);
    const start = pageCalled(content, "Getting started");
    expect(start).toMatchObject({
      slug: "start",
      description: "How to begin",
      icon: "rocket",
      layout: { width: "wide", title: false },
      frontMatter: { owner: "docs-team" },
      location: "guides/start.md",
    });
    const welcome = pageCalled(content, "Welcome");
    const [asset, image] = content.files;
    expect(content.files.map(({ name, contentType }) => [name, contentType])).toEqual([
      ["a b.png", "image/png"],
      ["x.svg", "image/svg+xml"],
    ]);
    expect(asset?.size).toBe(picture.length);
    expect(image).toBeDefined();
    expect(await text(welcome)).toBe(
      `See [the start](/pages/${start.id}#first) and ![it](/files/${asset?.id}).\n`,
    );
    expect(await text(start)).toContain(`[Back](/pages/${welcome.id}), [nowhere](missing.md)`);
    const shown = await workspace.ok(admin, space.get, { spaceId });
    expect(shown.gitSync).toMatchObject({ url: repository.path });
    expect(shown.revision).toBe(info.revision);
  },
);

slowTest("pages keep their ids by path, and by Git's renames", async () => {
  const { imports, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await imports(repository.path);
  const before = await tree();
  const long = Array.from({ length: 30 }, (_, line) => `Line ${line} of many.`).join("\n\n");
  repository.commit({ "content/guides/install.md": `# Install\n\n${long}\n` });
  await imports(repository.path);
  repository.commit({
    "content/guides/install.md": null,
    "content/setup/install.md": `# Install\n\n${long}\n\nAnd more.\n`,
    "content/reference/words.md": null,
    "content/words.md": docs["content/reference/words.md"].replace("../img", "img"),
    "content/SUMMARY.md": docs["content/SUMMARY.md"]
      .replace("guides/install.md", "setup/install.md")
      .replace("reference/words.md", "words.md"),
  });
  const info = await imports(repository.path);
  expect(info.state).toBe("success");
  const after = await tree();
  expect(pageCalled(after, "Install")).toMatchObject({
    id: pageCalled(before, "Install it").id,
    location: "setup/install.md",
  });
  expect(pageCalled(after, "Words").id).toBe(pageCalled(before, "Words").id);
  expect(pageCalled(after, "Reference").id).toBe(pageCalled(before, "Reference").id);
  expect(after.files.map(({ id }) => id)).toEqual(before.files.map(({ id }) => id));
});

slowTest("importing the same commit twice creates no further revision", async () => {
  const { imports, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  const first = await imports(repository.path);
  const content = await tree();
  const again = await imports(repository.path);
  expect(again).toMatchObject({ state: "success", revision: first.revision });
  expect(await tree()).toEqual(content);
});

slowTest("without a table of contents the folders define it", async () => {
  const { imports, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit({
    "docs/README.md": "# Home\n",
    "docs/b.md": "Text.\n",
    "docs/part-10/x.md": "# X\n",
    "docs/part-2/README.md": "# Part two\n",
    "docs/part-2/inner/y.md": "# Y\n",
    "other/z.md": "# Z\n",
  });
  const info = await imports(repository.path, { repoProjectDirectory: "docs" });
  expect(info.state).toBe("success");
  expect(outline((await tree()).pages)).toEqual([
    "Home",
    "B",
    "Part two",
    "  Inner",
    "    Y",
    "Part 10 (group)",
    "  X",
  ]);
});

slowTest("edits in the space are merged with pushed changes", async () => {
  const { imports, tree, edit, text } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await imports(repository.path);
  const words = pageCalled(await tree(), "Words");
  await edit((content) => withPage(content, words.id, { description: "From the space" }));
  await edit((content) =>
    withNewPage(content, { id: "mine", type: "document", title: "Mine", pages: [] }),
  );
  repository.commit({ "content/README.md": "# Welcome\n\nNew words.\n" });
  expect((await imports(repository.path)).state).toBe("success");
  repository.commit({ "content/README.md": "# Welcome\n\nNewer words.\n" });
  expect((await imports(repository.path)).state).toBe("success");
  const content = await tree();
  expect(pageCalled(content, "Words").description).toBe("From the space");
  expect(pageCalled(content, "Mine").id).toBe("mine");
  expect(await text(pageCalled(content, "Welcome"))).toBe("Newer words.\n");
});

slowTest(
  "conflicts are named and change nothing, and force imports the repository's version",
  async () => {
    const { imports, tree, edit, text, workspace, admin, spaceId } = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await imports(repository.path);
    const { id } = pageCalled(await tree(), "Words");
    await edit((content) => ({
      ...content,
      pages: mapPages(content.pages, ({ document, ...page }) =>
        page.id === id || document === undefined ? page : { ...page, document },
      ),
    }));
    const { revision } = await workspace.ok(admin, space.get, { spaceId });
    repository.commit({ "content/reference/words.md": "# Words\n\nFrom the repository.\n" });
    const info = await imports(repository.path);
    expect(info.state).toBe("failure");
    expect(info.error).toMatch(/conflicting changes: reference\/words/);
    expect((await workspace.ok(admin, space.get, { spaceId })).revision).toBe(revision);
    expect(await imports(repository.path, { force: true })).toMatchObject({ state: "success" });
    expect(await text(pageCalled(await tree(), "Words"))).toBe("From the repository.\n");
  },
);

describe("merges within a page", () => {
  const write = (one: string, two: string, three: string) =>
    `Install ${one} now.\n\nStart ${two} now.\n\nStop ${three} now.\n`;

  /** A synchronized page that the space and the repository have edited. */
  async function startWithEdits(ours: string, theirs: string) {
    const desk = await gitSpace();
    const repository = gitRepository();
    repository.commit({ "README.md": `# Start\n\n${write("a", "b", "c")}` });
    await desk.imports(repository.path);
    const { db } = desk.workspace;
    const [document = ""] = await putDocuments(db, desk.spaceId, [parseMarkdown(ours)]);
    await desk.edit((tree) => withPage(tree, pageCalled(tree, "Start").id, { document }));
    repository.commit({ "README.md": `# Start\n\n${theirs}` });
    const read = async () => desk.text(pageCalled(await desk.tree(), "Start"));
    return { ...desk, desk, repository, read };
  }

  async function plan({ workspace, admin, spaceId }: GitSpace, force = false) {
    const asked = { spaceId, direction: "import" as const, force };
    const { id } = await workspace.ok(admin, git.plan, asked);
    await workspace.service.jobs.finish();
    return (await workspace.ok(admin, git.planned, { spaceId, gitPlanId: id })).report;
  }

  slowTest(
    "edits of different blocks are all imported, and exported without other changes",
    async () => {
      const start = await startWithEdits(write("a1", "b", "c"), write("a", "b", "c2"));
      const planned = await plan(start.desk);
      expect(planned).toMatchObject({ pages: { changed: 1 }, ahead: 1 });
      expect(planned?.conflicts).toBeUndefined();
      const info = await start.imports(start.repository.path);
      expect(info).toMatchObject({ state: "success", report: { ahead: 1 } });
      expect(await start.read()).toBe(write("a1", "b", "c2"));
      const { report } = await start.exports(start.repository.path);
      expect(report).toMatchObject({ pages: { changed: 1 }, lines: { added: 1, removed: 1 } });
      expect((await start.imports(start.repository.path)).state).toBe("success");
      expect(await start.read()).toBe(write("a1", "b", "c2"));
    },
  );

  slowTest("a conflict names its blocks, and force replaces only these", async () => {
    const start = await startWithEdits(write("a1", "b1", "c"), write("a", "b2", "c2"));
    const conflicts = [
      {
        title: "Start",
        reason: "edited",
        blocks: [
          {
            type: "paragraph",
            base: "Start b now.",
            space: "Start b1 now.",
            repository: "Start b2 now.",
          },
        ],
      },
    ];
    expect(await plan(start.desk)).toMatchObject({ conflicts });
    expect((await start.imports(start.repository.path)).state).toBe("failure");
    expect(await start.read()).toBe(write("a1", "b1", "c"));
    const forced = await start.imports(start.repository.path, { force: true });
    expect(forced).toMatchObject({ state: "success", report: { conflicts } });
    expect(await start.read()).toBe(write("a1", "b2", "c2"));
  });
});

slowTest("a standalone import does not change the current content of the space", async () => {
  const { imports, tree, workspace, admin, spaceId } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  const before = await workspace.ok(admin, space.get, { spaceId });
  const info = await imports(repository.path, { standalone: true });
  expect(info.state).toBe("success");
  expect(info.revision).not.toBe(before.revision);
  expect((await workspace.ok(admin, space.get, { spaceId })).revision).toBe(before.revision);
  expect((await tree()).pages).toEqual([]);
});

slowTest(
  "each problem of a repository is a failure with its reason, and loses nothing",
  async () => {
    const { imports, tree } = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await imports(repository.path);
    const content = await tree();
    const empty = gitRepository();
    const bare = gitRepository();
    bare.commit({ "notes.txt": "Nothing to read." });
    const cases: [string, Record<string, string>, RegExp][] = [
      [empty.path, {}, /is empty/],
      [bare.path, {}, /neither README.md nor SUMMARY.md/],
      [repository.path, { ref: "refs/heads/gone" }, /no branch refs\/heads\/gone/],
      [repository.path, { repoProjectDirectory: "nowhere" }, /no folder nowhere/],
      [`${repository.path}-not`, {}, /is not a Git repository/],
    ];
    for (const [url, asked, error] of cases) {
      const info = await imports(url, asked);
      expect(info).toMatchObject({ state: "failure", error: expect.stringMatching(error) });
      expect(await tree()).toEqual(content);
    }
    repository.commit({ "content/SUMMARY.md": null, ".gitbook.yaml": "root: [" });
    expect(await imports(repository.path)).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/\.gitbook\.yaml cannot be read/),
    });
    expect(await tree()).toEqual(content);
  },
);

slowTest("an event older than the last sync is skipped, unless it is forced", async () => {
  const { imports } = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  await imports(repository.path, { timestamp: "2026-03-01T12:00:00+02:00" });
  const older = { timestamp: "2026-03-01T09:59:59Z" };
  const skipped = await imports(repository.path, older);
  expect(skipped.state).toBe("skipped");
  expect(skipped.error).toMatch(/older than the last synchronization/);
  expect((await imports(repository.path, { ...older, force: true })).state).toBe("success");
  expect((await imports(repository.path, { timestamp: "2026-03-01T10:00:01Z" })).state).toBe(
    "success",
  );
});

test("an invalid URL or branch is refused at once", async () => {
  const { workspace, admin, spaceId } = await gitSpace({ allowPrivate: false });
  const ask = (url: string, ref = "refs/heads/main") =>
    workspace.ask(admin, git.importRepository, { spaceId, url, ref });
  const bad = [
    "ext::sh -c touch% /tmp/x",
    "--upload-pack=touch",
    "-c",
    "file:///etc",
    "/etc",
    "ftp://example.com/a.git",
    "fd::17",
    "ssh://-oProxyCommand=x/a",
    "git@-oProxyCommand=x:a",
    "ssh://git%40other.example%2Fx@git.example.com/a.git",
    "ssh://git@git.example.com/a%0a.git",
    "https://example.com/a b",
  ];
  for (const url of bad) expect([url, (await ask(url)).status]).toEqual([url, 400]);
  for (const ref of [
    "main",
    "refs/heads/../x",
    "refs/heads/-x",
    "refs/tags/v1",
    "refs/heads/a b",
  ]) {
    expect([ref, (await ask("https://example.com/a.git", ref)).status]).toEqual([ref, 400]);
  }
  expect((await workspace.refused(admin, git.info, { spaceId })).status).toBe(404);
});

slowTest("an import of a folder reads nothing else of the repository", async () => {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit({
    "docs/README.md": "# Home\n\n![A](picture.bin)\n",
    "docs/picture.bin": "picture",
    "docs/unused.bin": "nobody links to it",
    "other/README.md": "# Other\n",
  });
  // A repository without these bytes can still respond to clients that do not request them.
  for (const path of ["docs/unused.bin", "other/README.md"]) {
    const oid = repository.git("rev-parse", `main:${path}`).trim();
    rmSync(join(repository.path, "objects", oid.slice(0, 2), oid.slice(2)));
  }
  const info = await space.imports(repository.path, { repoProjectDirectory: "docs" });
  expect(info).toMatchObject({ state: "success", report: { bytes: 33, pages: { added: 1 } } });
  expect((await space.tree()).files.map(({ name }) => name)).toEqual(["picture.bin"]);
});

slowTest(
  "an import of a connected space reports a rewritten history, and exports nothing",
  async () => {
    const space = await connectableSpace();
    const repository = gitRepository();
    const first = repository.commit({ "README.md": "# Home\n" });
    const { id } = await space.connect({ url: repository.path });
    repository.commit({ "a.md": "# A\n" });
    const added = await space.sync(id);
    expect([added.state, added.rewritten, added.pending]).toEqual([
      "success",
      undefined,
      undefined,
    ]);
    const second = repository.head();
    repository.git("update-ref", main, first);
    repository.commit({ "b.md": "# B\n" });
    const rewritten = await space.sync(id);
    expect(rewritten).toMatchObject({
      state: "success",
      rewritten: { from: second, to: repository.head() },
    });
    expect([rewritten.pending, rewritten.lastExport]).toEqual([undefined, undefined]);
    expect(outline((await space.tree()).pages)).toEqual(["Home", "B"]);
    // No export waits either.
    const { changed_at } = await space.workspace.db
      .selectFrom("git_installations")
      .select("changed_at")
      .executeTakeFirstOrThrow();
    expect(changed_at).toBeNull();
  },
);

describe("the result of an import", () => {
  let platform: Awaited<ReturnType<typeof openGitPlatform>>;
  let rows: GitRows;

  beforeAll(async () => {
    platform = await openGitPlatform();
    return () => platform.workspace.service.close();
  });

  beforeEach(async () => {
    rows = await createGitRows(platform);
  });

  /** Runs the long part of an import, and returns the request with its completion. */
  async function prepare(
    repository: GitRepository,
    { sync, ...changes }: Partial<OperationRequest> & { readonly sync?: Partial<GitSyncTable> },
    call: Partial<LongJobCall> = {},
  ) {
    const request = { ...rows.request, url: repository.path, ...changes };
    const stored = sync && (await rows.insertSync(sync));
    const row = await rows.insertOperation({ request: JSON.stringify(request) });
    const whole = { ...rows.call, ...call };
    const complete = await importProject({ row, request, sync: stored }, whole);
    return { request, complete: () => complete(whole) };
  }

  const home = { "README.md": "# Home\n" };

  /** Three commits, of which the branch has the last one. */
  function openHistory() {
    const repository = gitRepository();
    const commits = new Map(
      ["a", "b", "c"].map((text) => [text, repository.commit({ ...home, "a.md": text })]),
    );
    return { repository, commits };
  }

  /** A commit that does not follow the former ones of the branch. */
  function rewrite(repository: GitRepository): void {
    repository.git("update-ref", "-d", main);
    repository.commit({ ...home, "new.md": "# New\n" });
  }

  slowTests.each(
    sample<
      [string, string | null | undefined, boolean, Partial<OperationRequest>, true | undefined]
    >(
      [
        ["of a space that was never synchronized", undefined, true, {}, undefined],
        ["after an export of an empty repository", null, true, {}, undefined],
        ["of the same commit", "c", false, {}, undefined],
        ["of later commits", "a", false, {}, undefined],
        ["of a branch without the synchronized commit", "b", true, {}, true],
        ["of another branch", "b", true, { ref: "refs/heads/next" }, undefined],
        ["of another folder", "b", true, { directory: "docs" }, undefined],
        ["of a plan", "b", true, { plan: true }, undefined],
      ],
      4,
    ),
  )(
    "%s finds a rewritten history if the branch lost the synchronized commit",
    async (...[, last, isLost, changes, expected]) => {
      const { repository, commits } = openHistory();
      if (isLost) rewrite(repository);
      if (changes.directory) repository.commit({ "docs/README.md": "# Docs\n" });
      if (changes.ref) repository.git("update-ref", changes.ref, repository.head());
      const remote = toRemoteKey({ ...rows.request, url: repository.path });
      const sync = last !== undefined && {
        synced_place: remote,
        synced_commit: last && (commits.get(last) ?? null),
      };
      const { complete } = await prepare(repository, { ...changes, ...(sync && { sync }) });
      const result = await complete();
      expect(result).toMatchObject({ state: "success" });
      expect(result?.isRewritten).toBe(expected);
    },
  );

  slowTest(
    "is no rewritten history if the repository does not send the earlier commits",
    async () => {
      const { repository, commits } = openHistory();
      const [first = "", second = ""] = commits.values();
      rmSync(join(repository.path, "objects", second.slice(0, 2), second.slice(2)));
      const remote = toRemoteKey({ ...rows.request, url: repository.path });
      const sync = { synced_place: remote, synced_commit: first };
      const result = await (await prepare(repository, { sync })).complete();
      expect(result).toMatchObject({ state: "success", commit: repository.head() });
      expect(result).not.toHaveProperty("isRewritten");
    },
  );

  slowTest("is none if the platform ends while it looks up the earlier commits", async () => {
    const { repository, commits } = openHistory();
    rewrite(repository);
    let fetches = 0;
    let last = Number.POSITIVE_INFINITY;
    const ending = new AbortController();
    const server = await gitServer({
      path: repository.path,
      before({ method }) {
        if (method === "GET" && ++fetches === last) ending.abort();
      },
    });
    const url = server.address();
    const remote = toRemoteKey({ ...rows.request, url });
    const sync = { synced_place: remote, synced_commit: commits.get("a") ?? null };
    await prepare(repository, { url, sync });
    // The last fetch of an import is that of the earlier commits.
    [last, fetches] = [fetches, 0];
    rows = await createGitRows(platform);
    const { signal } = ending;
    await expect(prepare(repository, { url, sync }, { signal })).rejects.toThrow("aborted");
    expect(fetches).toBe(last);
  });

  slowTest("is the content of the space, and has the files and the phases", async () => {
    const { repository } = openHistory();
    await rows.connect();
    const before = await rows.getRevision();
    const { complete } = await prepare(repository, {});
    expect(await rows.getRevision()).toBe(before);
    const result = await complete();
    const revision = await rows.getRevision();
    expect(result).toMatchObject({
      ...{ state: "success", revisionId: revision, commit: repository.head() },
      synced: { revisionId: expect.any(String), commit: repository.head() },
      report: { pages: { added: 2 } },
    });
    expect(result?.files?.put.map(({ path }) => path)).toEqual(["README.md", "a.md"]);
    expect(result?.report?.phases.map(({ phase }) => phase)).toEqual(["fetch", "read", "merge"]);
    expect(outline((await readContent(rows)).pages)).toEqual(["Home", "A"]);
    // The content of the repository is no change that an export has to send.
    expect((await rows.readConnection()).changed_at).toBeNull();
  });

  slowTests.each([
    ["of a plan", { plan: true }, 2],
    ["of a standalone import", { standalone: true }, 0],
  ] as const)("%s is not the content of the space", async (_, changes, added) => {
    const { repository } = openHistory();
    const { workspace, admin } = platform;
    const { spaceId, call } = rows;
    const before = await workspace.ok(admin, space.get, { spaceId });
    const now = new Date(call.now.getTime() + 1000);
    const result = await (await prepare(repository, changes, { now })).complete();
    expect(result).toMatchObject({ state: "success", report: { pages: { added } } });
    expect([result?.synced, result?.files]).toEqual([undefined, undefined]);
    const { revision, updatedAt } = await workspace.ok(admin, space.get, { spaceId });
    expect([revision, updatedAt]).toEqual([before.revision, before.updatedAt]);
  });

  slowTests.each<[string, () => Promise<unknown>]>([
    [
      "the space was edited",
      () => publishPages(platform.workspace, rows.spaceId, [{ title: "B", slug: "b" }]),
    ],
    [
      "another synchronization ended",
      async () => rows.insertSync({ synced_revision_id: await rows.getRevision() }),
    ],
  ])("is not stored if %s meanwhile, so that it is repeated", async (_, meanwhile) => {
    const { repository } = openHistory();
    const { complete } = await prepare(repository, {});
    await meanwhile();
    const before = await rows.getRevision();
    expect(await complete()).toBeUndefined();
    expect(await rows.getRevision()).toBe(before);
  });
});
