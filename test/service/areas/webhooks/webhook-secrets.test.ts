import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as auditEvent from "../../../../src/contract/audit-event.ts";
import * as webhook from "../../../../src/contract/webhook.ts";
import { exportAll } from "../../../../src/service/server/backup/backup.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

async function start() {
  const received: { readonly signatures: string; readonly text: string }[] = [];
  const receiver = await answering(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { "webhook-id": id, "webhook-timestamp": time } = request.headers;
    const signatures = String(request.headers["webhook-signature"]);
    received.push({ signatures, text: `${id}.${time}.${Buffer.concat(chunks)}` });
    response.writeHead(204).end();
  });
  const desk = await openDesk({ allowPrivate: ["127.0.0.1"] });
  const { workspace, admin, org } = desk;
  const url = `${receiver.url}/hook`;
  const { id, secret = "" } = await workspace.ok(admin, webhook.create, {
    organizationId: org,
    url,
  });
  const ids = { organizationId: org, webhookId: id };
  const rotate = async (input: { readonly overlap?: number; readonly secret?: string } = {}) =>
    workspace.ok(admin, webhook.rotate, { ...ids, ...input });
  /** The signatures of a new delivery, compared with those of the secrets. */
  const isSignedBy = async (...secrets: readonly string[]) => {
    received.splice(0);
    await workspace.ok(admin, webhook.test, ids);
    await workspace.service.jobs.finish();
    const [delivery] = received;
    if (delivery === undefined) throw new Error("nothing was received");
    const expected = secrets.map((one) => {
      const key = Buffer.from(one.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(delivery.text).digest("base64")}`;
    });
    return delivery.signatures === expected.join(" ");
  };
  return { desk, workspace, admin, org, ids, secret, rotate, isSignedBy };
}

function createOwnSecret(bytes: number): string {
  return `whsec_${Buffer.alloc(bytes, bytes).toString("base64")}`;
}

describe("a rotation of the signing secret", () => {
  test("signs with both secrets for 24 hours, and with the new one afterwards", async () => {
    const { workspace, admin, ids, secret, rotate, isSignedBy } = await start();
    const rotated = await rotate();
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const end = new Date(workspace.now.getTime() + 24 * 60 * 60 * 1000).toISOString();
    expect(rotated.previousSecretExpiresAt).toBe(end);
    expect(await isSignedBy(rotated.secret ?? "", secret)).toBe(true);
    const shown = await workspace.ok(admin, webhook.get, ids);
    expect([shown.secret, shown.previousSecretExpiresAt]).toEqual([undefined, end]);
    workspace.passDays(1);
    expect(await isSignedBy(rotated.secret ?? "")).toBe(true);
    const later = await workspace.ok(admin, webhook.get, ids);
    expect(later.previousSecretExpiresAt).toBeUndefined();
  });

  slowTest("keeps the secrets of several rotations until each expires", async () => {
    const { workspace, secret, rotate, isSignedBy } = await start();
    const first = await rotate({ overlap: 48 });
    const { secret: second = "" } = first;
    workspace.passDays(1);
    const { secret: third = "", ...shown } = await rotate({ overlap: 12 });
    // The secret that expires last.
    expect(shown.previousSecretExpiresAt).toBe(first.previousSecretExpiresAt);
    expect(await isSignedBy(third, second, secret)).toBe(true);
    workspace.time.now = new Date(workspace.now.getTime() + 12 * 60 * 60 * 1000);
    expect(await isSignedBy(third, secret)).toBe(true);
    workspace.passDays(1);
    expect(await isSignedBy(third)).toBe(true);
  });

  test("without an overlap ends the validity of all previous secrets", async () => {
    const { rotate, isSignedBy } = await start();
    await rotate();
    const { secret: last = "", previousSecretExpiresAt } = await rotate({ overlap: 0 });
    expect(previousSecretExpiresAt).toBeUndefined();
    expect(await isSignedBy(last)).toBe(true);
  });

  test("to the current secret without an overlap ends the overlap", async () => {
    const { secret, rotate, isSignedBy } = await start();
    const own = createOwnSecret(32);
    await rotate({ secret: own });
    expect((await rotate({ secret: `${own}\n` })).secret).toBe(own);
    expect(await isSignedBy(own, secret)).toBe(true);
    await rotate({ secret: own, overlap: 0 });
    expect(await isSignedBy(own)).toBe(true);
  });

  test("is refused while five previous secrets are valid", async () => {
    const { workspace, admin, ids, rotate } = await start();
    for (let count = 0; count < 5; count++) await rotate();
    const refused = await workspace.refused(admin, webhook.rotate, ids);
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("overlap 0")]);
    await rotate({ overlap: 0 });
    await rotate();
  });

  test("makes a webhook with an unreadable secret of another installation usable", async () => {
    const { workspace, ids, rotate, isSignedBy } = await start();
    await workspace.db
      .updateTable("webhooks")
      .set({ secret: "AAAA" })
      .where("id", "=", ids.webhookId)
      .execute();
    const { secret: own = "" } = await rotate();
    expect(await isSignedBy(own)).toBe(true);
  });

  test("is limited to admins, and recorded in the audit log without the secret", async () => {
    const { desk, workspace, admin, org, ids, rotate } = await start();
    const editor = await desk.person("edit");
    expect((await workspace.refused(editor, webhook.rotate, ids)).status).toBe(403);
    const own = createOwnSecret(24);
    await rotate({ secret: own, overlap: 5 });
    const { items } = await workspace.ok(admin, auditEvent.list, { organizationId: org });
    expect(items[0]).toMatchObject({
      action: "rotateOrganizationWebhookSecret",
      target: { type: "webhook", id: ids.webhookId },
    });
    expect(JSON.stringify(items)).not.toContain(own);
    const data = JSON.stringify(await exportAll(workspace.db, ""));
    expect(data).not.toContain(own.slice("whsec_".length));
  });
});

describe("a signing secret of the user", () => {
  slowTests.each([24, 25, 32, 64])("may have %i bytes", async (bytes) => {
    const { rotate, isSignedBy } = await start();
    const own = createOwnSecret(bytes);
    await rotate({ secret: own, overlap: 0 });
    expect(await isSignedBy(own)).toBe(true);
  });

  slowTests.each([
    "",
    "whsec_",
    "secret",
    createOwnSecret(23),
    createOwnSecret(65),
    `whsec_${"-".repeat(40)}`,
    createOwnSecret(32).slice("whsec_".length),
  ])("is refused as %j", async (secret) => {
    const { workspace, admin, org, ids } = await start();
    const rotated = await workspace.refused(admin, webhook.rotate, { ...ids, secret });
    const input = { organizationId: org, url: "https://hooks.example.com/", secret };
    const created = await workspace.refused(admin, webhook.create, input);
    expect([rotated.status, created.status]).toEqual([400, 400]);
    if (secret.length > 24) expect(rotated.message).not.toContain(secret);
  });
});
