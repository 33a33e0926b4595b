/** Requests about the connection of a space: what they store, what they start, and what they refuse. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint, Input } from "../../../../../src/contract/endpoint.ts";
import * as git from "../../../../../src/contract/git.ts";
import * as installation from "../../../../../src/contract/git-installation.ts";
import { sealCredentials } from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import { handlers } from "../../../../../src/service/areas/git/connections/git-installation.ts";
import { findSync } from "../../../../../src/service/areas/git/sync-rows.ts";
import type {
  GitInstallationTable,
  GitSyncTable,
} from "../../../../../src/service/areas/git/tables.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { GitFailure } from "../../../../../src/service/engines/git/failure.ts";
import { FetchFailure } from "../../../../../src/service/engines/network/fetch-failure.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { sample, slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { gitServer } from "../../../../support/git/git-http.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { main } from "../../../../support/git/git-space.ts";
import { answering } from "../../../../support/network/answering.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let rows: GitRows;

/** The connection of another space, which no request changes. */
let other: GitRows;
let otherRow: GitInstallationTable;
let otherSync: GitSyncTable;

beforeAll(async () => {
  platform = await openGitPlatform();
  other = await createGitRows(platform);
  otherRow = await other.connect(undefined, {
    ...{ credentials: "encrypted", problem: '{"reason":"moved"}', failures: 1 },
  });
  otherSync = await other.insertSync({ state: "success", operation: "import" });
  return () => platform.workspace.service.close();
});

beforeEach(async () => {
  rows = await createGitRows(platform);
});

afterEach(async () => {
  expect(await other.readConnection()).toEqual(otherRow);
  expect(await findSync(other.db, other.spaceId)).toEqual(otherSync);
});

const ok = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  platform.workspace.ok(platform.admin, endpoint, input);
const ask = <E extends Endpoint>(endpoint: E, input: Input<E>, caller = platform.admin) =>
  platform.workspace.explain(caller, endpoint, input);

const url = "https://git.example.com/acme/docs.git";
const earlier = "2026-03-01T08:00:00.000Z";
const now = "2026-03-02T08:00:00.000Z";

/** The requested checks of the connection, and the queued operations of the space. */
async function listWork() {
  const { next_check_at, check_number } = await rows.readConnection();
  const operations = await rows.listOperations();
  return {
    checks: check_number,
    next: next_check_at,
    operations: operations.map(({ kind, request }) =>
      request.thenExport ? `${kind}, then export` : kind,
    ),
  };
}

describe("install", () => {
  const install = (
    target: Input<typeof installation.install>["target"],
    provider: "git" | "github" = "git",
  ) => ({ provider, target });

  test("creates a connection without a repository, and returns its webhook secret once", async () => {
    const { spaceId } = rows;
    const made = await ok(installation.install, install({ type: "space", spaceId }, "github"));
    expect(made).toMatchObject({
      ...{ status: "pending", provider: "github", providerConfiguration: {} },
      ...{ createdBy: platform.admin, createdAt: now, updatedAt: now },
    });
    const row = await rows.readConnection();
    expect(row).toMatchObject({
      ...{ id: made.id, config: "{}", credentials: null, failures: 0, check_number: 0 },
      principal: JSON.stringify({ kind: "user", user: platform.admin }),
    });
    const { id: installationId } = made;
    const shown = await ok(installation.get, { installationId });
    expect(shown.webhook).toEqual({ url: made.webhook?.url });
    expect(made.webhook?.secret).toMatch(/^[\w-]{32}$/);
    expect(row.webhook_secret).not.toContain(made.webhook?.secret);
  });

  test("replaces a removed connection, but not another one", async () => {
    const { spaceId, connect, db } = rows;
    const { id } = await connect(undefined, { removed_at: earlier });
    const { id: made } = await ok(installation.install, install({ type: "space", spaceId }));
    const stored = await db
      .selectFrom("git_installations")
      .select("id")
      .where("space_id", "=", spaceId)
      .execute();
    expect([id === made, stored]).toEqual([false, [{ id: made }]]);
    expect(await ask(installation.install, install({ type: "space", spaceId }))).toMatchObject({
      ...{ status: 409, hint: `tome git status ${spaceId}` },
      message: `Space ${spaceId} already has the Git installation ${made}.`,
    });
  });

  test("does not connect sites", async () => {
    const { spaceId, db } = rows;
    for (const target of [
      { type: "site", siteId: "site_1" },
      { type: "space", spaceId, siteId: "site_1" },
    ] as const) {
      expect(await ask(installation.install, install(target))).toMatchObject({
        ...{ status: 501, hint: "tome git connect <space> --repo <url>" },
      });
    }
    const stored = await db
      .selectFrom("git_installations")
      .select("id")
      .where("space_id", "=", spaceId)
      .execute();
    expect(stored).toEqual([]);
  });
});

describe("update", () => {
  type Update = Partial<Input<typeof installation.update>>;
  const configure = async (input: Update) => {
    const { id: installationId, provider } = await rows.readConnection();
    return ok(installation.update, {
      ...{ installationId, provider, providerConfiguration: {} },
      ...input,
    });
  };

  test.each(
    sample<[string, object, Update, object]>(
      [
        [
          "imports a new repository",
          {},
          { providerConfiguration: { url, branch: main } },
          { operations: ["import"], checks: 1 },
        ],
        [
          "imports a new repository and then exports, if the space has the priority",
          {},
          { providerConfiguration: { url, branch: main }, priority: "gitbook" },
          { operations: ["import, then export"], checks: 1 },
        ],
        [
          "imports with other settings",
          { url, branch: main },
          { commitMessageTemplate: "Docs" },
          { operations: ["import"], checks: 1 },
        ],
        [
          "imports with the priority of the space, without an export of a known repository",
          { url, branch: main },
          { priority: "gitbook" },
          { operations: ["import"], checks: 1 },
        ],
        [
          "looks up the branch first",
          {},
          { providerConfiguration: { url } },
          { operations: [], checks: 1 },
        ],
        [
          "waits for a repository",
          {},
          { commitMessageTemplate: "Docs" },
          { operations: [], checks: 0 },
        ],
        [
          "waits for a repository with a branch",
          {},
          { providerConfiguration: { branch: main } },
          { operations: [], checks: 0 },
        ],
      ],
      4,
    ),
  )("%s", async (_, config, input, expected) => {
    await rows.connect(config);
    await configure(input);
    const { next, ...work } = await listWork();
    expect(work).toEqual(expected);
    expect(next).toBe(work.checks === 0 ? null : now);
    // A space shows no repository before one is configured.
    const sync = await findSync(rows.db, rows.spaceId);
    expect(sync === undefined).toBe(work.checks === 0);
  });

  test("starts nothing while a sync is queued, which has the new settings", async () => {
    await rows.connect();
    await rows.insertOperation();
    await configure({ commitMessageTemplate: "Docs" });
    expect(await listWork()).toMatchObject({ operations: ["import"], checks: 1 });
  });

  test.each<[string, object | undefined]>([
    ["first", undefined],
    ["next", { state: "failure", error: "Old.", operation: "export", ended_at: earlier }],
    ["next after a disconnect", { disconnected: 1, state: "success", ended_at: earlier }],
  ])("shows that the %s sync waits for the branch", async (_, sync) => {
    if (sync) await rows.insertSync({ ...sync, ref: "refs/heads/old" });
    const { id } = await rows.connect({}, { provider: "github" });
    await configure({ providerConfiguration: { url } });
    const { db, spaceId } = rows;
    const stored = await findSync(db, spaceId);
    expect(stored).toMatchObject({
      ...{ disconnected: null, operation: "import", state: "pending", error: null },
      ...{ started_at: now, ended_at: null },
    });
    expect(JSON.parse(stored?.shown ?? "")).toEqual({
      ...{ repoName: "acme/docs", url, installationProvider: "github", updatedAt: now },
      ...{ installationId: id, installationStatus: "pending" },
    });
    expect(await ok(git.info, { spaceId })).toMatchObject({ state: "pending", url });
  });

  test("shows a folder of this machine whose branch is not known yet", async () => {
    await rows.connect({});
    await configure({ providerConfiguration: { url: "/srv/docs.git" } });
    const { shown = "" } = (await findSync(rows.db, rows.spaceId)) ?? {};
    expect(JSON.parse(shown)).toMatchObject({ url: "/srv/docs.git" });
  });

  test("shows a repository that is known by its id only", async () => {
    await rows.connect({}, { provider: "github" });
    await configure({ providerConfiguration: { repositoryId: 7, accessToken: "secret" } });
    const { shown = "" } = (await findSync(rows.db, rows.spaceId)) ?? {};
    expect(JSON.parse(shown)).not.toHaveProperty("url");
    expect(await listWork()).toMatchObject({ operations: [], checks: 1 });
  });
});

describe("uninstall and restore", () => {
  test("disconnect the space without its token and its problem, and connect it again", async () => {
    const { db, spaceId, connect, insertSync, readConnection, admin } = rows;
    const { id: installationId } = await connect(undefined, {
      ...{ credentials: "encrypted", problem: '{"reason":"moved"}', changed_at: earlier },
      ...{ updated_at: earlier, principal: '{"kind":"user","user":"other"}' },
    });
    await insertSync({ synced_commit: "c1", state: "success", operation: "import" });
    await ok(installation.uninstall, { installationId });
    expect(await readConnection()).toMatchObject({
      ...{ removed_at: now, credentials: null, problem: null, changed_at: null, check_number: 0 },
    });
    const disconnected = await findSync(db, spaceId);
    expect(disconnected).toMatchObject({ disconnected: 1, synced_commit: "c1" });
    expect((await ask(git.info, { spaceId })).status).toBe(404);

    const restored = await ok(installation.restore, { installationId });
    expect(restored).toMatchObject({ id: installationId, status: "active" });
    expect(await readConnection()).toMatchObject({
      ...{ removed_at: null, updated_at: now, next_check_at: now, check_number: 1 },
      principal: JSON.stringify({ kind: "user", user: admin }),
    });
    expect(await findSync(db, spaceId)).toMatchObject({ disconnected: null, synced_commit: "c1" });
  });

  test("of a space that was never synchronized change its connection only", async () => {
    const { id: installationId } = await rows.connect();
    await ok(installation.uninstall, { installationId });
    await ok(installation.restore, { installationId });
    expect(await findSync(rows.db, rows.spaceId)).toBeUndefined();
  });

  test("of an active connection changes nothing", async () => {
    const principal = '{"kind":"user","user":"other"}';
    const { id: installationId } = await rows.connect(undefined, { principal });
    const before = await rows.readConnection();
    expect(await ok(installation.restore, { installationId })).toMatchObject({ status: "active" });
    expect(await rows.readConnection()).toEqual(before);
  });

  test("are refused while the space has another connection", async () => {
    const { id: installationId } = await rows.connect(undefined, { removed_at: earlier });
    const active = await rows.connect();
    expect(await ask(installation.restore, { installationId })).toMatchObject({
      ...{ status: 409 },
      message: `Space ${rows.spaceId} already has the Git installation ${active.id}.`,
    });
  });
});

describe("sync", () => {
  test.each<[string, object, object]>([
    [
      "imports, and then exports",
      { url, branch: main },
      { operations: ["import, then export"], checks: 0 },
    ],
    ["looks up the branch first", { url }, { operations: [], checks: 1, next: now }],
    [
      "looks up the repository first",
      { repositoryId: 7 },
      { operations: [], checks: 1, next: now },
    ],
  ])("%s", async (_, config, expected) => {
    const { id: installationId } = await rows.connect(config);
    await ok(installation.sync, { installationId });
    expect(await listWork()).toMatchObject(expected);
  });

  test("needs a repository", async () => {
    const { id: installationId } = await rows.connect({ branch: main });
    expect(await ask(installation.sync, { installationId })).toMatchObject({
      ...{ status: 409, hint: `tome git connect ${rows.spaceId} --repo <url>` },
      message: `The Git installation ${installationId} has no repository and branch yet.`,
    });
    expect(await listWork()).toMatchObject({ operations: [], checks: 0 });
  });
});

describe("the branches of the repository", () => {
  slowTest("are listed by their names", async () => {
    const repository = gitRepository();
    const head = repository.commit({ "README.md": "# Home\n" });
    repository.git("update-ref", "refs/heads/release/1.x", head);
    const { id: installationId } = await rows.connect({ url: repository.path });
    expect(await ok(installation.branches, { installationId })).toEqual({
      items: [
        { name: "main", ref: main },
        { name: "release/1.x", ref: "refs/heads/release/1.x" },
      ],
    });
  });

  slowTest("need a repository that can be read", async () => {
    const repository = gitRepository();
    const server = await gitServer({ path: repository.path, access: "a:b" });
    for (const [url, status, message] of [
      [undefined, 409, "has no repository yet"],
      [server.address(), 409, "requires a valid user name and password"],
      [`${repository.path}-gone`, 404, "is not a Git repository"],
      ["http://127.0.0.1:1/docs.git", 502, "could not be reached"],
      ["ssh://git@git.example.com/docs.git", 400, "has no SSH key"],
    ] as const) {
      rows = await createGitRows(platform);
      const { id: installationId } = await rows.connect(url === undefined ? {} : { url });
      const refused = await ask(installation.branches, { installationId });
      expect([url, refused.status, refused.message]).toEqual([
        ...[url, status, expect.stringContaining(message)],
      ]);
      expect(refused.hint).toBe(
        url === undefined ? `tome git connect ${rows.spaceId} --repo <url>` : undefined,
      );
    }
  });
});

describe("the repositories of a provider", () => {
  const token = { accessToken: "secret" };

  /** A connection to a provider whose API responds with a status, and the user who made it. */
  async function open(
    status: number,
    configuration: object = token,
    body: unknown = [],
    provider: "github" | "gitlab" = "github",
  ) {
    const api = await answering((_, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const { id: installationId } = await rows.connect({}, { provider });
    const providerConfiguration = { customInstanceURL: api.url, ...configuration };
    const input = { installationId, provider, providerConfiguration };
    await ok(installation.update, input);
    return { installationId, api };
  }

  slowTests.each([
    [200, 200, ""],
    [401, 409, "rejected the access token"],
    [403, 409, "does not permit the access token"],
    [404, 404, "that the access token can read"],
    [429, 502, "limits the number of requests"],
    [500, 502, "responded with status 500"],
  ])("with the response %i lead to the status %i", async (given, status, message) => {
    const { installationId } = await open(given);
    const refused = await ask(installation.githubRepositories, { installationId });
    expect([refused.status, refused.message]).toEqual([status, expect.stringContaining(message)]);
  });

  test.each([
    [new FetchFailure("failed", "No response."), { status: 502, message: "No response." }],
    [new GitFailure("too-large", "Too large."), { status: 502, message: "Too large." }],
    [new GitFailure("refused", "Not allowed."), { status: 400, message: "Not allowed." }],
    [new TypeError("A bug."), { name: "TypeError", message: "A bug." }],
  ])("are refused after %s, unless it is an error of the platform", async (error, expected) => {
    const { installationId } = await open(200);
    const { db, now } = platform.workspace;
    const fetch = () => Promise.reject(error);
    const { secretBox } = rows.call;
    // The service encrypts the token with a key of its own.
    const credentials = await sealCredentials(secretBox, installationId, {
      ...{ username: "x-access-token", password: "secret" },
    });
    await db
      .updateTable("git_installations")
      .set({ credentials })
      .where("id", "=", installationId)
      .execute();
    const call = createPartial<Call>({
      ...{ db, now, caller: platform.admin, secretBox, outside: { fetch } },
    });
    const listing = handlers.githubRepositories({ installationId }, call);
    await expect(listing).rejects.toMatchObject(expected);
  });

  test("need a token, and a server that is reached", async () => {
    const { installationId } = await open(200, {});
    const without = await ask(installation.githubRepositories, { installationId });
    const { workspace, organizationId } = platform;
    // Without a token, no user has to store another one first.
    const another = await workspace.member(organizationId, "admin");
    const ofAnother = await ask(installation.githubRepositories, { installationId }, another);
    for (const { status, message } of [without, ofAnother]) {
      const error = `The Git installation ${installationId} has no access token.`;
      expect([status, message]).toEqual([409, error]);
    }
    rows = await createGitRows(platform);
    const { installationId: other } = await open(200, {
      ...{ ...token, customInstanceURL: "http://127.0.0.1:1" },
    });
    expect((await ask(installation.githubRepositories, { installationId: other })).status).toBe(
      502,
    );
  });

  test("are not those of the other provider", async () => {
    const { installationId } = await open(200);
    expect(await ask(installation.gitlabProjects, { installationId })).toMatchObject({
      status: 400,
      message: `The Git installation ${installationId} has the provider github, not gitlab.`,
    });
  });

  test("are the projects of GitLab too, without their URLs", async () => {
    const { installationId } = await open(
      200,
      token,
      [
        {
          ...{ id: 7, path: "docs", path_with_namespace: "acme/docs", default_branch: "main" },
          ...{ namespace: { full_path: "acme" }, http_url_to_repo: url },
        },
      ],
      "gitlab",
    );
    const { items } = await ok(installation.gitlabProjects, { installationId });
    expect(items).toEqual([
      {
        ...{ id: 7, accountName: "acme", repositoryName: "docs", fullName: "acme/docs" },
        defaultBranch: "main",
      },
    ]);
  });

  test.each([
    ["github", { type: "file", name: "a.md", path: "docs/a.md", sha: "s1", size: 7 }],
    ["gitlab", { file_name: "a.md", file_path: "docs/a.md", blob_id: "s1", size: 7 }],
  ] as const)("of %s have files", async (provider, body) => {
    const { installationId } = await open(200, token, body, provider);
    const input = { installationId, path: "docs/a.md", ref: "main" };
    const file =
      provider === "github"
        ? await ok(installation.githubFile, {
            ...{ ...input, accountName: "acme", repositoryName: "docs" },
          })
        : await ok(installation.gitlabFile, { ...input, projectId: "7" });
    expect(file).toEqual({ name: "a.md", path: "docs/a.md", sha: "s1", size: 7 });
  });

  test("are listed without their URLs", async () => {
    const { installationId } = await open(200, token, [
      { id: 7, name: "docs", full_name: "acme/docs", owner: { login: "acme" }, clone_url: url },
    ]);
    const { items } = await ok(installation.githubRepositories, { installationId });
    expect(items).toEqual([
      {
        ...{ id: 7, accountName: "acme", repositoryName: "docs", fullName: "acme/docs" },
        defaultBranch: null,
      },
    ]);
  });

  test.each<[string, (base: string) => object, string, number]>([
    ["by its name", () => ({ repositoryName: "acme/docs" }), "docs", 200],
    ["in another case", () => ({ repositoryName: "Acme/Docs" }), "docs", 200],
    ["by its URL", (base) => ({ url: `${base}/acme/docs` }), "docs", 200],
    ["by its URL with an ending", (base) => ({ url: `${base}/acme/docs.git` }), "docs", 200],
    ["of another name", () => ({ repositoryName: "acme/docs" }), "other", 403],
    ["of another URL", (base) => ({ url: `${base}/acme/docs.git` }), "other", 403],
    ["without any", () => ({}), "docs", 403],
  ])("have branches that another admin lists %s: %#", async (_, create, repositoryName, status) => {
    const { installationId, api } = await open(200);
    const { tokenOwner } = JSON.parse((await rows.readConnection()).config);
    const config = JSON.stringify({ tokenOwner, instance: api.url, ...create(api.url) });
    await rows.db
      .updateTable("git_installations")
      .set({ config })
      .where("id", "=", installationId)
      .execute();
    const { workspace, organizationId } = platform;
    const other = await workspace.member(organizationId, "admin");
    const input = { installationId, accountName: "acme", repositoryName };
    const answer = await ask(installation.githubBranches, input, other);
    expect(answer.status).toBe(status);
    if (status !== 403) return;
    expect(answer).toMatchObject({
      hint: `tome git connect ${rows.spaceId} --token-file <file>`,
      message: expect.stringContaining("belongs to another user"),
    });
  });
});

test.each([
  ["7", 200],
  ["8", 403],
])("the branches of the connected project are listed by another admin: %s", async (id, status) => {
  const api = await answering((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('[{"name":"main"}]');
  });
  const { id: installationId } = await rows.connect({}, { provider: "gitlab" });
  const providerConfiguration = {
    ...{ customInstanceURL: api.url, projectId: 7, branch: main, accessToken: "secret" },
  };
  await ok(installation.update, { installationId, provider: "gitlab", providerConfiguration });
  const { workspace, organizationId } = platform;
  const other = await workspace.member(organizationId, "admin");
  const input = { installationId, projectId: id };
  expect((await ask(installation.gitlabBranches, input, other)).status).toBe(status);
  const { items } = await ok(installation.gitlabBranches, input);
  expect(items).toEqual([{ name: "main", ref: main }]);
});

test.each([
  ["read", 403],
  [undefined, 404],
] as const)("a user with the role %s gets the status %i", async (role, status) => {
  const { workspace, organizationId } = platform;
  const caller = role ? await workspace.member(organizationId, role) : await workspace.person();
  const { spaceId } = rows;
  const { id: installationId } = await rows.connect();
  const before = await rows.readConnection();
  const one = { installationId };
  const target = { type: "space" as const, spaceId };
  const answers = await Promise.all([
    ask(installation.install, { provider: "git", target }, caller),
    ask(installation.get, one, caller),
    ask(installation.update, { ...one, provider: "git", providerConfiguration: {} }, caller),
    ask(installation.uninstall, one, caller),
    ask(installation.restore, one, caller),
    ask(installation.sync, one, caller),
    ask(installation.branches, one, caller),
    ask(installation.githubRepositories, one, caller),
    ask(installation.gitlabProjects, one, caller),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(Array(answers.length).fill(status));
  expect(await rows.readConnection()).toEqual(before);
});
