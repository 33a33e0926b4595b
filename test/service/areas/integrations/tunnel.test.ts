import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import {
  type IntegrationFeedTable,
  scriptUrl,
} from "../../../../src/service/areas/integration-events/tables.ts";
import {
  clearFeed,
  removeTunnel,
  tunnelPermission,
} from "../../../../src/service/areas/integrations/tunnel.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { serve } from "../../../support/network/loopback.ts";
import { integrationName, openTunnelled } from "../../../support/organizations/tunnel.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";

test.each([
  "http://127.0.0.1:3000/",
  "http://localhost:3000/",
  "http://tunnel.localhost./",
  "http://[::1]:3000/",
  "http://[::ffff:127.0.0.1]/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest",
  "http://0x7f.1/",
])("a tunnel at %s needs --allow-private, and the error names it", async (tunnelUrl) => {
  const { workspace, admin } = await openTunnelled({});
  const asked = { integrationName, tunnelUrl };
  expect(await workspace.refused(admin, integration.dev, asked)).toEqual({
    status: 400,
    message: expect.stringContaining("--allow-private"),
  });
});

slowTests.each([
  ["ftp://example.com/", "tunnelUrl must be an http or https URL"],
  ["not a URL", "tunnelUrl must be an http or https URL"],
  ["https://me:secret@example.com/", "tunnelUrl must not contain a user name or a password."],
  ["https://me@example.com/", "tunnelUrl must not contain a user name or a password."],
  ["https://:secret@example.com/", "tunnelUrl must not contain a user name or a password."],
  [`https://example.com/${"x".repeat(256)}`, "tunnelUrl can have at most 256 characters"],
])("the tunnel %s is refused", async (tunnelUrl, message) => {
  const { workspace, admin } = await openTunnelled();
  const refused = await workspace.refused(admin, integration.dev, { integrationName, tunnelUrl });
  expect(refused).toEqual({ status: 400, message: expect.stringContaining(message) });
});

slowTest(
  "a tunnel that is no longer allowed is not contacted, and the trace states the reason",
  async () => {
    const folder = join(temporaryFolder(), "data");
    const { workspace, change, tunnel } = await openTunnelled({
      folder,
      allowPrivate: ["127.0.0.1"],
    });
    const { url, seen } = await serve((_seen, response) => void response.end());
    await tunnel(url);
    await change("R1");
    await workspace.service.close();
    const strict = await openTestService({ folder, realTime: () => workspace.now.getTime() });
    await strict.jobs.finish();
    const row = await strict.db
      .selectFrom("integration_events")
      .select(["delivery", "trace"])
      .where("delivery", "<>", "none")
      .executeTakeFirstOrThrow();
    await strict.close();
    expect(seen).toEqual([]);
    expect(row.delivery).toBe("failed");
    expect(row.trace).toContain("--allow-private");
  },
);

describe("the feed of an integration", () => {
  const other = "other-one";

  async function start() {
    const opened = await openTunnelled();
    const { workspace, publish, admin } = opened;
    const { db } = workspace;
    await publish({ integrationName: other });
    const columns: Partial<IntegrationFeedTable> = {
      ...{ tunnel_url: "https://tunnel.example.com/", tunnel_base: "http://127.0.0.1:4000" },
      tunnel_principal: JSON.stringify({ kind: "user", user: admin }),
      ...{ tunnel_all: 1, failures: 3, sending: 1, turn: 7 },
    };
    const set = (changes: Partial<IntegrationFeedTable> = {}, integration = integrationName) =>
      db
        .updateTable("integration_feeds")
        .set({ ...columns, ...changes })
        .where("integration", "=", integration)
        .execute();
    await set();
    await set({}, other);
    const read = async (integration = integrationName) => {
      const { last_event: _, ...row } = await db
        .selectFrom("integration_feeds")
        .selectAll()
        .where("integration", "=", integration)
        .executeTakeFirstOrThrow();
      return row;
    };
    const tunnelled = { integration: integrationName, ...columns };
    const cleared = {
      ...{ integration: integrationName, tunnel_url: null, tunnel_principal: null },
      ...{ tunnel_base: null, tunnel_all: 0, failures: 0, sending: 0, turn: 8 },
    };
    return { ...opened, db, set, read, tunnelled, cleared };
  }

  slowTest("is cleared once, and no other one", async () => {
    const { db, read, tunnelled, cleared } = await start();
    await clearFeed(db, integrationName);
    expect(await read()).toEqual(cleared);
    await clearFeed(db, integrationName);
    expect(await read()).toEqual(cleared);
    expect(await read(other)).toEqual({ ...tunnelled, integration: other });
  });

  slowTest("loses its tunnel, but not its script", async () => {
    const { db, set, read, tunnelled, cleared } = await start();
    expect(await removeTunnel({ db }, integrationName)).toBe(true);
    expect(await read()).toEqual(cleared);
    expect(await removeTunnel({ db }, integrationName)).toBe(false);
    await set({ tunnel_url: scriptUrl });
    expect(await removeTunnel({ db }, integrationName)).toBe(false);
    expect(await read()).toEqual({ ...tunnelled, tunnel_url: scriptUrl });
    expect(await read(other)).toEqual({ ...tunnelled, integration: other });
  });

  test("ends without the permission of its user, with the reason in the next event", async () => {
    const { db, workspace, change, read, cleared, tunnelled, set } = await start();
    await set({ sending: 1 });
    await change("R1");
    await change("R2");
    const payload = { integration: integrationName, turn: 7 };
    const end = (changes: object = {}) =>
      tunnelPermission.end?.(
        { ...payload, ...changes },
        { state: "failed", reason: "No longer an admin." } as never,
        workspace as never,
      );
    expect(await end({ turn: 6 })).toBeUndefined();
    expect(await end({ integration: "unknown" })).toBeUndefined();
    expect((await read()).tunnel_url).not.toBeNull();
    expect(await end()).toEqual({
      operation: "setIntegrationDevelopmentMode",
      target: { type: "integration", id: integrationName },
    });
    expect(await read()).toEqual(cleared);
    expect(await read(other)).toEqual({ ...tunnelled, integration: other });
    const rows = await db
      .selectFrom("integration_events")
      .select(["delivery", "trace"])
      .where("delivery", "=", "waiting")
      .orderBy("number")
      .execute();
    const lines = rows.map(({ trace }) =>
      JSON.parse(trace).map((line: { level: string; message: string }) => [
        line.level,
        line.message,
      ]),
    );
    const recorded = ["debug", "Recorded; waiting to be sent to the tunnel."];
    expect(lines).toEqual([[recorded, ["error", "No longer an admin."]], [recorded]]);
    // Its job has nothing left to end.
    expect(await end()).toBeUndefined();
  });

  slowTest("has the user who set it as the requester", async () => {
    const { db, admin, set, workspace, org } = await start();
    const payload = { integration: integrationName, turn: 7 };
    const find = (changes: object = {}) =>
      tunnelPermission.findRequester?.({ ...payload, ...changes }, db);
    expect(await find()).toBe(admin);
    expect(await find({ turn: 8 })).toBeUndefined();
    const scopes: unknown[] = [];
    const authorize = (caller: string, changes: object = {}) =>
      tunnelPermission.authorize(
        { ...payload, ...changes },
        {
          ...{ db, now: workspace.now, caller, boundTo: undefined, organization: org },
          requireScope: async (...scope: unknown[]) => void scopes.push(scope),
        },
      );
    await authorize(admin);
    expect(scopes).toEqual([["setIntegrationDevelopmentMode", { integrationName }]]);
    const creator = await workspace.member(org, "create");
    await expect(authorize(creator)).rejects.toMatchObject({ status: 403 });
    await authorize(creator, { turn: 8 });
    await set({ tunnel_principal: null });
    expect(await find()).toBeUndefined();
  });

  test("begins anew with another tunnel, for the events that wait", async () => {
    const { db, workspace, admin, read, tunnelled } = await start();
    await db.deleteFrom("jobs").execute();
    const jobs = async () =>
      (await db.selectFrom("jobs").select(["kind", "payload"]).execute()).map((job) => [
        job.kind,
        JSON.parse(job.payload),
      ]);
    const tunnelUrl = "https://second.example.com/";
    await workspace.ok(admin, integration.dev, { integrationName, tunnelUrl });
    const row = await read();
    expect(row).toMatchObject({
      ...{ tunnel_url: tunnelUrl, tunnel_all: 0, failures: 0, turn: 8 },
      tunnel_base: "http://127.0.0.1:4000",
    });
    expect(JSON.parse(row.tunnel_principal ?? "")).toMatchObject({ kind: "user", user: admin });
    const queued = await jobs();
    expect(queued.filter(([kind]) => kind === "send-events")).toEqual([
      ["send-events", { integration: integrationName, turn: 8 }],
    ]);
    expect(await read(other)).toEqual({ ...tunnelled, integration: other });
  });
});
