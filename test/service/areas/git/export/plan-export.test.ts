/** The commit of an export, and the report of its changes. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import {
  mapPages,
  withNewPage,
  withPage,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import {
  type PlannedExport,
  planExport,
} from "../../../../../src/service/areas/git/export/plan-export.ts";
import { storeFileChanges } from "../../../../../src/service/areas/git/files/synced-files.ts";
import {
  type OperationRequest,
  toRemoteKey,
} from "../../../../../src/service/areas/git/operation.ts";
import { findSync, updateSync } from "../../../../../src/service/areas/git/sync-rows.ts";
import {
  createThreadCall,
  type Question,
} from "../../../../../src/service/areas/git/thread-call.ts";
import { answerQuery, getLanguage } from "../../../../../src/service/database/thread-queries.ts";
import { parseRepositoryUrl } from "../../../../../src/service/engines/git/address.ts";
import { slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { type GitRepository, gitRepository } from "../../../../support/git/git.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { main, pageCalled } from "../../../../support/git/git-space.ts";
import { importListed } from "../../../../support/git/listed-import.ts";
import { page, publish } from "../../../../support/organizations/content.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let rows: GitRows;
let repository: GitRepository;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

beforeEach(async () => {
  rows = await createGitRows(platform);
  repository = gitRepository();
});

const edit = (change: (tree: ContentTree) => ContentTree | Promise<ContentTree>) =>
  publish(platform.workspace, rows.spaceId, change);

/** Commits files, and imports them. */
async function importFiles(files: Record<string, string>, directory = ""): Promise<void> {
  repository.commit(files);
  await importListed(rows, files, { directory });
}

/** Plans an export in this thread, and leaves its commit in the repository. */
async function plan(
  changes: Partial<OperationRequest> = {},
  { isEmpty = false }: { readonly isEmpty?: boolean } = {},
): Promise<PlannedExport> {
  const { db, spaceId } = rows;
  const request = { ...rows.request, ...changes };
  const sync = await findSync(db, spaceId);
  const setting = {
    ...{ language: getLanguage(db), ids: "export", now: rows.call.now.toISOString() },
    isPlan: request.plan === true,
  };
  const call = createThreadCall(setting, async (asked) => {
    const question = asked as Question;
    if ("query" in question) return answerQuery(db, question.query);
    if ("progress" in question) return undefined;
    throw new Error(JSON.stringify(question));
  });
  return planExport(
    {
      ...{ spaceId, request, folder: repository.path, revisionId: await rows.getRevision() },
      author: { name: "Ada", email: "ada@example.com", at: rows.call.now },
      address: parseRepositoryUrl(repository.path, true),
      parent: isEmpty ? undefined : repository.head(),
      syncedPlace: sync?.synced_place ?? null,
      syncedRevision: sync?.synced_revision_id ?? null,
    },
    call,
  );
}

/** Exports the space, and stores the result. */
async function exportSpace(changes: Partial<OperationRequest> = {}): Promise<PlannedExport> {
  const planned = await plan(changes);
  const { db, spaceId, call } = rows;
  repository.git("update-ref", main, planned.commit ?? "");
  const sync = (await findSync(db, spaceId)) ?? (await rows.insertSync());
  await updateSync(call, sync, {
    synced_place: toRemoteKey({ ...rows.request, ...changes }),
    synced_revision_id: await rows.getRevision(),
    synced_commit: planned.commit ?? null,
  });
  await storeFileChanges(db, spaceId, planned.files);
  return planned;
}

/** The files of a commit, without those of its parent that are the same. */
function listFiles(commit: string | undefined): string[] {
  const text = repository.git("ls-tree", "-r", "--name-only", commit ?? "");
  return text.split("\n").filter(Boolean);
}

const docs = {
  "README.md": "# Home\n\nHello.\n",
  "a.md": "A\n=\n\n* One\n\n* Two\n",
  "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
};
const zero = { added: 0, changed: 0, moved: 0, removed: 0 };

describe("the commit of an export", () => {
  const unchanged = {
    ...{ pages: zero, files: zero, changes: [], behind: 0, bytes: 0, blocks: 0 },
    lines: { added: 0, removed: 0 },
  };

  test("is that of the branch if the space has no changes", async () => {
    await importFiles(docs);
    const planned = await plan({ commitMessage: "Export" });
    expect(planned).toMatchObject({ commit: repository.head(), report: unchanged });
    expect(planned.files).toEqual({ put: [], removed: [] });
  });

  slowTests.each([
    [undefined, ""],
    ["Rename a page\n\nIt was wrong.", "Rename a page\n\nIt was wrong."],
  ])("has the changes, the message %j and the author", async (commitMessage, message) => {
    await importFiles(docs);
    await edit((tree) => withPage(tree, pageCalled(tree, "A").id, { title: "New" }));
    const planned = await plan(commitMessage === undefined ? {} : { commitMessage });
    const { commit = "", report, files } = planned;
    expect(repository.git("log", "-1", "--format=%an <%ae> %at%n%P%n%B", commit).trim()).toBe(
      `Ada <ada@example.com> ${rows.call.now.getTime() / 1000}\n${repository.head()}\n${message}`.trim(),
    );
    expect(repository.git("show", `${commit}:a.md`)).toBe("# New\n\n* One\n\n* Two\n");
    const list = "* [Home](README.md)\n* [New](a.md)\n";
    expect(repository.git("show", `${commit}:SUMMARY.md`)).toBe(list);
    const bytes = "# New\n\n* One\n\n* Two\n".length + list.length;
    expect(report).toMatchObject({
      ...{ pages: { ...zero, changed: 1 }, files: { ...zero, changed: 1 }, bytes, blocks: 1 },
      lines: { added: 2, removed: 3 },
      changes: [{ path: "SUMMARY.md" }, { path: "a.md", title: "New" }],
    });
    expect(report).not.toHaveProperty("conflicts");
    expect(report.phases.map(({ phase }) => phase)).toEqual(["write"]);
    expect(files.put.map(({ path }) => path).sort()).toEqual(["SUMMARY.md", "a.md"]);
  });

  slowTest("of a plan is that of the branch, with the same report", async () => {
    await importFiles(docs);
    await edit((tree) => withPage(tree, pageCalled(tree, "A").id, { title: "New" }));
    const objects = () => repository.git("count-objects");
    const before = objects();
    const { commit, report } = await plan({ plan: true });
    expect([commit, objects()]).toEqual([repository.head(), before]);
    const { report: whole } = await plan();
    expect({ ...report, phases: [] }).toEqual({ ...whole, phases: [] });
  });

  slowTest(
    "of an empty repository is the first one, also after a sync with its former content",
    async () => {
      await importFiles(docs);
      const { commit, report } = await plan({}, { isEmpty: true });
      expect(listFiles(commit)).toEqual(["README.md", "SUMMARY.md", "a.md"]);
      expect(repository.git("log", "--format=%P", commit ?? "").trim()).toBe("");
      expect(report).toMatchObject({ pages: { ...zero, added: 2 }, behind: 0 });
    },
  );

  test("of the plan for an empty repository is absent", async () => {
    const planned = await plan({ plan: true }, { isEmpty: true });
    expect(planned.commit).toBeUndefined();
  });

  slowTests.each<[string, Partial<OperationRequest>, number]>([
    ["the same remote", {}, 1],
    ["another branch", { ref: "refs/heads/next" }, 0],
  ])("leaves what only the branch changed to an import, on %s", async (_, changes, behind) => {
    await importFiles(docs);
    await edit((tree) => withPage(tree, pageCalled(tree, "A").id, { description: "About" }));
    repository.commit({ "README.md": "# Home\n\nTheirs.\n" });
    const { commit = "", report } = await plan(changes);
    expect(repository.git("show", `${commit}:README.md`)).toBe("# Home\n\nTheirs.\n");
    expect(report.behind).toBe(behind);
  });
});

describe("changes of both sides", () => {
  const listNames = (count: number) =>
    Array.from({ length: count }, (_, index) => `p${index + 10}.md`);
  const names = listNames(12);

  /** A space and a branch, which both changed the first pages. */
  async function editBoth(changed: number, names = listNames(12)): Promise<void> {
    const write = (paths: readonly string[], text: string) =>
      Object.fromEntries(paths.map((path) => [path, text]));
    await importFiles({ "README.md": "# Home\n", ...write(names, "Text.\n") });
    const edited = names.slice(0, changed);
    await edit((tree) => ({
      ...tree,
      pages: mapPages(tree.pages, (one) =>
        edited.includes(one.location ?? "") ? { ...one, description: "Ours" } : one,
      ),
    }));
    repository.commit(write(edited, "Theirs.\n"));
  }

  const refuse = (paths: string) =>
    `The branch has changes that were not imported: ${paths}. Nothing was pushed. Import them first, or use --force to overwrite them.`;

  slowTests.each([
    [1, "p10.md"],
    [10, names.slice(0, 10).join(", ")],
    [12, `${names.slice(0, 10).join(", ")} and 2 more`],
  ])("are refused, and named up to ten: %i", async (changed, paths) => {
    await editBoth(changed);
    await expect(plan()).rejects.toMatchObject({ reason: "rejected", message: refuse(paths) });
  });

  slowTest("are the conflicts of a plan, of which it lists the first 500", async () => {
    const many = listNames(502);
    for (const [changed, listed] of [
      [500, 500],
      [502, 500],
    ] as const) {
      rows = await createGitRows(platform);
      repository = gitRepository();
      await editBoth(changed, many);
      const { report } = await plan({ plan: true });
      const { conflicts = [], behind } = report;
      expect([conflicts.length, behind]).toEqual([listed, changed]);
      const paths = conflicts.map(({ path = "" }) => path);
      expect(new Set(paths).size).toBe(listed);
      expect(paths.filter((path) => !many.slice(0, changed).includes(path))).toEqual([]);
      await expect(plan()).rejects.toMatchObject({
        message: expect.stringContaining(` and ${changed - 10} more. Nothing was pushed.`),
      });
    }
  });

  slowTest("are the conflicts of a plan, and are overwritten by force", async () => {
    await editBoth(2);
    const { commit, report } = await plan({ plan: true });
    expect(commit).toBe(repository.head());
    expect(report).toMatchObject({
      conflicts: [
        { title: "p10.md", path: "p10.md" },
        { title: "p11.md", path: "p11.md" },
      ],
      behind: 2,
    });
    const forced = await plan({ force: true });
    expect(repository.git("show", `${forced.commit}:p10.md`)).toBe(
      "---\ndescription: Ours\n---\n\nText.\n",
    );
    expect(forced.report).not.toHaveProperty("conflicts");
  });
});

describe.each(["", "docs"])("in the folder %j", (directory) => {
  const inside = (path: string) => (directory === "" ? path : `${directory}/${path}`);
  const prefixed = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [inside(path), text]));

  slowTest("a page that was created in the space keeps the path of its first export", async () => {
    await importFiles({ ...prefixed(docs), "other.md": "# Other\n" }, directory);
    await exportSpace({ directory });
    await edit((tree) => withNewPage(tree, page("new", { title: "First", slug: "first" })));
    const first = await exportSpace({ directory });
    expect(listFiles(first.commit)).toContain(inside("first.md"));
    await edit((tree) => withPage(tree, "new", { title: "Second", slug: "second" }));
    const second = await exportSpace({ directory });
    expect(listFiles(second.commit)).toEqual(listFiles(first.commit));
    expect(repository.files()).toMatchObject({
      [inside("first.md")]: "# Second\n",
      [inside("SUMMARY.md")]: "* [Home](README.md)\n* [A](a.md)\n* [Second](first.md)\n",
    });
  });

  slowTest("a page gets the path of the file that was created for it in the branch", async () => {
    await importFiles(prefixed(docs), directory);
    await exportSpace({ directory });
    await edit((tree) => withNewPage(tree, page("new", { title: "Guide", slug: "guide" })));
    repository.commit({ [inside("guide/README.md")]: "# Theirs\n" });
    const { report } = await plan({ directory, plan: true });
    expect(report.conflicts).toEqual([
      { title: inside("guide/README.md"), path: inside("guide/README.md") },
    ]);
  });
});

slowTest("a page does not get the path of a file outside the folder of the content", async () => {
  await importFiles({ "docs/README.md": "# Home\n", "code/guide/README.md": "# Code\n" }, "docs");
  await exportSpace({ directory: "docs" });
  await edit((tree) => withNewPage(tree, page("new", { title: "Guide", slug: "guide" })));
  const { commit } = await plan({ directory: "docs" });
  expect(listFiles(commit)).toEqual([
    ...["code/guide/README.md", "docs/README.md", "docs/SUMMARY.md", "docs/guide.md"],
  ]);
});

slowTest("the paths of another folder are not those of the export", async () => {
  await importFiles({ "docs/README.md": "# Home\n", "README.md": "# Other\n" }, "docs");
  await exportSpace({ directory: "docs" });
  await edit((tree) => withNewPage(tree, page("new", { title: "My guide", slug: "my-guide" })));
  await exportSpace({ directory: "docs" });
  const { commit } = await plan({ directory: "guides", force: true });
  expect(listFiles(commit).filter((path) => path.startsWith("guides/"))).toEqual([
    ...["guides/README.md", "guides/SUMMARY.md", "guides/my-guide.md"],
  ]);
});
