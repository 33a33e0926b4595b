import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as webhook from "../../../../src/contract/webhook.ts";
import {
  cancelDeliveries,
  retryDelays,
  sendWebhook,
  webhookPermission,
} from "../../../../src/service/areas/webhooks/send-webhook.ts";
import { createSecret, toSecretPurpose } from "../../../../src/service/areas/webhooks/signature.ts";
import type { WebhookDeliveryTable } from "../../../../src/service/areas/webhooks/tables.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { type LongJobCall, NotPermittedError } from "../../../../src/service/jobs/job.ts";
import { serve } from "../../../support/network/loopback.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let org: string;
let admin: string;

beforeAll(async () => {
  workspace = await openWorkspace({ allowPrivate: ["127.0.0.1"] });
  org = await workspace.organization();
  admin = await workspace.member(org, "admin");
});
afterAll(() => workspace.service.close());

const db = () => workspace.db;
const create = async (target = "http://127.0.0.1:9/") =>
  (await workspace.ok(admin, webhook.create, { organizationId: org, url: target })).id;
const list = async (webhookId: string) =>
  (await workspace.ok(admin, webhook.deliveries, { organizationId: org, webhookId })).items;
async function send(webhookId: string) {
  await workspace.ok(admin, webhook.test, { organizationId: org, webhookId });
  await workspace.service.jobs.finish();
  return (await list(webhookId))[0];
}

const retried = { status: "waiting", next: retryDelays[0] };
const redirected = " Redirects are not followed; use the target URL.";

describe("an attempt", () => {
  test.each([
    [200, { status: "delivered", error: undefined, next: undefined }],
    [299, { status: "delivered", error: undefined, next: undefined }],
    [300, { ...retried, error: `The receiver responded with 300.${redirected}` }],
    [399, { ...retried, error: `The receiver responded with 399.${redirected}` }],
    [400, { ...retried, error: "The receiver responded with 400." }],
    [410, { status: "failed", error: "The receiver responded with 410.", next: undefined }],
    [500, { ...retried, error: "The receiver responded with 500." }],
  ])("with the response %i", async (status, { next, ...expected }) => {
    const { url, seen } = await serve((_seen, response) => {
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    const id = await create(url);
    const now = workspace.now.getTime();
    expect(await send(id)).toEqual({
      ...{ object: "webhook-delivery", id: expect.any(String), createdAt: expect.any(String) },
      ...{ ...expected, event: "webhook.test", attempts: 1, responseStatus: status },
      attemptedAt: new Date(now).toISOString(),
      nextAttemptAt: next === undefined ? undefined : new Date(now + next).toISOString(),
    });
    expect(seen.at(-1)?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "tome",
    });
    expect(seen.at(-1)?.method).toBe("POST");
    const shown = await workspace.ok(admin, webhook.get, { organizationId: org, webhookId: id });
    expect([shown.active, shown.problem]).toEqual(
      status === 410
        ? [false, "The receiver responded with 410, so the webhook was deactivated."]
        : [true, undefined],
    );
    await workspace.ok(admin, webhook.remove, { organizationId: org, webhookId: id });
  });

  test("that may not be sent is not repeated, unlike one without a response", async () => {
    const [unreachable, forbidden] = [await create(), await create()];
    await db()
      .updateTable("webhooks")
      .set({ url: "http://169.254.169.254/" })
      .where("id", "=", forbidden)
      .execute();
    expect(await send(unreachable)).toEqual({
      ...{ object: "webhook-delivery", id: expect.any(String), createdAt: expect.any(String) },
      ...{ event: "webhook.test", attemptedAt: workspace.now.toISOString() },
      ...{ status: "waiting", attempts: 1, responseStatus: undefined },
      error: expect.stringMatching(/^Fetching http:\/\/127\.0\.0\.1:9\/ failed: /),
      nextAttemptAt: new Date(workspace.now.getTime() + (retryDelays[0] ?? 0)).toISOString(),
    });
    expect(await send(forbidden)).toEqual({
      ...{ object: "webhook-delivery", id: expect.any(String), createdAt: expect.any(String) },
      ...{ event: "webhook.test", attemptedAt: workspace.now.toISOString() },
      ...{ status: "failed", attempts: 1, nextAttemptAt: undefined },
      error: expect.stringContaining("--allow-private"),
    });
    for (const webhookId of [unreachable, forbidden]) {
      await workspace.ok(admin, webhook.remove, { organizationId: org, webhookId });
    }
  });
});

async function insert(webhook_id: string, state: WebhookDeliveryTable["state"]) {
  const id = createId();
  await db()
    .insertInto("webhook_deliveries")
    .values({
      ...{ id, webhook_id, event: "comment.created", payload: "{}", state, attempts: 0 },
      ...{ response_status: null, error: null, attempted_at: null },
      ...{ created_at: "", next_attempt_at: "2026-01-01T00:00:00.000Z" },
    })
    .execute();
  return id;
}

/** The attempts in the queue. */
async function listJobs() {
  const attempts = db().selectFrom("jobs").select("payload").where("kind", "=", "send-webhook");
  return (await attempts.execute()).map(({ payload }) => payload).toSorted();
}

describe("an attempt during which the webhook", () => {
  const changes = ["is deactivated", "is deleted"] as const;
  test.each(
    changes.flatMap((change) => [200, 410, 500].map((status) => [change, status] as const)),
  )("%s is not repeated after the response %i", async (change, status) => {
    const { url, seen } = await serve(async (_seen, response) => {
      const named = { organizationId: org, webhookId };
      if (change === "is deleted") await workspace.ask(admin, webhook.remove, named);
      else await workspace.ok(admin, webhook.update, { ...named, active: false });
      response.writeHead(status).end();
    });
    const webhookId = await create(url);
    const named = { organizationId: org, webhookId };
    const before = await listJobs();
    await workspace.ok(admin, webhook.test, named);
    await workspace.service.jobs.finish();
    expect(seen).toHaveLength(1);
    expect(await listJobs()).toEqual(before);
    if (change === "is deleted") return;
    expect(await list(webhookId)).toMatchObject([
      { status: "canceled", attempts: 0, error: "The webhook was deactivated." },
    ]);
    expect(await workspace.ok(admin, webhook.get, named)).toMatchObject({ active: false });
  });
});

test("nothing is sent for a user who has lost the permission", async () => {
  const { url, seen } = await serve((_seen, response) => void response.end());
  const webhookId = await create(url);
  const deliveryId = await insert(webhookId, "waiting");
  const secretBox = openSecretBox(undefined);
  const secret = await secretBox.seal(createSecret(createId), toSecretPurpose(webhookId));
  await db().updateTable("webhooks").set({ secret }).where("id", "=", webhookId).execute();
  const { signal } = new AbortController();
  const outside = openOutside(["127.0.0.1"]);
  const prepare = (requirePermission: () => Promise<void>) =>
    sendWebhook.prepare({ deliveryId }, {
      ...{ db: db(), now: workspace.now, time: () => workspace.now, signal, outside },
      ...{ secretBox, requirePermission },
    } as object as LongJobCall);
  const refuse = () => Promise.reject(new NotPermittedError("No permission."));
  await expect(prepare(refuse)).rejects.toThrow("No permission.");
  expect(seen).toEqual([]);
  await prepare(async () => {});
  expect(seen).toHaveLength(1);
});

describe("the end of deliveries", () => {
  const read = async (id: string) => {
    const row = await db()
      .selectFrom("webhook_deliveries")
      .select(["state", "error", "next_attempt_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return [row.state, row.error, row.next_attempt_at !== null];
  };

  test("cancels only those of the webhook that still wait", async () => {
    const [one, other] = [await create(), await create()];
    const [waiting, done, others] = [
      await insert(one, "waiting"),
      await insert(one, "delivered"),
      await insert(other, "waiting"),
    ];
    await cancelDeliveries(db(), one, "The reason.");
    expect([await read(waiting), await read(done), await read(others)]).toEqual([
      ["canceled", "The reason.", false],
      ["delivered", null, true],
      ["waiting", null, true],
    ]);
  });

  test.each([
    ["failed", ["failed", "Why.", false], ["waiting", null, true], [1, null]],
    ["canceled", ["canceled", "Why.", false], ["canceled", "Why.", false], [0, "Why."]],
  ] as const)("by a job that is %s", async (state, expected, expectedOther, hook) => {
    const [webhookId, other] = [await create(), await create()];
    const [id, second, apart] = [
      await insert(webhookId, "waiting"),
      await insert(webhookId, "waiting"),
      await insert(other, "waiting"),
    ];
    const end = (deliveryId: string) =>
      webhookPermission.end?.(
        { deliveryId },
        { state, reason: "Why." } as never,
        {
          ...{ db: db(), now: workspace.now },
        } as never,
      );
    expect(await end(id)).toEqual({
      operation: "updateOrganizationWebhook",
      target: { type: "webhook", id: webhookId },
    });
    expect([await read(id), await read(second), await read(apart)]).toEqual([
      expected,
      expectedOther,
      ["waiting", null, true],
    ]);
    const rows = await db()
      .selectFrom("webhooks")
      .select(["id", "active", "problem"])
      .where("id", "in", [webhookId, other])
      .execute();
    const byId = new Map(rows.map((row) => [row.id, [row.active, row.problem]]));
    expect([byId.get(webhookId), byId.get(other)]).toEqual([hook, [1, null]]);
    expect(await end("unknown")).toBeUndefined();
    expect(await end(id)).toBeUndefined();
  });
});
