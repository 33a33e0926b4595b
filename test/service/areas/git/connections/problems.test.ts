import { describe, expect, test } from "vitest";
import { withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { getRetryDelay } from "../../../../../src/service/areas/git/connections/problems.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { serveRepository } from "../../../../support/git/git-backend.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { main, outline, pageCalled } from "../../../../support/git/git-space.ts";
import { answering } from "../../../../support/network/answering.ts";

const docs = { "README.md": "# Home\n", "guide.md": "# Guide\n\nFirst.\n\nSecond.\n" };

describe("a connection with a problem", () => {
  test("reports a deleted branch, and works again when it is restored", async () => {
    const { connect, waitForCheck } = await connectableSpace();
    const repository = gitRepository();
    const commit = repository.commit(docs);
    await connect({ url: repository.path });
    repository.git("update-ref", "refs/heads/other", commit);
    repository.git("update-ref", "-d", main);
    expect(await waitForCheck()).toMatchObject({
      problem: {
        reason: "no-branch",
        message: expect.stringContaining("has no branch refs/heads/main"),
        fix: expect.stringContaining("--branch"),
        attempts: 1,
      },
    });
    repository.git("update-ref", main, commit);
    const after = await waitForCheck();
    expect([after.problem, after.state]).toEqual([undefined, "success"]);
  });

  test("reports an expired token, and replaces it", async () => {
    const { connect, configure, waitForCheck } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    let token = "first";
    const server = await answering(async (request, response) => {
      const expected = `Basic ${Buffer.from(`git:${token}`).toString("base64")}`;
      if (request.headers.authorization === expected) {
        serveRepository(request, response, repository.path);
      } else response.writeHead(401, { "www-authenticate": "Basic" }).end();
    });
    const url = `${server.url}/docs.git`;
    const { id } = await connect({ url, accessToken: "first" });
    token = "second";
    expect(await waitForCheck()).toMatchObject({
      installationStatus: "unauthenticated",
      problem: { reason: "credentials", fix: expect.stringContaining("--token-file") },
    });
    await configure(id, { url, accessToken: "second" });
    const after = await waitForCheck();
    expect([after.problem, after.installationStatus]).toEqual([undefined, "active"]);
  });

  test("reports a renamed repository", async () => {
    const { connect, waitForCheck } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    let isRenamed = false;
    const server = await answering(async (request, response) => {
      if (isRenamed) {
        const location = `${server.url}/renamed${request.url}`;
        response.writeHead(301, { location }).end();
      } else serveRepository(request, response, repository.path);
    });
    await connect({ url: `${server.url}/docs.git`, accessToken: "any" });
    isRenamed = true;
    expect(await waitForCheck()).toMatchObject({
      problem: { reason: "moved", fix: expect.stringContaining("--repo <url>") },
    });
  });

  test("waits longer after each failure of a server, and exports when it is back", async () => {
    const { connect, waitForCheck, edit, tree, workspace, info } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    let isDown = false;
    const server = await answering(async (request, response) => {
      if (isDown) response.destroy();
      else serveRepository(request, response, repository.path);
    });
    await connect({ url: `${server.url}/docs.git` });
    isDown = true;
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Handbook" }));
    await workspace.service.jobs.finish();
    const delays: number[] = [];
    for (let attempts = 1; attempts <= 4; attempts++) {
      const { problem, pending, nextCheckAt = "" } = await info();
      expect([problem?.reason, problem?.attempts, pending]).toEqual([
        "unreachable",
        attempts,
        "export",
      ]);
      delays.push((Date.parse(nextCheckAt) - workspace.now.getTime()) / 60_000);
      if (attempts < 4) await waitForCheck();
    }
    expect(delays.map(Math.round)).toEqual([1, 2, 4, 8]);
    isDown = false;
    const after = await waitForCheck();
    expect([after.problem, after.pending]).toEqual([undefined, undefined]);
    expect(repository.files()["guide.md"]).toContain("# Handbook");
  });

  test("ends when the user who connected the space loses the role", async () => {
    const { connect, waitForCheck, workspace, admin, organizationId } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await connect({ url: repository.path });
    repository.commit({ "new.md": "# New\n" });
    const other = await workspace.member(organizationId, "admin");
    expect(other).toBeDefined();
    await workspace.db
      .updateTable("members")
      .set({ role: "read" })
      .where("user_id", "=", admin)
      .execute();
    expect(await waitForCheck()).toMatchObject({
      problem: { reason: "permission", fix: expect.stringContaining("tome git connect") },
    });
  });
});

describe("changes of the same block on both sides", () => {
  test.each([
    ["git", "By Git"],
    ["gitbook", "By the space"],
  ] as const)(
    "follow the priority %s, and both versions remain in the histories",
    async (priority, kept) => {
      const { connect, edit, tree, workspace, waitForCheck } = await connectableSpace();
      const repository = gitRepository();
      repository.commit({ "README.md": "# Home\n", "guide.md": "# Guide\n" });
      await connect({ url: repository.path, priority });
      await waitForCheck();
      const guide = pageCalled(await tree(), "Guide");
      repository.commit({ "guide.md": "# By Git\n" });
      await edit((now) => withPage(now, guide.id, { title: "By the space" }));
      await workspace.service.jobs.finish();
      expect(outline((await tree()).pages)).toContain(kept);
      expect(repository.files()["guide.md"]).toBe(`# ${kept}\n`);
      const revisions = await workspace.db.selectFrom("revisions").select("id").execute();
      expect(revisions.length).toBeGreaterThan(2);
      const log = repository.git("log", "-p", "--format=", "main");
      expect(log).toContain("By Git");
    },
  );
});

describe("getRetryDelay", () => {
  test("doubles from a minute to an hour", () => {
    const minutes = [1, 2, 3, 7, 8, 50].map((failures) => getRetryDelay(failures) / 60_000);
    expect(minutes).toEqual([1, 2, 4, 60, 60, 60]);
  });
});
