/** Webhooks in organization files: the signing secret is never written. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as webhook from "../../../src/contract/webhook.ts";
import { webhookEvents } from "../../../src/contract/webhook-values.ts";
import {
  createWebhook,
  findNewSecretNote,
  listWebhookFields,
  updateWebhook,
} from "../../../src/features/organization-files/webhooks.ts";
import type { Writer } from "../../../src/features/organization-files/writing/send.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";
import { desired } from "../../support/organizations/plan-parts.ts";

const url = "https://hooks.example.com/tome";
const secretUrl = "https://chat.example.com/services/T0123/abcDEF0123456789xyz";
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

describe("the fields of a webhook", () => {
  const all = [...webhookEvents].toSorted();
  test.each<readonly [JsonObject, unknown]>([
    [{ url }, { url, events: all, active: true }],
    [
      { url, events: [], active: true },
      { url, events: all, active: true },
    ],
    [
      { url, events: null, active: false },
      { url, events: all, active: false },
    ],
    [
      { url, events: ["review.submitted", "comment.created"], active: null },
      { url, events: ["comment.created", "review.submitted"], active: true },
    ],
  ])("of %j are complete and in order", (value, fields) => {
    expect(listWebhookFields(value)).toEqual(fields);
  });

  test.each([
    ["webhook", {}, true],
    ["webhook", { secret }, false],
    ["team", {}, false],
    ["team", { secret }, false],
  ] as const)(
    "of a new %s with %j lead to a note about its secret: %s",
    (kind, fields, isNoted) => {
      const note = findNewSecretNote(desired(kind, "webhooks/a", fields));
      expect(note?.includes("tome org webhook rotate")).toBe(isNoted || undefined);
    },
  );

  const rotate = ["POST /orgs/O1/webhooks/W1/rotate", { secret }];
  const update = (body: object) => ["PATCH /orgs/O1/webhooks/W1", body];
  test.each<readonly [JsonObject, readonly unknown[]]>([
    [{}, []],
    [{ secret }, [rotate]],
    [{ active: false }, [update({ active: false })]],
    [{ secret, url, active: true }, [rotate, update({ url, active: true })]],
  ])("that change, %j, are written with the fewest requests", async (changes, requests) => {
    const { client, sent } = openScriptedClient(() => ({ id: "W1" }));
    const writer = createPartial<Writer>({ client, organizationId: "O1" });
    const written = await updateWebhook(writer, "W1", changes);
    expect(sent).toEqual(requests);
    expect(written === undefined).toBe(!requests.some((one) => one !== rotate));
  });

  test.each<readonly [JsonObject, JsonObject]>([
    [{ url }, { url }],
    [
      { url, events: ["comment.created"], secret, active: true },
      { url, events: ["comment.created"], secret },
    ],
  ])("of a new one, %j, are sent as far as a creation accepts them", async (fields, body) => {
    const { client, sent } = openScriptedClient(() => ({ id: "W1" }));
    const writer = createPartial<Writer>({ client, organizationId: "O1" });
    await createWebhook(writer, new Map(Object.entries(fields)));
    expect(sent).toEqual([["POST /orgs/O1/webhooks", body]]);
  });
});

async function openFiles() {
  const at = await openFolder();
  const { workspace, admin, organizationId } = at;
  return {
    ...at,
    list: async () => (await workspace.ok(admin, webhook.list, { organizationId })).items,
    create: (target: string) =>
      workspace.ok(admin, webhook.create, { organizationId, url: target, events: [] }),
    apply: (env: Readonly<Record<string, string>> = {}, ...flags: string[]) =>
      at.runWith(["apply", at.folder, "--yes", ...flags], env),
    plan: (env: Readonly<Record<string, string>> = {}, ...flags: string[]) =>
      at.runWith(["plan", at.folder, "--fail", ...flags], env),
    read: (name: string) => parse(readFileSync(join(at.folder, name), "utf8")),
  };
}

describe("apply", () => {
  slowTest(
    "creates, changes and deletes webhooks, and says that a secret was created",
    async () => {
      const at = await openFiles();
      at.write("webhooks.yaml", { webhooks: { chat: { url, events: ["review.requested"] } } });
      const planned = await at.plan();
      expect([planned.code, planned.stdout]).toEqual([
        10,
        expect.stringContaining("webhooks/chat"),
      ]);
      const created = await at.apply();
      const [one] = await at.list();
      expect([created.code, created.stderr]).toEqual([
        0,
        expect.stringContaining(`tome org webhook rotate ${one?.id}`),
      ]);
      expect(created.stdout + created.stderr).not.toContain("whsec_");
      expect(one).toMatchObject({ url, events: ["review.requested"], active: true });
      expect((await at.plan()).code).toBe(0);
      at.write("webhooks.yaml", { webhooks: { chat: { url, events: [], active: false } } });
      expect((await at.apply()).code).toBe(0);
      const [changed] = await at.list();
      expect([changed?.id, changed?.active, changed?.events.length]).toEqual([one?.id, false, 8]);
      expect((await at.plan()).code).toBe(0);
      at.write("webhooks.yaml", { webhooks: {} });
      expect((await at.apply({}, "--prune", "--max-deletes", "1")).code).toBe(0);
      expect(await at.list()).toEqual([]);
    },
  );

  slowTest(
    "takes the signing secret from a variable, and replaces it once if it changes",
    async () => {
      const at = await openFiles();
      at.write("webhooks.yaml", { webhooks: { chat: { url, secret: { env: "HOOK_SECRET" } } } });
      const env = { HOOK_SECRET: secret };
      expect((await at.apply(env)).code).toBe(0);
      const { id: webhookId = "" } = (await at.list())[0] ?? {};
      const { workspace, admin, organizationId } = at;
      const open = async () => {
        const query = workspace.db.selectFrom("webhooks").selectAll().where("id", "=", webhookId);
        return query.executeTakeFirstOrThrow();
      };
      const before = await open();
      expect((await at.plan(env)).code).toBe(0);
      const other = { HOOK_SECRET: `whsec_${Buffer.alloc(24, 9).toString("base64")}` };
      const planned = await at.plan(other);
      expect(planned.stdout).toContain("secret: (the variable HOOK_SECRET)");
      const applied = await at.apply(other);
      expect(applied.code, applied.stderr).toBe(0);
      expect((await open()).secret).not.toBe(before.secret);
      expect((await at.plan(other)).code).toBe(0);
      const shown = await workspace.ok(admin, webhook.get, { organizationId, webhookId });
      expect(shown.previousSecretExpiresAt).toBeDefined();
      for (const text of [planned.stdout, planned.stderr, applied.stdout, applied.stderr]) {
        expect(text).not.toContain("whsec_");
      }
      for (const name of readdirSync(at.folder)) {
        if (!name.includes(".")) continue;
        const content = name.startsWith(".") ? "" : readFileSync(join(at.folder, name), "utf8");
        expect([name, content.includes(secret)]).toEqual([name, false]);
      }
    },
  );

  slowTest("refuses a secret in a file, and an invalid secret of a variable", async () => {
    const at = await openFiles();
    at.write("webhooks.yaml", { webhooks: { chat: { url, secret } } });
    const refused = await at.plan();
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("must have its secret in a variable: secret: { env: NAME }"),
    ]);
    expect(refused.stderr).not.toContain(secret);
    at.write("webhooks.yaml", { webhooks: { chat: { url, secret: { env: "HOOK_SECRET" } } } });
    const failed = await at.apply({ HOOK_SECRET: "short" });
    expect([failed.code, failed.stderr]).toEqual([
      9,
      expect.stringContaining("secret must be whsec_ and 24 to 64 bytes in Base64"),
    ]);
    expect(await at.list()).toEqual([]);
  });

  slowTest("names an existing webhook with the same URL, which --adopt manages", async () => {
    const at = await openFiles();
    const { id } = await at.create(url);
    at.write("webhooks.yaml", { webhooks: { chat: { url } } });
    expect((await at.plan()).stderr).toContain(`--adopt webhooks/chat=id:${id}`);
    expect((await at.apply({}, "--adopt", `webhooks/chat=id:${id}`)).code).toBe(0);
    expect((await at.list()).map((one) => one.id)).toEqual([id]);
  });

  slowTest(
    "reverts a webhook that was changed on the platform, and reports it as drift",
    async () => {
      const at = await openFiles();
      at.write("webhooks.yaml", { webhooks: { chat: { url, events: ["comment.created"] } } });
      await at.apply();
      const { id: webhookId = "" } = (await at.list())[0] ?? {};
      const { workspace, admin, organizationId } = at;
      const changes = { url: "https://other.example.com/" };
      await workspace.ok(admin, webhook.update, { organizationId, webhookId, ...changes });
      expect((await at.run(["drift", at.folder])).code).toBe(10);
      expect((await at.apply()).code).toBe(0);
      expect((await at.list())[0]?.url).toBe(url);
    },
  );
});

describe("export", () => {
  slowTest("writes webhooks without secrets, and keeps the variable of a secret", async () => {
    const at = await openFiles();
    await at.create(url);
    await at.create(secretUrl);
    const folder = join(temporaryFolder(), "acme");
    const exported = await at.run(["export", folder]);
    expect([exported.code, exported.stderr]).toEqual([
      0,
      expect.stringContaining("set WEBHOOK_CHAT_EXAMPLE_COM_URL before plan and apply"),
    ]);
    const text = readFileSync(join(folder, "webhooks.yaml"), "utf8");
    expect(parse(text)).toEqual({
      webhooks: {
        "hooks-example-com": { url, events: [] },
        "chat-example-com": { url: { env: "WEBHOOK_CHAT_EXAMPLE_COM_URL" }, events: [] },
      },
    });
    expect(text + exported.stderr + exported.stdout).not.toMatch(/whsec_|abcDEF/);
    const env = { WEBHOOK_CHAT_EXAMPLE_COM_URL: secretUrl };
    expect((await at.runWith(["plan", folder, "--fail"], env)).code).toBe(0);

    at.write(
      "webhooks.yaml",
      text.replace(`url: ${url}`, `url: ${url}\n    secret: { env: HOOK_SECRET } # from the vault`),
    );
    const again = await at.run(["export", at.folder, "--force"]);
    expect(again.code, again.stderr).toBe(0);
    expect(readFileSync(join(at.folder, "webhooks.yaml"), "utf8")).toContain(
      "secret: { env: HOOK_SECRET } # from the vault",
    );
  });

  slowTest("omits webhooks and SAML providers that the caller may not list", async () => {
    const at = await openFiles();
    await at.create(url);
    const editor = await at.workspace.member(at.organizationId, "edit");
    const folder = join(temporaryFolder(), "acme");
    const token = await issueToken(at.workspace.db, {
      user: editor,
      label: "test",
      now: at.workspace.now,
    });
    const exported = await at.runWith(["export", folder, "--only", "org,webhooks,saml"], {
      TOME_TOKEN: token,
    });
    expect([exported.code, exported.stderr]).toEqual([
      0,
      expect.stringMatching(/may not list the webhooks.*may not list the SAML providers/s),
    ]);
    expect(existsSync(join(folder, "webhooks.yaml"))).toBe(false);
    expect(existsSync(join(folder, "org.yaml"))).toBe(true);
  });

  slowTest("writes no file for an organization without webhooks and SAML providers", async () => {
    const at = await openFiles();
    const folder = join(temporaryFolder(), "acme");
    expect((await at.run(["export", folder])).code).toBe(0);
    expect(readdirSync(folder)).not.toContain("webhooks.yaml");
    expect(readdirSync(folder)).not.toContain("saml.yaml");
  });
});

slowTest("webhooks are copied to another organization", async () => {
  const at = await openFiles();
  await at.create(url);
  await at.run(["export", at.folder, "--only", "webhooks"]);
  const other = await openFiles();
  other.write("webhooks.yaml", readFileSync(join(at.folder, "webhooks.yaml"), "utf8"));
  expect((await other.apply()).code).toBe(0);
  expect((await other.list()).map((one) => [one.url, one.events.length])).toEqual([[url, 8]]);
});
