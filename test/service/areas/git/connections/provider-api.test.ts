import { describe, expect, test } from "vitest";
import * as installation from "../../../../../src/contract/git-installation.ts";
import { answering } from "../../../../support/answering.ts";
import { gitRepository } from "../../../../support/git.ts";
import { serveRepository } from "../../../../support/git-backend.ts";
import { connectableSpace } from "../../../../support/git-connection.ts";
import { main, outline } from "../../../../support/git-space.ts";

const token = "canary-token";

/** A repository and the API of its provider, with the documented responses, on one server. */
async function openProviderServer(provider: "github" | "gitlab") {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n", "docs/a.md": "# A\n" });
  const state = { token, limited: false, count: 0 };
  const user = provider === "github" ? "x-access-token" : "oauth2";
  const server = await answering(async (request, response) => {
    const url = new URL(request.url ?? "", server.url);
    if (!url.pathname.startsWith("/api/")) {
      const expected = `Basic ${Buffer.from(`${user}:${state.token}`).toString("base64")}`;
      if (request.headers.authorization === expected) {
        serveRepository(request, response, repository.path);
      } else response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    state.count += 1;
    const given =
      provider === "github" ? request.headers.authorization : request.headers["private-token"];
    const isKnown = given === (provider === "github" ? `Bearer ${state.token}` : state.token);
    const reply = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (!isKnown) return reply(401, { message: "Bad credentials" });
    if (state.limited) return reply(403, { message: "API rate limit exceeded" }, limits);
    const answer = (provider === "github" ? answerGitHub : answerGitLab)(url, server.url);
    if (answer === undefined) reply(404, { message: "Not Found" });
    else reply(200, answer);
  });
  return { repository, state, url: server.url };
}

const limits = { "x-ratelimit-remaining": "0" };

/** 120 items, so that there are two pages. */
function page<T>({ searchParams }: URL, create: (number: number) => T): T[] {
  const [size, number] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
  const start = (number - 1) * size;
  return Array.from({ length: Math.max(0, Math.min(size, 120 - start)) }, (_, index) =>
    create(start + index + 1),
  );
}

function answerGitHub(url: URL, base: string): unknown {
  const repository = (id: number) => ({
    id,
    name: `docs${id}`,
    full_name: `acme/docs${id}`,
    owner: { login: "acme", id: 1 },
    private: true,
    clone_url: `${base}/docs.git`,
    default_branch: id === 2 ? null : "main",
  });
  const path = url.pathname.replace("/api/v3", "");
  if (path === "/user/repos") return page(url, repository);
  if (path === "/repositories/7") return repository(7);
  if (path === "/repos/acme/docs7/branches") {
    return page(url, (number) => ({ name: `topic/${number}`, commit: { sha: "a" } }));
  }
  if (
    path === "/repos/acme/docs7/contents/docs/a%20b.md" &&
    url.searchParams.get("ref") === "main"
  ) {
    return { type: "file", name: "a b.md", path: "docs/a b.md", sha: "b".repeat(40), size: 4 };
  }
  if (path === "/repos/acme/docs7/contents/docs") return [{ type: "file", name: "a.md" }];
  return undefined;
}

function answerGitLab(url: URL, base: string): unknown {
  const project = (id: number) => ({
    id,
    path: `docs${id}`,
    path_with_namespace: `acme/writers/docs${id}`,
    namespace: { full_path: "acme/writers" },
    http_url_to_repo: `${base}/docs.git`,
    default_branch: "main",
  });
  const path = url.pathname.replace("/api/v4", "");
  if (path === "/projects") return page(url, project);
  if (path === "/projects/7") return project(7);
  if (path === "/projects/7/repository/branches") {
    return page(url, (number) => ({ name: `topic/${number}`, commit: { id: "a" } }));
  }
  if (path === "/projects/7/repository/files/docs%2Fa%20b.md") {
    return {
      ...{ file_name: "a b.md", file_path: "docs/a b.md", blob_id: "b".repeat(40), size: 4 },
      ref: url.searchParams.get("ref"),
    };
  }
  return undefined;
}

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
  test("finds the repository by its id, and synchronizes it with the token", async () => {
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

  test("lists repositories and branches over all pages, and finds a file", async () => {
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

  test("reports an expired token and a rate limit, and works again afterwards", async () => {
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

test("the provider git and a connection without a token have no API", async () => {
  const { connect, workspace, admin } = await connectableSpace();
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  const { id: installationId } = await connect({ url: repository.path });
  const listed = await workspace.ask(admin, installation.githubRepositories, { installationId });
  expect([listed.status, listed.message]).toEqual([404, expect.stringContaining("provider git")]);
  const branches = await workspace.ok(admin, installation.branches, { installationId });
  expect(branches.items).toEqual([{ name: "main", ref: main }]);
});

test("a site lists the installations of its spaces that the caller may see", async () => {
  const { connect, workspace, admin, organizationId, spaceId } = await connectableSpace();
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  const { id } = await connect({ url: repository.path });
  const site = await import("../../../../../src/contract/site.ts");
  const siteSpace = await import("../../../../../src/contract/site-space.ts");
  const made = await workspace.ok(admin, site.create, { organizationId, title: "Help" });
  await workspace.ok(admin, siteSpace.create, { organizationId, siteId: made.id, spaceId });
  const one = { organizationId, siteId: made.id };
  const { items } = await workspace.ok(admin, installation.listOnSite, one);
  expect(items.map((item) => item.id)).toEqual([id]);
  const target = { type: "site" as const, siteId: made.id };
  const refused = await workspace.ask(admin, installation.install, { provider: "git", target });
  expect([refused.status, refused.message]).toEqual([501, expect.stringContaining("not sites")]);
});
