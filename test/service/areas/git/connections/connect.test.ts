import { describe, expect, test } from "vitest";
import * as cr from "../../../../../src/contract/cr.ts";
import * as git from "../../../../../src/contract/git.ts";
import * as installation from "../../../../../src/contract/git-installation.ts";
import * as space from "../../../../../src/contract/space.ts";
import { withNewPage, withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { exportAll } from "../../../../../src/service/server/backup/backup.ts";
import { sample, slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { gitServer } from "../../../../support/git/git-http.ts";
import { everyPage, main, outline, pageCalled } from "../../../../support/git/git-space.ts";

const docs = { "README.md": "# Home\n\nWelcome.\n", "guide.md": "# Guide\n\nText.\n" };

const start = { id: "a", type: "document", title: "Start", pages: [] } as const;

describe("connect", () => {
  slowTest("imports the branch, and the space shows its installation", async () => {
    const { connect, tree, info, workspace, admin, spaceId, show } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const made = await connect({ url: repository.path });
    expect(made).toMatchObject({ status: "pending", target: { type: "space", spaceId } });
    expect(outline((await tree()).pages)).toEqual(["Home", "Guide"]);
    expect(await info()).toMatchObject({
      installationId: made.id,
      installationStatus: "active",
      installationProvider: "git",
      state: "success",
      operation: { direction: "import", state: "success" },
      lastImport: { commit: repository.head() },
    });
    const shown = await workspace.ok(admin, space.get, { spaceId });
    expect(shown.gitSync).toMatchObject({
      installationId: made.id,
      installationStatus: "active",
      installationProvider: "git",
    });
    expect(await show(made.id)).toMatchObject({
      status: "active",
      providerConfiguration: { url: repository.path, branch: main },
      repositoryRef: { name: main, latestImportedCommitId: repository.head() },
    });
  });

  slowTest("with the priority of the space exports it to an empty repository", async () => {
    const { connect, edit, info } = await connectableSpace();
    await edit((tree) => withNewPage(tree, start));
    const repository = gitRepository();
    await connect({ url: repository.path, priority: "gitbook" });
    expect(await info()).toMatchObject({
      operation: { direction: "export", state: "success" },
      lastExport: { commit: repository.head() },
    });
    expect(Object.keys(repository.files())).toContain("README.md");
  });

  slowTest("is refused while the space has another installation", async () => {
    const { connect, workspace, admin, spaceId } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await connect({ url: repository.path });
    const target = { type: "space" as const, spaceId };
    const again = await workspace.ask(admin, installation.install, { provider: "git", target });
    expect(again.status).toBe(409);
  });

  slowTest("keeps a token encrypted, and uses it for every sync", async () => {
    const { connect, workspace, info, sync } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const server = await gitServer({ path: repository.path, access: "git:canary-token" });
    const made = await connect({ url: server.address(), accessToken: "canary-token" });
    expect(await info()).toMatchObject({ state: "success" });
    repository.commit({ "guide.md": "# Guide\n\nOther.\n" });
    expect(await sync(made.id)).toMatchObject({ lastImport: { commit: repository.head() } });
    const everything = JSON.stringify(await exportAll(workspace.db, ""));
    expect(everything).not.toContain("canary-token");
  });

  slowTest("does not send a token to another server", async () => {
    const { connect, configure, info } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const server = await gitServer({ path: repository.path, access: "git:canary-token" });
    const sent: unknown[] = [];
    const other = await gitServer({
      path: repository.path,
      before: ({ headers }) => void sent.push(headers.authorization),
    });
    const made = await connect({ url: server.address(), accessToken: "canary-token" });
    await configure(made.id, { url: other.address() });
    expect(await info()).toMatchObject({ state: "success" });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((value) => value !== undefined)).toEqual([]);
  });

  test("refuses a folder of the machine unless the platform allows it", async () => {
    const { workspace, admin, spaceId } = await connectableSpace({ allowPrivate: false });
    const target = { type: "space" as const, spaceId };
    const made = await workspace.ok(admin, installation.install, { provider: "git", target });
    const refused = await workspace.ask(admin, installation.update, {
      installationId: made.id,
      provider: "git",
      providerConfiguration: { url: gitRepository().path, branch: main },
    });
    expect([refused.status, refused.message]).toEqual([
      400,
      expect.stringContaining("Repositories on this machine are not allowed"),
    ]);
  });

  slowTest("needs the role admin, and is hidden from users who cannot see the space", async () => {
    const { connect, workspace, organizationId, spaceId } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const { id: installationId } = await connect({ url: repository.path });
    const editor = await workspace.member(organizationId, "edit");
    const stranger = await workspace.person();
    const target = { type: "space" as const, spaceId };
    const statuses = await Promise.all([
      workspace.ask(editor, installation.install, { provider: "git", target }),
      workspace.ask(editor, installation.get, { installationId }),
      workspace.ask(editor, installation.uninstall, { installationId }),
      workspace.ask(stranger, installation.get, { installationId }),
      workspace.ask(stranger, installation.branches, { installationId }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 404, 404]);
  });
});

describe("disconnect", () => {
  slowTest("removes the repository from the space, and restore connects it again", async () => {
    const { connect, disconnect, workspace, admin, spaceId, tree } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const { id: installationId } = await connect({ url: repository.path });
    const before = await tree();
    await disconnect(installationId);
    expect((await workspace.ask(admin, git.info, { spaceId })).status).toBe(404);
    expect((await workspace.ok(admin, space.get, { spaceId })).gitSync).toBeUndefined();
    expect((await workspace.ask(admin, installation.get, { installationId })).status).toBe(404);
    await workspace.ok(admin, installation.restore, { installationId });
    repository.commit({ "guide.md": "# Guide\n\nAfterwards.\n" });
    await workspace.service.jobs.finish();
    expect(await workspace.ok(admin, git.info, { spaceId })).toMatchObject({
      installationId,
      lastImport: { commit: repository.head() },
    });
    const ids = (pages: typeof before.pages) => everyPage(pages).map(({ id }) => id);
    expect(ids((await tree()).pages)).toEqual(ids(before.pages));
  });

  slowTest("forgets the token", async () => {
    const { connect, disconnect, workspace, admin, spaceId } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const server = await gitServer({ path: repository.path, access: "git:canary-token" });
    const { id } = await connect({ url: server.address(), accessToken: "canary-token" });
    await disconnect(id);
    const rows = await workspace.db.selectFrom("git_installations").select("credentials").execute();
    expect(rows).toEqual([{ credentials: null }]);
    await workspace.ok(admin, installation.restore, { installationId: id });
    await workspace.service.jobs.finish();
    expect(await workspace.ok(admin, git.info, { spaceId })).toMatchObject({
      installationStatus: "unauthenticated",
      problem: { reason: "credentials", fix: expect.stringContaining("--token-file") },
    });
  });
});

describe("changes", () => {
  slowTest("of the space are exported to the branch at once", async () => {
    const { connect, edit, tree, workspace, info } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await connect({ url: repository.path });
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Handbook" }));
    await workspace.service.jobs.finish();
    expect(repository.files()["guide.md"]).toContain("# Handbook");
    expect(await info()).toMatchObject({
      state: "success",
      lastExport: { commit: repository.head() },
    });
    expect((await info()).pending).toBeUndefined();
  });

  const template = "Docs: {change_request_subject} (#{change_request_number})";

  const messages = [
    [undefined, "Update the documentation", "Merge change request #1: Words"],
    ["", "Update the documentation", "Merge change request #1: Words"],
    ["From the space", "From the space", "From the space"],
    [template, "Update the documentation", "Docs: Words (#1)"],
  ] as const;

  test.each(sample(messages, 1))(
    "have the commit message of the template %j",
    async (text, ofEdit, ofMerge) => {
      const { connect, edit, workspace, admin, spaceId } = await connectableSpace();
      const repository = gitRepository();
      repository.commit(docs);
      const { id: installationId } = await connect({ url: repository.path });
      if (text !== undefined) {
        await workspace.ok(admin, installation.update, {
          ...{ installationId, provider: "git", commitMessageTemplate: text },
          providerConfiguration: {},
        });
      }
      const read = async () => {
        await workspace.service.jobs.finish();
        return repository.git("log", "-1", "--format=%s", "main").trim();
      };
      await edit((tree) => withNewPage(tree, start));
      expect(await read()).toBe(ofEdit);
      const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: "Words" });
      const key = { spaceId, changeRequestId: id };
      const page = { operation: "insert_page", title: "More", document: {} } as const;
      await workspace.ok(admin, cr.edit, { ...key, changes: [page] });
      await workspace.ok(admin, cr.merge, key);
      expect(await read()).toBe(ofMerge);
    },
  );

  slowTest("of the branch are imported by the next check", async () => {
    const { connect, waitForCheck, tree } = await connectableSpace();
    const repository = gitRepository();
    repository.commit(docs);
    await connect({ url: repository.path });
    repository.commit({ "new.md": "# New\n" });
    expect(await waitForCheck()).toMatchObject({ lastImport: { commit: repository.head() } });
    expect(outline((await tree()).pages)).toContain("New");
  });

  slowTest("of both sides are merged, and nothing is lost", async () => {
    const { connect, edit, tree, text, workspace } = await connectableSpace();
    const repository = gitRepository();
    repository.commit({ ...docs, "guide.md": "# Guide\n\nFirst.\n\nSecond.\n" });
    await connect({ url: repository.path });
    repository.commit({ "guide.md": "# Guide\n\nFirst by Git.\n\nSecond.\n" });
    const guide = pageCalled(await tree(), "Guide");
    await edit((now) => withPage(now, guide.id, { title: "Handbook" }));
    await workspace.service.jobs.finish();
    const merged = pageCalled(await tree(), "Handbook");
    expect(await text(merged)).toContain("First by Git.");
    expect(repository.files()["guide.md"]).toBe("# Handbook\n\nFirst by Git.\n\nSecond.\n");
  });
});
