/** Whose token a connection uses, for which server, and on whose behalf its jobs run. */
import { describe, expect, test } from "vitest";
import * as git from "../../../../../src/contract/git.ts";
import * as installation from "../../../../../src/contract/git-installation.ts";
import * as member from "../../../../../src/contract/member.ts";
import * as space from "../../../../../src/contract/space.ts";
import { withNewPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { gitServer } from "../../../../support/git/git-http.ts";
import { openProviderServer, providerToken } from "../../../../support/git/git-provider.ts";
import { main } from "../../../../support/git/git-space.ts";
import { answering } from "../../../../support/network/answering.ts";

const docs = { "README.md": "# Home\n\nWelcome.\n", "guide.md": "# Guide\n\nText.\n" };
const secret = { id: "secret", type: "document", title: "Secret", pages: [] } as const;

/** A connected space, and a server that records the credentials it receives. */
async function openRecorded(access?: string) {
  const space = await connectableSpace();
  const { workspace } = space;
  const repository = gitRepository();
  repository.commit(docs);
  const open = async () => {
    const sent: (string | undefined)[] = [];
    const record = ({ headers }: { headers: { authorization?: string | undefined } }) =>
      void sent.push(headers.authorization);
    const server = await gitServer({
      path: repository.path,
      before: record,
      ...(access !== undefined && { access }),
    });
    return { sent, url: server.address(), asked: server.asked };
  };
  return {
    ...space,
    repository,
    open,
    async passHours(count: number) {
      for (let hour = 0; hour < count; hour++) {
        workspace.time.now = new Date(workspace.now.getTime() + 3_600_000);
        workspace.service.jobs.reload();
        await workspace.service.jobs.finish();
      }
    },
    async install(provider: "git" | "github" | "gitlab") {
      const target = { type: "space" as const, spaceId: space.spaceId };
      return workspace.ok(space.admin, installation.install, { provider, target });
    },
  };
}

describe("a transfer of the space", () => {
  slowTest("ends the connection, its token and its pending checks", async () => {
    const opened = await openRecorded("git:canary-token");
    const { connect, workspace, admin, spaceId, edit, open, passHours, repository } = opened;
    const server = await open();
    const { id: installationId } = await connect({ url: server.url, accessToken: "canary-token" });
    const other = await workspace.organization();
    const membership = await workspace.db
      .selectFrom("members")
      .selectAll()
      .where("user_id", "=", admin)
      .executeTakeFirstOrThrow();
    // The user is an admin of both organizations.
    const values = { ...membership, organization_id: other };
    await workspace.db.insertInto("members").values(values).execute();
    await workspace.ok(admin, space.transfer, { spaceId, organization: other });
    const before = server.asked.length;
    const stranger = await workspace.member(other, "admin");
    await edit((tree) => withNewPage(tree, secret));
    await passHours(3);
    const statuses = await Promise.all(
      [installation.get, installation.sync, installation.branches, installation.restore].map(
        async (operation) => (await workspace.ask(stranger, operation, { installationId })).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
    await workspace.ask(stranger, git.importRepository, { spaceId, url: server.url, ref: main });
    await workspace.service.jobs.finish();
    expect(server.sent.slice(before).filter((value) => value !== undefined)).toEqual([]);
    expect(Object.keys(repository.files())).not.toContain("secret.md");
  });
});

describe("a token", () => {
  slowTest(
    "that was stored without a URL is not sent to a server other than that of the provider",
    async () => {
      for (const provider of ["github", "gitlab"] as const) {
        const { install, open, workspace, admin } = await openRecorded();
        const server = await open();
        const { id: installationId } = await install(provider);
        for (const providerConfiguration of [
          { accessToken: "canary-token" },
          { url: server.url, branch: main },
        ]) {
          const input = { installationId, provider, providerConfiguration };
          await workspace.ok(admin, installation.update, input);
        }
        await workspace.service.jobs.finish();
        expect(server.sent.length).toBeGreaterThan(0);
        expect(server.sent.filter((value) => value !== undefined)).toEqual([]);
      }
    },
  );

  test.each(["https", "http"] as const)(
    "is not sent with another scheme than %s",
    async (scheme) => {
      const { install, workspace, admin } = await openRecorded();
      const { id: installationId } = await install("git");
      const configure = async (url: string, accessToken?: string) => {
        const providerConfiguration = { url, branch: main, ...(accessToken && { accessToken }) };
        const input = { installationId, provider: "git" as const, providerConfiguration };
        await workspace.ok(admin, installation.update, input);
        const row = await workspace.db
          .selectFrom("git_installations")
          .select("credentials")
          .executeTakeFirstOrThrow();
        return row.credentials !== null;
      };
      const other = scheme === "https" ? "http" : "https";
      const has = [
        await configure(`${scheme}://git.invalid/acme/docs.git`, "canary-token"),
        await configure(`${scheme}://git.invalid/acme/other.git`),
        await configure(`${other}://git.invalid/acme/other.git`),
      ];
      expect(has).toEqual([true, true, false]);
    },
  );

  slowTest("of one admin is not used for a repository that another admin chooses", async () => {
    const { connect, open, workspace, organizationId } = await openRecorded();
    const server = await open();
    const { id: installationId } = await connect({ url: server.url, accessToken: "canary-token" });
    const other = await workspace.member(organizationId, "admin");
    const configure = async (change: object) => {
      const input = {
        installationId,
        provider: "git" as const,
        providerConfiguration: {},
        ...change,
      };
      await workspace.ok(other, installation.update, input);
      server.sent.length = 0;
      await workspace.service.jobs.finish();
    };
    // A change that keeps the repository keeps the token, and does not hand it over.
    await configure({ commitMessageTemplate: "Update" });
    expect(server.sent.every((value) => value !== undefined)).toBe(true);
    await configure({ providerConfiguration: { url: `${server.url}/../other.git`, branch: main } });
    expect(server.sent.length).toBeGreaterThan(0);
    expect(server.sent.filter((value) => value !== undefined)).toEqual([]);
  });

  slowTest("is not sent to the server that a provider's response names", async () => {
    const { install, open, workspace, admin, passHours, info } = await openRecorded();
    const elsewhere = await open();
    for (const url of [elsewhere.url.replace("127.0.0.1", "localhost"), "file:///srv/docs.git"]) {
      const api = await answering((_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const owner = { login: "acme" };
        response.end(JSON.stringify({ id: 1, name: "docs", owner, clone_url: url }));
      });
      const { id: installationId } = await install("github");
      await workspace.ok(admin, installation.update, {
        installationId,
        provider: "github",
        providerConfiguration: {
          repositoryId: 1,
          accessToken: "canary-token",
          customInstanceURL: api.url,
        },
      });
      await passHours(1);
      expect((await info()).problem).toMatchObject({ reason: "refused" });
      expect(api.asked.length).toBeGreaterThan(0);
      await workspace.ok(admin, installation.uninstall, { installationId });
    }
    expect(elsewhere.sent).toEqual([]);
  });

  slowTest("reads only the repository that a request names", async () => {
    const { install, workspace, admin } = await openRecorded();
    const api = await answering((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify([{ name: "private" }]));
    });
    const { id: installationId } = await install("github");
    const providerConfiguration = { accessToken: "canary-token", customInstanceURL: api.url };
    const provider = "github" as const;
    await workspace.ok(admin, installation.update, {
      installationId,
      provider,
      providerConfiguration,
    });
    const named = { installationId, accountName: "acme", repositoryName: "docs" };
    for (const change of [
      { accountName: "..", repositoryName: "user" },
      { repositoryName: ".." },
      { repositoryName: "." },
    ]) {
      const input = { ...named, ...change };
      const { status } = await workspace.ask(admin, installation.githubBranches, input);
      expect([400, 404]).toContain(status);
    }
    for (const path of ["../../../../user/emails", "a/../../../x", "..", "./a", "a/.."]) {
      const input = { ...named, path, ref: "main" };
      const { status } = await workspace.ask(admin, installation.githubFile, input);
      expect([400, 404]).toContain(status);
    }
    expect(api.asked).toEqual([]);
  });
});

describe.each(["github", "gitlab"] as const)("the token of one admin at %s", (provider) => {
  const providerTest = provider === "github" ? test : slowTest;

  providerTest("lists its repositories for no other admin", async () => {
    const { install, workspace, admin, organizationId } = await openRecorded();
    const api = await openProviderServer(provider);
    const { id: installationId } = await install(provider);
    const isGitHub = provider === "github";
    const key = isGitHub ? "repositoryId" : "projectId";
    const configure = async (actor: string, more: object) => {
      const providerConfiguration = { customInstanceURL: api.url, ...more };
      const input = { installationId, provider, providerConfiguration };
      await workspace.ok(actor, installation.update, input);
      await workspace.service.jobs.finish();
    };
    await configure(admin, { accessToken: providerToken, [key]: 7, branch: main });
    const other = await workspace.member(organizationId, "admin");
    const list = async (actor: string) => {
      const endpoint = isGitHub ? installation.githubRepositories : installation.gitlabProjects;
      return (await workspace.ask(actor, endpoint, { installationId })).status;
    };
    const find = async (actor: string, name: number) => {
      const file = { installationId, path: "docs/a b.md", ref: "main" };
      const [branches, found] = isGitHub
        ? await Promise.all([
            workspace.ask(actor, installation.githubBranches, {
              installationId,
              accountName: "acme",
              repositoryName: `docs${name}`,
            }),
            workspace.ask(actor, installation.githubFile, {
              ...file,
              accountName: "acme",
              repositoryName: `docs${name}`,
            }),
          ])
        : await Promise.all([
            workspace.ask(actor, installation.gitlabBranches, {
              installationId,
              projectId: `${name}`,
            }),
            workspace.ask(actor, installation.gitlabFile, { ...file, projectId: `${name}` }),
          ]);
      return [branches.status, found.status];
    };
    expect([await list(admin), await list(other)]).toEqual([200, 403]);
    expect([await find(admin, 7), await find(other, 7)]).toEqual([
      [200, 200],
      [200, 403],
    ]);
    expect(await find(other, 8)).toEqual([403, 403]);
    // Another setting of the other admin does not hand the token over.
    await configure(other, {});
    expect([await list(admin), await list(other)]).toEqual([200, 403]);
    // An own token does.
    await configure(other, { accessToken: providerToken });
    expect([await list(admin), await list(other)]).toEqual([403, 200]);
  });
});

for (const provider of ["github", "gitlab"] as const) {
  const providerTest = provider === "github" ? test : slowTest;

  providerTest(
    `a token for ${provider} is not sent to another instance, neither for its owner nor for another admin`,
    async () => {
      const { install, workspace, admin, organizationId, passHours } = await openRecorded();
      const api = await openProviderServer(provider);
      const sent: unknown[] = [];
      const other = await answering(({ headers }, response) => {
        sent.push(headers.authorization, headers["private-token"]);
        response.writeHead(401).end();
      });
      const { id: installationId } = await install(provider);
      const key = provider === "github" ? "repositoryId" : "projectId";
      const configure = async (actor: string, providerConfiguration: object) => {
        const input = { installationId, provider, providerConfiguration };
        await workspace.ok(actor, installation.update, input);
        await passHours(1);
      };
      const own = {
        customInstanceURL: api.url,
        accessToken: providerToken,
        [key]: 7,
        branch: main,
      };
      const list =
        provider === "github" ? installation.githubRepositories : installation.gitlabProjects;
      for (const actor of [admin, await workspace.member(organizationId, "admin")]) {
        await configure(admin, own);
        expect((await workspace.ask(admin, list, { installationId })).status).toBe(200);
        await configure(actor, { customInstanceURL: other.url });
        await workspace.ask(actor, list, { installationId });
        await configure(actor, { [key]: 8 });
      }
      expect(JSON.stringify(sent)).not.toContain(providerToken);
    },
  );
}

describe("a queued export", () => {
  for (const time of ["before it starts", "while it fetches"]) {
    const timeTest = time === "while it fetches" ? slowTest : test;

    timeTest(`pushes nothing after the space is disconnected ${time}`, async () => {
      const { connect, disconnect, edit, workspace, admin, repository, spaceId } =
        await openRecorded();
      let disconnecting: (() => Promise<void>) | undefined;
      const server = await gitServer({
        path: repository.path,
        async before() {
          await disconnecting?.();
        },
      });
      const { id: installationId } = await connect({ url: server.address() });
      const head = repository.head();
      await edit((tree) => withNewPage(tree, secret));
      await workspace.ok(admin, git.exportRepository, {
        spaceId,
        url: server.address(),
        ref: main,
        commitMessage: "Update",
      });
      if (time === "while it fetches") {
        disconnecting = async () => {
          disconnecting = undefined;
          await disconnect(installationId);
          // Longer than a permission check is valid.
          workspace.time.now = new Date(workspace.now.getTime() + 60_000);
        };
      } else await disconnect(installationId);
      await workspace.service.jobs.finish();
      expect(repository.head()).toBe(head);
      const queued = await workspace.db
        .selectFrom("git_operations")
        .select("id")
        .where("space_id", "=", spaceId)
        .execute();
      expect(queued).toEqual([]);
    });
  }
});

describe("a connection that another admin configures or restores", () => {
  for (const way of ["configured", "restored"]) {
    const wayTest = way === "configured" ? slowTest : test;

    wayTest(
      `acts for that admin, and ends with that admin's membership when it was ${way}`,
      async () => {
        const opened = await openRecorded();
        const { connect, workspace, admin, organizationId, open, edit, passHours, info } = opened;
        const server = await open();
        const { id: installationId } = await connect({ url: server.url });
        const other = await workspace.member(organizationId, "admin");
        if (way === "restored") {
          await workspace.ok(admin, installation.uninstall, { installationId });
          await workspace.ok(other, installation.restore, { installationId });
        } else {
          await workspace.ok(other, installation.update, {
            installationId,
            provider: "git",
            providerConfiguration: { url: `${server.url}/../other.git`, branch: main },
          });
        }
        await workspace.service.jobs.finish();
        await workspace.ok(admin, member.remove, { organizationId, userId: other });
        await edit((tree) => withNewPage(tree, secret));
        const before = server.asked.length;
        await passHours(3);
        expect(server.asked.slice(before)).toEqual([]);
        expect((await info()).problem).toMatchObject({ reason: "permission" });
        expect(Object.keys(opened.repository.files())).not.toContain("secret.md");
      },
    );
  }
});

test("a branch is refused if Git would read more than a name in it", async () => {
  const { install, workspace, admin } = await openRecorded();
  const { id: installationId } = await install("git");
  for (const name of ["a:refs/heads/b", "a*", "a b", "a~1", "a^{}", "a?b", "a[b", "a\\b", "+x:y"]) {
    const providerConfiguration = {
      url: "https://git.invalid/x.git",
      branch: `refs/heads/${name}`,
    };
    const input = { installationId, provider: "git" as const, providerConfiguration };
    const { status } = await workspace.ask(admin, installation.update, input);
    expect([name, status]).toEqual([name, 400]);
  }
});
