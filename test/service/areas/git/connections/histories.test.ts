import { describe, expect, test } from "vitest";
import { withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { gitServer } from "../../../../support/git/git-http.ts";
import { main, outline, pageCalled } from "../../../../support/git/git-space.ts";

const docs = { "README.md": "# Home\n", "guide.md": "# Guide\n\nText.\n" };

/**
 * A space that is connected to a repository with some commits.
 * @param isServed over HTTP instead of a folder, which takes twice as long
 */
async function openHistory(count: number, isServed = false) {
  const space = await connectableSpace();
  const repository = gitRepository();
  const numbered = (_: unknown, number: number) => ({
    ...docs,
    "number.md": `# Number ${number + 1}\n`,
  });
  repository.commitAll([...Array.from({ length: count - 1 }, numbered), docs]);
  const url = isServed ? (await gitServer({ path: repository.path })).address() : repository.path;
  const { id } = await space.connect({ url });
  return { ...space, id, repository };
}

describe("a check of the branch", () => {
  test.each([1, 60])("reports a force push over %i commits", async (count) => {
    const { repository, waitForCheck, tree, info } = await openHistory(count + 1, true);
    const before = repository.head();
    repository.git("update-ref", main, `${main}~1`);
    repository.commit({ ...docs, "rewritten.md": "# Rewritten\n" });
    expect(await waitForCheck()).toMatchObject({
      state: "success",
      rewritten: { from: before, to: repository.head() },
    });
    expect(outline((await tree()).pages)).toContain("Rewritten");
    expect((await info()).problem).toBeUndefined();
  });

  test.each([1, 60])("does not report %i new commits", async (count) => {
    const { repository, waitForCheck, tree } = await openHistory(2);
    repository.commitAll(
      Array.from({ length: count }, (_, number) => ({ "new.md": `# New ${number + 1}\n` })),
    );
    const after = await waitForCheck();
    expect([after.state, after.rewritten]).toEqual(["success", undefined]);
    expect(outline((await tree()).pages)).toContain(`New ${count}`);
  });

  test("reports a branch that was created again without its history", async () => {
    const { repository, waitForCheck, tree } = await openHistory(2, true);
    const before = repository.head();
    repository.git("update-ref", "-d", main);
    repository.git("reflog", "expire", "--expire=now", "--all");
    repository.commit({ "README.md": "# Home\n", "other.md": "# Other\n" });
    repository.git("prune", "--expire=now");
    expect(await waitForCheck()).toMatchObject({
      state: "success",
      rewritten: { from: before, to: repository.head() },
    });
    expect(outline((await tree()).pages)).toEqual(["Home", "Other"]);
  });

  test("keeps the changes of the space that a force push does not contain", async () => {
    const { repository, waitForCheck, tree, edit, text } = await openHistory(3);
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Handbook" }));
    repository.git("update-ref", main, `${main}~1`);
    repository.commit({ "guide.md": "# Guide\n\nOther text.\n" });
    await waitForCheck();
    const page = pageCalled(await tree(), "Handbook");
    expect(await text(page)).toBe("Other text.\n");
    expect(repository.files()["guide.md"]).toBe("# Handbook\n\nOther text.\n");
  });
});

describe("a repository that becomes empty", () => {
  async function openEmptied() {
    const history = await openHistory(1);
    history.repository.git("update-ref", "-d", main);
    return history;
  }

  test("changes nothing in the space, and names the fix", async () => {
    const { waitForCheck, tree, spaceId } = await openEmptied();
    expect(await waitForCheck()).toMatchObject({
      problem: {
        reason: "empty",
        message: expect.stringContaining("is empty"),
        fix: `Push the branch again, or export the space: tome git sync ${spaceId}`,
      },
    });
    expect(outline((await tree()).pages)).toEqual(["Home", "Guide"]);
  });

  test("gets all files of the space from a sync", async () => {
    const { waitForCheck, sync, id, repository, tree } = await openEmptied();
    await waitForCheck();
    const after = await sync(id);
    expect([after.state, after.problem]).toEqual(["success", undefined]);
    expect(repository.files()).toMatchObject(docs);
    await waitForCheck();
    expect(outline((await tree()).pages)).toEqual(["Home", "Guide"]);
  });

  test("gets all files of the space after one of them was changed", async () => {
    const { waitForCheck, edit, tree, workspace, repository, sync, id } = await openEmptied();
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Handbook" }));
    await workspace.service.jobs.finish();
    await waitForCheck();
    await sync(id);
    expect(Object.keys(repository.files())).toEqual(
      expect.arrayContaining(["README.md", "guide.md"]),
    );
    expect(repository.files()["guide.md"]).toBe("# Handbook\n\nText.\n");
    await waitForCheck();
    expect(outline((await tree()).pages)).toEqual(["Home", "Handbook"]);
  });
});

describe("a connection without a branch", () => {
  test.each(["trunk", "release/1.x"])("uses the default branch %s", async (name) => {
    const { install, configure, tree, info } = await connectableSpace();
    const repository = gitRepository(undefined, name);
    repository.commit(docs);
    repository.git("update-ref", "refs/heads/another", repository.head());
    const server = await gitServer({ path: repository.path });
    const { id } = await install();
    await configure(id, { url: server.address(), branch: undefined });
    expect(outline((await tree()).pages)).toEqual(["Home", "Guide"]);
    expect(await info()).toMatchObject({ ref: `refs/heads/${name}`, state: "success" });
  });

  test("uses main for an empty repository, which gets the content of the space", async () => {
    const { install, configure, edit, info } = await connectableSpace();
    await edit((now) => ({
      ...now,
      pages: [{ id: "a", type: "document", title: "Start", pages: [] }],
    }));
    const repository = gitRepository();
    const { id } = await install();
    await configure(id, { url: repository.path, branch: undefined });
    expect(await info()).toMatchObject({ ref: main, state: "success" });
    expect(Object.keys(repository.files())).toContain("README.md");
  });

  test("drops the branch of the earlier repository", async () => {
    const { connect, configure, info } = await connectableSpace();
    const first = gitRepository(undefined, "first");
    first.commit(docs);
    const second = gitRepository(undefined, "second");
    second.commit(docs);
    const { id } = await connect({ url: first.path, branch: "refs/heads/first" });
    await configure(id, { url: second.path, branch: undefined });
    expect(await info()).toMatchObject({ ref: "refs/heads/second", state: "success" });
  });
});
