/** Merge of the content of a repository with a space, by the states of both since the last synchronization. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { parseMarkdown, writeMarkdown } from "../../../../../src/document/markdown.ts";
import { loadRevisionTree, readTree } from "../../../../../src/service/areas/content/revisions.ts";
import {
  getDocument,
  putDocument,
  putStored,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { withoutPage, withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { mergeImport } from "../../../../../src/service/areas/git/import/merge-import.ts";
import type { OperationRequest } from "../../../../../src/service/areas/git/operation.ts";
import {
  createThreadCall,
  type Question,
} from "../../../../../src/service/areas/git/thread-call.ts";
import { answerQuery, getLanguage } from "../../../../../src/service/database/thread-queries.ts";
import { publish, publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

let workspace: Workspace;
let organizationId: string;
let admin: string;
let spaceId: string;
/** The revision of the space in each test, and its content. */
let first: string;
let base: ContentTree;
let pageIds: Readonly<Record<string, string>>;

beforeAll(async () => {
  workspace = await openWorkspace();
  organizationId = await workspace.organization();
  admin = await workspace.member(organizationId, "admin");
});

beforeEach(async () => {
  ({ id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "Guide" }));
  pageIds = await publishPages(workspace, spaceId, [
    { title: "A", slug: "a" },
    { title: "B", slug: "b" },
  ]);
  first = await getCurrent();
  base = await readTree(workspace.db, first);
});

async function getCurrent() {
  return (await workspace.ok(admin, space.get, { spaceId })).revision;
}

/** Records the revision as the last synchronized one. */
async function synchronize(revision: string | null) {
  await workspace.db
    .insertInto("git_syncs")
    .values({
      ...{ space_id: spaceId, shown: "{}", ref: "main", legacy: 0, synced_revision_id: revision },
      ...{ operation: null, state: null, error: null, revision_id: null, commit_oid: null },
      ...{ synced_place: null, synced_commit: null, synced_at: null, report: null },
      ...{ started_at: null, ended_at: null, last_import: null, last_export: null },
    })
    .execute();
}

const rename = (tree: ContentTree, slug: string, title: string) =>
  withPage(tree, pageIds[slug] ?? "", { title });

async function run(theirs: ContentTree, options: Partial<OperationRequest> = {}) {
  const { db, now } = workspace;
  const setting = {
    ...{ language: getLanguage(db), ids: "test", now: now.toISOString() },
    isPlan: options.plan === true,
  };
  const call = createThreadCall(setting, async (asked) => {
    const question = asked as Question;
    if ("query" in question) return answerQuery(db, question.query);
    if ("documents" in question) return putStored(db, spaceId, question.documents);
    throw new Error(JSON.stringify(question));
  });
  const request = { url: "", ref: "main", directory: "", force: false, standalone: false };
  const git = { oid: "c0ffee", message: "Words", createdByGitBook: false, ref: "main" };
  const input = { spaceId, author: admin, request: { ...request, ...options }, git, theirs };
  return mergeImport(input, call);
}

async function merge(theirs: ContentTree, options: Partial<OperationRequest> = {}) {
  const { merged, report } = await run(theirs, options);
  const { published, result, revisions } = merged;
  const name = (id: string | undefined) =>
    id === undefined ? undefined : id === first ? "first" : (names.get(id) ?? id);
  const names = new Map(revisions.map(({ id }, at) => [id, `new ${at + 1}`]));
  names.set(await getCurrent(), (await getCurrent()) === first ? "first" : "current");
  const { root } = revisions.find(({ id }) => id === published) ?? {};
  return {
    revisions: revisions.map(({ id, parents }) => [
      name(id),
      ...(JSON.parse(parents) as string[]).map(name),
    ]),
    published: name(published),
    revision: name(result.revisionId),
    synced: name(result.synced?.revisionId),
    isStored: root !== undefined,
    changes: report.changes.map(({ change, title }) => `${change} ${title}`),
    conflicts: report.conflicts?.map(({ title, reason }) => `${title}: ${reason}`),
    kept: report.kept,
    ahead: report.ahead,
  };
}

const nothing = { published: undefined, isStored: false, changes: [], conflicts: undefined };

describe("a space without changes since the last synchronization", () => {
  beforeEach(() => synchronize(first));

  test("stays as it is if the repository has no changes either", async () => {
    expect(await merge(base)).toEqual({
      ...nothing,
      ...{
        revisions: [],
        revision: "first",
        synced: "first",
        kept: 2,
        ahead: 0,
      },
    });
  });

  test("gets the content of the repository", async () => {
    expect(await merge(rename(base, "a", "A2"))).toEqual({
      ...{
        revisions: [["new 1", "first"]],
        published: "new 1",
        revision: "new 1",
        synced: "new 1",
      },
      ...{ isStored: true, changes: ["changed A2"], conflicts: undefined },
      ...{ kept: 2, ahead: 0 },
    });
  });

  test("is not changed by a plan or by a standalone import", async () => {
    const theirs = withoutPage(base, pageIds.a ?? "");
    expect(await merge(theirs, { plan: true })).toMatchObject({
      ...{ revisions: [], changes: ["removed A"], ahead: 0 },
    });
    expect(await merge(theirs, { standalone: true })).toMatchObject({
      ...{ revisions: [["new 1", "first"]], published: undefined, revision: "new 1" },
      ...{ synced: undefined, changes: [] },
    });
  });
});

describe("a space with changes since the last synchronization", () => {
  beforeEach(async () => {
    await synchronize(first);
    await publish(workspace, spaceId, (tree) => rename(tree, "b", "B of the space"));
  });

  test("keeps them if the repository has none", async () => {
    expect(await merge(base)).toEqual({
      ...nothing,
      ...{
        revisions: [],
        revision: "current",
        synced: "first",
        kept: 2,
        ahead: 1,
      },
    });
  });

  test("keeps them beside the changes of the repository", async () => {
    expect(await merge(rename(base, "a", "A2"))).toMatchObject({
      ...{
        revisions: [
          ["new 1", "first"],
          ["new 2", "current", "new 1"],
        ],
        published: "new 2",
      },
      ...{ revision: "new 2", synced: "new 1", changes: ["changed A2"], ahead: 1 },
    });
  });

  test("has no new content if the repository has the same changes", async () => {
    expect(await merge(rename(base, "b", "B of the space"))).toMatchObject({
      ...{ revisions: [["new 1", "first"]], published: undefined, revision: "current" },
      ...{ synced: "new 1", changes: [], ahead: 0 },
    });
  });

  test("refuses conflicting changes, which a plan reports", async () => {
    const theirs = rename(base, "b", "B of the repository");
    await expect(merge(theirs)).rejects.toThrow(
      "The space and the repository have conflicting changes: b. Nothing was imported. Use --force to resolve conflicts with the repository's side.",
    );
    expect(await merge(theirs, { plan: true })).toMatchObject({
      ...{ revisions: [], conflicts: [expect.stringMatching(/^B/)] },
    });
  });

  test.each([
    [{ force: true }, ["changed B of the repository"]],
    [{ prefer: "repository" }, ["changed B of the repository"]],
    [{ prefer: "space" }, []],
    [{ prefer: "space", force: true }, ["changed B of the repository"]],
  ] as const)("resolves conflicts as %o demands", async (options, changes) => {
    const result = await merge(rename(base, "b", "B of the repository"), options);
    expect(result).toMatchObject({ changes, conflicts: [expect.stringMatching(/^B/)] });
    expect(result.published).toBe(changes.length > 0 ? "new 2" : undefined);
  });
});

describe("texts of a page that both sides changed", () => {
  let page: string;

  async function write(tree: ContentTree, markdown: string) {
    const document = await putDocument(workspace.db, spaceId, parseMarkdown(markdown));
    return withPage(tree, page, { document });
  }

  beforeEach(async () => {
    ({ text: page = "" } = await publishPages(workspace, spaceId, [
      { title: "Text", slug: "text", markdown: "First.\n\nSecond.\n" },
    ]));
    first = await getCurrent();
    base = await readTree(workspace.db, first);
    await synchronize(first);
    const changed = await write(base, "First of the space.\n\nSecond.\n");
    await publish(workspace, spaceId, () => changed);
  });

  async function readMerged(markdown: string, options: Partial<OperationRequest> = {}) {
    const { merged } = await run(await write(base, markdown), options);
    const { root } = merged.revisions.find(({ id }) => id === merged.published) ?? {};
    const tree = await loadRevisionTree(workspace.db, { space: spaceId, root: root ?? "" });
    const hash = getTreeIndex(tree).pages.get(page)?.page.document ?? "";
    return writeMarkdown(await getDocument(workspace.db, spaceId, hash));
  }

  test("are merged by blocks", async () => {
    expect(await readMerged("First.\n\nSecond of all.\n")).toBe(
      "First of the space.\n\nSecond of all.\n",
    );
    const both = "First of all.\n\nSecond of all.\n";
    expect(await readMerged(both, { force: true })).toBe(both);
    expect(await readMerged(both, { prefer: "space" })).toBe(
      "First of the space.\n\nSecond of all.\n",
    );
  });

  test("conflict in blocks, with the versions of both sides", async () => {
    const { report } = await run(await write(base, "First of all.\n\nSecond.\n"), { plan: true });
    expect(report.conflicts).toEqual([
      {
        ...{ title: "Text", reason: expect.any(String), path: "text" },
        blocks: [
          {
            ...{ id: expect.any(String), type: "paragraph", reason: expect.any(String) },
            ...{ base: "First.", space: "First of the space.", repository: "First of all." },
          },
        ],
      },
    ]);
  });

  test("of a new page have no id in a plan", async () => {
    const added = { id: "new", type: "document", title: "New", slug: "new", pages: [] } as const;
    const theirs = rename({ ...base, pages: [...base.pages, added] }, "a", "A2");
    const { report } = await run(theirs, { plan: true });
    expect(report.changes.map((change) => [change.title, "id" in change])).toEqual([
      ["A2", true],
      ["New", false],
    ]);
  });
});

test("the first import replaces pages and reports no conflicts", async () => {
  await synchronize(null);
  const theirs = withoutPage(rename(base, "a", "A of the repository"), pageIds.b ?? "");
  expect(await merge(theirs)).toEqual({
    ...{ revisions: [["new 1"], ["new 2", "first", "new 1"]], published: "new 2" },
    ...{ revision: "new 2", synced: "new 1", isStored: true, conflicts: undefined },
    ...{ changes: ["changed A of the repository"], kept: 2, ahead: 1 },
  });
  expect(await merge(base)).toMatchObject({
    ...{ revisions: [["new 1"]], published: undefined, synced: "new 1", changes: [] },
  });
});

test("more than ten conflicts are counted", async () => {
  const titles = Array.from({ length: 12 }, (_, at) => `page-${at}`);
  pageIds = await publishPages(
    workspace,
    spaceId,
    titles.map((title) => ({ title, slug: title })),
  );
  await synchronize(await getCurrent());
  const synced = await readTree(workspace.db, await getCurrent());
  const renameAll = (side: string) =>
    titles.reduce((tree, slug) => rename(tree, slug, `${slug} of ${side}`), synced);
  await publish(workspace, spaceId, () => renameAll("the space"));
  await expect(merge(renameAll("the repository"))).rejects.toThrow(
    `: ${titles.slice(0, 10).join(", ")} and 2 more. Nothing was imported.`,
  );
});
