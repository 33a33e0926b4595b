import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import * as auditEvent from "../../../../src/contract/audit-event.ts";
import * as comment from "../../../../src/contract/comment.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import * as git from "../../../../src/contract/git.ts";
import * as member from "../../../../src/contract/member.ts";
import * as webhook from "../../../../src/contract/webhook.ts";
import { webhookEvents } from "../../../../src/contract/webhook-values.ts";
import {
  mostKept,
  mostWaiting,
  recordDelivery,
} from "../../../../src/service/areas/webhooks/notify.ts";
import { retryDelays } from "../../../../src/service/areas/webhooks/send-webhook.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { amount, slowTest, slowTests } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answering } from "../../../support/network/answering.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that answers with the given status codes in turn, then with 204. */
async function start(statuses: number[] = []) {
  const received: Received[] = [];
  const meanwhile = { act: async (): Promise<unknown> => undefined };
  const receiver = await answering(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    await meanwhile.act();
    response.writeHead(statuses.shift() ?? 204).end();
  });
  const desk = await openDesk({ allowPrivate: ["127.0.0.1"] });
  const { workspace, admin, org, spaceId } = desk;
  const url = `${receiver.url}/hook`;
  const create = async (events: (typeof webhookEvents)[number][] = []) =>
    workspace.ok(admin, webhook.create, { organizationId: org, url, events });
  const deliver = () => workspace.service.jobs.finish();
  const listDeliveries = async (webhookId: string) =>
    (await workspace.ok(admin, webhook.deliveries, { organizationId: org, webhookId })).items;
  const types = () => received.map(({ body }) => JSON.parse(body).type);
  return {
    ...{ desk, workspace, admin, org, spaceId, url, received, create, deliver },
    ...{ listDeliveries, types, meanwhile },
  };
}

/** The check that the documentation describes. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", key).update(text).digest("base64");
  return headers["webhook-signature"] === `v1,${signature}`;
}

describe("a webhook", () => {
  slowTest(
    "receives each kind of event, signed, with ids and titles but without texts",
    async () => {
      const { desk, workspace, admin, org, spaceId, received, create, deliver, types } =
        await start();
      const { secret = "" } = await create();
      const reviewer = await desk.person("review");
      const [page = ""] = await desk.publish({ title: "Start", markdown: "Old words" });
      await deliver();
      received.splice(0);
      const id = await desk.begin("Better words");
      const ids = { spaceId, changeRequestId: id };
      await desk.write(id, page, "Confidential words");
      await workspace.ok(admin, cr.update, { ...ids, status: "open" });
      await workspace.ok(admin, crReview.request, { ...ids, users: [reviewer] });
      await workspace.ok(reviewer, crReview.create, { ...ids, status: "approved" });
      const posted = await workspace.ok(reviewer, comment.create, {
        spaceId,
        body: { markdown: "Confidential words" },
      });
      await desk.merge(id);
      await workspace.ok(admin, git.importRepository, {
        spaceId,
        url: "http://127.0.0.1:9/nothing.git",
        ref: "refs/heads/main",
      });
      await deliver();
      await deliver();
      expect(types().toSorted()).toEqual([
        "change_request.merged",
        "change_request.opened",
        "comment.created",
        "git_sync.failed",
        "review.requested",
        "review.submitted",
      ]);
      for (const one of received) {
        expect(isSigned(one, secret)).toBe(true);
        expect(isSigned({ ...one, body: `${one.body} ` }, secret)).toBe(false);
        expect(one.body).not.toContain("Confidential");
      }
      const find = (type: string) =>
        JSON.parse(received.find(({ body }) => JSON.parse(body).type === type)?.body ?? "{}");
      expect(find("review.submitted")).toMatchObject({
        timestamp: workspace.now.toISOString(),
        data: {
          organization: { id: org, title: "Acme" },
          space: { id: spaceId, title: "Guide" },
          changeRequest: { id, subject: "Better words" },
          actor: { id: reviewer },
          review: { status: "approved" },
        },
      });
      expect(find("comment.created").data.comment).toEqual({ id: posted.id });
    },
  );

  test("receives only the chosen events, and none of other organizations", async () => {
    const { desk, workspace, create, deliver, types, received } = await start();
    await create(["change_request.merged"]);
    const elsewhere = await workspace.organization("Other");
    const stranger = await workspace.member(elsewhere, "admin");
    await workspace.ok(stranger, webhook.create, {
      organizationId: elsewhere,
      url: "https://hooks.example.com/",
    });
    await desk.publish({ title: "Start", markdown: "Words" });
    await deliver();
    expect(types()).toEqual(["change_request.merged"]);
    const rows = await workspace.db.selectFrom("webhook_deliveries").selectAll().execute();
    expect([rows.length, received.length]).toEqual([1, 1]);
  });

  test("shows its secret once, and stores it encrypted", async () => {
    const { workspace, admin, org, create } = await start();
    const { id, secret = "" } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await workspace.ok(admin, webhook.get, { organizationId: org, webhookId: id });
    expect(shown.secret).toBeUndefined();
    const stored = JSON.stringify(await workspace.db.selectFrom("webhooks").selectAll().execute());
    expect(stored).not.toContain(secret.replace("whsec_", ""));
    const events = await workspace.ok(admin, auditEvent.list, { organizationId: org });
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(events.items[0]).toMatchObject({ action: "createOrganizationWebhook" });
  });

  test("is managed by admins of its organization only", async () => {
    const { desk, workspace, org, url, create } = await start();
    const { id } = await create();
    const other = await workspace.organization("Other");
    const stranger = await workspace.member(other, "admin");
    const editor = await desk.person("create");
    const ids = { organizationId: org, webhookId: id };
    const refusals = [
      await workspace.refused(editor, webhook.list, { organizationId: org }),
      await workspace.refused(editor, webhook.create, { organizationId: org, url }),
      await workspace.refused(editor, webhook.remove, ids),
      await workspace.refused(editor, webhook.test, ids),
      await workspace.refused(editor, webhook.deliveries, ids),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const moved = { organizationId: other, webhookId: id };
    expect((await workspace.refused(stranger, webhook.get, moved)).status).toBe(404);
    expect((await workspace.refused(stranger, webhook.get, ids)).status).toBe(404);
    expect((await workspace.ask(stranger, webhook.remove, moved)).status).toBe(204);
  });

  test("is refused for URLs on this machine, in private networks, and with credentials", async () => {
    const { workspace, admin, org } = await start();
    for (const url of [
      "http://127.0.0.2/hook",
      "http://10.0.0.1/",
      "http://[::1]:9/",
      "http://169.254.169.254/latest",
      "https://user:password@example.com/",
      "ftp://example.com/",
      "hooks.example.com",
    ]) {
      const refused = await workspace.refused(admin, webhook.create, { organizationId: org, url });
      expect([url, refused.status]).toEqual([url, 400]);
    }
  });
});

describe("a delivery", () => {
  slowTest("is repeated with the same id and growing delays until it is accepted", async () => {
    const { workspace, admin, org, received, create, deliver, listDeliveries } = await start([
      500, 404, 301,
    ]);
    const { id, secret = "" } = await create();
    await workspace.ok(admin, webhook.test, { organizationId: org, webhookId: id });
    await deliver();
    expect((await listDeliveries(id))[0]).toMatchObject({
      event: "webhook.test",
      status: "waiting",
      attempts: 1,
      responseStatus: 500,
      nextAttemptAt: new Date(workspace.now.getTime() + (retryDelays[0] ?? 0)).toISOString(),
    });
    for (const delay of retryDelays.slice(0, 3)) {
      workspace.time.now = new Date(workspace.now.getTime() + delay);
      await deliver();
    }
    const [delivery] = await listDeliveries(id);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 4, responseStatus: 204 });
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([delivery?.id]),
    );
    expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
    for (const one of received) expect(isSigned(one, secret)).toBe(true);
  });

  slowTest("fails after the last attempt, and shows the last error", async () => {
    const { workspace, admin, org, received, create, deliver, listDeliveries } = await start(
      Array.from({ length: 20 }, () => 503),
    );
    const { id } = await create();
    await workspace.ok(admin, webhook.test, { organizationId: org, webhookId: id });
    for (let day = 0; day < 20; day++) {
      await deliver();
      workspace.passDays(1);
    }
    expect(received).toHaveLength(retryDelays.length + 1);
    const [delivery] = await listDeliveries(id);
    expect(delivery).toMatchObject({ status: "failed", error: "The receiver responded with 503." });
    expect(delivery?.nextAttemptAt).toBeUndefined();
  });

  slowTest("with status 410 deactivates the webhook, which an admin activates again", async () => {
    const { workspace, admin, org, create, deliver, listDeliveries } = await start([410]);
    const { id } = await create();
    const ids = { organizationId: org, webhookId: id };
    await workspace.ok(admin, webhook.test, ids);
    await deliver();
    expect(await workspace.ok(admin, webhook.get, ids)).toMatchObject({
      active: false,
      problem: expect.stringContaining("410"),
    });
    const again = await workspace.ok(admin, webhook.update, { ...ids, active: true });
    expect([again.active, again.problem]).toEqual([true, undefined]);
    workspace.passDays(1);
    await workspace.ok(admin, webhook.test, ids);
    await deliver();
    expect((await listDeliveries(id))[0]?.status).toBe("delivered");
  });

  slowTest("is canceled with the webhook, or if its creator is no longer an admin", async () => {
    const { desk, workspace, admin, org, received, create, deliver, listDeliveries } =
      await start();
    const { id } = await create();
    const ids = { organizationId: org, webhookId: id };
    await workspace.db.updateTable("jobs").set({ run_at: "2099-01-01T00:00:00.000Z" }).execute();
    await workspace.ok(admin, webhook.update, { ...ids, active: false });
    await desk.publish({ title: "Start", markdown: "Words" });
    await deliver();
    expect(received).toEqual([]);
    await workspace.ok(admin, webhook.update, { ...ids, active: true });
    const other = await desk.person("admin");
    await workspace.ok(other, member.update, { organizationId: org, userId: admin, role: "read" });
    await workspace.ok(other, webhook.test, ids);
    await deliver();
    expect(received).toEqual([]);
    const [delivery] = (
      await workspace.ok(other, webhook.deliveries, { organizationId: org, webhookId: id })
    ).items;
    expect(delivery).toMatchObject({ status: "canceled" });
    expect(delivery?.error).toMatch(/permission/);
    expect((await workspace.ok(other, webhook.get, ids)).active).toBe(false);
    await expect(listDeliveries(id)).rejects.toThrow("403");
  });

  slowTests.each([204, 410, 500])(
    "stays canceled if the webhook is deactivated before the response %i",
    async (status) => {
      const { workspace, admin, org, received, create, deliver, listDeliveries, meanwhile } =
        await start([status]);
      const { id } = await create();
      const ids = { organizationId: org, webhookId: id };
      meanwhile.act = () => workspace.ok(admin, webhook.update, { ...ids, active: false });
      await workspace.ok(admin, webhook.test, ids);
      await deliver();
      workspace.passDays(1);
      await deliver();
      expect(received).toHaveLength(1);
      const deliveries = await listDeliveries(id);
      expect(deliveries.map((one) => [one.status, one.nextAttemptAt])).toEqual([
        ["canceled", undefined],
      ]);
      expect((await workspace.ok(admin, webhook.get, ids)).active).toBe(false);
    },
  );

  const some = webhookEvents.filter((_, at) => at % amount({ short: 4, full: 1 }) === 0);

  describe.each(some)("with too many waiting deliveries of %s", (event) => {
    async function fill() {
      const started = await start();
      const { id } = await started.create();
      const waitingRow = {
        ...{ webhook_id: id, event, payload: "{}", state: "waiting" as const },
        ...{ attempts: 0, response_status: null, error: null, attempted_at: null },
        ...{ created_at: "2026-01-01T00:00:00.000Z", next_attempt_at: null },
      };
      const { db, now } = started.workspace;
      for (let batch = 0; batch < mostWaiting; batch += 100) {
        const rows = Array.from({ length: 100 }, (_, at) => ({
          ...waitingRow,
          id: `D${batch + at}`,
        }));
        await db.insertInto("webhook_deliveries").values(rows).execute();
      }
      const hook = await db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
      let minutes = 0;
      const record = (type: (typeof webhookEvents)[number]) =>
        recordDelivery(
          {
            ...{ db, newId: createId, enqueue: async () => {} },
            now: new Date(now.getTime() + minutes++ * 60_000),
          },
          hook,
          type,
          {},
        );
      return { ...started, db, record, waitingRow };
    }

    slowTest("further ones are recorded as failed, and those of other types wait", async () => {
      const { record } = await fill();
      for (const type of webhookEvents) {
        const { state, error } = await record(type);
        const isSame = type === event;
        expect([type, state]).toEqual([type, isSame ? "failed" : "waiting"]);
        if (isSame) expect(error).toContain("were waiting");
      }
    });

    slowTest(
      "failed ones of this type neither grow without limit nor remove those of others",
      async () => {
        const { record, db, waitingRow } = await fill();
        const other = webhookEvents.find((one) => one !== event) ?? event;
        const kept = await record(other);
        await db
          .updateTable("webhook_deliveries")
          .set({ state: "failed" })
          .where("id", "=", kept.id)
          .execute();
        // As many failed ones as are kept.
        for (let batch = 0; batch < mostKept; batch += 100) {
          const rows = Array.from({ length: 100 }, (_, at) => ({
            ...waitingRow,
            ...{ id: `F${batch + at}`, state: "failed" as const },
          }));
          await db.insertInto("webhook_deliveries").values(rows).execute();
        }
        for (let count = 0; count < 20; count++) await record(event);
        const rows = await db
          .selectFrom("webhook_deliveries")
          .select(["event", "state"])
          .where("state", "=", "failed")
          .execute();
        expect(rows.filter((one) => one.event === event).length).toBeLessThanOrEqual(mostKept + 1);
        expect(rows.filter((one) => one.event === other)).toHaveLength(1);
        // The waiting ones are older, and are still sent.
        const waiting = db
          .selectFrom("webhook_deliveries")
          .select("id")
          .where("state", "=", "waiting");
        expect(await waiting.where("event", "=", event).execute()).toHaveLength(mostWaiting);
      },
    );
  });
});

slowTest("an organization has at most twenty webhooks", async () => {
  const { workspace, admin, org, url, create } = await start();
  for (let count = 0; count < 20; count++) await create();
  const refused = await workspace.refused(admin, webhook.create, { organizationId: org, url });
  expect(refused.status).toBe(409);
  const { items } = await workspace.ok(admin, webhook.list, { organizationId: org, limit: 1000 });
  expect(items).toHaveLength(20);
  expect(items[0]?.events).toEqual([...webhookEvents]);
});

slowTest("the example of the documentation accepts a delivery, and nothing else", async () => {
  const { workspace, admin, org, received, create, deliver } = await start();
  const { id, secret = "" } = await create();
  await workspace.ok(admin, webhook.test, { organizationId: org, webhookId: id });
  await deliver();
  const [delivery] = received;
  if (!delivery) throw new Error("nothing was received");
  const text = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8");
  const [, example = ""] = /```js\n(.*?)```/s.exec(text) ?? [];
  const file = join(temporaryFolder(), "verify.mjs");
  writeFileSync(file, example);
  const { verify } = await import(pathToFileURL(file).href);
  const { headers, body } = delivery;
  const now = workspace.now.getTime() / 1000;
  expect(verify(secret, headers, body, now)).toBe(true);
  expect(verify(secret, headers, `${body} `, now)).toBe(false);
  expect(verify(secret, { ...headers, "webhook-id": "other" }, body, now)).toBe(false);
  expect(verify(secret, { ...headers, "webhook-signature": "v1,short" }, body, now)).toBe(false);
  expect(verify(secret, headers, body, now + 600)).toBe(false);
  const several = `v1,${"A".repeat(43)}= ${headers["webhook-signature"]}`;
  expect(verify(secret, { ...headers, "webhook-signature": several }, body, now)).toBe(true);
});

describe("a change of a webhook", () => {
  slowTest("keeps what it does not name, and is recorded only if there is one", async () => {
    const { workspace, admin, org, url, create } = await start();
    const { id, secret: _, ...made } = await create(["comment.created"]);
    const other = await create();
    const ids = { organizationId: org, webhookId: id };
    const update = (changes: object) => workspace.ok(admin, webhook.update, { ...ids, ...changes });
    workspace.passDays(1);
    const time = workspace.now.toISOString();
    expect(await update({})).toEqual({ id, ...made });
    expect(await update({ url })).toEqual({ id, ...made });
    const moved = { id, ...made, url: "https://hooks.example.com/", updatedAt: time };
    expect(await update({ url: moved.url })).toEqual(moved);
    const events = ["change_request.opened", "review.requested"] as const;
    // In the order of the contract, each once.
    const chosen = await update({ events: [events[1], events[0], events[1]] });
    expect(chosen).toEqual({
      ...moved,
      events: webhookEvents.filter((one) => events.some((event) => event === one)),
    });
    expect(await update({ active: false })).toEqual({ ...chosen, active: false });
    expect(await update({ events: [] })).toEqual({
      ...chosen,
      active: false,
      events: [...webhookEvents],
    });
    const { items } = await workspace.ok(admin, webhook.list, { organizationId: org });
    expect(new Map(items.map((item) => [item.id, item.updatedAt]))).toEqual(
      new Map([
        [id, time],
        [other.id, undefined],
      ]),
    );
  });

  test("to active ends the problem and makes its user responsible", async () => {
    const { desk, workspace, admin, org, create } = await start();
    const second = await desk.person("admin");
    const [{ id }, other] = [await create(), await create()];
    const { db } = workspace;
    const problem = { active: 0, problem: "Broken." };
    await db.updateTable("webhooks").set(problem).execute();
    const ids = { organizationId: org, webhookId: id };
    const principals = async () => {
      const rows = await db.selectFrom("webhooks").select(["id", "principal"]).execute();
      const byId = new Map(rows.map((row) => [row.id, JSON.parse(row.principal)]));
      return [byId.get(id), byId.get(other.id)];
    };
    const [first, next] = [admin, second].map((user) => ({ kind: "user", user }));
    const named = await workspace.ok(second, webhook.update, { ...ids, events: [] });
    expect([named.active, named.problem, await principals()]).toEqual([
      false,
      "Broken.",
      [first, first],
    ]);
    await workspace.ok(second, webhook.update, { ...ids, active: false });
    expect(await principals()).toEqual([first, first]);
    const active = await workspace.ok(second, webhook.update, { ...ids, active: true });
    expect([active.active, active.problem, await principals()]).toEqual([
      true,
      undefined,
      [next, first],
    ]);
    const unchanged = { organizationId: org, webhookId: other.id };
    expect(await workspace.ok(admin, webhook.get, unchanged)).toMatchObject({
      active: false,
      problem: "Broken.",
    });
  });

  slowTest("to inactive cancels its deliveries, and its deletion removes them", async () => {
    const { workspace, admin, org, create } = await start();
    const [{ id }, other] = [await create(), await create()];
    const ids = { organizationId: org, webhookId: id };
    for (const webhookId of [id, other.id, id]) {
      await workspace.ok(admin, webhook.test, { organizationId: org, webhookId });
      workspace.time.now = new Date(workspace.now.getTime() + 1000);
    }
    const list = async (webhookId: string) => {
      const { items } = await workspace.ok(admin, webhook.deliveries, {
        organizationId: org,
        webhookId,
      });
      return items;
    };
    const [newer, older] = await list(id);
    expect([newer, older].map((one) => [one?.event, one?.status])).toEqual([
      ["webhook.test", "waiting"],
      ["webhook.test", "waiting"],
    ]);
    expect((newer?.createdAt ?? "") > (older?.createdAt ?? "")).toBe(true);
    await workspace.ok(admin, webhook.update, { ...ids, active: false });
    expect((await list(id)).map(({ status, error }) => [status, error])).toEqual([
      ["canceled", "The webhook was deactivated."],
      ["canceled", "The webhook was deactivated."],
    ]);
    expect((await list(other.id)).map(({ status }) => status)).toEqual(["waiting"]);
    expect((await workspace.ask(admin, webhook.remove, ids)).status).toBe(205);
    expect((await workspace.ask(admin, webhook.remove, ids)).status).toBe(204);
    expect(await list(other.id)).toHaveLength(1);
    const rows = await workspace.db.selectFrom("webhook_deliveries").select("webhook_id").execute();
    expect(rows).toEqual([{ webhook_id: other.id }]);
  });

  slowTests.each([
    ["https://me@example.com/", "url must not contain a user name or a password."],
    ["https://:word@example.com/", "url must not contain a user name or a password."],
    ["http://[::1]/", "url leads to [::1], which is on this machine or in a private network."],
    [
      "http://10.0.0.1./",
      "url leads to 10.0.0.1, which is on this machine or in a private network.",
    ],
    ["http://8.8.8.8/", undefined],
    ["http://127.0.0.1/", undefined],
    ["http://a.localhost./", undefined],
    ["http://localhost.example.com/", undefined],
  ])("to %s", async (target, message) => {
    const { workspace, admin, org, url, create } = await start();
    const { id } = await create();
    const ids = { organizationId: org, webhookId: id };
    const updated = await workspace.ask(admin, webhook.update, { ...ids, url: target });
    const isAllowed = message === undefined;
    expect([updated.status, updated.message]).toEqual([
      isAllowed ? 200 : 400,
      isAllowed ? "" : expect.stringContaining(message),
    ]);
    const shown = await workspace.ok(admin, webhook.get, ids);
    expect(shown.url).toBe(isAllowed ? target : url);
  });
});
