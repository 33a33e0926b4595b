import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as installation from "../../../../../src/contract/git-installation.ts";
import type { Headers } from "../../../../../src/contract/wire.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { main, outline } from "../../../../support/git/git-space.ts";
import { getText } from "../../../../support/platforms/platform.ts";

const docs = { "README.md": "# Home\n" };
const push = JSON.stringify({ ref: main, before: "1".repeat(40), after: "2".repeat(40) });

async function openWebhook() {
  const space = await connectableSpace();
  const repository = gitRepository();
  repository.commit(docs);
  const { id, webhook } = await space.connect({ url: repository.path });
  const secret = webhook?.secret ?? "";
  const url = webhook?.url ?? "";
  return {
    ...space,
    id,
    repository,
    secret,
    url,
    sign: (body: string, key = secret) =>
      `sha256=${createHmac("sha256", key).update(body).digest("hex")}`,
    async send(body: string, headers: Headers, to = url) {
      const answer = await space.workspace.service.transport({
        method: "POST",
        url: to,
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      const text = await getText(answer);
      await space.workspace.service.jobs.finish();
      return { status: answer.status, text };
    },
  };
}

describe("a webhook", () => {
  slowTest("of GitHub imports a push at once", async () => {
    const { send, sign, repository, tree, info, show, id } = await openWebhook();
    repository.commit({ "new.md": "# New\n" });
    const headers = { "x-github-event": "push", "x-hub-signature-256": sign(push) };
    expect((await send(push, headers)).status).toBe(202);
    expect(outline((await tree()).pages)).toContain("New");
    expect(await info()).toMatchObject({ lastImport: { commit: repository.head() } });
    expect((await show(id)).webhook?.lastReceivedAt).toBeDefined();
  });

  slowTest("of a push during an import leads to another check after it", async () => {
    const { id, repository, workspace, admin } = await openWebhook();
    const readRow = () =>
      workspace.db
        .selectFrom("git_installations")
        .select(["check_number", "observed_commit"])
        .executeTakeFirstOrThrow();
    repository.commit({ "new.md": "# New\n" });
    await workspace.ok(admin, installation.sync, { installationId: id });
    const { check_number: before } = await readRow();
    // What the check of the webhook stores while the import runs.
    await workspace.db
      .updateTable("git_installations")
      .set({ observed_commit: "f".repeat(40), checked_at: workspace.now.toISOString() })
      .execute();
    await workspace.service.jobs.finish();
    const { check_number, observed_commit } = await readRow();
    expect(check_number).toBeGreaterThan(before);
    expect(observed_commit).toBe(repository.head());
  });

  slowTest("does not store a commit that is not one", async () => {
    const { send, secret, workspace } = await openWebhook();
    for (const commit of [
      "A".repeat(100_000),
      "<script>",
      "\u001B[31m",
      "1".repeat(39),
      "G".repeat(40),
    ]) {
      for (const commits of [
        { before: commit, after: "2".repeat(40) },
        { before: "1".repeat(40), after: commit },
      ]) {
        const body = JSON.stringify({ ref: main, forced: true, ...commits });
        expect((await send(body, { "x-gitlab-token": secret })).status).toBe(202);
      }
      const row = await workspace.db
        .selectFrom("git_installations")
        .select("rewritten")
        .executeTakeFirstOrThrow();
      expect([commit, row.rewritten]).toEqual([commit, null]);
    }
  });

  slowTest("of GitHub may be a form", async () => {
    const { send, sign, repository, tree } = await openWebhook();
    repository.commit({ "new.md": "# New\n" });
    const body = new URLSearchParams({ payload: push }).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-github-event": "push",
      "x-hub-signature-256": sign(body),
    };
    expect((await send(body, headers)).status).toBe(202);
    expect(outline((await tree()).pages)).toContain("New");
  });

  slowTest("of GitLab imports a push at once", async () => {
    const { send, secret, repository, tree } = await openWebhook();
    repository.commit({ "new.md": "# New\n" });
    const headers = { "x-gitlab-event": "Push Hook", "x-gitlab-token": secret };
    expect((await send(push, headers)).status).toBe(202);
    expect(outline((await tree()).pages)).toContain("New");
  });

  slowTest(
    "with a forged signature, a wrong token or none is refused without an effect",
    async () => {
      const { send, sign, secret, repository, tree, url, show, id } = await openWebhook();
      repository.commit({ "new.md": "# New\n" });
      const forgeries: readonly Headers[] = [
        {},
        { "x-hub-signature-256": sign(push, "other") },
        { "x-hub-signature-256": sign(`${push} `) },
        { "x-hub-signature-256": "sha256=" },
        { "x-hub-signature-256": sign(push).replace("sha256=", "sha1=") },
        // A wrong signature is not made good by a correct token.
        { "x-hub-signature-256": sign(push, "other"), "x-gitlab-token": secret },
        { "x-gitlab-token": `${secret}x` },
        { "x-gitlab-token": "" },
      ];
      for (const headers of forgeries) {
        const { status, text } = await send(push, { "x-github-event": "push", ...headers });
        expect([status, text]).toEqual([401, expect.not.stringContaining(secret)]);
      }
      const unknown = await send(
        push,
        { "x-gitlab-token": secret },
        url.replace(/[^/]+$/, "other"),
      );
      expect(unknown.status).toBe(401);
      expect(outline((await tree()).pages)).toEqual(["Home"]);
      expect((await show(id)).webhook?.lastReceivedAt).toBeUndefined();
    },
  );

  test("of another branch or event is ignored", async () => {
    const { send, sign, secret, repository, tree } = await openWebhook();
    repository.commit({ "new.md": "# New\n" });
    const other = JSON.stringify({ ref: "refs/heads/other" });
    const ping = JSON.stringify({ zen: "Keep it logically awesome." });
    const sent = async (body: string, event: string) =>
      send(body, { "x-github-event": event, "x-hub-signature-256": sign(body) });
    expect((await sent(other, "push")).status).toBe(200);
    expect((await sent(ping, "ping")).status).toBe(200);
    expect((await sent("not JSON", "push")).status).toBe(400);
    expect((await sent("[]", "push")).status).toBe(400);
    const issue = JSON.stringify({ object_kind: "issue" });
    for (const [body, event] of [
      [push, "Tag Push Hook"],
      [issue, "Issue Hook"],
    ] as const) {
      const headers = { "x-gitlab-event": event, "x-gitlab-token": secret };
      expect([event, (await send(body, headers)).status]).toEqual([event, 200]);
    }
    expect(outline((await tree()).pages)).toEqual(["Home"]);
  });

  slowTest("reports a rewritten history, which is merged like any other change", async () => {
    const { send, sign, repository, tree, info } = await openWebhook();
    const before = repository.head();
    repository.git("update-ref", "-d", main);
    repository.commit({ "README.md": "# Home\n", "rewritten.md": "# Rewritten\n" });
    const after = repository.head();
    const body = JSON.stringify({ ref: main, before, after, forced: true });
    await send(body, { "x-github-event": "push", "x-hub-signature-256": sign(body) });
    expect(outline((await tree()).pages)).toEqual(["Home", "Rewritten"]);
    expect(await info()).toMatchObject({ rewritten: { from: before, to: after } });
  });

  slowTest("makes further checks rarer", async () => {
    const { send, sign, info, workspace } = await openWebhook();
    const minutes = async () =>
      Math.round((Date.parse((await info()).nextCheckAt ?? "") - workspace.now.getTime()) / 60_000);
    expect(await minutes()).toBe(5);
    await send(push, { "x-github-event": "push", "x-hub-signature-256": sign(push) });
    expect(await minutes()).toBe(60);
  });
});
