import { describe, expect, onTestFinished, test } from "vitest";
import type { Input } from "../../../../src/contract/endpoint.ts";
import * as site from "../../../../src/contract/site.ts";
import * as contract from "../../../../src/contract/site-context-connection.ts";
import * as record from "../../../../src/contract/site-context-record.ts";
import {
  connectorSetups,
  credentialMembers,
  redactedCredential,
} from "../../../../src/contract/site-context-values.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openSitesFixture } from "../sites/fixture.ts";

type Setup = Input<typeof contract.create>["setupSettings"];

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  onTestFinished(() => workspace.service.close());
  const of = fixture.of(await fixture.site("Guide"));
  const create = (connector: string, setupSettings?: Setup) =>
    workspace.ok(admin, contract.create, {
      ...of,
      connector,
      ...(setupSettings && { setupSettings }),
    });
  const refuse = (connector: string, setupSettings?: Setup) =>
    workspace.refused(admin, contract.create, {
      ...of,
      connector,
      ...(setupSettings && { setupSettings }),
    });
  const at = (siteContextConnectionId: string) => ({ ...of, siteContextConnectionId });
  return { fixture, workspace, admin, of, create, refuse, at };
}

/** Valid settings with a recognizable credential. */
function makeSetup(connector: string): Record<string, string> {
  const values: Record<string, string> = {
    url: "https://example.com",
    baseUrl: "https://example.com",
    repository: "acme/docs",
    channelId: "@acme",
  };
  return Object.fromEntries(
    (connectorSetups[connector] ?? []).map((name) => [name, values[name] ?? `secret-${name}`]),
  );
}

describe("credentials of context connections", () => {
  test.each(Object.keys(connectorSetups))(
    "%s stores them encrypted and never returns them",
    async (connector) => {
      const { workspace, admin, of, create, at } = await start();
      const setup = makeSetup(connector);
      const created = await create(connector, setup);
      expect(created.connector).toBe(connector);
      const responses = JSON.stringify([
        created,
        await workspace.ok(admin, contract.get, at(created.id)),
        await workspace.ok(admin, contract.list, of),
      ]);
      const rows = JSON.stringify(
        await workspace.db.selectFrom("context_connections").selectAll().execute(),
      );
      const audit = JSON.stringify(
        await workspace.db.selectFrom("audit_events").selectAll().execute(),
      );
      for (const name of credentialMembers) {
        if (setup[name] === undefined) continue;
        expect(created.setupSettings?.[name]).toBe(redactedCredential);
        for (const text of [responses, rows, audit]) expect(text).not.toContain(`secret-${name}`);
      }
    },
  );
});

test("missing, foreign and redacted settings and unknown connectors are refused", async () => {
  const { refuse } = await start();
  expect((await refuse("builtin:jira", { baseUrl: "https://example.com" })).message).toContain(
    "apiEmail",
  );
  expect((await refuse("builtin:api", { repository: "acme/docs" })).message).toContain(
    "does not accept setupSettings.repository",
  );
  const redacted = { repository: "acme/docs", token: redactedCredential };
  expect((await refuse("builtin:github-issues", redacted)).message).toContain("token");
  for (const connector of ["builtin:unknown", "builtin:constructor"]) {
    expect((await refuse(connector)).status).toBe(400);
  }
});

test("settings change one by one, and the connector stays", async () => {
  const { workspace, admin, create, at } = await start();
  const { id } = await create("builtin:api");
  const update = (changes: object) =>
    workspace.ask(admin, contract.update, { ...at(id), ...changes });
  const usageSettings = { changeRequests: true, search: true, searchBoost: "x1.2" };
  await update({ usageSettings: { ...usageSettings, search: false, sync: true } });
  await update({ label: "Tickets", filter: "bug", usageSettings });
  const get = () => workspace.ok(admin, contract.get, at(id));
  const usage = { ...usageSettings, sync: true };
  expect(await get()).toMatchObject({ label: "Tickets", filter: "bug", usageSettings: usage });
  await update({ label: "" });
  expect(await get()).toMatchObject({ label: "", filter: "bug", usageSettings: usage });
  expect((await update({ connector: "builtin:api", label: "A" })).status).toBe(200);
  expect((await update({ connector: "builtin:email" })).status).toBe(400);
});

slowTest(
  "a connection without credentials passes its test, and others are not supported",
  async () => {
    const { workspace, admin, create, at } = await start();
    for (const connector of Object.keys(connectorSetups)) {
      if (connector.startsWith("builtin:github")) continue;
      const { id } = await create(connector, makeSetup(connector));
      const { status, body } = await workspace.ask(admin, contract.test, at(id));
      const hasCredentials = (connectorSetups[connector] ?? []).some((name) =>
        credentialMembers.some((one) => one === name),
      );
      expect([connector, status]).toEqual([connector, hasCredentials ? 501 : 200]);
      if (!hasCredentials) expect(body).toMatchObject({ success: true });
      const sync = await workspace.ask(admin, contract.sync, at(id));
      const isPushed = connector === "builtin:api" || connector === "builtin:email";
      expect([connector, sync.status]).toEqual([connector, isPushed ? 400 : 501]);
    }
  },
);

test("deleting a connection or a site deletes the records", async () => {
  const { workspace, admin, of, create, at } = await start();
  const { id } = await create("builtin:api");
  const records = [{ id: "1", type: "ticket" as const, title: "A", body: "B" }];
  const count = async () =>
    (await workspace.db.selectFrom("context_records").selectAll().execute()).length;
  await workspace.ok(admin, record.put, { ...of, records });
  expect(await count()).toBe(1);
  expect((await workspace.ask(admin, contract.remove, at(id))).status).toBe(205);
  expect((await workspace.ask(admin, contract.remove, at(id))).status).toBe(204);
  expect(await count()).toBe(0);
  await workspace.ok(admin, record.put, { ...of, records });
  await workspace.ok(admin, site.remove, of);
  expect(await count()).toBe(0);
});

describe("a context connection", () => {
  test("is shown to editors, and changed only by admins", async () => {
    const { fixture, workspace, of, create, at } = await start();
    const { id } = await create("builtin:api");
    const reader = await workspace.member(fixture.org, "read");
    const editor = await workspace.member(fixture.org, "edit");
    const ask = async (caller: string) => [
      (await workspace.ask(caller, contract.list, of)).status,
      (await workspace.ask(caller, contract.get, at(id))).status,
      (await workspace.ask(caller, contract.create, { ...of, connector: "builtin:api" })).status,
      (await workspace.ask(caller, contract.update, { ...at(id), label: "A" })).status,
      (await workspace.ask(caller, contract.sync, at(id))).status,
      (await workspace.ask(caller, contract.test, at(id))).status,
      (await workspace.ask(caller, contract.remove, at(id))).status,
    ];
    expect(await ask(reader)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await ask(editor)).toEqual([200, 200, 403, 403, 403, 403, 403]);
    const rows = await workspace.db.selectFrom("context_connections").selectAll().execute();
    expect(rows).toMatchObject([{ id, label: null }]);
  });

  slowTest("belongs to its site, and its changes leave other connections as they are", async () => {
    const { fixture, workspace, admin, of, create, at } = await start();
    const { id } = await create("builtin:api");
    const kept = await create("builtin:api");
    const elsewhere = fixture.of(await fixture.site("Other"));
    const foreign = { ...elsewhere, siteContextConnectionId: id };
    for (const endpoint of [contract.get, contract.sync, contract.test]) {
      const refusal = await workspace.refused(admin, endpoint, foreign);
      expect(refusal).toMatchObject({ status: 404, message: expect.stringContaining(id) });
    }
    const change = { ...foreign, label: "A" };
    expect((await workspace.refused(admin, contract.update, change)).status).toBe(404);
    expect((await workspace.ask(admin, contract.remove, foreign)).status).toBe(204);
    expect((await workspace.ok(admin, contract.list, elsewhere)).items).toEqual([]);
    await workspace.ok(admin, contract.update, { ...at(id), label: "A", filter: "b" });
    const after = await workspace.ok(admin, contract.list, of);
    expect(after.items.find((one) => one.id === kept.id)).toEqual(kept);
    const records = [{ id: "1", type: "ticket" as const, title: "A", body: "B" }];
    await workspace.ok(admin, record.put, { ...of, records });
    await workspace.ok(admin, record.put, { ...elsewhere, records });
    const rows = await workspace.db.selectFrom("context_records").selectAll().execute();
    const own = rows.find((row) => row.site_id === of.siteId);
    const other = own?.connection_id === id ? kept.id : id;
    await workspace.ok(admin, contract.remove, at(other));
    expect(await workspace.db.selectFrom("context_records").selectAll().execute()).toEqual(rows);
    await workspace.ok(admin, contract.remove, at(own?.connection_id ?? ""));
    const left = await workspace.db.selectFrom("context_records").selectAll().execute();
    expect(left.map((row) => row.site_id)).toEqual([elsewhere.siteId]);
    expect((await workspace.ok(admin, contract.list, elsewhere)).items).toHaveLength(1);
    expect((await workspace.ok(admin, contract.list, of)).items).toEqual([]);
  });

  slowTest("counts its own records, and shows its last failure and sync", async () => {
    const { workspace, admin, of, create, at } = await start();
    const first = await create("builtin:api");
    await workspace.service.clock.advance(1000);
    const second = await create("builtin:email");
    const put = (id: string) =>
      workspace.ok(admin, record.put, {
        ...of,
        records: [{ id, type: "ticket" as const, title: "A", body: "B" }],
      });
    for (const id of ["1", "2", "3"]) await put(id);
    await workspace.db
      .updateTable("context_records")
      .set({ connection_id: second.id })
      .where("source_id", "=", "3")
      .execute();
    await workspace.db
      .updateTable("context_connections")
      .set({
        ...{ status: "failed", failure_message: "No access.", failure_reason: "authentication" },
        synced_at: "2026-01-02T03:04:05.000Z",
      })
      .where("id", "=", second.id)
      .execute();
    const failure = {
      ...{ status: "failed", failureMessage: "No access.", failureReason: "authentication" },
      syncedAt: "2026-01-02T03:04:05.000Z",
    };
    const { items } = await workspace.ok(admin, contract.list, of);
    expect(items).toEqual([
      { ...first, records: 2 },
      { ...second, ...failure, records: 1 },
    ]);
    expect(first).toMatchObject({ status: "pending", records: 0, label: "", filter: "" });
    expect(Object.keys(first)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(failure|synced)/)]),
    );
    expect(await workspace.ok(admin, contract.get, at(second.id))).toEqual(items[1]);
    const page = await workspace.ok(admin, contract.list, { ...of, limit: 1 });
    expect([page.items, page.count]).toEqual([[items[0]], 2]);
    const next = { ...of, limit: 1, page: page.next?.page ?? "" };
    expect((await workspace.ok(admin, contract.list, next)).items).toEqual([items[1]]);
  });

  test("stores an empty label or filter as none", async () => {
    const { workspace, admin, of, create, at } = await start();
    const { id } = await create("builtin:api");
    await workspace.ok(admin, contract.update, { ...at(id), label: "A", filter: "b" });
    await workspace.ok(admin, contract.update, { ...at(id), label: "", filter: "" });
    const named = { ...of, connector: "builtin:api", filter: "" };
    await workspace.ok(admin, contract.create, named);
    await workspace.ok(admin, contract.create, { ...named, filter: "c" });
    const rows = await workspace.db
      .selectFrom("context_connections")
      .select(["label", "filter"])
      .orderBy("filter")
      .execute();
    const none = { label: null, filter: null };
    expect(rows).toEqual(expect.arrayContaining([none, none, { label: null, filter: "c" }]));
    expect(rows.filter(({ filter }) => filter === null)).toEqual([none, none]);
  });

  test("accepts the optional setting of Jira, and no other", async () => {
    const { create, refuse } = await start();
    const statusMapping = {};
    const setup = { ...makeSetup("builtin:jira"), statusMapping };
    const { setupSettings } = await create("builtin:jira", setup);
    expect(setupSettings).toMatchObject({ statusMapping, apiToken: redactedCredential });
    const refusal = await refuse("builtin:linear", {
      ...makeSetup("builtin:linear"),
      statusMapping,
    });
    expect(refusal).toMatchObject({
      status: 400,
      message: expect.stringContaining("does not accept setupSettings.statusMapping"),
    });
  });

  test("leaves its failure behind with new settings", async () => {
    const { workspace, admin, create, at } = await start();
    const setup = makeSetup("builtin:github-issues");
    const { id } = await create("builtin:github-issues", setup);
    const columns = {
      ...{ status: "failed" as const, failure_message: "No.", failure_reason: "unknown" as const },
    };
    await workspace.db.updateTable("context_connections").set(columns).execute();
    const update = (changes: object) =>
      workspace.ok(admin, contract.update, { ...at(id), ...changes });
    expect(await update({ label: "A" })).toMatchObject({ status: "failed", failureMessage: "No." });
    const changed = await update({ setupSettings: { repository: "acme/site" } });
    expect(changed).toMatchObject({
      status: "pending",
      setupSettings: { repository: "acme/site", token: redactedCredential },
    });
    expect([changed.failureMessage, changed.failureReason]).toEqual([undefined, undefined]);
    expect(await workspace.ok(admin, contract.get, at(id))).toEqual(changed);
    await workspace.db.updateTable("context_connections").set({ status: "succeeded" }).execute();
    expect(await update({ setupSettings: { repository: "acme/docs" } })).toMatchObject({
      status: "succeeded",
    });
  });
});
