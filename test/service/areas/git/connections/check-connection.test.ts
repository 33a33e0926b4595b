/** Checks of the branch of a connected space: what they start, what they report, and when they repeat. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import {
  checkPermission,
  createCheck,
  getFirstSync,
} from "../../../../../src/service/areas/git/connections/check-connection.ts";
import { sealCredentials } from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import { toRemoteKey } from "../../../../../src/service/areas/git/operation.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import { GitFailure } from "../../../../../src/service/engines/git/failure.ts";
import {
  type JobCall,
  type LongJobCall,
  NotPermittedError,
} from "../../../../../src/service/jobs/job.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { sample, slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { type GitRepository, gitRepository } from "../../../../support/git/git.ts";
import { createGitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { main } from "../../../../support/git/git-space.ts";
import { getEffect } from "../../../../support/platforms/job-kinds.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;

/** The connection of another space, which no check changes. */
let other: Awaited<ReturnType<typeof createGitRows>>;
let otherRow: GitInstallationTable;

beforeAll(async () => {
  platform = await openGitPlatform();
  other = await createGitRows(platform);
  otherRow = await other.connect(undefined, { problem: problem("check"), failures: 1 });
  return () => platform.workspace.service.close();
});

afterEach(async () => {
  expect(await other.readConnection()).toEqual(otherRow);
});

/** A repository with one commit. */
let repository: GitRepository;
let head: string;

beforeEach(() => {
  repository = gitRepository();
  head = repository.commit({ "README.md": "# Home\n" });
});

const earlier = "2026-03-02T07:00:00.000Z";
const problem = (cause: "check" | "operation") =>
  JSON.stringify({ reason: "moved", message: "M", fix: "F", since: earlier, cause });

interface Given {
  readonly config?: object;
  readonly row?: Partial<GitInstallationTable>;
  /**
   * The commit of the last sync with the repository; none was synchronized if it is absent.
   * `head` is that of the branch.
   */
  readonly synced?: string | null | undefined;
  /** The folder of the last sync. */
  readonly folder?: string;
  readonly seconds?: number | undefined;
  readonly number?: number;
  readonly call?: Partial<LongJobCall>;
  /** What happens between the long part and the effect. */
  readonly meanwhile?: (rows: Rows, row: GitInstallationTable) => Promise<unknown>;
}

type Rows = Awaited<ReturnType<typeof createGitRows>>;

/** Runs a check, whose space has a connection with the number 3. */
async function check(given: Given) {
  const { seconds = "seconds" in given ? undefined : 30, number = 3, synced } = given;
  const rows = await createGitRows(platform);
  const config: { url: string } = { url: repository.path, ...{ branch: main, ...given.config } };
  const row = await rows.connect(config, { check_number: 3, ...given.row });
  if (synced !== undefined) {
    const remote = toRemoteKey({ ...rows.request, url: config.url, directory: given.folder ?? "" });
    const synced_commit = synced === "head" ? head : synced;
    await rows.insertSync({ synced_place: remote, synced_commit });
  }
  const call = { ...rows.call, ...given.call };
  const payload = { installationId: row.id, number };
  const effect = getEffect(await createCheck(seconds).prepare(payload, call));
  await given.meanwhile?.(rows, row);
  await effect(call);
  const now = await rows.readConnection();
  const next = now.next_check_at;
  return {
    started: (await rows.listOperations()).map(({ kind, request }) =>
      request.thenExport ? `${kind}, then export` : kind,
    ),
    problem: now.problem === null ? undefined : JSON.parse(now.problem),
    observed: now.observed_commit,
    checked: now.checked_at,
    /** In seconds. */
    delay: next === null ? undefined : (Date.parse(next) - rows.call.now.getTime()) / 1000,
    rows,
  };
}

const failBy = (error: Error) =>
  createPartial<LongJobCall["outside"]>({
    get mayReadFiles(): boolean {
      throw error;
    },
  });

const idle = { started: [], problem: undefined, observed: null, checked: null };
const refused = { ...idle, delay: 60 };

describe("a check of a branch", () => {
  test.each(
    sample<[string, Given, object]>(
      [
        ["at the synchronized commit starts nothing", {}, []],
        [
          "at the synchronized commit exports changes",
          { row: { changed_at: earlier } },
          ["export"],
        ],
        ["at another commit imports it", { synced: "c0" }, ["import"]],
        [
          "at another commit imports it before changes are exported",
          { synced: "c0", row: { changed_at: earlier } },
          ["import"],
        ],
        ["that was never synchronized imports it", { synced: undefined }, ["import"]],
        [
          "in another folder imports it",
          { config: { directory: "docs" }, row: { changed_at: earlier } },
          ["import"],
        ],
        [
          "of a new connection imports it, and then exports if the space has the priority",
          { synced: "c0", config: { isNew: true, priority: "gitbook" } },
          ["import, then export"],
        ],
        [
          "of a new connection imports it",
          { synced: "c0", config: { isNew: true, priority: "git" } },
          ["import"],
        ],
      ],
      4,
    ),
  )("%s", async (_, given, started) => {
    const { rows, ...result } = await check({ synced: "head", ...given });
    const now = rows.call.now.toISOString();
    expect(result).toEqual({
      ...{ started, problem: undefined, observed: head, checked: now, delay: 30 },
    });
  });

  slowTests.each<[string, Given, object]>([
    ["is empty, starts nothing", {}, []],
    ["is empty, exports changes", { row: { changed_at: earlier } }, ["export"]],
    ["is empty, exports to a new connection", { config: { isNew: true } }, ["export"]],
    ["was empty at the last sync, starts nothing", { synced: null }, []],
  ])("of a repository that %s", async (_, given, started) => {
    const { path: url } = gitRepository();
    const row = { observed_commit: "c1", ...given.row };
    const { rows, ...result } = await check({ ...given, row, config: { url, ...given.config } });
    const checked = rows.call.now.toISOString();
    expect(result).toEqual({
      ...{ started, problem: undefined, observed: "c1", checked, delay: 30 },
    });
  });

  test.each<[string, Given, string | undefined]>([
    ["had the branch", { synced: "c1" }, "empty"],
    ["had no commit", { synced: null }, undefined],
    ["had another folder", { synced: "c1", folder: "docs" }, undefined],
  ])("of an empty repository that %s at the last sync", async (_, given, reason) => {
    const { path: url } = gitRepository();
    const { rows, ...result } = await check({ ...given, config: { url } });
    if (reason === undefined) expect(result).toMatchObject({ problem: undefined, delay: 30 });
    else {
      expect(result).toMatchObject({
        ...refused,
        problem: { reason, cause: "check", message: `${url} is empty: it no longer has ${main}.` },
      });
    }
  });

  slowTest("that does not exist, or of a server that is not reached, is a problem", async () => {
    for (const [config, reason, message] of [
      [{ branch: "refs/heads/gone" }, "no-branch", "has no branch refs/heads/gone."],
      [{ url: `${repository.path}-gone` }, "no-repository", "is not a Git repository"],
      [{ url: "http://127.0.0.1:1/docs.git" }, "unreachable", "could not be reached"],
    ] as const) {
      const { rows, ...result } = await check({ config });
      const problem = { reason, cause: "check", message: expect.stringContaining(message) };
      expect(result).toMatchObject({ ...refused, problem });
    }
  });

  test.each([
    ["without a response", true, "unreachable"],
    ["without a token", false, "credentials"],
  ])("of a provider %s is a problem", async (_, hasToken, reason) => {
    const rows = await createGitRows(platform);
    const { secretBox } = rows.call;
    const credentials = { username: "x-access-token", password: "secret" };
    const row = await rows.connect(
      { repositoryId: 7, instance: "http://127.0.0.1:1" },
      {
        ...{ id: "I7", provider: "github" },
        credentials: hasToken ? await sealCredentials(secretBox, "I7", credentials) : null,
      },
    );
    const payload = { installationId: row.id, number: 0 };
    await getEffect(await createCheck(30).prepare(payload, rows.call))(rows.call);
    const stored = await rows.readConnection();
    expect(JSON.parse(stored.problem ?? "")).toMatchObject({ reason, cause: "check" });
    await rows.db.deleteFrom("git_installations").where("id", "=", "I7").execute();
  });

  test.each(["check", "operation"] as const)("clears a problem of a %s only", async (cause) => {
    const row = { problem: problem(cause), failures: 2 };
    const result = await check({ synced: "head", row });
    expect(result.problem?.cause).toBe(cause === "check" ? undefined : "operation");
    expect((await result.rows.readConnection()).failures).toBe(cause === "check" ? 0 : 2);
  });

  test("starts nothing while another sync is queued", async () => {
    const meanwhile = (rows: Rows) => rows.insertOperation({ kind: "export" });
    const result = await check({ synced: "c0", meanwhile });
    expect([result.started, result.observed, result.delay]).toEqual([["export"], head, 30]);
  });

  test.each<[string, Given, number | undefined]>([
    ["without a server", { seconds: undefined }, 300],
    [
      "without a server, with a webhook",
      { seconds: undefined, row: { received_at: earlier } },
      3600,
    ],
    ["without a repository", { config: { url: undefined, branch: undefined } }, 30],
  ])("%s is only repeated", async (_, given, delay) => {
    const { rows, ...result } = await check({ synced: "c0", ...given });
    expect(result).toEqual({ ...idle, delay });
  });

  test("without a server looks up the branch, because a command waits for the first sync", async () => {
    const { rows, ...result } = await check({
      ...{ seconds: undefined, config: { branch: undefined, isNew: true } },
    });
    expect(result).toMatchObject({ started: ["import"], observed: head, delay: 300 });
    expect(JSON.parse((await rows.readConnection()).config)).toEqual({
      ...{ url: repository.path, branch: main },
    });
  });

  test("is rarer with a webhook", async () => {
    const row = { received_at: earlier };
    expect((await check({ synced: "head", row })).delay).toBe(360);
  });

  test("of a deleted space is only repeated", async () => {
    const rows = await createGitRows(platform);
    const { workspace, admin } = platform;
    const row = await rows.connect({ url: repository.path, branch: main });
    await workspace.ok(admin, space.remove, { spaceId: rows.spaceId });
    const payload = { installationId: row.id, number: 0 };
    await getEffect(await createCheck(30).prepare(payload, rows.call))(rows.call);
    expect(await rows.listOperations()).toEqual([]);
    expect((await rows.readConnection()).next_check_at).not.toBeNull();
  });

  test.each<[string, Given]>([
    ["with another number", { number: 2 }],
    ["of a removed connection", { row: { removed_at: earlier } }],
    [
      "that was requested again meanwhile",
      {
        meanwhile: ({ db }, { id }) =>
          db
            .updateTable("git_installations")
            .set({ check_number: 4 })
            .where("id", "=", id)
            .execute(),
      },
    ],
    [
      "that was requested again while it failed",
      {
        config: { branch: "refs/heads/gone" },
        meanwhile: ({ db }, { id }) =>
          db
            .updateTable("git_installations")
            .set({ check_number: 4 })
            .where("id", "=", id)
            .execute(),
      },
    ],
    [
      "of a connection that was removed meanwhile",
      {
        meanwhile: ({ db }, { id }) =>
          db
            .updateTable("git_installations")
            .set({ removed_at: earlier })
            .where("id", "=", id)
            .execute(),
      },
    ],
  ])("%s does nothing", async (_, given) => {
    const { rows, ...result } = await check({ synced: "c0", ...given });
    expect(result).toEqual({ ...idle, delay: undefined });
  });

  test("that the end of the platform interrupts has no result", async () => {
    const signal = AbortSignal.abort();
    await expect(check({ call: { signal } })).rejects.toThrow("aborted");
    const failure = new GitFailure("unreachable", "It was aborted.");
    await expect(check({ call: { signal, outside: failBy(failure) } })).rejects.toBe(failure);
  });

  test("without permission, or with an error of the platform, has no result", async () => {
    for (const error of [new NotPermittedError("No."), new TypeError("A bug.")]) {
      await expect(check({ call: { outside: failBy(error) } })).rejects.toBe(error);
    }
  });
});

describe("the permission of a check", () => {
  async function open() {
    const rows = await createGitRows(platform);
    const row = await rows.connect();
    const scopes: unknown[] = [];
    const authorize = async (caller: string, installationId = row.id) => {
      await checkPermission.authorize(
        { installationId, number: 0 },
        {
          ...{ db: rows.db, now: rows.call.now, caller, boundTo: undefined },
          organization: rows.organizationId,
          requireScope: async (...scope) => void scopes.push(scope),
        },
      );
    };
    return { rows, row, scopes, authorize };
  }

  test("is that of an import into its space", async () => {
    const { rows, scopes, authorize } = await open();
    const { workspace, organizationId, admin } = platform;
    await authorize(admin);
    expect(scopes).toEqual([["importGitRepository", { spaceId: rows.spaceId }]]);
    const reader = await workspace.member(organizationId, "read");
    await expect(authorize(reader)).rejects.toMatchObject({ status: 403 });
    await expect(authorize(await workspace.person())).rejects.toMatchObject({ status: 404 });
    await authorize(reader, "gone");
  });

  test("ends the check with a problem", async () => {
    const { rows, row } = await open();
    const call: JobCall = rows.call;
    const end = { state: "cancelled", reason: "No role." } as const;
    const ended = await checkPermission.end({ installationId: row.id, number: 0 }, end, call);
    expect(ended).toEqual({
      ...{ operation: "importGitRepository", target: { type: "space", id: rows.spaceId } },
    });
    expect(JSON.parse((await rows.readConnection()).problem ?? "")).toMatchObject({
      ...{ reason: "permission", message: "No role.", cause: "check" },
    });
    const gone = { installationId: "gone", number: 0 };
    expect(await checkPermission.end(gone, end, call)).toBeUndefined();
  });
});

// Later imports are followed by no export, which would reformat files of the repository.
test.each([
  [{ isNew: true, priority: "gitbook" }, { thenExport: true }],
  [{ isNew: true, priority: "git" }, {}],
  [{ isNew: true }, {}],
  [{ priority: "gitbook" }, {}],
  [{ priority: "git" }, {}],
  [{}, {}],
])(
  "only the first import that gives the space priority is followed by an export: %j",
  (config, expected) => {
    expect(getFirstSync({ config: JSON.stringify(config) })).toEqual(expected);
  },
);
