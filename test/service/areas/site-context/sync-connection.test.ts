import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { Input } from "../../../../src/contract/endpoint.ts";
import * as contract from "../../../../src/contract/site-context-connection.ts";
import * as record from "../../../../src/contract/site-context-record.ts";
import { sealSettings } from "../../../../src/service/areas/site-context/connection-rows.ts";
import {
  syncConnection,
  syncPermission,
} from "../../../../src/service/areas/site-context/sync-connection.ts";
import type { ContextConnectionTable } from "../../../../src/service/areas/site-context/tables.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import type { FetchRequest } from "../../../../src/service/engines/network/guarded-fetch.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import type { LongJobCall } from "../../../../src/service/jobs/job.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const issue = (number: number) => ({
  ...{ number, title: `Issue ${number}`, body: "Text", created_at: "2026-01-02T03:04:05Z" },
  html_url: `https://github.com/acme/docs/issues/${number}`,
});

/** Two connections to a server in place of the GitHub API. */
async function start(
  respond: (response: ServerResponse) => void = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify([issue(1), issue(2)]));
  },
) {
  // A requested job fails, because it cannot decrypt the credentials, and sends nothing.
  const fixture = await openSitesFixture({ log: () => undefined });
  const { workspace, admin } = fixture;
  const { db } = workspace;
  const server = await answering(async (_request, response) => respond(response));
  const of = fixture.of(await fixture.site("Guide"));
  const create = async (fields: Partial<Input<typeof contract.create>> = {}) =>
    workspace.ok(admin, contract.create, {
      ...{ ...of, connector: "builtin:github-issues" },
      setupSettings: { repository: "acme/docs", token: "secret" },
      ...fields,
    });
  const at = (siteContextConnectionId: string) => ({ ...of, siteContextConnectionId });
  const [{ id }, other] = [await create({ filter: "bug" }), await create()];
  const set = (columns: Partial<ContextConnectionTable>, connectionId = id) =>
    db.updateTable("context_connections").set(columns).where("id", "=", connectionId).execute();
  // The box of the platform is not accessible.
  const secretBox = openSecretBox(undefined);
  const row = { id, connector: "builtin:github-issues" };
  const { setup, credentials } = await sealSettings(secretBox, row, {
    ...{ repository: "acme/docs", token: "secret" },
  });
  const own = await db
    .selectFrom("context_connections")
    .select("credentials")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await set({ setup, credentials });
  const { fetch } = openOutside(["127.0.0.1"]);
  const outside = {
    fetch: (request: FetchRequest) =>
      fetch({ ...request, url: request.url.replace("https://api.github.com", server.url) }),
  };
  let permitted = 0;
  const call = {
    ...{ db, outside, signal: new AbortController().signal, now: workspace.now },
    secretBox,
    newId: (() => {
      let last = 0;
      return () => `R${++last}`;
    })(),
    requirePermission: async () => void permitted++,
  } as LongJobCall;
  const payload = { ...of, connectionId: id };
  /** Runs the job. @returns the effect, which has not been written */
  const prepare = async () => {
    const effect = await syncConnection.prepare(payload, call);
    if (typeof effect !== "function") throw new Error("The effect must not be recorded.");
    return () => effect({ ...call, now: workspace.now });
  };
  const read = (connectionId = id) =>
    db
      .selectFrom("context_connections")
      .select(["status", "synced_at", "failure_message", "failure_reason"])
      .where("id", "=", connectionId)
      .executeTakeFirst();
  const titles = async () =>
    (await workspace.ok(admin, record.list, of)).items.map(({ title, type }) => [title, type]);
  return {
    ...{ workspace, admin, of, at, id, other, set, prepare, read, titles, create, server, payload },
    ...{ own, call, db, getPermitted: () => permitted, fixture },
  };
}

const untouched = {
  ...{ status: "pending", synced_at: null, failure_message: null, failure_reason: null },
};

describe("a sync", () => {
  test("stores the items of the source, of this connection only", async () => {
    const { prepare, set, read, titles, id, other, server, workspace, getPermitted, db } =
      await start();
    await set({ status: "syncing", failure_message: "Old.", failure_reason: "unknown" });
    const write = await prepare();
    expect([getPermitted(), await titles()]).toEqual([1, []]);
    workspace.time.now = new Date(workspace.now.getTime() + 1000);
    await write();
    expect((await titles()).toSorted()).toEqual([
      ["Issue 1", "ticket"],
      ["Issue 2", "ticket"],
    ]);
    expect(await read()).toEqual({
      ...{ status: "succeeded", synced_at: workspace.now.toISOString() },
      ...{ failure_message: null, failure_reason: null },
    });
    expect(await read(other.id)).toEqual(untouched);
    expect(server.asked[0]).toContain("labels=bug");
    const rows = await db.selectFrom("context_records").select("connection_id").execute();
    expect(new Set(rows.map(({ connection_id }) => connection_id))).toEqual(new Set([id]));
  });

  test.each(["pending", "succeeded", "failed"] as const)(
    "of a connection that is %s does nothing",
    async (status) => {
      const { prepare, set, read, server, getPermitted } = await start();
      await set({ status });
      await (await prepare())();
      expect([await read(), server.asked, getPermitted()]).toEqual([
        { ...untouched, status },
        [],
        0,
      ]);
    },
  );

  test("of a connection that is deleted meanwhile stores nothing", async () => {
    const { prepare, set, admin, workspace, at, id, titles, read } = await start();
    await set({ status: "syncing" });
    const write = await prepare();
    await workspace.ok(admin, contract.remove, at(id));
    await write();
    await (await prepare())();
    expect([await titles(), await read()]).toEqual([[], undefined]);
  });

  test("that the source refuses keeps the records, and tells the reason", async () => {
    const { prepare, set, read, other } = await start((response) => {
      response.writeHead(401).end("{}");
    });
    const synced_at = "2026-01-01T00:00:00.000Z";
    await set({ status: "syncing", synced_at });
    await (await prepare())();
    expect(await read()).toEqual({
      ...{ status: "failed", synced_at, failure_reason: "authentication" },
      failure_message: "https://api.github.com rejected the access token.",
    });
    expect(await read(other.id)).toEqual(untouched);
  });

  test("without permission is ended with the reason", async () => {
    const { set, read, other, payload, call, id, fixture, workspace, of } = await start();
    await set({ status: "syncing" });
    const end = (connectionId: string) =>
      syncPermission.end?.(
        { ...payload, connectionId },
        { state: "failed", reason: "Not permitted." } as never,
        call,
      );
    expect(await end(id)).toEqual({
      operation: "syncSiteContextConnection",
      target: { type: "contextConnection", id },
    });
    expect(await read()).toEqual({
      ...{ status: "failed", synced_at: null, failure_reason: "unknown" },
      failure_message: "Not permitted.",
    });
    expect(await read(other.id)).toEqual(untouched);
    expect(await end("unknown")).toBeUndefined();
    const scopes: unknown[] = [];
    const authorize = (caller: string) =>
      syncPermission.authorize(payload, {
        ...{ ...call, caller, boundTo: undefined, organization: fixture.org },
        requireScope: async (...scope: unknown[]) => void scopes.push(scope),
      });
    await authorize(fixture.admin);
    expect(scopes).toEqual([["syncSiteContextConnection", of]]);
    const reader = await workspace.member(fixture.org, "edit");
    await expect(authorize(reader)).rejects.toMatchObject({ status: 403 });
  });
});

describe("the request of a sync", () => {
  test("is accepted once, and again an hour after the last one", async () => {
    const { workspace, admin, at, id, set, read, db, payload, other } = await start();
    const sync = () => workspace.ask(admin, contract.sync, at(id));
    await set({ status: "failed", failure_message: "Old.", failure_reason: "unknown" });
    expect((await sync()).status).toBeLessThan(300);
    expect(await read()).toEqual({ ...untouched, status: "syncing" });
    const jobs = await db
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "sync-context-connection")
      .execute();
    expect(jobs.map((job) => [JSON.parse(job.payload), job.organization_id])).toEqual([
      [payload, payload.organizationId],
    ]);
    expect(await sync()).toMatchObject({
      status: 400,
      message: `The context connection ${id} is being synchronized.`,
    });
    await set({ status: "succeeded", synced_at: workspace.now.toISOString() });
    workspace.time.now = new Date(workspace.now.getTime() + 3_600_000 - 1);
    await db.deleteFrom("jobs").execute();
    expect(await sync()).toMatchObject({
      status: 400,
      message: `The context connection ${id} was synchronized less than an hour ago.`,
    });
    workspace.time.now = new Date(workspace.now.getTime() + 1);
    expect((await sync()).status).toBeLessThan(300);
    expect(await read(other.id)).toEqual(untouched);
  });

  test("is refused for sources that send records, and for unsupported ones", async () => {
    const { workspace, admin, at, create } = await start();
    for (const [connector, setupSettings, status, text] of [
      ["builtin:api", {}, 400, "builtin:api cannot be synchronized: its source sends the records."],
      [
        ...(["integration:slack", {}, 400] as const),
        "integration:slack cannot be synchronized: its source sends the records.",
      ],
      [
        ...(["builtin:website", { url: "https://example.com" }, 501] as const),
        "The local platform does not connect to builtin:website. It synchronizes only builtin:github-issues and builtin:github-discussions; add other records with tome site context record put.",
      ],
    ] as const) {
      const { id } = await create({ connector, setupSettings });
      expect(await workspace.refused(admin, contract.sync, at(id))).toEqual({
        status,
        message: text,
      });
    }
  });
});

describe("a change of a connection", () => {
  test("of the settings ends an error, and other changes keep it", async () => {
    const { workspace, admin, at, id, set, read, own } = await start();
    const failed = {
      ...{ status: "failed" as const, failure_message: "Old.", failure_reason: "unknown" as const },
    };
    const update = (changes: object) =>
      workspace.ok(admin, contract.update, { ...at(id), ...changes });
    await set({ ...failed, ...own });
    await update({ label: "Tickets" });
    expect(await read()).toMatchObject(failed);
    await update({ setupSettings: { repository: "acme/site", token: "new" } });
    expect(await read()).toEqual(untouched);
    await set({ ...failed, status: "succeeded" });
    await update({ setupSettings: { token: "other" } });
    expect(await read()).toEqual({ ...untouched, status: "succeeded" });
  });

  test("concerns no other connection, and merges the usage settings", async () => {
    const { workspace, admin, at, id, other } = await start();
    const before = await workspace.ok(admin, contract.get, at(other.id));
    const first = await workspace.ok(admin, contract.get, at(id));
    expect(first).toMatchObject({
      ...{ label: "", filter: "bug", records: 0, status: "pending" },
      usageSettings: { changeRequests: false, search: false, searchBoost: "x1.0" },
      setupSettings: { repository: "acme/docs", token: "[redacted]" },
    });
    expect(await workspace.ok(admin, contract.update, at(id))).toEqual(first);
    const usageSettings = { changeRequests: false, search: true, searchBoost: "x1.0" } as const;
    const changed = await workspace.ok(admin, contract.update, {
      ...{ ...at(id), filter: "", usageSettings },
    });
    expect(changed).toEqual({ ...first, filter: "", usageSettings });
    expect(await workspace.ok(admin, contract.get, at(other.id))).toEqual(before);
  });
});

slowTest("a site has at most 50 connections, oldest first in the list", async () => {
  const { workspace, admin, create, of, fixture, id, other } = await start();
  for (let count = 2; count < 50; count++) {
    workspace.time.now = new Date(workspace.now.getTime() + 1000);
    await create({ connector: "builtin:api", setupSettings: {} });
  }
  const input = { ...of, connector: "builtin:api" };
  expect(await workspace.refused(admin, contract.create, input)).toEqual({
    status: 409,
    message: "The site has reached the limit of 50 context connections. Delete one first.",
  });
  const { items, count } = await workspace.ok(admin, contract.list, { ...of, limit: 3 });
  expect([items.length, count]).toEqual([3, 50]);
  expect(new Set(items.slice(0, 2).map((item) => item.id))).toEqual(new Set([id, other.id]));
  const elsewhere = fixture.of(await fixture.site("Other"));
  await workspace.ok(admin, contract.create, { ...elsewhere, connector: "builtin:api" });
  const listed = await workspace.ok(admin, contract.list, elsewhere);
  expect([listed.items.length, listed.count]).toEqual([1, 1]);
  const foreign = { ...elsewhere, siteContextConnectionId: id };
  for (const endpoint of [contract.get, contract.sync, contract.test]) {
    expect(await workspace.refused(admin, endpoint, foreign)).toEqual({
      status: 404,
      message: expect.stringContaining(`Context connection ${id}`),
    });
  }
  expect((await workspace.ask(admin, contract.remove, foreign)).status).toBe(204);
});
