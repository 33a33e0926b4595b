import { describe, expect, test } from "vitest";
import * as installation from "../../../../../src/contract/git-installation.ts";
import {
  getGitHubPath,
  getGitLabPath,
  openProvider,
  requireServer,
} from "../../../../../src/service/areas/git/connections/provider-api.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import {
  openProviderServer,
  providerToken as token,
} from "../../../../support/git/git-provider.ts";
import { main, outline } from "../../../../support/git/git-space.ts";

async function openConnected(provider: "github" | "gitlab") {
  const space = await connectableSpace();
  const server = await openProviderServer(provider);
  const { workspace, admin, spaceId } = space;
  const target = { type: "space" as const, spaceId };
  const { id } = await workspace.ok(admin, installation.install, { provider, target });
  const key = provider === "github" ? "repositoryId" : "projectId";
  const configure = async (more: object = {}) => {
    await workspace.ok(admin, installation.update, {
      installationId: id,
      provider,
      providerConfiguration: {
        [key]: 7,
        branch: main,
        accessToken: token,
        customInstanceURL: server.url,
        ...more,
      },
    });
    await workspace.service.jobs.finish();
  };
  return { ...space, ...server, id, provider, configure };
}

describe.each(["github", "gitlab"] as const)("the provider %s", (provider) => {
  // The providers differ in their requests, which other tests try for both.
  const syncTest = provider === "github" ? test : slowTest;

  syncTest("finds the repository by its id, and synchronizes it with the token", async () => {
    const { configure, tree, show, id, repository, info } = await openConnected(provider);
    await configure();
    expect(outline((await tree()).pages)).toContain("Home");
    const name = provider === "github" ? "acme/docs7" : "acme/writers/docs7";
    expect(await show(id)).toMatchObject({
      status: "active",
      repositoryConnection: { repositoryId: "7", repositoryName: name, defaultBranch: "main" },
    });
    expect(await info()).toMatchObject({
      repoName: name,
      installationProvider: provider,
      lastImport: { commit: repository.head() },
    });
    expect(JSON.stringify(await show(id))).not.toContain(token);
  });

  slowTest("lists repositories and branches over all pages, and finds a file", async () => {
    const { configure, workspace, admin, id } = await openConnected(provider);
    await configure();
    const one = { installationId: id };
    const isGitHub = provider === "github";
    const list = isGitHub ? installation.githubRepositories : installation.gitlabProjects;
    const { items } = await workspace.ok(admin, list, one);
    expect(items).toHaveLength(120);
    expect(items[6]).toEqual({
      id: 7,
      accountName: isGitHub ? "acme" : "acme/writers",
      repositoryName: "docs7",
      fullName: isGitHub ? "acme/docs7" : "acme/writers/docs7",
      defaultBranch: "main",
    });
    const file = { path: "docs/a b.md", ref: "main" };
    const found = { name: "a b.md", path: "docs/a b.md", sha: "b".repeat(40), size: 4 };
    if (isGitHub) {
      const repository = { ...one, accountName: "acme", repositoryName: "docs7" };
      const branches = await workspace.ok(admin, installation.githubBranches, repository);
      expect(branches.items).toHaveLength(120);
      expect(branches.items[0]).toEqual({ name: "topic/1", ref: "refs/heads/topic/1" });
      const input = { ...repository, ...file };
      expect(await workspace.ok(admin, installation.githubFile, input)).toEqual(found);
      const folder = { ...repository, path: "docs", ref: "main" };
      expect((await workspace.ask(admin, installation.githubFile, folder)).status).toBe(404);
    } else {
      const project = { ...one, projectId: "7" };
      const branches = await workspace.ok(admin, installation.gitlabBranches, project);
      expect(branches.items).toHaveLength(120);
      const input = { ...project, ...file };
      expect(await workspace.ok(admin, installation.gitlabFile, input)).toEqual(found);
      const missing = { ...project, path: "none.md", ref: "main" };
      expect((await workspace.ask(admin, installation.gitlabFile, missing)).status).toBe(404);
    }
  });

  syncTest("reports an expired token and a rate limit, and works again afterwards", async () => {
    const { configure, workspace, admin, id, state, info, waitForCheck } =
      await openConnected(provider);
    state.token = "other";
    await configure();
    expect(await info()).toMatchObject({
      problem: {
        reason: "credentials",
        message: expect.stringContaining("rejected the access token"),
      },
    });
    const list =
      provider === "github" ? installation.githubRepositories : installation.gitlabProjects;
    const refused = await workspace.ask(admin, list, { installationId: id });
    expect([refused.status, refused.message]).toEqual([409, expect.not.stringContaining(token)]);
    state.token = token;
    state.limited = true;
    expect((await waitForCheck()).problem?.reason).toBe("unreachable");
    state.limited = false;
    const after = await waitForCheck();
    expect([after.problem, after.state]).toEqual([undefined, "success"]);
  });

  test("is reached only where the platform may send requests", async () => {
    const space = await connectableSpace({ allowPrivate: false });
    const server = await openProviderServer(provider);
    const { workspace, admin, spaceId } = space;
    const target = { type: "space" as const, spaceId };
    const { id } = await workspace.ok(admin, installation.install, { provider, target });
    await workspace.ok(admin, installation.update, {
      installationId: id,
      provider,
      providerConfiguration: { accessToken: token, customInstanceURL: server.url },
    });
    const list =
      provider === "github" ? installation.githubRepositories : installation.gitlabProjects;
    const refused = await workspace.ask(admin, list, { installationId: id });
    expect(refused.status).toBe(502);
    expect(server.state.count).toBe(0);
  });
});

slowTest("the provider git and a connection without a token have no API", async () => {
  const { connect, workspace, admin } = await connectableSpace();
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  const { id: installationId } = await connect({ url: repository.path });
  const listed = await workspace.ask(admin, installation.githubRepositories, { installationId });
  expect([listed.status, listed.message]).toEqual([400, expect.stringContaining("provider git")]);
  const branches = await workspace.ok(admin, installation.branches, { installationId });
  expect(branches.items).toEqual([{ name: "main", ref: main }]);
});

describe("requests to a provider", () => {
  interface Sent {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  }

  /** @param respond the response to a request, by its number */
  function open(
    provider: "github" | "gitlab",
    config: object,
    respond: (number: number) => { status?: number; headers?: object; value?: unknown },
  ) {
    const sent: Sent[] = [];
    const outside = {
      async fetch({ url, headers = {} }: { url: string; headers?: Sent["headers"] | undefined }) {
        sent.push({ url, headers });
        const { status = 200, headers: answered = {}, value } = respond(sent.length);
        const text = typeof value === "string" ? value : JSON.stringify(value ?? []);
        return { status, url, headers: { ...answered }, body: Buffer.from(text) };
      },
    };
    const row = createPartial<GitInstallationTable>({
      ...{ id: "I1", provider, config: JSON.stringify(config) },
    });
    return { row, sent, outside, api: openProvider(row, "secret", { outside }) };
  }

  test.each([
    [
      "github",
      {},
      "https://api.github.com/user/repos?sort=full_name&per_page=100&page=1",
      {
        accept: "application/vnd.github+json",
        authorization: "Bearer secret",
        "x-github-api-version": "2022-11-28",
      },
    ],
    [
      "github",
      { instance: "https://git.example.com/" },
      "https://git.example.com/api/v3/user/repos?sort=full_name&per_page=100&page=1",
      {
        accept: "application/vnd.github+json",
        authorization: "Bearer secret",
        "x-github-api-version": "2022-11-28",
      },
    ],
    [
      "gitlab",
      {},
      "https://gitlab.com/api/v4/projects?membership=true&simple=true&order_by=path&sort=asc&per_page=100&page=1",
      { accept: "application/json", "private-token": "secret" },
    ],
  ] as const)(
    "of %s with %j contain the token in a header",
    async (provider, config, url, headers) => {
      const { api, sent } = open(provider, config, () => ({}));
      expect(await api.listRepositories()).toEqual([]);
      expect(sent).toEqual([{ url, headers }]);
    },
  );

  test("read full pages until one is not full, and at most 2,000 items", async () => {
    const full = Array.from({ length: 100 }, (_, at) => ({ name: `b${at}` }));
    const some = open("github", {}, (number) => ({ value: number < 3 ? full : full.slice(1) }));
    const branches = await some.api.listBranches(getGitHubPath("acme", "docs"));
    expect([branches.length, some.sent.length]).toEqual([299, 3]);
    expect(branches[0]).toEqual({ name: "b0", ref: "refs/heads/b0" });
    const endless = open("gitlab", {}, () => ({ value: full }));
    expect(await endless.api.listBranches(getGitLabPath("7"))).toHaveLength(2000);
    expect(endless.sent.at(-1)?.url).toBe(
      "https://gitlab.com/api/v4/projects/7/repository/branches?per_page=100&page=20",
    );
    const other = open("github", {}, () => ({ value: { message: "no list" } }));
    expect(await other.api.listBranches(getGitHubPath("acme", "docs"))).toEqual([]);
  });

  test("encode the path of a file, and never leave the resource", async () => {
    const value = { type: "file", name: "a b.md", path: "docs/a b.md", sha: "s", size: 4 };
    const { api, sent } = open("github", {}, () => ({ value }));
    const repository = getGitHubPath("acme", "docs");
    await api.findFile(repository, "docs/a b.md", "refs/heads/a&b");
    expect(sent.map(({ url }) => url)).toEqual([
      "https://api.github.com/repos/acme/docs/contents/docs/a%20b.md?ref=refs%2Fheads%2Fa%26b",
    ]);
    for (const path of ["../../secret", "docs/../a", "./a", "a/."]) {
      await expect(api.findFile(repository, path, "main")).rejects.toMatchObject({
        reason: "no-repository",
      });
    }
    expect(sent).toHaveLength(1);
  });

  const base = "https://api.github.com";
  const rejected = `${base} rejected the access token. It may have expired or been revoked.`;
  const limited = `${base} limits the number of requests.`;
  test.each<[number, object, string, string]>([
    [401, {}, "credentials", rejected],
    [429, {}, "unreachable", limited],
    [403, { "x-ratelimit-remaining": "0" }, "unreachable", limited],
    [
      403,
      { "x-ratelimit-remaining": "1" },
      "credentials",
      `${base} does not permit the access token to do this.`,
    ],
    [404, {}, "no-repository", `${base} has no /repositories/7 that the access token can read.`],
    [500, {}, "unreachable", `${base} responded with status 500.`],
    [204, {}, "unreachable", `${base} responded with status 204.`],
  ])("that are answered with %i and %j fail", async (status, headers, reason, message) => {
    const { api } = open("github", {}, () => ({ status, headers }));
    await expect(api.findRepository(7)).rejects.toMatchObject({ reason, message });
  });

  test("fail for a response that is not JSON, and read missing values as empty", async () => {
    const invalid = open("github", {}, () => ({ value: "<html>" }));
    await expect(invalid.api.findRepository(7)).rejects.toMatchObject({
      ...{ reason: "failed", message: `${base} responded with invalid JSON.` },
    });
    const empty = open("gitlab", {}, () => ({
      value: { id: 7, path_with_namespace: "acme/writers/docs", namespace: {} },
    }));
    expect(await empty.api.findRepository(7)).toEqual({
      ...{ id: 7, accountName: "acme/writers", repositoryName: "", fullName: "acme/writers/docs" },
      ...{ defaultBranch: null, url: "" },
    });
  });

  test.each([
    ["github", {}, "https://github.com/acme/docs", true],
    ["github", {}, "http://github.com/acme/docs", false],
    ["github", {}, "https://github.com.evil.example/acme/docs", false],
    ["github", {}, "not a URL", false],
    ["gitlab", { instance: "https://git.example.com:8443" }, "https://git.example.com/a", true],
    ["gitlab", { instance: "https://git.example.com" }, "https://gitlab.com/a", false],
  ] as const)(
    "of %s with %j are sent for the repository %s: %s",
    (provider, config, url, isSent) => {
      const { row } = open(provider, config, () => ({}));
      if (isSent) expect(() => requireServer(row, url)).not.toThrow();
      else
        expect(() => requireServer(row, url)).toThrow(
          expect.objectContaining({ reason: "refused" }),
        );
      const connected = { ...row, config: JSON.stringify({ ...config, url }) };
      const outside = { fetch: () => Promise.reject(new Error("sent")) };
      const openConnected = () => openProvider(connected, "secret", { outside });
      if (isSent) expect(openConnected).not.toThrow();
      else expect(openConnected).toThrow(`The repository URL ${url} is not on the server`);
    },
  );

  test("need a token, and a provider", () => {
    const { row, outside } = open("github", {}, () => ({}));
    expect(() => openProvider(row, undefined, { outside })).toThrow(
      "The Git installation I1 has no access token.",
    );
    expect(() => openProvider({ ...row, provider: "git" }, "secret", { outside })).toThrow(
      "The repository has no provider that lists repositories.",
    );
  });
});
