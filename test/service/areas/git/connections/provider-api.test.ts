import { describe, expect, test } from "vitest";
import * as installation from "../../../../../src/contract/git-installation.ts";
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
  expect([listed.status, listed.message]).toEqual([400, expect.stringContaining("provider git")]);
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
