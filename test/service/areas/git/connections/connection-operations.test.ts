/** The results of imports and exports of a connected space, and the steps that follow them. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import {
  recordConnectionResult,
  startConnectionSync,
} from "../../../../../src/service/areas/git/connections/connection-operations.ts";
import { sealCredentials } from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import type {
  OperationRequest,
  OperationResult,
} from "../../../../../src/service/areas/git/operation.ts";
import { toCredentialsPurpose } from "../../../../../src/service/areas/git/operation.ts";
import type { SyncReport } from "../../../../../src/service/areas/git/report.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { main } from "../../../../support/git/git-space.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;

/** The connection of another space, which no operation changes. */
let other: GitRows;
let otherRow: GitInstallationTable;

beforeAll(async () => {
  platform = await openGitPlatform();
  other = await createGitRows(platform);
  const changes = { observed_commit: "c0", changed_at: earlier, rewritten: "{}", failures: 1 };
  otherRow = await other.connect({ isNew: true }, changes);
  return () => platform.workspace.service.close();
});

afterEach(async () => {
  expect(await other.readConnection()).toEqual(otherRow);
});

const earlier = "2026-03-02T07:00:00.000Z";
const later = "2026-03-02T09:00:00.000Z";
const url = "https://git.example.com/docs.git";

interface Ended {
  readonly kind: "import" | "export";
  readonly request?: Partial<OperationRequest>;
  /** Whether the operation is not one of the connection. */
  readonly isForeign?: boolean;
  /** The connection at the end of the operation. */
  readonly row?: Partial<GitInstallationTable>;
  readonly result: OperationResult;
}

/** The next steps after the end of an operation, which started at 8:00. */
async function end(rows: GitRows, { kind, request, isForeign = false, row, result }: Ended) {
  const stored = await rows.connect(undefined, { failures: 1, problem: '{"reason":"x"}', ...row });
  const operation = {
    row: { ...(await rows.insertOperation({ kind })) },
    request: { ...rows.request, ...(!isForeign && { installation: stored.id }), ...request },
    sync: undefined,
  };
  await rows.db.deleteFrom("git_operations").where("space_id", "=", rows.spaceId).execute();
  await recordConnectionResult(rows.call, operation, result);
  const now = await rows.readConnection();
  const operations = await rows.listOperations();
  return {
    next: operations.map(({ kind, request: { thenExport, afterImport } }) =>
      [kind, thenExport && "then export", afterImport && "after import"].filter(Boolean).join(", "),
    ),
    checks: rows.jobs.filter((job) => job.kind === "check-git-connection").length,
    problem: now.problem === null ? undefined : JSON.parse(now.problem).reason,
    failures: now.failures,
    isChanged: now.changed_at !== null,
    observed: now.observed_commit,
    rewritten: now.rewritten === null ? undefined : JSON.parse(now.rewritten),
  };
}

const report = (counts: Partial<SyncReport>) =>
  createPartial<SyncReport>({ changes: [], ...counts });

describe("a successful import", () => {
  test.each(
    ([undefined, 0, 1] as const).flatMap((ahead) =>
      ([undefined, true] as const).flatMap((thenExport) =>
        [false, true].map((isChanged) => ({ ahead, thenExport, isChanged })),
      ),
    ),
  )(
    "exports the changes of the space that remain: %j",
    async ({ ahead, thenExport, isChanged }) => {
      const rows = await createGitRows(platform);
      const isAhead = ahead === 1;
      const ended = await end(rows, {
        kind: "import",
        request: { ...(thenExport && { thenExport }) },
        row: { changed_at: isChanged ? earlier : null },
        result: {
          ...{ state: "success", commit: "c2" },
          ...(ahead !== undefined && { report: report({ ahead }) }),
        },
      });
      expect(ended).toEqual({
        next: isAhead && (thenExport || isChanged) ? ["export, after import"] : [],
        ...{ checks: 0, problem: undefined, failures: 0, observed: "c2", rewritten: undefined },
        isChanged: isChanged && isAhead,
      });
    },
  );

  test("reports a rewritten history with both commits, and keeps the observed one without a new one", async () => {
    const rows = await createGitRows(platform);
    await rows.insertSync({ synced_commit: "c1" });
    const result = { state: "success", commit: "c2", isRewritten: true } as const;
    expect((await end(rows, { kind: "import", result })).rewritten).toEqual({
      ...{ from: "c1", to: "c2", at: rows.call.now.toISOString() },
    });
    const other = await createGitRows(platform);
    await other.insertSync({ synced_commit: "c1" });
    expect(
      await end(other, {
        kind: "import",
        row: { observed_commit: "c0", rewritten: '{"from":"c3"}' },
        result: { state: "skipped" },
      }),
    ).toMatchObject({ observed: "c0", rewritten: { from: "c3" } });
    const unknown = await createGitRows(platform);
    expect((await end(unknown, { kind: "import", result })).rewritten).toBeUndefined();
  });
});

describe("a successful export", () => {
  test.each(
    ([undefined, 0, 1] as const).flatMap((behind) =>
      [true, false].map((isCurrent) => ({ behind, isCurrent })),
    ),
  )("imports what the branch has in addition, and exports later changes: %j", async (given) => {
    const { behind, isCurrent } = given;
    const rows = await createGitRows(platform);
    const revisionId = isCurrent ? await rows.getRevision() : "older";
    const isBehind = behind === 1;
    const ended = await end(rows, {
      kind: "export",
      row: { changed_at: earlier, observed_commit: "c1" },
      result: {
        ...{ state: "success", revisionId, commit: "c2" },
        ...(behind !== undefined && { report: report({ behind }) }),
      },
    });
    expect(ended).toEqual({
      next: isBehind ? ["import"] : [],
      checks: isCurrent || isBehind ? 0 : 1,
      ...{ problem: undefined, failures: 0, observed: "c2", rewritten: undefined },
      isChanged: !isCurrent,
    });
  });

  test("without a commit keeps the observed one", async () => {
    const rows = await createGitRows(platform);
    const revisionId = await rows.getRevision();
    const result = { state: "success", revisionId } as const;
    const row = { observed_commit: "c1" };
    expect((await end(rows, { kind: "export", row, result })).observed).toBe("c1");
  });
});

describe("a failure", () => {
  const reasons = [undefined, "rejected", "empty", "unreachable"] as const;
  test.each(
    (["import", "export"] as const).flatMap((kind) =>
      reasons.flatMap((reason) =>
        ([undefined, true] as const).map((afterImport) => ({ kind, reason, afterImport })),
      ),
    ),
  )("is a problem, unless the other direction resolves it: %j", async (given) => {
    const { kind, reason, afterImport } = given;
    const rows = await createGitRows(platform);
    const ended = await end(rows, {
      kind,
      request: { ...(afterImport && { afterImport }) },
      row: { changed_at: earlier, observed_commit: "c1" },
      result: { state: "failure", error: "No.", ...(reason !== undefined && { reason }) },
    });
    const next =
      kind === "export" && reason === "rejected" && !afterImport
        ? ["import, then export"]
        : kind === "import" && reason === "empty"
          ? ["export, after import"]
          : [];
    const isProblem = next.length === 0;
    expect(ended).toEqual({
      ...{ next, isChanged: true, observed: "c1", rewritten: undefined },
      checks: isProblem ? 1 : 0,
      problem: isProblem ? (reason ?? "failed") : "x",
      failures: isProblem ? 2 : 1,
    });
    if (isProblem) {
      expect(JSON.parse((await rows.readConnection()).problem ?? "")).toMatchObject({
        ...{ cause: "operation", message: "No." },
      });
    }
  });
});

describe("a commit that a check found during an operation", () => {
  test.each<[string | null, string | null, number]>([
    [null, "c9", 0],
    [earlier, "c9", 0],
    ["2026-03-02T08:00:00.000Z", "c9", 1],
    [later, "c9", 1],
    [later, "c2", 0],
    [later, null, 0],
  ])("at %s, %s, leads to %i checks", async (checked_at, observed_commit, checks) => {
    for (const kind of ["import", "export"] as const) {
      const rows = await createGitRows(platform);
      const revisionId = await rows.getRevision();
      const result = { state: "success", commit: "c2", revisionId } as const;
      const row = { checked_at, observed_commit };
      expect(await end(rows, { kind, row, result })).toMatchObject({ checks, observed: "c2" });
    }
  });
});

test.each([
  ["without a connection", {}, true],
  ["of a removed connection", { removed_at: earlier }, false],
])("a result %s changes nothing", async (_, row, isForeign) => {
  for (const state of ["success", "failure"] as const) {
    const rows = await createGitRows(platform);
    const before = { failures: 1, problem: "x", isChanged: true, observed: "c1", checks: 0 };
    expect(
      await end(rows, {
        ...{ kind: "import", isForeign, result: { state, commit: "c2" } },
        row: { changed_at: earlier, observed_commit: "c1", ...row },
      }),
    ).toEqual({ ...before, next: [], rewritten: undefined });
  }
});

describe("the start of a sync", () => {
  test("needs the repository and the branch", async () => {
    for (const config of [{}, { url }, { branch: main, repositoryId: 7 }]) {
      const rows = await createGitRows(platform);
      const row = await rows.connect(config);
      expect(await startConnectionSync(rows.call, row, "import")).toBe(false);
      expect([await rows.listOperations(), rows.jobs]).toEqual([[], []]);
    }
  });

  test("uses the folder, the token and the principal of the connection", async () => {
    const rows = await createGitRows(platform);
    const { call } = rows;
    const principal = { kind: "user", user: await platform.workspace.person() };
    const config = { url, branch: main, directory: "docs", priority: "gitbook" };
    const row = await rows.connect(config, { principal: JSON.stringify(principal) });
    const credentials = { username: "git", password: "secret" };
    const encrypted = await sealCredentials(call.secretBox, row.id, credentials);
    const more = { thenExport: true } as const;
    expect(
      await startConnectionSync(call, { ...row, credentials: encrypted }, "import", more),
    ).toBe(true);
    const [operation] = await rows.listOperations();
    expect(operation).toMatchObject({
      ...{ kind: "import", requested_by: principal.user },
      request: {
        ...{ url, ref: main, directory: "docs", force: false, standalone: false },
        ...{ installation: row.id, prefer: "space", thenExport: true },
      },
    });
    expect(operation?.request).not.toHaveProperty("commitMessage");
    expect(JSON.parse(operation?.principal ?? "")).toEqual({
      ...{ principal, organization: rows.organizationId },
    });
    const purpose = toCredentialsPurpose(operation?.id ?? "");
    const opened = await call.secretBox.open(operation?.credentials ?? "", purpose);
    expect(JSON.parse(opened)).toEqual(credentials);
  });

  test("ends the state of a new connection", async () => {
    const rows = await createGitRows(platform);
    const config = { url, branch: main, priority: "git" };
    const row = await rows.connect({ ...config, isNew: true });
    await startConnectionSync(rows.call, row, "import");
    expect(JSON.parse((await rows.readConnection()).config)).toEqual(config);
  });

  test.each([
    [undefined, "Update the documentation", "Merge change request #1: Words"],
    ["", "Update the documentation", "Merge change request #1: Words"],
    ["Docs", "Docs", "Docs"],
    [
      "{change_request_number}/{change_request_number}: {change_request_subject}",
      "Update the documentation",
      "1/1: Words",
    ],
  ])("writes a commit message of an export from the template %j", async (template, edit, merge) => {
    const rows = await createGitRows(platform);
    const { workspace, admin } = platform;
    const { spaceId } = rows;
    const row = await rows.connect({ url, branch: main, messageTemplate: template });
    await startConnectionSync(rows.call, row, "export");
    const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: "Words" });
    const key = { spaceId, changeRequestId: id };
    const page = { operation: "insert_page", title: "More", document: {} } as const;
    await workspace.ok(admin, cr.edit, { ...key, changes: [page] });
    await workspace.ok(admin, cr.merge, key);
    await startConnectionSync(rows.call, row, "export");
    const messages = (await rows.listOperations()).map(({ request }) => request.commitMessage);
    expect(messages).toEqual([edit, merge]);
  });
});
