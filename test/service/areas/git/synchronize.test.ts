/** The end of an import or export: the state that the space shows, and what follows. */
import { beforeAll, describe, expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import * as space from "../../../../src/contract/space.ts";
import { ApiError } from "../../../../src/errors.ts";
import type { FileChanges } from "../../../../src/service/areas/git/files/synced-files.ts";
import { loadSyncedFiles } from "../../../../src/service/areas/git/files/synced-files.ts";
import type {
  OperationRequest,
  OperationResult,
} from "../../../../src/service/areas/git/operation.ts";
import { toRemoteKey } from "../../../../src/service/areas/git/operation.ts";
import type { SyncReport } from "../../../../src/service/areas/git/report.ts";
import { findSync } from "../../../../src/service/areas/git/sync-rows.ts";
import { finish, synchronizeGit } from "../../../../src/service/areas/git/synchronize.ts";
import type { GitOperationTable, GitSyncTable } from "../../../../src/service/areas/git/tables.ts";
import { GitFailure } from "../../../../src/service/engines/git/failure.ts";
import { type LongJobCall, NotPermittedError } from "../../../../src/service/jobs/job.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { createGitRows } from "../../../support/git/git-rows.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";
import { getEffect } from "../../../support/platforms/job-kinds.ts";

let ground: Awaited<ReturnType<typeof openIntegrations>>;

beforeAll(async () => {
  ground = await openIntegrations();
  const { workspace, org, admin, publish } = ground;
  await publish();
  await workspace.ok(admin, integration.install, {
    integrationName: "link-checker",
    organization: org,
  });
  await workspace.db
    .insertInto("webhooks")
    .values({
      ...{ id: "W1", organization_id: org, url: "https://hooks.example.com", secret: "" },
      ...{ events: '["git_sync.failed"]', previous_secrets: "[]", active: 1, problem: null },
      principal: JSON.stringify({ kind: "user", user: admin }),
      ...{ created_at: workspace.now.toISOString(), updated_at: null },
    })
    .execute();
  return () => workspace.service.close();
});

const open = () =>
  createGitRows({ workspace: ground.workspace, organizationId: ground.org, admin: ground.admin });
type Rows = Awaited<ReturnType<typeof open>>;

/** The events and deliveries of a space, oldest first. */
async function listMessages({ spaceId }: Rows) {
  const { workspace, admin } = ground;
  const { items } = await workspace.ok(admin, event.list, { integrationName: "link-checker" });
  const events = items
    .map(({ payload }) => payload)
    .filter((payload) => "spaceId" in payload && payload.spaceId === spaceId)
    .filter(({ type }) => type.startsWith("space_gitsync"));
  const rows = await workspace.db.selectFrom("webhook_deliveries").selectAll().execute();
  const deliveries = rows
    .map(({ payload }) => JSON.parse(payload).data)
    .filter((data) => JSON.stringify(data).includes(spaceId));
  return { events, deliveries };
}

const report = createPartial<SyncReport>({ changes: [], bytes: 7 });
const files: FileChanges = { put: [{ path: "a.md", oid: "o1", thing: "p1" }], removed: [] };

/** Ends the first operation of a space. */
async function end(
  rows: Rows,
  result: OperationResult,
  {
    kind = "import",
    request = {},
    sync = {},
    next = [],
  }: {
    readonly kind?: "import" | "export";
    readonly request?: Partial<OperationRequest>;
    readonly sync?: Partial<GitSyncTable>;
    /** The requests of the operations that wait. */
    readonly next?: readonly Partial<OperationRequest>[];
  } = {},
) {
  const stored = await rows.insertSync({ state: "running", operation: "import", ...sync });
  const whole = { ...rows.request, ...request };
  const row = await rows.insertOperation({ kind, request: JSON.stringify(whole) });
  for (const [index, one] of next.entries()) {
    const waiting = JSON.stringify({ ...rows.request, ...one });
    await rows.insertOperation({ number: index + 2, kind: "export", request: waiting });
  }
  await finish(rows.call, { row, sync: stored, request: whole }, result);
  return {
    sync: await findSync(rows.db, rows.spaceId),
    queued: (await rows.listOperations()).map(({ number }) => number),
    jobs: rows.jobs.filter((job) => job.kind === "synchronize-git"),
    files: await loadSyncedFiles(rows.db, rows.spaceId),
    ...(await listMessages(rows)),
  };
}

const kinds = ["import", "export"] as const;

describe("a success", () => {
  test.each(kinds)(
    "of an %s is the state of the space, and the base of the next one",
    async (kind) => {
      const rows = await open();
      const now = rows.call.now.toISOString();
      const ended = await end(
        rows,
        {
          ...{ state: "success", revisionId: "r2", commit: "c2", files, report },
          synced: { revisionId: "r1", commit: "c2" },
        },
        { kind, request: { ref: "refs/heads/next", directory: "docs" }, sync: { error: "Old." } },
      );
      const last = JSON.stringify({ at: now, revision: "r2", commit: "c2" });
      const request = { ...rows.request, ref: "refs/heads/next", directory: "docs" };
      expect(ended).toMatchObject({
        sync: {
          ...{ operation: kind, ref: "refs/heads/next", state: "success", error: null },
          ...{ ended_at: now, revision_id: "r2", commit_oid: "c2", synced_at: now },
          report: JSON.stringify(report),
          last_import: kind === "import" ? last : null,
          last_export: kind === "export" ? last : null,
          synced_place: toRemoteKey(request),
          ...{ synced_revision_id: "r1", synced_commit: "c2" },
        },
        ...{ queued: [], jobs: [], deliveries: [] },
        events: [
          {
            ...{ type: "space_gitsync_completed", state: "success" },
            ...{ revisionId: "r2", commitId: "c2" },
          },
        ],
      });
      expect([...ended.files]).toEqual([["a.md", { oid: "o1", thing: "p1" }]]);
    },
  );

  test("without a change keeps the base, and has no revision, commit and report", async () => {
    const rows = await open();
    const before = { synced_place: "p", synced_revision_id: "r0", synced_commit: "c0" };
    const old = { report: "{}", revision_id: "r0", commit_oid: "c0" };
    const { sync, events } = await end(rows, { state: "success" }, { sync: { ...before, ...old } });
    const none = { report: null, revision_id: null, commit_oid: null };
    expect(sync).toMatchObject({ ...before, ...none, state: "success" });
    expect(events).toMatchObject([{ revisionId: "r0", commitId: "c0" }]);
  });

  test.each<[string, string | undefined, string | null, string]>([
    ["of its event", "2026-03-01T12:00:00+02:00", null, "2026-03-01T10:00:00.000Z"],
    [
      "of a later event",
      "2026-03-01T12:00:00+02:00",
      "2026-03-01T09:59:59.000Z",
      "2026-03-01T10:00:00.000Z",
    ],
    [
      "of the last one, if that is later",
      "2026-03-01T12:00:00+02:00",
      "2026-03-01T10:00:01.000Z",
      "2026-03-01T10:00:01.000Z",
    ],
    ["of its request", undefined, null, "2026-03-02T08:00:00.000Z"],
  ])("has the time %s", async (_, timestamp, synced_at, expected) => {
    const rows = await open();
    const request = timestamp === undefined ? {} : { timestamp };
    const { sync } = await end(rows, { state: "success" }, { request, sync: { synced_at } });
    expect(sync?.synced_at).toBe(expected);
  });
});

describe.each(kinds)("an %s that does not succeed", (kind) => {
  const before = {
    ...{ revision_id: "r0", commit_oid: "c0", report: "{}", synced_at: "t0" },
    ...{ last_import: "i0", last_export: "e0" },
    ...{ synced_place: "p", synced_revision_id: "r0", synced_commit: "c0" },
  };

  test.each([
    ["failure", "No.", [{ operation: kind, error: "No." }]],
    ["failure", undefined, [{ operation: kind, error: null }]],
    ["skipped", "Older.", []],
  ] as const)(
    "is a %s with the error %s, and keeps the last success",
    async (state, error, sent) => {
      const rows = await open();
      const result = { state, ...(error !== undefined && { error }) };
      const ended = await end(rows, result, { kind, sync: before });
      expect(ended).toMatchObject({
        sync: {
          ...{ ...before, operation: kind, state, error: error ?? null },
          ended_at: rows.call.now.toISOString(),
        },
        ...{ queued: [], jobs: [] },
        events: [
          { state: state === "failure" ? "failure" : "success", revisionId: "r0", commitId: "c0" },
        ],
      });
      expect(ended.files.size).toBe(0);
      expect(ended.deliveries).toHaveLength(sent.length);
      expect(ended.deliveries).toMatchObject(sent);
    },
  );
});

describe("the next operation of the space", () => {
  test.each<[string, readonly Partial<OperationRequest>[], string]>([
    ["an export", [{}], "pending"],
    ["a plan", [{ plan: true }], "failure"],
    ["a plan before an export", [{ plan: true }, {}], "pending"],
    ["an export before a plan", [{}, { plan: true }], "pending"],
  ])("starts: %s", async (_, next, state) => {
    const rows = await open();
    const { sync, queued, jobs } = await end(rows, { state: "failure", error: "No." }, { next });
    const isPending = state === "pending";
    expect(sync).toMatchObject({ state, error: isPending ? null : "No." });
    expect(sync?.ended_at === null).toBe(isPending);
    expect(queued).toEqual(next.map((_one, index) => index + 2));
    expect(jobs).toMatchObject([{ payload: { spaceId: rows.spaceId } }]);
  });
});

test("a plan has its own result, and the space stays as it is", async () => {
  const rows = await open();
  await rows.connect(undefined, { failures: 3 });
  const installation = (await rows.readConnection()).id;
  const request = { plan: true, installation } as const;
  const result = { state: "failure", error: "No.", files } as const;
  const ended = await end(rows, result, { request, next: [{}] });
  expect(ended).toMatchObject({
    sync: { state: "running", operation: "import", error: null, ended_at: null },
    ...{ queued: [1, 2], events: [], deliveries: [] },
  });
  expect([ended.jobs.length, ended.files.size]).toEqual([1, 0]);
  expect((await rows.readConnection()).failures).toBe(3);
  const [plan] = await rows.listOperations();
  expect(JSON.parse(plan?.outcome ?? "")).toEqual({ state: "failure", error: "No." });
});

test("the result of a connected repository is recorded for the connection", async () => {
  const rows = await open();
  const { id: installation } = await rows.connect();
  await end(rows, { state: "failure", error: "No." }, { request: { installation } });
  expect(await rows.readConnection()).toMatchObject({ failures: 1 });
});

describe("the job", () => {
  /** Runs the job for one operation, and its effect. */
  async function run(
    rows: Rows,
    operation: Partial<GitOperationTable>,
    {
      call = {},
      payload = {},
      meanwhile = async () => {},
    }: {
      readonly call?: Partial<LongJobCall>;
      readonly payload?: object;
      readonly meanwhile?: () => Promise<unknown>;
    } = {},
  ) {
    const row = await rows.insertOperation(operation);
    const whole = { ...rows.call, ...call };
    const prepared = await synchronizeGit.prepare({ spaceId: rows.spaceId, ...payload }, whole);
    const running = await findSync(rows.db, rows.spaceId);
    await meanwhile();
    await getEffect(prepared)(whole);
    const sync = await findSync(rows.db, rows.spaceId);
    const jobs = rows.jobs.filter(({ kind }) => kind === "synchronize-git");
    return { row, isRecorded: "record" in prepared, running: running?.state, sync, jobs };
  }

  const failingBy = (error: unknown): Partial<LongJobCall> => ({
    outside: createPartial<LongJobCall["outside"]>({
      get mayReadFiles(): boolean {
        throw error;
      },
    }),
  });

  test("of a purged space does nothing", async () => {
    const rows = await open();
    const payload = { spaceId: rows.spaceId };
    await getEffect(await synchronizeGit.prepare(payload, rows.call))(rows.call);
    expect(rows.jobs).toEqual([]);
  });

  slowTests.each(kinds)("runs an %s", async (kind) => {
    const rows = await open();
    const repository = gitRepository();
    const commit = repository.commit({ "README.md": "# Home\n" });
    await rows.insertSync({ state: "pending", operation: "import" });
    const request = { ...rows.request, url: repository.path, commitMessage: "Export" };
    const { sync } = await run(rows, { kind, request: JSON.stringify(request) });
    expect(sync).toMatchObject({ operation: kind, state: "success" });
    expect(repository.head() === commit).toBe(kind === "import");
  });

  test.each<[string, unknown, string]>([
    [
      "of the repository",
      new GitFailure("no-branch", "There is no branch."),
      "There is no branch.",
    ],
    ["of the content", new ApiError(400, "There are too many pages."), "There are too many pages."],
    ["of the program", new TypeError("x is undefined"), "Internal error: x is undefined"],
    ["of the program", "x", "Internal error: x"],
  ])("reports a failure %s, and does not repeat it", async (_, error, message) => {
    for (const kind of kinds) {
      const rows = await open();
      await rows.insertSync({ state: "pending", operation: "import" });
      const { sync, running, jobs } = await run(rows, { kind }, { call: failingBy(error) });
      expect(running).toBe("running");
      expect(sync).toMatchObject({ operation: kind, state: "failure", error: message });
      expect([jobs, await rows.listOperations()]).toEqual([[], []]);
    }
  });

  test.each<[string, Partial<LongJobCall>]>([
    ["without the permission", failingBy(new NotPermittedError("No role."))],
    [
      "after the end of the platform",
      { ...failingBy(new GitFailure("failed", "End.")), signal: AbortSignal.abort() },
    ],
  ])("has no result %s", async (_, call) => {
    const rows = await open();
    await expect(run(rows, {}, { call })).rejects.toThrow(/No role|End/);
    expect(await rows.listOperations()).toHaveLength(1);
  });

  slowTest("is repeated if its effect fails for another reason than the repository", async () => {
    const rows = await open();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    const request = JSON.stringify({ ...rows.request, url: repository.path });
    await rows.insertOperation({ request });
    const prepared = await synchronizeGit.prepare({ spaceId: rows.spaceId }, rows.call);
    let isBroken = true;
    const ending = {
      ...rows.call,
      get db() {
        if (!isBroken) return rows.db;
        isBroken = false;
        throw new TypeError("x is undefined");
      },
    };
    await expect(getEffect(prepared)(ending)).rejects.toThrow("x is undefined");
    expect(await rows.listOperations()).toHaveLength(1);
  });

  test("of an export is recorded in any case, because its push cannot be undone", async () => {
    for (const [kind, plan, expected] of [
      ["export", undefined, true],
      ["export", true, false],
      ["import", undefined, false],
    ] as const) {
      const rows = await open();
      const request = JSON.stringify({ ...rows.request, ...(plan && { plan }) });
      const call = failingBy(new GitFailure("failed", "No."));
      const { isRecorded } = await run(rows, { kind, request }, { call });
      expect([kind, plan, isRecorded]).toEqual([kind, plan, expected]);
    }
  });

  test("of a plan does not change the state of the space", async () => {
    const rows = await open();
    await rows.insertSync({ state: "success", operation: "import" });
    const request = JSON.stringify({ ...rows.request, plan: true });
    const call = failingBy(new GitFailure("failed", "No."));
    const { running, sync } = await run(rows, { kind: "export", request }, { call });
    expect([running, sync?.operation, sync?.error]).toEqual(["success", "import", null]);
  });

  test.each<[string, string | undefined, string | null, boolean, string]>([
    ["older", "2026-03-01T10:00:00Z", "2026-03-01T10:00:01.000Z", false, "skipped"],
    [
      "older, in another zone",
      "2026-03-01T11:00:00+01:00",
      "2026-03-01T10:00:01.000Z",
      false,
      "skipped",
    ],
    ["older, but forced", "2026-03-01T10:00:00Z", "2026-03-01T10:00:01.000Z", true, "failure"],
    ["not older", "2026-03-01T10:00:01Z", "2026-03-01T10:00:01.000Z", false, "failure"],
    ["of a first sync", "2026-03-01T10:00:00Z", null, false, "failure"],
    ["without a time", undefined, "2026-03-01T10:00:01.000Z", false, "failure"],
  ])("whose event is %s", async (_, timestamp, synced_at, force, state) => {
    const rows = await open();
    await rows.insertSync({ state: "pending", operation: "import", synced_at });
    const request = JSON.stringify({ ...rows.request, timestamp, force });
    // Whatever is not skipped fails here.
    const call = failingBy(new GitFailure("failed", "No."));
    const { sync } = await run(rows, { request }, { call });
    expect(sync?.state).toBe(state);
    if (state !== "skipped") return;
    expect(sync?.error).toBe(
      `The triggering event at ${timestamp} is older than the last synchronization (${synced_at}). Use --force to run it anyway.`,
    );
  });

  slowTests.each([
    [undefined, 2],
    [1, 2],
    [4, 5],
    [5, undefined],
  ])("whose space changes meanwhile is repeated, at attempt %s", async (attempt, next) => {
    const rows = await open();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    await rows.insertSync({ state: "pending", operation: "import" });
    const request = JSON.stringify({ ...rows.request, url: repository.path });
    const { workspace } = ground;
    const meanwhile = () => publishPages(workspace, rows.spaceId, [{ title: "A", slug: "a" }]);
    const payload = attempt === undefined ? {} : { attempt };
    const { sync, jobs } = await run(rows, { request }, { payload, meanwhile });
    const isRepeated = next !== undefined;
    expect(jobs).toEqual(
      isRepeated
        ? [{ kind: "synchronize-git", payload: { spaceId: rows.spaceId, attempt: next } }]
        : [],
    );
    expect(sync).toMatchObject({
      state: isRepeated ? "running" : "failure",
      error: isRepeated
        ? null
        : "The space was changed during each of the 5 attempts to merge it. Nothing was imported. Retry when the space is edited less frequently.",
    });
    expect((await rows.listOperations()).length).toBe(isRepeated ? 1 : 0);
  });

  slowTests.each(kinds)("of an %s of a deleted space fails", async (kind) => {
    const rows = await open();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    await rows.insertSync({ state: "pending", operation: "import" });
    const request = JSON.stringify({ ...rows.request, url: repository.path });
    await ground.workspace.ok(ground.admin, space.remove, { spaceId: rows.spaceId });
    const { sync } = await run(rows, { kind, request });
    expect(sync).toMatchObject({ state: "failure", error: "The space was deleted." });
  });
});
