import { describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import * as installation from "../../../../src/contract/integration-installation.ts";
import * as space from "../../../../src/contract/space.ts";
import {
  type EventCall,
  eventLimit,
  isStillListening,
  limitEvents,
  recordEvent,
  recordRun,
  recordTask,
  recordVisibility,
} from "../../../../src/service/areas/integration-events/record.ts";
import {
  type Delivery,
  scriptUrl,
} from "../../../../src/service/areas/integration-events/tables.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { issueAdminToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

const integrationName = "link-checker";
const syncStarted = {
  type: "space_gitsync_started",
  revisionId: "R2",
  commitId: "deadbeef",
} as const;

async function start() {
  const ground = await openIntegrations();
  const { workspace, admin } = ground;
  const install = (organization: string, name = integrationName, caller = admin) =>
    workspace.ok(caller, integration.install, { integrationName: name, organization });
  const make = (organizationId: string) =>
    workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  const heard = async (name = integrationName, caller = admin) =>
    (await workspace.ok(caller, event.list, { integrationName: name })).items;
  const types = async (name = integrationName) =>
    (await heard(name)).map(({ payload }) => payload.type);
  const { db, jobs } = workspace.service;
  const call: EventCall = {
    db,
    now: workspace.now,
    newId: createId,
    enqueue: (job) => jobs.enqueue(db, job),
  };
  return { ...ground, install, make, heard, types, call };
}

test("installing and uninstalling are events, each with its data", async () => {
  const { workspace, org, admin, publish, install, heard } = await start();
  await publish({
    configurations: { account: { properties: { region: { type: "string", default: "eu" } } } },
  });
  const { id: installationId } = await install(org);
  workspace.passDays(1);
  await workspace.ok(admin, installation.remove, { integrationName, installationId });
  const [deleted, setup, ...others] = await heard();
  expect(others).toEqual([]);
  expect(setup).toEqual({
    id: setup?.payload.eventId,
    integrationId: integrationName,
    installationId,
    createdAt: "2026-03-02T08:00:00.000Z",
    status: "success",
    payload: {
      eventId: setup?.id,
      type: "installation_setup",
      installationId,
      status: "active",
    },
  });
  expect(deleted).toMatchObject({
    installationId,
    createdAt: "2026-03-03T08:00:00.000Z",
    payload: {
      type: "installation_deleted",
      previous: { status: "active", configuration: { region: "eu" } },
    },
  });
});

slowTest(
  "moving a space into a collection and out of it has an event with the new visibility",
  async () => {
    const { workspace, org, admin, publish, install, make, heard } = await start();
    await publish();
    await install(org);
    const { id: spaceId } = await make(org);
    const { id: parent } = await workspace.ok(admin, collection.create, { organizationId: org });
    const { id: inner } = await workspace.ok(admin, collection.create, {
      organizationId: org,
      parent,
    });
    await workspace.ok(admin, space.move, { spaceId, parent });
    await workspace.ok(admin, space.move, { spaceId, parent: inner });
    await workspace.ok(admin, collection.remove, { collectionId: inner });
    await workspace.ok(admin, collection.remove, { collectionId: parent });
    const told = (await heard()).filter(({ payload }) => payload.type !== "installation_setup");
    expect(told.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        type: "space_visibility_updated",
        spaceId,
        previousVisibility: "in-collection",
        visibility: "private",
      }),
      expect.objectContaining({ previousVisibility: "private", visibility: "in-collection" }),
    ]);
  },
);

slowTest(
  "events of a space are sent to installations of its organization with a scope for spaces",
  async () => {
    const { workspace, org, admin, publish, install, make, types, call } = await start();
    const elsewhere = await workspace.organization("Elsewhere");
    await workspace.enroll(elsewhere, admin, "admin");
    const published = {
      hears: { scopes: ["space:metadata:read"], target: "all" },
      "for-spaces": { scopes: ["space:git:sync"], target: "space" },
      "for-sites": { scopes: ["space:content:read"], target: "site" },
      scopeless: { scopes: ["site:views:read"], target: "all" },
      "not-installed": { scopes: ["space:content:read"], target: "all" },
      "installed-elsewhere": { scopes: ["space:content:read"], target: "all" },
    } as const;
    for (const [name, fields] of Object.entries(published)) {
      await publish({ integrationName: name, visibility: "public", ...fields });
      if (name === "installed-elsewhere") await install(elsewhere, name);
      else if (name !== "not-installed") await install(org, name);
    }
    const { id: spaceId } = await make(org);
    await recordEvent(call, { type: "space_content_updated", spaceId, revisionId: "R2" });
    for (const name of Object.keys(published)) {
      const expected = name === "hears" || name === "for-spaces" ? ["space_content_updated"] : [];
      const told = (await types(name)).filter((type) => type !== "installation_setup");
      expect([name, told]).toEqual([name, expected]);
    }
  },
);

test("every kind of event matches the contract", async () => {
  const { org, publish, install, make, heard, call } = await start();
  await publish();
  await install(org);
  const { id: spaceId } = await make(org);
  const commit = { revisionId: "R3", commitId: "c0ffee" };
  await recordEvent(call, { ...syncStarted, spaceId });
  await recordEvent(call, {
    type: "space_gitsync_completed",
    spaceId,
    state: "success",
    ...commit,
  });
  await recordEvent(call, { type: "space_gitsync_completed", spaceId, state: "failure" });
  const [failure, success, started] = await heard();
  expect(started?.payload).toMatchObject({ ...syncStarted, spaceId });
  expect(success?.payload).toMatchObject({ state: "success", ...commit });
  expect(failure?.payload).toMatchObject({ state: "failure" });
  expect(failure?.payload).not.toHaveProperty("revisionId");
});

test("an event is removed if its cause is reverted", async () => {
  const { workspace, org, publish, install, make, heard, call } = await start();
  await publish();
  await install(org);
  const { id: spaceId } = await make(org);
  const before = await heard();
  const undone = workspace.db.transaction().execute(async (db) => {
    await recordEvent({ ...call, db }, { ...syncStarted, spaceId });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await heard()).toEqual(before);
});

test("the latest events are listed first, page by page", async () => {
  const { workspace, org, admin, publish, install, make, call } = await start();
  await publish();
  await install(org);
  const { id: spaceId } = await make(org);
  for (let number = 1; number <= 5; number++) {
    const revisionId = `R${number}`;
    await recordEvent(call, { type: "space_content_updated", spaceId, revisionId });
  }
  const told: unknown[] = [];
  let page: string | undefined;
  do {
    const asked = { integrationName, limit: 2, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, event.list, asked);
    told.push(...answer.items.map(({ payload }) => payload.revisionId ?? payload.type));
    page = answer.next?.page;
  } while (page !== undefined);
  expect(told).toEqual(["R5", "R4", "R3", "R2", "R1", "installation_setup"]);
});

describe("the limit on the events of an installation", () => {
  /** Two organizations with the same integration, each with this number of events of its space. */
  async function fill(own: number, others: number, delivery: Delivery) {
    const started = await start();
    const { workspace, admin, org, publish, install, make, call } = started;
    await publish({ visibility: "public" });
    const other = await workspace.organization("Other");
    await workspace.enroll(other, admin, "admin");
    const installations = [];
    for (const [organization, count] of [
      [other, others],
      [org, own],
    ] as const) {
      const { id } = await install(organization);
      const { id: spaceId } = await make(organization);
      for (let number = 1; number <= count; number++) {
        await recordEvent(call, {
          type: "space_content_updated",
          spaceId,
          revisionId: `R${number}`,
        });
      }
      installations.push(id);
    }
    await workspace.db.updateTable("integration_events").set({ delivery }).execute();
    const [theirs = "", ours = ""] = installations;
    const rows = async (installation: string) =>
      (
        await workspace.db
          .selectFrom("integration_events")
          .select(["payload", "delivery", "reason", "trace"])
          .where("installation_id", "=", installation)
          .orderBy("number")
          .execute()
      ).map(({ payload, ...row }) => ({ ...row, what: JSON.parse(payload).revisionId ?? "setup" }));
    return { ...started, ours, theirs, rows };
  }

  test("removes the oldest delivered events, and none of another organization", async () => {
    const { workspace, ours, theirs, rows } = await fill(5, 5, "taken");
    await limitEvents(workspace.db, ours, workspace.now, 3);
    expect((await rows(ours)).map(({ what }) => what)).toEqual(["R3", "R4", "R5"]);
    expect(await rows(theirs)).toHaveLength(6);
  });

  test("ends waiting ones with a reason, and removes none that was not sent", async () => {
    const { workspace, ours, theirs, rows, heard } = await fill(5, 5, "waiting");
    await limitEvents(workspace.db, ours, workspace.now, 3);
    const left = await rows(ours);
    expect(left.map(({ what, delivery }) => [what, delivery])).toEqual([
      ["setup", "expired"],
      ["R1", "expired"],
      ["R2", "expired"],
      ["R3", "waiting"],
      ["R4", "waiting"],
      ["R5", "waiting"],
    ]);
    const reason = "Not sent: the limit of 3 waiting events of this installation was exceeded.";
    expect(left[0]).toMatchObject({ reason, trace: expect.stringContaining(reason) });
    expect((await rows(theirs)).every(({ delivery }) => delivery === "waiting")).toBe(true);
    const listed = (await heard()).filter(({ installationId }) => installationId === ours);
    expect(listed.map(({ status, failure }) => [status, failure])).toEqual([
      ...Array(3).fill(["failed", undefined]),
      ...Array(3).fill(["failed", reason]),
    ]);
    const { body } = await workspace.service.transport({
      method: "GET",
      url: "http://127.0.0.1/metrics",
      headers: { authorization: `Bearer ${await issueAdminToken(workspace.db)}` },
    });
    expect(body).toContain('tome_integration_events{delivery="expired"} 3');
  });
});

test("runs and tasks of a script are recorded in one order, unless the integration was unpublished", async () => {
  const { workspace, org, admin, publish, install, call } = await start();
  const { db, now } = workspace;
  await publish();
  const { id: installationId } = await install(org);
  const run = {
    ...{ integration: integrationName, organizationId: org, now, trace: [] },
    payload: { type: "fetch" },
  };
  await recordRun(db, { ...run, id: "run-1", installationId, reason: undefined });
  await recordRun(db, { ...run, id: "run-2", installationId: "", reason: "Failed." });
  await recordTask(call, { integration: integrationName, publisher: org }, { kind: "sync" });
  const task = { type: "task", task: {} } as const;
  await expect(recordEvent(call, task)).rejects.toThrow("A task is recorded with recordTask.");
  const rows = await db
    .selectFrom("integration_events")
    .selectAll()
    .where("number", ">", 1)
    .orderBy("number")
    .execute();
  const common = { integration: integrationName, organization_id: org };
  const created_at = now.toISOString();
  const ended = { ...common, attempts: 1, trace: "[]", created_at, payload: '{"type":"fetch"}' };
  expect(rows).toEqual([
    {
      ...{ ...ended, id: "run-1", number: 2, installation_id: installationId },
      ...{ delivery: "taken", reason: null },
    },
    {
      ...{ ...ended, id: "run-2", number: 3, installation_id: "" },
      ...{ delivery: "failed", reason: "Failed." },
    },
    {
      ...{ ...common, id: rows[2]?.id, number: 4, installation_id: "", attempts: 0 },
      ...{ delivery: "none", reason: null, created_at, trace: rows[2]?.trace },
      payload: JSON.stringify({ eventId: rows[2]?.id, type: "task", task: { kind: "sync" } }),
    },
  ]);
  await workspace.ask(admin, integration.unpublish, { integrationName });
  await recordRun(db, { ...run, id: "run-3", installationId, reason: undefined });
  expect(await db.selectFrom("integration_events").select("id").execute()).toEqual([]);
});

test("a recorded event is still sent while its installation works on its space", async () => {
  const { workspace, org, admin, publish, install, make } = await start();
  const { db } = workspace;
  await publish();
  const { id } = await install(org);
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const { id: spaceId } = await make(org);
  const { id: foreign } = await make(other);
  const { id: deleted } = await make(org);
  await workspace.ok(admin, space.remove, { spaceId: deleted });
  const updated = (of: string) =>
    ({ type: "space_content_updated", spaceId: of, revisionId: "R1" }) as const;
  const setup = { type: "installation_setup", installationId: id, status: "active" } as const;
  const removal = { installationId: "gone", previous: { configuration: {} } } as const;
  const listens = async () => [
    await isStillListening(db, id, updated(spaceId)),
    await isStillListening(db, id, updated(foreign)),
    await isStillListening(db, id, updated(deleted)),
    await isStillListening(db, "gone", updated(spaceId)),
    await isStillListening(db, id, setup),
    await isStillListening(db, "gone", setup),
    await isStillListening(db, "gone", { type: "task", task: {} }),
    await isStillListening(db, "gone", {
      ...removal,
      type: "site_installation_deleted",
      siteId: "",
    }),
    await isStillListening(db, id, {
      ...setup,
      type: "space_installation_setup",
      spaceId: deleted,
    }),
  ];
  expect(await listens()).toEqual([true, false, false, false, true, false, true, true, true]);
  const selection = { integrationName, installationId: id, space_selection: "selected" } as const;
  await workspace.ok(admin, installation.update, selection);
  expect((await listens())[0]).toBe(false);
});

test("a visibility is an event only if it has changed", async () => {
  const { org, publish, install, make, types, call } = await start();
  await publish();
  await install(org);
  const { id } = await make(org);
  const inside = { id, visibility: "private", parent_id: "C1" } as const;
  const outside = { ...inside, parent_id: null };
  await recordVisibility(call, inside, { ...inside, parent_id: "C2" });
  await recordVisibility(call, outside, outside);
  expect(await types()).toEqual(["installation_setup"]);
  await recordVisibility(call, outside, inside);
  expect(await types()).toEqual(["space_visibility_updated", "installation_setup"]);
});

describe("an event waits", () => {
  const tunnel_url = "https://tunnel.example.com";
  const toTunnel = "Recorded; waiting to be sent to the tunnel.";
  const toScript = "Recorded; waiting for the script.";
  const none = "Recorded; not sent, because the integration has no tunnel.";
  const ownOnly =
    "Recorded; not sent, because the tunnel receives only events of the publishing organization.";

  test("for a tunnel or script that receives events of its organization", async () => {
    const { workspace, org, admin, publish, install, call } = await start();
    const { db } = workspace;
    await publish({ visibility: "public" });
    const other = await workspace.organization("Other");
    await workspace.enroll(other, admin, "admin");
    const [own, foreign] = [(await install(org)).id, (await install(other)).id];
    const jobs: unknown[] = [];
    const record = async (installationId: string, feed: object) => {
      jobs.length = 0;
      await db.deleteFrom("integration_events").execute();
      await db
        .updateTable("integration_feeds")
        .set({ tunnel_url: null, tunnel_all: 0, sending: 0, turn: 4, last_event: 9, ...feed })
        .execute();
      const enqueue = async (job: unknown) => void jobs.push(job);
      const setup = { type: "installation_setup", installationId, status: "active" } as const;
      await recordEvent({ ...call, enqueue }, setup);
      const row = await db.selectFrom("integration_events").selectAll().executeTakeFirstOrThrow();
      const { sending } = await db
        .selectFrom("integration_feeds")
        .select("sending")
        .executeTakeFirstOrThrow();
      expect(row.number).toBe(10);
      return [row.delivery, JSON.parse(row.trace)[0].message, sending, jobs.length];
    };
    expect(await record(own, {})).toEqual(["none", none, 0, 0]);
    expect(await record(own, { tunnel_url })).toEqual(["waiting", toTunnel, 1, 1]);
    expect(jobs).toEqual([
      {
        ...{ kind: "send-events", principal: undefined, organization: org },
        payload: { integration: integrationName, turn: 4 },
      },
    ]);
    expect(await record(own, { tunnel_url, sending: 1 })).toEqual(["waiting", toTunnel, 1, 0]);
    expect(await record(foreign, { tunnel_url })).toEqual(["none", ownOnly, 0, 0]);
    const all = { tunnel_url: scriptUrl, tunnel_all: 1 };
    expect(await record(foreign, all)).toEqual(["waiting", toScript, 1, 1]);
  });

  slowTest("with others up to the limit, which some of the events enforce", async () => {
    const { workspace, org, publish, install, call } = await start();
    const { db } = workspace;
    await publish();
    const { id: installationId } = await install(org);
    const setup = { type: "installation_setup", installationId, status: "active" } as const;
    const first = await db.selectFrom("integration_events").selectAll().executeTakeFirstOrThrow();
    const before = Array.from({ length: eventLimit + 1 }, (_, at) => ({
      ...{ ...first, id: `before-${at}`, number: at + 2, delivery: "taken" as const },
    }));
    const count = async () =>
      (await db.selectFrom("integration_events").select("id").execute()).length;
    for (let at = 0; at < before.length; at += 500) {
      await db
        .insertInto("integration_events")
        .values(before.slice(at, at + 500))
        .execute();
    }
    await db.updateTable("integration_feeds").set({ last_event: 200_000 }).execute();
    // The ids decide when events are counted.
    for (const id of ["event-1", "event-2"]) {
      await recordEvent({ ...call, newId: () => id }, setup);
    }
    expect(await count()).toBe(eventLimit + 4);
    await recordEvent({ ...call, newId: () => "counted-28" }, setup);
    expect(await count()).toBe(eventLimit);
    const run = { integration: integrationName, installationId, organizationId: org };
    const outcome = { payload: {}, trace: [], reason: undefined, now: workspace.now };
    await recordRun(db, { ...run, ...outcome, id: "run-1" });
    expect(await count()).toBe(eventLimit + 1);
    await recordRun(db, { ...run, ...outcome, id: "counted-49" });
    expect(await count()).toBe(eventLimit);
  });
});
