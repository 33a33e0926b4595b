import { createHmac } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as installation from "../../../../../src/contract/git-installation.ts";
import type { Headers } from "../../../../../src/contract/wire.ts";
import { createWebhookSecret } from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import { receiveWebhook } from "../../../../../src/service/areas/git/connections/webhook.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import type { PublicRequest } from "../../../../../src/service/core/public-route.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import type { JobRequest } from "../../../../../src/service/jobs/job.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { connectableSpace } from "../../../../support/git/git-connection.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
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

  test("of GitHub may be a form", async () => {
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

describe("a request to a webhook", () => {
  const secretBox = openSecretBox(undefined);
  let platform: Awaited<ReturnType<typeof openGitPlatform>>;
  let other: GitRows;
  let otherRow: GitInstallationTable;
  let rows: GitRows;
  let id: string;
  let secret: string;

  beforeAll(async () => {
    platform = await openGitPlatform();
    other = await createGitRows(platform);
    otherRow = await other.connect();
    return () => platform.workspace.service.close();
  });

  beforeEach(async () => {
    rows = await createGitRows(platform);
    id = createId();
    const made = await createWebhookSecret(secretBox, id);
    secret = made.secret;
    await rows.connect(undefined, { id, webhook_secret: made.sealed });
  });

  afterEach(async () => {
    expect(await other.readConnection()).toEqual(otherRow);
  });

  async function send(
    body: string | undefined,
    headers: Headers = {},
    changes: Partial<PublicRequest> = {},
  ) {
    const { db, now } = platform.workspace;
    const jobs: JobRequest[] = [];
    const response = await receiveWebhook({
      ...{ db, secretBox, now, caller: "", base: "", query: new URLSearchParams() },
      path: { installationId: id },
      enqueue: async (_, job) => void jobs.push(job),
      request: {
        ...{ method: "POST", url: "/", headers: { "x-gitlab-token": secret, ...headers } },
        ...(body !== undefined && { body }),
      },
      ...changes,
    });
    const { received_at, rewritten, check_number } = await rows.readConnection();
    const { message, error } = JSON.parse(await getText(response));
    return {
      ...{ status: response.status, message: message ?? error.message },
      ...{ jobs, received_at, rewritten: rewritten && JSON.parse(rewritten), check_number },
    };
  }

  const ignored = { jobs: [], received_at: null, rewritten: null, check_number: 0 };
  const works = { ...ignored, status: 200, message: "The webhook works." };
  const invalid = {
    ...{ ...ignored, status: 400, message: "The body is not a push event as JSON." },
  };
  const forged = {
    ...{ ...ignored, status: 401 },
    message: "The signature or token of the webhook is not valid.",
  };

  test.each<Headers>([
    {},
    { "x-github-event": "push" },
    { "x-gitlab-event": "Push Hook" },
    { "x-gitlab-event": "push hook" },
    // A provider that sends both is GitHub.
    { "x-github-event": "push", "x-gitlab-event": "Issue Hook" },
  ])("with the event %j checks the branch", async (headers) => {
    const now = platform.workspace.now.toISOString();
    const { jobs, ...result } = await send(push, headers);
    expect(result).toEqual({
      ...{ status: 202, message: "The space is compared with the branch." },
      ...{ received_at: now, rewritten: null, check_number: 1 },
    });
    const payload = { installationId: id, number: 1 };
    expect(jobs).toMatchObject([{ kind: "check-git-connection", payload }]);
  });

  test.each<Headers>([
    { "x-github-event": "ping" },
    { "x-github-event": "pushed" },
    { "x-github-event": "a push" },
    { "x-github-event": "" },
    { "x-gitlab-event": "Tag Push Hook" },
    { "x-gitlab-event": "Push Hooks" },
    { "x-github-event": "ping", "x-gitlab-event": "Push Hook" },
  ])("with the event %j has no effect", async (headers) => {
    expect(await send(push, headers)).toEqual(works);
    expect(await send("not JSON", headers)).toEqual(works);
  });

  test.each([
    ...[undefined, "", "not JSON", "null", "1", '"push"', "[]", "{}", '{"ref":1}', '{"ref":null}'],
  ])("with the body %j is refused", async (body) => {
    expect(await send(body)).toEqual(invalid);
  });

  test.each(["refs/heads/next", "main", "refs/heads/main2", ""])(
    "of the branch %j is ignored",
    async (ref) => {
      const message = `Ignored: the space is connected to ${main}.`;
      expect(await send(JSON.stringify({ ref }))).toEqual({ ...ignored, status: 200, message });
    },
  );

  const form = "application/x-www-form-urlencoded";
  const payload = new URLSearchParams({ payload: push }).toString();
  test.each<[string, string | undefined, number]>([
    [push, undefined, 202],
    [push, "application/json", 202],
    [push, form, 400],
    [payload, form, 202],
    [payload, `${form}; charset=utf-8`, 202],
    [payload, "application/json", 400],
    [payload, undefined, 400],
    ["a=1", form, 400],
    ["payload=1", form, 400],
  ])("with the body %j as %s has the status %i", async (body, type, status) => {
    const headers: Headers = type === undefined ? {} : { "content-type": type };
    expect((await send(body, headers)).status).toBe(status);
  });

  const [one, two] = ["1".repeat(40), "2".repeat(40)];
  const sha256 = "0123456789abcdef".repeat(4);
  const isCommit = (commit: unknown) => commit === one || commit === two || commit === sha256;
  const commits = [
    ...[one, two, sha256, undefined, null, 1, "", "A".repeat(100_000), "<script>", "\u001B[31m"],
    ...["1".repeat(39), "1".repeat(41), "1".repeat(63), "1".repeat(65), "G".repeat(40)],
    ...[[one], "F".repeat(40), ` ${one}`, `${one}\n`],
  ];
  const pushes = commits.flatMap((commit) => [
    { forced: true, before: commit, after: two },
    { forced: true, before: one, after: commit },
  ]);
  test.each([
    ...pushes,
    ...[false, "true", 1, null, undefined].map((forced) => ({ forced, before: one, after: two })),
  ])("stores the rewritten history only with two commits: %#", async (event) => {
    const { status, rewritten } = await send(JSON.stringify({ ref: main, ...event }));
    const { forced, before: from, after: to } = event;
    const at = platform.workspace.now.toISOString();
    const isStored = forced === true && isCommit(from) && isCommit(to);
    expect([status, rewritten]).toEqual([202, isStored ? { from, to, at } : null]);
  });

  test("keeps the rewritten history of an earlier push", async () => {
    const forced = { ref: main, forced: true, before: one, after: two };
    const { rewritten } = await send(JSON.stringify(forced));
    expect(rewritten).not.toBeNull();
    expect(await send(push)).toMatchObject({ status: 202, rewritten, check_number: 2 });
  });

  const sign = (key: string, body = push) =>
    `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
  test.each<[string, (key: string) => Readonly<Record<string, string>>, boolean]>([
    ["a token", (key) => ({ "x-gitlab-token": key }), true],
    ["a signature", (key) => ({ "x-hub-signature-256": sign(key) }), true],
    [
      "a signature and another token",
      (key) => ({ "x-hub-signature-256": sign(key), "x-gitlab-token": "x" }),
      true,
    ],
    [
      "a wrong signature and a token",
      (key) => ({ "x-hub-signature-256": sign("x"), "x-gitlab-token": key }),
      false,
    ],
    [
      "an empty signature and a token",
      (key) => ({ "x-hub-signature-256": "", "x-gitlab-token": key }),
      false,
    ],
    ["neither", () => ({}), false],
    ["an empty token", () => ({ "x-gitlab-token": "" }), false],
    ["a longer token", (key) => ({ "x-gitlab-token": `${key}x` }), false],
    ["a shorter token", (key) => ({ "x-gitlab-token": key.slice(1) }), false],
    [
      "the signature of another secret",
      (key) => ({ "x-hub-signature-256": sign(`${key}x`) }),
      false,
    ],
    ["the signature of another body", (key) => ({ "x-hub-signature-256": sign(key, "{}") }), false],
    ["the secret as signature", (key) => ({ "x-hub-signature-256": key }), false],
    ["an old signature", (key) => ({ "x-hub-signature": sign(key) }), false],
  ])("with %s is accepted only if it is authentic", async (_, create, isAuthentic) => {
    const request = { method: "POST", url: "/", body: push, headers: create(secret) } as const;
    const result = await send(push, {}, { request });
    if (isAuthentic) expect(result.status).toBe(202);
    else expect(result).toEqual(forged);
  });

  test("without a body is checked like one with an empty body", async () => {
    const headers = { "x-hub-signature-256": sign(secret, "") };
    expect(await send(undefined, headers)).toEqual(invalid);
  });

  test("of an unknown or removed connection looks like a forged one", async () => {
    expect(await send(push, {}, { path: { installationId: "gone" } })).toEqual(forged);
    expect(await send(push, {}, { path: {} })).toEqual(forged);
    const removed_at = platform.workspace.now.toISOString();
    await rows.db
      .updateTable("git_installations")
      .set({ removed_at })
      .where("id", "=", id)
      .execute();
    expect(await send(push)).toEqual(forged);
  });
});
