import { describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import {
  findActor,
  isTokenOwner,
  toRequest,
} from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import {
  getStatus,
  presentConnection,
  presentInstallation,
} from "../../../../../src/service/areas/git/connections/present-installation.ts";
import { getProviderServer } from "../../../../../src/service/areas/git/connections/provider-api.ts";
import { isUnresolved } from "../../../../../src/service/areas/git/connections/resolve-repository.ts";
import { insertSync } from "../../../../../src/service/areas/git/sync-rows.ts";
import type {
  GitInstallationTable,
  GitSyncTable,
} from "../../../../../src/service/areas/git/tables.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const time = "2026-03-02T08:00:00.000Z";
const row: GitInstallationTable = {
  ...{ id: "I1", space_id: "S1", config: "{}", credentials: null },
  provider: "git",
  ...{ webhook_secret: "sealed", created_by: "ada", principal: '{"kind":"user","user":"ada"}' },
  ...{ created_at: time, updated_at: time, removed_at: null, observed_commit: null },
  ...{ checked_at: null, next_check_at: null, check_number: 0, failures: 0, problem: null },
  ...{ changed_at: null, received_at: null, rewritten: null },
};
const url = "https://git.example.com/acme/docs.git";
const branch = "refs/heads/main";
const withConfig = (config: object, changes: Partial<GitInstallationTable> = {}) => ({
  ...{ ...row, config: JSON.stringify(config), ...changes },
});
const createProblem = (reason: string) =>
  JSON.stringify({ reason, message: "M", fix: "F", since: time, cause: "check" });

describe("a connection", () => {
  test.each<[object, string | null, string]>([
    [{}, null, "pending"],
    [{ url }, null, "pending"],
    [{ branch }, null, "pending"],
    [{ url, branch }, null, "active"],
    [{ url, branch }, createProblem("no-branch"), "active"],
    [{}, createProblem("credentials"), "unauthenticated"],
    [{ url, branch }, createProblem("credentials"), "unauthenticated"],
  ])("with %j and the problem %s is %s", (config, problem, status) => {
    expect(getStatus(withConfig(config, { problem }))).toBe(status);
  });

  test.each<[object, boolean]>([
    [{}, false],
    [{ repositoryId: 7 }, true],
    [{ projectId: 7 }, true],
    [{ url }, true],
    [{ url, repositoryId: 7 }, true],
    [{ url, branch }, false],
    [{ branch }, false],
    [{ url, branch, repositoryId: 7 }, false],
  ])("with %j has to look up its repository: %s", (config, expected) => {
    expect(isUnresolved(withConfig(config))).toBe(expected);
  });

  const synced = (commit: string, state: GitSyncTable["state"] = "success") =>
    createPartial<GitSyncTable>({ synced_commit: commit, state });
  test.each<[string, Partial<GitInstallationTable>, GitSyncTable | undefined, object]>([
    ["before its first sync", {}, undefined, {}],
    ["with a new commit", { observed_commit: "c1" }, undefined, { pending: "import" }],
    ["with another commit", { observed_commit: "c2" }, synced("c1"), { pending: "import" }],
    ["with the same commit", { observed_commit: "c1" }, synced("c1"), {}],
    ["with a changed space", { changed_at: time }, synced("c1"), { pending: "export" }],
    [
      "with a changed space and another commit",
      { changed_at: time, observed_commit: "c2" },
      synced("c1"),
      { pending: "sync" },
    ],
    ["that waits", { changed_at: time }, synced("c1", "pending"), {}],
    ["that is synchronized", { changed_at: time }, synced("c1", "running"), {}],
    [
      "with a problem, and a rewritten history",
      {
        provider: "github",
        ...{ checked_at: time, next_check_at: time, failures: 3 },
        ...{ problem: createProblem("moved"), rewritten: '{"from":"c1"}' },
      },
      synced("c1"),
      {
        ...{ installationProvider: "github", checkedAt: time, nextCheckAt: time },
        problem: { reason: "moved", message: "M", fix: "F", since: time, attempts: 3 },
        rewritten: { from: "c1" },
      },
    ],
  ])("%s", (_, changes, sync, expected) => {
    expect(presentConnection(withConfig({ url, branch }, changes), sync)).toEqual({
      ...{ installationId: "I1", installationStatus: "active", url, repoName: "acme/docs" },
      ...{ ref: branch, ...expected },
    });
  });

  test("without a repository has only its status", () => {
    expect(presentConnection(row, undefined)).toEqual({
      ...{ installationId: "I1", installationStatus: "pending" },
    });
    expect(presentConnection(withConfig({ url, repositoryName: "Named" }), undefined)).toEqual({
      ...{ installationId: "I1", installationStatus: "pending", url, repoName: "Named" },
    });
  });
});

test("an installation is presented without its secrets, and with its repository if it is known", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const call = { db, base: "http://127.0.0.1:4000" };
  const base = {
    ...{ object: "git-sync-installation", id: "I1", target: { type: "space", spaceId: "S1" } },
    ...{ provider: "git", webhook: { url: "http://127.0.0.1:4000/_git/webhooks/I1" } },
    ...{ createdAt: time, createdBy: "ada", updatedAt: time },
    urls: { location: "http://127.0.0.1:4000/v1/git/installations/I1" },
  };
  expect(await presentInstallation(row, call)).toEqual({
    ...{ ...base, status: "pending", providerConfiguration: {} },
  });
  const created = await presentInstallation(row, call, "secret");
  expect(created.webhook).toEqual({ ...base.webhook, secret: "secret" });
  const config = {
    ...{ url, branch, directory: "docs", messageTemplate: "Sync", priority: "git" },
    ...{ projectId: 7, instance: "https://git.example.com" },
  };
  const changes = { received_at: time, observed_commit: "c2", credentials: "sealed" };
  const connected = withConfig(config, changes);
  const repository = {
    ...{ object: "git-repository-connection", id: "I1-repository", provider: "git" },
    ...{ repositoryId: "7", repositoryName: "acme/docs", repositoryUrl: url },
    ...{ authState: "active", capabilities: { pullRequests: false, commitStatuses: false } },
    ...{ createdAt: time, updatedAt: time },
  };
  const ref = {
    ...{ object: "git-repository-ref", id: "I1-ref", name: branch, type: "branch" },
    ...{ latestObservedCommitId: "c2", updatedAt: time },
  };
  const expected = {
    ...{ ...base, status: "active", projectDirectory: "docs", commitMessageTemplate: "Sync" },
    ...{ priority: "git", webhook: { ...base.webhook, lastReceivedAt: time } },
    providerConfiguration: {
      ...{ projectId: 7, url, branch, customInstanceURL: "https://git.example.com" },
    },
    ...{ repositoryConnection: repository, repositoryRef: ref },
  };
  expect(await presentInstallation(connected, call)).toEqual(expected);
  await insertSync(db, { space_id: spaceId, shown: "{}", last_import: '{"commit":"c1"}' });
  const checked = "2026-03-02T09:00:00.000Z";
  const named = withConfig(
    { url, branch, repositoryName: "Named", defaultBranch: "main", repositoryId: 9 },
    { checked_at: checked, space_id: spaceId },
  );
  expect(await presentInstallation(named, call)).toEqual({
    ...{ ...base, target: { type: "space", spaceId }, status: "active" },
    providerConfiguration: { repositoryId: 9, url, branch },
    repositoryConnection: {
      ...{ ...repository, repositoryId: "9", repositoryName: "Named", defaultBranch: "main" },
    },
    repositoryRef: {
      ...{ object: "git-repository-ref", id: "I1-ref", name: branch, type: "branch" },
      ...{ latestImportedCommitId: "c1", updatedAt: checked },
    },
  });
  const plain = await presentInstallation(withConfig({ url, branch }), call);
  expect(plain.repositoryConnection?.repositoryId).toBe(url);
});

describe("an installation", () => {
  test("determines the request of its syncs, when its repository and branch are known", () => {
    expect(toRequest(row)).toBeUndefined();
    expect(toRequest(withConfig({ url }))).toBeUndefined();
    expect(toRequest(withConfig({ branch }))).toBeUndefined();
    const request = {
      ...{ url, ref: branch, directory: "", force: false, standalone: false },
      ...{ installation: "I1", prefer: "repository" },
    };
    expect(toRequest(withConfig({ url, branch }))).toEqual(request);
    expect(toRequest(withConfig({ url, branch, priority: "git" }))).toEqual(request);
    const ours = { url, branch, directory: "docs", priority: "gitbook" };
    expect(toRequest(withConfig(ours))).toEqual({
      ...{ ...request, directory: "docs", prefer: "space" },
    });
  });

  test("acts on behalf of a user without the token of the request", () => {
    expect(findActor({ principal: undefined, caller: "ada" })).toEqual({
      ...{ kind: "user", user: "ada" },
    });
    const token = { store: "tokens", hash: "00" } as const;
    const user = { kind: "user", user: "ada", token } as const;
    expect(findActor({ principal: user, caller: "bob" })).toEqual({ kind: "user", user: "ada" });
  });

  test("has the access token of the user who stored it", () => {
    const ada = { kind: "user", user: "ada" } as const;
    const bob = { kind: "user", user: "bob" } as const;
    expect([isTokenOwner(row, ada), isTokenOwner(row, bob)]).toEqual([true, false]);
  });

  test.each([
    ["github", undefined, "https://github.com"],
    ["gitlab", undefined, "https://gitlab.com"],
    ["git", undefined, undefined],
    ["github", "https://git.example.com:8443/github/", "https://git.example.com:8443"],
    ["gitlab", "not a URL", "https://gitlab.com"],
  ] as const)("of %s with the instance %s uses the server %s", (provider, instance, server) => {
    expect(getProviderServer(provider, instance)).toBe(server);
  });
});
