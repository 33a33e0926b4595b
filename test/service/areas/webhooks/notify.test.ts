import { describe, expect, test } from "vitest";
import type { WebhookEvent } from "../../../../src/contract/webhook-values.ts";
import {
  mostKept,
  type Notification,
  notify,
  recordDelivery,
  removeOldDeliveries,
} from "../../../../src/service/areas/webhooks/notify.ts";
import type { WebhookTable } from "../../../../src/service/areas/webhooks/tables.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

async function start() {
  const desk = await openDesk();
  const { workspace, org, admin, spaceId } = desk;
  const { db } = workspace;
  const jobs: JobRequest[] = [];
  const call = {
    ...{ db, now: workspace.now, newId: createId },
    enqueue: async (job: JobRequest) => void jobs.push(job),
  };
  const addWebhook = async (fields: Partial<WebhookTable> & Pick<WebhookTable, "id">) => {
    const row: WebhookTable = {
      ...{ organization_id: org, url: "https://hooks.example.com", events: '["comment.created"]' },
      ...{ secret: "", previous_secrets: "[]", active: 1, problem: null, updated_at: null },
      principal: JSON.stringify({ kind: "user", user: admin }),
      created_at: workspace.now.toISOString(),
      ...fields,
    };
    await db.insertInto("webhooks").values(row).execute();
    return row;
  };
  const deliveries = () =>
    db.selectFrom("webhook_deliveries").selectAll().orderBy("webhook_id").execute();
  const send = async (notification: Omit<Notification, "type"> & { type?: WebhookEvent }) => {
    await notify(call, { type: "comment.created", ...notification });
    return (await deliveries()).map(({ webhook_id, payload }) => [
      webhook_id,
      JSON.parse(payload).data,
    ]);
  };
  return { ...desk, desk, db, jobs, call, addWebhook, deliveries, send, workspace, spaceId };
}

describe("an event is recorded", () => {
  test("for the active webhooks of the organization that receive it", async () => {
    const { addWebhook, send, workspace, org, spaceId, jobs } = await start();
    const other = await workspace.organization("Other");
    await addWebhook({ id: "a" });
    await addWebhook({ id: "b", events: '["review.requested","comment.created"]' });
    await addWebhook({ id: "c", events: '["review.requested"]' });
    await addWebhook({ id: "d", active: 0 });
    await addWebhook({ id: "e", organization_id: other });
    const organization = { id: org, title: "Acme" };
    expect(await send({ in: { spaceId } })).toEqual([
      ["a", { organization, space: { id: spaceId, title: "Guide" } }],
      ["b", { organization, space: { id: spaceId, title: "Guide" } }],
    ]);
    await workspace.db.deleteFrom("webhook_deliveries").execute();
    expect(await send({ in: { organizationId: other } })).toEqual([
      ["e", { organization: { id: other, title: "Other" } }],
    ]);
    await workspace.db.deleteFrom("webhook_deliveries").execute();
    expect(await send({ in: { spaceId: "unknown" } })).toEqual([]);
    expect(await send({ type: "git_sync.failed", in: { spaceId } })).toEqual([]);
    expect(jobs).toHaveLength(3);
  });

  test("with the change request, the user and further data that it has", async () => {
    const { addWebhook, send, spaceId, org, admin, desk, db } = await start();
    await addWebhook({ id: "a" });
    await desk.begin("Other");
    const changeRequestId = await desk.begin("Better words");
    const [common] = [
      { organization: { id: org, title: "Acme" }, space: { id: spaceId, title: "Guide" } },
    ];
    const changeRequest = { id: changeRequestId, number: 2, subject: "Better words" };
    const actor = { id: admin, displayName: admin };
    for (const [notification, expected] of [
      [{}, common],
      [{ changeRequestId }, { ...common, changeRequest }],
      [
        { changeRequestId: null, actor: admin },
        { ...common, actor },
      ],
      [{ changeRequestId: "unknown", actor: "unknown" }, common],
      [
        { changeRequestId, actor: admin, data: { comment: { id: "C1" } } },
        { ...common, changeRequest, actor, comment: { id: "C1" } },
      ],
    ] as const) {
      await db.deleteFrom("webhook_deliveries").execute();
      expect(await send({ in: { spaceId }, ...notification })).toEqual([["a", expected]]);
    }
  });

  test("with a job in the name of the user who activated the webhook", async () => {
    const { addWebhook, call, deliveries, jobs, org, admin, workspace } = await start();
    const hook = await addWebhook({ id: "a" });
    const row = await recordDelivery(call, hook, "webhook.test", { x: 1 });
    const time = workspace.now.toISOString();
    expect(await deliveries()).toEqual([row]);
    expect(row).toEqual({
      ...{ id: row.id, webhook_id: "a", event: "webhook.test", state: "waiting", attempts: 0 },
      payload: JSON.stringify({ type: "webhook.test", timestamp: time, data: { x: 1 } }),
      ...{ response_status: null, error: null, created_at: time, attempted_at: null },
      next_attempt_at: time,
    });
    expect(jobs).toEqual([
      {
        kind: "send-webhook",
        payload: { deliveryId: row.id },
        principal: { kind: "user", user: admin },
        organization: org,
      },
    ]);
  });
});

test("only the oldest ended deliveries of an event type and webhook are removed", async () => {
  const { addWebhook, db } = await start();
  await addWebhook({ id: "a" });
  await addWebhook({ id: "b" });
  const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
  const insert = async (
    webhook_id: string,
    event: WebhookEvent,
    state: "failed" | "waiting" | "delivered" | "canceled",
    from: number,
    count: number,
  ) => {
    const rows = Array.from({ length: count }, (_, at) => ({
      ...{ id: createId(), webhook_id, event, state, payload: "{}", attempts: 0 },
      ...{ response_status: null, error: null, attempted_at: null, next_attempt_at: null },
      created_at: minute(from + at),
    }));
    for (let at = 0; at < rows.length; at += 100) {
      await db
        .insertInto("webhook_deliveries")
        .values(rows.slice(at, at + 100))
        .execute();
    }
  };
  const count = async () => {
    const rows = await db.selectFrom("webhook_deliveries").selectAll().execute();
    const groups = new Map<string, number>();
    for (const { webhook_id, event, state } of rows) {
      const name = `${webhook_id} ${event} ${state}`;
      groups.set(name, (groups.get(name) ?? 0) + 1);
    }
    const times = rows
      .filter((row) => row.webhook_id === "a" && row.event === "comment.created")
      .filter(({ state }) => state !== "waiting")
      .map((row) => row.created_at);
    return { groups: Object.fromEntries(groups), oldest: times.toSorted()[0] };
  };
  await insert("a", "comment.created", "failed", 10, mostKept - 2);
  await insert("a", "comment.created", "delivered", 600, 1);
  await insert("a", "comment.created", "canceled", 601, 1);
  await insert("a", "comment.created", "waiting", 0, 3);
  await insert("a", "review.requested", "failed", 0, 3);
  await insert("b", "comment.created", "failed", 0, 3);
  const others = {
    "a comment.created delivered": 1,
    "a comment.created canceled": 1,
    "a comment.created waiting": 3,
    "a review.requested failed": 3,
    "b comment.created failed": 3,
  };
  const remove = () => removeOldDeliveries(db, { webhook_id: "a", event: "comment.created" });
  const full = { ...others, "a comment.created failed": mostKept - 2 };
  await remove();
  expect(await count()).toEqual({ groups: full, oldest: minute(10) });
  await insert("a", "comment.created", "failed", 700, 2);
  await remove();
  expect(await count()).toEqual({ groups: full, oldest: minute(12) });
});
