import { expect, test } from "vitest";
import * as git from "../../../../src/contract/git.ts";
import { withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { type GitSpace, gitSpace, main, pageCalled } from "../../../support/git/git-space.ts";

const docs = {
  "README.md": "# Home\n\nHello.\n",
  "guide/start.md": "# Start\n\nSee [home](../README.md).\n",
  "guide/end.md": "# End\n",
  "SUMMARY.md": "* [Home](README.md)\n* [Start](guide/start.md)\n* [End](guide/end.md)\n",
};

async function planned(
  { workspace, admin, spaceId }: GitSpace,
  direction: "import" | "export",
  asked: { url?: string; ref?: string; force?: boolean } = {},
) {
  const { id } = await workspace.ok(admin, git.plan, { spaceId, direction, ...asked });
  await workspace.service.jobs.finish();
  return workspace.ok(admin, git.planned, { spaceId, gitPlanId: id });
}

slowTest("the plan of an import matches the import, and changes nothing", async () => {
  const space = await gitSpace();
  const repository = gitRepository();
  repository.commit(docs);
  const before = await space.tree();
  const first = await planned(space, "import", { url: repository.path, ref: main });
  expect(first).toMatchObject({
    state: "success",
    direction: "import",
    report: { pages: { added: 3, changed: 0, moved: 0, removed: 0 }, ahead: 0 },
  });
  expect(await space.tree()).toEqual(before);
  const { report } = await space.imports(repository.path);
  expect(report).toMatchObject({ pages: first.report?.pages, kept: 0 });

  repository.commit({
    "guide/start.md": null,
    "guide/begin.md": `${docs["guide/start.md"]}\nMore.\n`,
    "guide/end.md": null,
    "new.md": "# New\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Start](guide/begin.md)\n* [New](new.md)\n",
  });
  const second = await planned(space, "import");
  expect(second.report).toMatchObject({
    pages: { added: 1, changed: 0, moved: 1, removed: 1 },
    kept: 2,
    changes: expect.arrayContaining([
      expect.objectContaining({
        ...{ object: "page", change: "moved", title: "Start" },
        ...{ from: "guide/start.md", path: "guide/begin.md", fields: ["document"] },
      }),
      expect.objectContaining({ change: "added", title: "New", path: "new.md" }),
      expect.objectContaining({ change: "removed", title: "End", path: "guide/end.md" }),
    ]),
  });
  const done = await space.imports(repository.path);
  expect(done.report).toMatchObject({ ...second.report, phases: expect.anything() });
});

slowTest("the plan of an export matches the commit by lines, and creates none", async () => {
  const space = await gitSpace();
  const repository = gitRepository();
  const head = repository.commit(docs);
  await space.imports(repository.path);
  expect((await planned(space, "export")).report).toMatchObject({ changes: [], behind: 0 });
  await space.edit((tree) => {
    const { id } = pageCalled(tree, "Start");
    return withPage(tree, id, { title: "Begin" });
  });
  const plan = await planned(space, "export");
  expect(plan.report).toMatchObject({
    pages: { added: 0, changed: 1, moved: 0, removed: 0 },
    files: { changed: 1 },
    lines: { added: 2, removed: 2 },
    changes: [
      { object: "table-of-contents", path: "SUMMARY.md", lines: { added: 1, removed: 1 } },
      { object: "page", title: "Begin", path: "guide/start.md", lines: { added: 1, removed: 1 } },
    ],
  });
  expect(repository.head()).toBe(head);
  const { report, commit } = await space.exports(repository.path);
  expect(report).toMatchObject({ ...plan.report, commit, phases: expect.anything() });
  expect(report?.phases.map(({ phase }) => phase)).toEqual(["fetch", "write", "push"]);
  expect(commit).toBe(repository.head());
});

slowTest(
  "a plan names conflicts in both directions, where the sync itself is refused",
  async () => {
    const space = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await space.imports(repository.path);
    await space.edit((tree) => withPage(tree, pageCalled(tree, "End").id, { title: "The end" }));
    repository.commit({ "guide/end.md": "# Finish\n", "README.md": "# Home\n\nHi.\n" });
    const incoming = await planned(space, "import");
    expect(incoming.report).toMatchObject({
      conflicts: [{ title: expect.stringMatching(/end|Finish/), reason: "edited" }],
    });
    expect(await space.imports(repository.path)).toMatchObject({ state: "failure" });
    const outgoing = await planned(space, "export");
    expect(outgoing.report).toMatchObject({ conflicts: [{ path: "guide/end.md" }], behind: 2 });
    expect(await space.exports(repository.path)).toMatchObject({ state: "failure" });
  },
);

test("a plan that is not possible states the reason, and one without a repository requests it", async () => {
  const space = await gitSpace();
  const { workspace, admin, spaceId } = space;
  const repository = gitRepository();
  repository.commit(docs);
  const other = { url: repository.path, ref: "refs/heads/other" };
  expect(await planned(space, "import", other)).toMatchObject({
    state: "failure",
    error: expect.stringContaining("no branch"),
  });
  const without = await workspace.ask(admin, git.plan, { spaceId, direction: "import" });
  expect(without).toMatchObject({
    status: 400,
    message: expect.stringContaining("not connected to a repository"),
  });
});

slowTest(
  "a plan between two imports does not change the state of the space's repository",
  async () => {
    const space = await gitSpace();
    const { workspace, admin, spaceId, info } = space;
    const repository = gitRepository();
    repository.commit(docs);
    await space.imports(repository.path);
    const before = await info();
    await planned(space, "export");
    expect(await info()).toEqual(before);
    const asked = { spaceId, url: repository.path, ref: main };
    await workspace.ok(admin, git.plan, { direction: "import", ...asked });
    await workspace.ok(admin, git.importRepository, asked);
    expect(await info()).toMatchObject({ operation: { direction: "import" }, state: "pending" });
    await workspace.service.jobs.finish();
    expect(await info()).toMatchObject({ operation: { direction: "import" }, state: "success" });
  },
);

slowTest("only the newest plans of a space are kept", async () => {
  const space = await gitSpace();
  const { workspace, admin, spaceId } = space;
  // Each fails at once, which the test checks as well.
  const asked = { spaceId, direction: "import" as const, url: "/nothing/here.git", ref: main };
  const ids: string[] = [];
  for (let number = 0; number < 22; number++) {
    ids.push((await workspace.ok(admin, git.plan, asked)).id);
  }
  await workspace.service.jobs.finish();
  const statuses = await Promise.all(
    ids.map(
      async (gitPlanId) => (await workspace.ask(admin, git.planned, { spaceId, gitPlanId })).status,
    ),
  );
  expect(statuses.slice(0, 2)).toEqual([404, 404]);
  expect(new Set(statuses.slice(2))).toEqual(new Set([200]));
});

slowTest("after an import with groups of one name, the space matches the repository", async () => {
  const space = await gitSpace();
  const repository = gitRepository();
  const groups = ["9", "10"].map(
    (version) => `## ${version}\n\n### Config\n\n* [A](${version}/A.md)\n`,
  );
  repository.commit({
    "README.md": "# Home\n",
    "9/A.md": "# A\n",
    "10/A.md": "# A\n",
    "SUMMARY.md": `* [Home](README.md)\n\n${groups.join("\n")}`,
  });
  expect((await space.imports(repository.path)).report).toMatchObject({ ahead: 0 });
});
