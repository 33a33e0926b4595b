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
  return { workspace, admin, of, create, refuse, at };
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
  await update({ label: "Tickets", filter: "bug", usageSettings });
  const get = () => workspace.ok(admin, contract.get, at(id));
  expect(await get()).toMatchObject({ label: "Tickets", filter: "bug", usageSettings });
  await update({ label: "" });
  expect(await get()).toMatchObject({ label: "", filter: "bug", usageSettings });
  expect((await update({ connector: "builtin:api", label: "A" })).status).toBe(200);
  expect((await update({ connector: "builtin:email" })).status).toBe(400);
});

test("a connection without credentials passes its test, and others are not supported", async () => {
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
});

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
