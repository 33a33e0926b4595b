import { describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import {
  clearProblem,
  getRetryDelay,
  recordProblem,
} from "../../../../../src/service/areas/git/connections/problems.ts";
import { findSync, insertSync } from "../../../../../src/service/areas/git/sync-rows.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import type { JobRequest } from "../../../../../src/service/jobs/job.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { serveRepository } from "../../../../support/git/git-backend.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { main, outline, pageCalled } from "../../../../support/git/git-space.ts";
import { answering } from "../../../../support/network/answering.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const docs = { "README.md": "# Home\n", "guide.md": "# Guide\n\nFirst.\n\nSecond.\n" };

describe("a connection with a problem", () => {
  slowTest("reports a deleted branch, and works again when it is restored", async () => {
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

  slowTest("reports an expired token, and replaces it", async () => {
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

  slowTest("reports a renamed repository", async () => {
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

  slowTest("waits longer after each failure of a server, and exports when it is back", async () => {
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

  slowTest("ends when the user who connected the space loses the role", async () => {
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
  for (const [priority, kept] of [
    ["git", "By Git"],
    ["gitbook", "By the space"],
  ] as const) {
    const priorityTest = priority === "git" ? test : slowTest;

    priorityTest(
      `follow the priority ${priority}, and both versions remain in the histories`,
      async () => {
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
  }
});

describe("getRetryDelay", () => {
  test("doubles from a minute to an hour", () => {
    const minutes = [1, 2, 3, 7, 8, 50].map((failures) => getRetryDelay(failures) / 60_000);
    expect(minutes).toEqual([1, 2, 4, 60, 60, 60]);
  });
});

describe("a problem", () => {
  async function openInstallation(
    changes: Partial<GitInstallationTable> = {},
    config: object = {},
  ) {
    const workspace = await openWorkspace();
    const { db, now } = workspace;
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    const time = now.toISOString();
    const row: GitInstallationTable = {
      ...{ id: "I1", space_id: spaceId, config: JSON.stringify(config) },
      provider: "git",
      ...{ credentials: null, webhook_secret: "sealed", created_by: admin },
      ...{ principal: JSON.stringify({ kind: "user", user: admin }), created_at: time },
      ...{ updated_at: time, removed_at: null, observed_commit: null, checked_at: null },
      ...{ next_check_at: null, check_number: 0, failures: 0, problem: null, changed_at: null },
      ...{ received_at: null, rewritten: null, ...changes },
    };
    await db.insertInto("git_installations").values(row).execute();
    const read = () =>
      db
        .selectFrom("git_installations")
        .selectAll()
        .where("id", "=", "I1")
        .executeTakeFirstOrThrow();
    const jobs: JobRequest[] = [];
    const record = async (reason: string, of: GitInstallationTable) => {
      const enqueue = async (job: JobRequest) => void jobs.push(job);
      const failure = { reason, message: "M", cause: "check" as const };
      await recordProblem({ db, now: workspace.now, enqueue }, of, failure);
      return read();
    };
    return { workspace, db, spaceId, row, record, read, jobs };
  }

  test("has one fix, which repeats the branch and the folder for another repository", async () => {
    const url = "https://git.example.com/docs.git";
    const config = { url, branch: "refs/heads/next", directory: "it's docs" };
    const { spaceId, row, record } = await openInstallation({}, config);
    const target = " --branch next --folder 'it'\\''s docs'";
    const connect = `tome git connect ${spaceId}`;
    const sync = `tome git sync ${spaceId}`;
    const withToken = { ...row, credentials: "sealed" };
    const plain = { ...row, config: JSON.stringify({ url }) };
    for (const [reason, of, fix] of [
      ["credentials", row, `Replace the token: ${connect} --token-file <file>`],
      ["moved", row, `Connect the new URL: ${connect} --repo <url>${target}`],
      ["moved", plain, `Connect the new URL: ${connect} --repo <url>`],
      [
        "no-repository",
        row,
        `Connect the new URL, or add a token: ${connect} --repo <url>${target} --token-file <file>`,
      ],
      [
        "no-repository",
        withToken,
        `Connect the new URL, or a token that can read it: ${connect} --repo <url>${target} --token-file <file>`,
      ],
      [
        "no-branch",
        row,
        `Restore the branch, or connect another one: ${connect} --branch <branch>`,
      ],
      ["empty", row, `Push the branch again, or export the space: ${sync}`],
      ["refused", row, "Ask the operator of the platform to allow the repository."],
      [
        "unreachable",
        row,
        `Check that the server is available. The platform tries again, or run: ${sync}`,
      ],
      [
        "timeout",
        row,
        `Check that the server is available. The platform tries again, or run: ${sync}`,
      ],
      ["checked-out", row, `Check out another branch in the folder, then run: ${sync}`],
      ["rejected", row, `Check that commits to refs/heads/next are allowed, then run: ${sync}`],
      ["permission", row, `Connect the space again as a user who may synchronize it: ${connect}`],
      ["failed", row, `Fix the cause, then run: ${sync}`],
    ] as const) {
      const { problem } = await record(reason, of);
      expect([reason, JSON.parse(problem ?? "").fix]).toEqual([reason, fix]);
    }
  });

  test("keeps its time while the reason is the same, and delays the next check", async () => {
    const { workspace, db, row, record, read, jobs } = await openInstallation();
    const since = workspace.now.toISOString();
    const first = await record("unreachable", row);
    workspace.passDays(1);
    const second = await record("unreachable", first);
    const third = await record("timeout", second);
    const problems = [first, second, third].map(({ problem, failures, next_check_at }) => {
      const { reason, since: time, cause, message } = JSON.parse(problem ?? "");
      return [reason, time, cause, message, failures, next_check_at];
    });
    const now = workspace.now.toISOString();
    const minutesLater = (time: string, minutes: number) =>
      new Date(Date.parse(time) + minutes * 60_000).toISOString();
    expect(problems).toEqual([
      ["unreachable", since, "check", "M", 1, minutesLater(since, 1)],
      ["unreachable", since, "check", "M", 2, minutesLater(now, 2)],
      ["timeout", now, "check", "M", 3, minutesLater(now, 4)],
    ]);
    expect(jobs.map(({ payload }) => payload)).toEqual([
      { installationId: "I1", number: 1 },
      { installationId: "I1", number: 2 },
      { installationId: "I1", number: 3 },
    ]);
    await clearProblem(db, { id: "other" });
    expect((await read()).failures).toBe(3);
    await clearProblem(db, row);
    expect(await read()).toMatchObject({ failures: 0, problem: null });
  });

  slowTest("of an unknown repository ends the first sync that waits for it", async () => {
    for (const [config, state, expected] of [
      [{ repositoryId: 7 }, "pending", "failure"],
      [{ repositoryId: 7 }, "success", "success"],
      [{ url: "https://git.example.com/docs.git", branch: main }, "pending", "pending"],
    ] as const) {
      const { db, spaceId, row, record } = await openInstallation({}, config);
      await insertSync(db, { space_id: spaceId, shown: "{}", state, operation: "import" });
      await record("credentials", row);
      const sync = await findSync(db, spaceId);
      const error = expected === "failure" ? "M" : null;
      expect([sync?.state, sync?.error, sync?.ended_at === null]).toEqual([
        ...[expected, error, expected !== "failure"],
      ]);
    }
  });
});
