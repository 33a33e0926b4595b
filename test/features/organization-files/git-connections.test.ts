import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as git from "../../../src/contract/git.ts";
import * as installation from "../../../src/contract/git-installation.ts";
import * as space from "../../../src/contract/space.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { gitRepository } from "../../support/git/git.ts";
import { gitServer } from "../../support/git/git-http.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const docs = { "README.md": "# Home\n", "docs/README.md": "# Inner\n" };

async function openFiles() {
  const folder = await openFolder({ allowPrivate: true, gitCheckSeconds: 300 });
  const repository = gitRepository();
  repository.commit(docs);
  repository.git("update-ref", "refs/heads/next", repository.head());
  const { workspace, admin, write } = folder;
  const [existing] = await folder.spaces();
  expect(existing).toBeUndefined();
  const findSpace = async (): Promise<string> => {
    const [one] = await folder.spaces();
    return one?.id ?? "";
  };
  return {
    ...folder,
    repository,
    findSpace,
    /** Writes content.yaml with one space. */
    writeConnection: (connection: object | null | undefined) =>
      write("content.yaml", {
        collections: {},
        spaces: {
          handbook: { title: "Handbook", ...(connection !== undefined && { git: connection }) },
        },
      }),
    async apply(...flags: string[]) {
      const applied = await folder.run(["apply", folder.folder, "--yes", ...flags]);
      await workspace.service.jobs.finish();
      return applied;
    },
    plan: () => folder.run(["plan", folder.folder, "--json"]),
    info: async () => workspace.ok(admin, git.info, { spaceId: await findSpace() }),
    async findInstallation() {
      const { installationId = "" } = await workspace.ok(admin, git.info, {
        spaceId: await findSpace(),
      });
      return workspace.ok(admin, installation.get, { installationId });
    },
    readContent: () => parse(readFileSync(join(folder.folder, "content.yaml"), "utf8")),
  };
}

describe("a connection in organization files", () => {
  slowTest("connects a new space, changes its branch and folder, and disconnects it", async () => {
    const files = await openFiles();
    const { writeConnection, apply, plan, info, repository, workspace, admin } = files;
    const connection = { repository: repository.path.replace(/^/, "file://"), branch: "main" };
    writeConnection(connection);
    const first = await apply();
    expect(first.code, first.stderr).toBe(0);
    expect(await info()).toMatchObject({ state: "success", ref: "refs/heads/main" });
    expect(JSON.parse((await plan()).stdout)).toEqual([]);

    writeConnection({ ...connection, branch: "next", folder: "docs", priority: "space" });
    const planned = JSON.parse((await plan()).stdout);
    expect(planned).toMatchObject([
      { does: "update", changes: [{ field: "git", side: "pending" }] },
    ]);
    expect((await apply()).code).toBe(0);
    expect(await files.findInstallation()).toMatchObject({
      providerConfiguration: { branch: "refs/heads/next" },
      projectDirectory: "docs",
      priority: "gitbook",
    });
    expect(JSON.parse((await plan()).stdout)).toEqual([]);

    writeConnection(undefined);
    expect(JSON.parse((await plan()).stdout)).toEqual([]);
    writeConnection(null);
    expect((await apply()).code).toBe(0);
    const spaceId = await files.findSpace();
    expect((await workspace.ask(admin, git.info, { spaceId })).status).toBe(404);
    expect(JSON.parse((await plan()).stdout)).toEqual([]);
  });

  slowTest("is exported without its token, and applied elsewhere without one", async () => {
    const { workspace, admin, organizationId, folder, run, repository, readContent, spaces } =
      await openFiles();
    const server = await gitServer({ path: repository.path, access: "git:canary-token" });
    const { id: spaceId } = await workspace.ok(admin, space.create, {
      organizationId,
      title: "Handbook",
    });
    const target = { type: "space" as const, spaceId };
    const made = await workspace.ok(admin, installation.install, { provider: "git", target });
    await workspace.ok(admin, installation.update, {
      installationId: made.id,
      provider: "git",
      providerConfiguration: {
        url: server.address(),
        branch: "refs/heads/main",
        accessToken: "canary-token",
      },
      commitMessageTemplate: "From the space",
    });
    await workspace.service.jobs.finish();
    const exported = await run(["export", folder, "--with", "git"]);
    expect(exported.code).toBe(0);
    expect(readContent().spaces.handbook.git).toEqual({
      repository: server.address(),
      branch: "main",
      message: "From the space",
    });
    const lock = readFileSync(join(folder, "tome.lock.json"), "utf8");
    expect(lock + JSON.stringify(readContent())).not.toContain("canary-token");
    expect(JSON.parse((await run(["plan", folder, "--json"])).stdout)).toEqual([]);
    expect((await spaces()).length).toBe(1);
  });

  slowTest("that another admin changed is drift, which apply reverts", async () => {
    const files = await openFiles();
    const { writeConnection, apply, run, folder, repository, workspace, admin } = files;
    writeConnection({ repository: `file://${repository.path}`, branch: "main" });
    await apply();
    const { id: installationId } = await files.findInstallation();
    await workspace.ok(admin, installation.update, {
      installationId,
      provider: "git",
      providerConfiguration: { branch: "refs/heads/next" },
    });
    await workspace.service.jobs.finish();
    const drift = await run(["drift", folder, "--json"]);
    expect([drift.code, drift.stdout]).toEqual([10, expect.stringContaining('"git"')]);
    expect((await apply()).code).toBe(0);
    expect(await files.info()).toMatchObject({ ref: "refs/heads/main" });
    expect((await run(["drift", folder])).code).toBe(0);

    await workspace.ok(admin, installation.uninstall, { installationId });
    expect((await run(["drift", folder])).code).toBe(10);
    const again = await apply();
    expect(again.code, again.stderr).toBe(0);
    expect(await files.info()).toMatchObject({ ref: "refs/heads/main" });
  });

  slowTest("keeps the token of the connection when another field changes", async () => {
    const files = await openFiles();
    const { writeConnection, apply, repository, workspace, admin } = files;
    const server = await gitServer({ path: repository.path, access: "git:canary-token" });
    const connection = { repository: server.address(), branch: "main" };
    writeConnection(connection);
    await apply();
    expect(await files.info()).toMatchObject({ problem: { reason: "credentials" } });
    const { id: installationId } = await files.findInstallation();
    await workspace.ok(admin, installation.update, {
      installationId,
      provider: "git",
      providerConfiguration: { accessToken: "canary-token" },
    });
    writeConnection({ ...connection, folder: "docs" });
    expect((await apply()).code).toBe(0);
    expect(await files.info()).toMatchObject({ state: "success" });
  });

  describe("with invalid fields", () => {
    let shared: Awaited<ReturnType<typeof openFiles>>;

    beforeAll(async () => {
      shared = await openFiles();
    });

    test.each([
      [{ repository: "https://ada:secret@git.example.com/docs.git", branch: "main" }, "token"],
      [{ repository: "https://secret@git.example.com/docs.git", branch: "main" }, "token"],
      [{ repository: "acme/docs", branch: "main" }, "must be a URL"],
      [{ repository: "./docs", branch: "main" }, "must be a URL"],
      [{ repository: "acme/docs", provider: "git", branch: "main" }, "must be a URL"],
      [{ repository: "https://git.example.com/docs.git" }, "branch"],
      [{ repository: { env: "DOCS_URL" }, branch: "main" }, "cannot use the variable"],
      [{ repository: "https://git.example.com/docs.git", branch: "main", token: "x" }, "token"],
    ])("is refused with the reason (case %#)", async (connection, reason) => {
      const { writeConnection, run, folder, spaces } = shared;
      writeConnection(connection);
      const refused = await run(["apply", folder, "--yes"]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(reason)]);
      expect(refused.stderr).not.toContain("ada:secret");
      expect(await spaces()).toEqual([]);
    });
  });

  slowTest(
    "describes the first sync of an existing space, and a dry run writes nothing",
    async () => {
      const { writeConnection, apply, run, folder, repository, workspace, admin, findSpace } =
        await openFiles();
      writeConnection(undefined);
      await apply();
      writeConnection({ repository: `file://${repository.path}`, branch: "main" });
      const planned = await run(["plan", folder]);
      expect(planned.stdout + planned.stderr).toContain(
        "the first sync gives each page at the path of a file the text of that file",
      );
      const dry = await run(["apply", folder, "--yes", "--dry-run"]);
      expect(dry.code, dry.stderr).toBe(0);
      expect(dry.stdout).toContain("/git/installations");
      const spaceId = await findSpace();
      expect((await workspace.ask(admin, git.info, { spaceId })).status).toBe(404);
    },
  );
});
