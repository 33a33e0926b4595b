/** Lookups by an admin afterwards: who changed which resource, when, and by which request. */
import { describe, expect, test } from "vitest";
import * as audit from "../../../../src/contract/audit-event.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as git from "../../../../src/contract/git.ts";
import * as integration from "../../../../src/contract/integration.ts";
import * as people from "../../../../src/contract/member.ts";
import * as instructions from "../../../../src/contract/org-instructions.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  defaultRetention,
  removalKind,
  removeOldEvents,
} from "../../../../src/service/areas/audit/retention.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

type Started = Awaited<ReturnType<typeof start>>;

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const list = async (filters: object = {}) =>
    (await workspace.ok(admin, audit.list, { organizationId, ...filters })).items;
  return { workspace, organizationId, admin, list };
}

test("the deletion of a space is listed with its user and former title, newest change first", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const editor = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    organizationId,
    title: "Handbook",
  });
  workspace.passDays(1);
  await workspace.ask(editor, space.remove, { spaceId });
  expect(await list()).toMatchObject([
    {
      action: "deleteSpaceById",
      actor: { type: "user", id: editor },
      source: "api",
      target: { type: "space", id: spaceId, label: "Handbook" },
      occurredAt: workspace.now.toISOString(),
    },
    { action: "createSpace", actor: { id: admin }, target: { id: spaceId, label: "Handbook" } },
  ]);
});

slowTest("changes are filtered by time, action, user and target", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const other = await workspace.member(organizationId, "admin");
  const one = await workspace.ok(admin, space.create, { organizationId, title: "One" });
  workspace.passDays(2);
  const later = workspace.now.toISOString();
  await workspace.ok(other, space.update, { spaceId: one.id, title: "Uno" });
  const actions = async (filters: object) => (await list(filters)).map(({ action }) => action);
  expect(await actions({ from: later })).toEqual(["updateSpaceById"]);
  expect(await actions({ from: later.replace("Z", "+00:00") })).toEqual(["updateSpaceById"]);
  expect(await actions({ to: new Date(workspace.now.getTime() - 1).toISOString() })).toEqual([
    "createSpace",
  ]);
  expect(await actions({ actor: other })).toEqual(["updateSpaceById"]);
  expect(await actions({ action: "createSpace" })).toEqual(["createSpace"]);
  expect(await actions({ target: one.id })).toHaveLength(2);
  expect(await actions({ target: "another" })).toEqual([]);
});

slowTest("changes are paged, each once", async () => {
  const { workspace, organizationId, admin, list } = await start();
  for (const title of ["A", "B", "C", "D", "E"]) {
    await workspace.ok(admin, space.create, { organizationId, title });
  }
  const titles: unknown[] = [];
  for (let page: string | undefined, end = false; !end; end = page === undefined) {
    const asked = { organizationId, limit: 2, ...(page !== undefined && { page }) };
    const answer = await workspace.ok(admin, audit.list, asked);
    titles.push(...answer.items.map(({ target }) => target.label));
    page = answer.next?.page;
  }
  expect(titles.toSorted()).toEqual(["A", "B", "C", "D", "E"]);
  expect(await list()).toHaveLength(5);
  const wrong = await workspace.refused(admin, audit.list, { organizationId, limit: 101 });
  expect(wrong).toMatchObject({ status: 400 });
});

test("an event has the token and origin of its request", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const token = await issueToken(workspace.db, { user: admin, label: "ci", now: workspace.now });
  const answer = await workspace.service.transport({
    method: "POST",
    url: `http://127.0.0.1/v1/orgs/${organizationId}/spaces`,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": "deploy/1",
      "x-forwarded-for": "203.0.113.9",
    },
    from: "192.0.2.7",
    body: JSON.stringify({ title: "Handbook" }),
  });
  const [event] = await list();
  const shown = await workspace.ok(admin, audit.get, {
    organizationId,
    auditEventId: event?.id ?? "",
  });
  expect(shown).toMatchObject({
    ...event,
    executionId: answer.headers["x-request-id"],
    payload: {
      path: { organizationId },
      values: { title: "Handbook" },
      token: "ci",
      address: "192.0.2.7",
      forwardedFor: "203.0.113.9",
      userAgent: "deploy/1",
    },
  });
  expect(JSON.stringify(shown)).not.toContain(token);
});

slowTest("granted roles are in the event, with their users and teams", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const user = await workspace.member(organizationId, null);
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, permission.grant, { spaceId, role: "edit", users: [user] });
  const [event] = await list({ action: "inviteToSpace" });
  const { payload } = await workspace.ok(admin, audit.get, {
    organizationId,
    auditEventId: event?.id ?? "",
  });
  expect(payload).toMatchObject({ values: { role: "edit", users: [user] } });
});

slowTest(
  "no event contains a secret: neither the id of an invite link nor the password of a repository",
  async () => {
    const { workspace, organizationId, admin, list } = await start();
    const { id: inviteId } = await workspace.ok(admin, invite.create, {
      organizationId,
      role: "read",
    });
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    await workspace.ask(admin, git.importRepository, {
      spaceId,
      url: "https://ada:pass-word-1@example.com/docs.git",
      ref: "refs/heads/main",
    });
    await workspace.ask(admin, organization.deleteInvite, { organizationId, inviteId });
    const events = await list();
    expect(events.map(({ action }) => action)).toContain("importGitRepository");
    const rows = JSON.stringify(
      await workspace.db.selectFrom("audit_events").selectAll().execute(),
    );
    for (const secret of [inviteId, "pass-word-1"]) expect(rows).not.toContain(secret);
    // The created and the deleted link are recognized as the same.
    const links = events.filter(({ action }) => /Invite/.test(action));
    expect(new Set(links.map(({ target }) => target.id)).size).toBe(1);
    expect(links).toHaveLength(2);
  },
);

slowTest(
  "a transfer creates an event in both organizations, without other data of the other one",
  async () => {
    const { workspace, organizationId, admin, list } = await start();
    const other = await workspace.organization("Other");
    await workspace.enroll(other, admin, "admin");
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    await workspace.ok(admin, space.transfer, { spaceId, organization: other });
    expect((await list()).map(({ action }) => action)).toEqual(["transferSpace", "createSpace"]);
    const there = await workspace.ok(admin, audit.list, { organizationId: other });
    expect(there.items.map(({ action }) => action)).toEqual(["transferSpace"]);
  },
);

test("the actions are the recorded operations, each with a description", async () => {
  const { workspace, organizationId, admin } = await start();
  const { items } = await workspace.ok(admin, audit.actions, { organizationId });
  const ids = items.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(ids).toContain("deleteSpaceById");
  for (const absent of ["getSpaceById", "planGitSync", "updateOrganizationMemberLastSeenAt"]) {
    expect(ids).not.toContain(absent);
  }
  expect(items.find(({ id }) => id === "createSpace")?.label).toMatch(/^Create a space/);
});

test("only admins read events and their actions", async () => {
  const { workspace, organizationId, admin, list } = await start();
  await workspace.ok(admin, space.create, { organizationId, title: "A" });
  const [event] = await list();
  const auditEventId = event?.id ?? "";
  const other = await workspace.organization("Other");
  for (const [user, statuses] of [
    [admin, [200, 200, 200]],
    [await workspace.member(organizationId, "create"), [403, 403, 403]],
    [await workspace.member(organizationId, null), [403, 403, 403]],
    [await workspace.member(other, "admin"), [404, 404, 404]],
  ] as const) {
    const answers = [
      await workspace.ask(user, audit.list, { organizationId }),
      await workspace.ask(user, audit.get, { organizationId, auditEventId }),
      await workspace.ask(user, audit.actions, { organizationId }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  }
  await workspace.enroll(other, admin, "admin");
  for (const input of [
    { organizationId: other, auditEventId },
    { organizationId, auditEventId: "nosuch" },
  ]) {
    expect(await workspace.refused(admin, audit.get, input)).toEqual({
      status: 404,
      message: `Audit event ${input.auditEventId} does not exist, or you do not have access to it.`,
    });
  }
});

test("an event has a count and a label only if they are known", async () => {
  const { workspace, organizationId, admin, list } = await start();
  await workspace.ok(admin, space.create, { organizationId, title: "A" });
  await workspace.db
    .updateTable("audit_events")
    .set({ actor_label: null, target_label: null })
    .execute();
  const [event] = await list();
  const { id = "", target } = event ?? {};
  const common = {
    object: "audit-event",
    id,
    action: "createSpace",
    actor: { type: "user", id: admin },
    source: "api",
    target: { type: "space", id: target?.id },
    occurredAt: workspace.now.toISOString(),
    urls: { location: `http://127.0.0.1:4000/v1/orgs/${organizationId}/audit-events/${id}` },
  };
  expect(event).toEqual(common);
  const shown = await workspace.ok(admin, audit.get, { organizationId, auditEventId: id });
  expect(shown).toEqual({
    ...common,
    executionId: expect.any(String),
    correlationId: shown.executionId,
    schemaVersion: 1,
    payload: {
      ...{ path: { organizationId }, fields: ["title"], values: { title: "A" } },
      token: "test",
    },
  });
});

slowTest("an action that is never recorded is refused with similar ones", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const refuse = async (action: string) =>
    workspace.refused(admin, audit.list, { organizationId, action });
  const similar = await refuse("createSpaces");
  expect(similar.status).toBe(400);
  expect(similar.message).toMatch(
    /^Unknown action "createSpaces"\. Similar actions: createSpace(?:, \w+){0,4}\.$/,
  );
  expect(await refuse("qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq")).toEqual({
    status: 400,
    message: 'Unknown action "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq".',
  });
  // An earlier version recorded an action that does not exist anymore.
  await workspace.ok(admin, space.create, { organizationId, title: "A" });
  await workspace.db.updateTable("audit_events").set({ action: "createSpaces" }).execute();
  expect(await list({ action: "createSpaces" })).toHaveLength(1);
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  const elsewhere = { organizationId: other, action: "createSpaces" };
  expect((await workspace.refused(admin, audit.list, elsewhere)).status).toBe(400);
  for (const action of [
    ...["cancelJob", "changeDomainVerification", "failScheduledMerge"],
    ...["failSignIn", "failVisitorSignIn"],
  ]) {
    expect([action, await list({ action })]).toEqual([action, []]);
  }
});

slowTest("the next page of a list has the filters of the first", async () => {
  const { workspace, organizationId, admin } = await start();
  for (const title of ["A", "B"])
    await workspace.ok(admin, space.create, { organizationId, title });
  const time = workspace.now.toISOString();
  const input = { organizationId, limit: 1 };
  const { next } = await workspace.ok(admin, audit.list, input);
  const page = next?.page ?? "";
  expect((await workspace.ok(admin, audit.list, { ...input, page })).items).toHaveLength(1);
  for (const filter of [
    { from: time },
    { to: time },
    { action: "createSpace" },
    { actor: admin },
    { target: "space" },
  ]) {
    const refusal = await workspace.refused(admin, audit.list, { ...input, ...filter, page });
    expect([filter, refusal.status]).toEqual([filter, 400]);
  }
});

describe("an event that is older than the retention period", () => {
  const day = 24 * 60 * 60 * 1000;

  test("is removed by a job a day after the next change", async () => {
    const { workspace, organizationId, admin, list } = await start();
    const titles = async () => (await list()).map(({ target }) => target.label);
    await workspace.ok(admin, space.create, { organizationId, title: "A" });
    workspace.passDays(defaultRetention - 0.5);
    await workspace.ok(admin, space.create, { organizationId, title: "B" });
    expect(await titles()).toEqual(["B", "A"]);
    workspace.passDays(1);
    await workspace.ok(admin, space.create, { organizationId, title: "C" });
    await workspace.service.jobs.finish();
    expect(await titles()).toEqual(["C", "B", "A"]);
    workspace.passDays(1.1);
    await workspace.service.jobs.finish();
    expect(await titles()).toEqual(["C", "B"]);
  });

  test("stays if the clock was wrong when the job was enqueued, or when it runs", async () => {
    const { workspace, organizationId, admin, list } = await start();
    await workspace.ok(admin, space.create, { organizationId, title: "A" });
    const { db, now } = workspace;
    const early = new Date(now.getTime() + 2 * defaultRetention * day);
    const call = { db, enqueue: async () => {} };
    const run = removeOldEvents(defaultRetention);
    // Enqueued while the clock was two years ahead, and run with a correct clock.
    await run({ organization: organizationId, until: early.toISOString() }, { ...call, now });
    // Enqueued with a correct clock, and run while it is two years ahead.
    const until = new Date(now.getTime() - defaultRetention * day).toISOString();
    await run({ organization: organizationId, until }, { ...call, now: early });
    expect(await list()).toHaveLength(1);
  });

  test("is removed with a limited number of others at a time", async () => {
    const { workspace, organizationId, admin, list } = await start();
    for (const title of ["A", "B", "C", "D", "E"]) {
      await workspace.ok(admin, space.create, { organizationId, title });
    }
    workspace.passDays(defaultRetention + 1);
    const { db, now } = workspace;
    const asked: JobRequest[] = [];
    const enqueue = async (job: JobRequest) => void asked.push(job);
    const removal = { organization: organizationId, until: now.toISOString() };
    await removeOldEvents(defaultRetention, 2)(removal, { db, now, enqueue });
    expect(await list()).toHaveLength(3);
    expect(asked).toEqual([
      { kind: removalKind, payload: removal, at: new Date(now.getTime() + 60_000) },
    ]);
  });

  test("is kept for the number of days that the operator sets", async () => {
    const workspace = await openWorkspace({ auditDays: 10 });
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    await workspace.ok(admin, space.create, { organizationId, title: "A" });
    workspace.passDays(11);
    await workspace.ok(admin, space.create, { organizationId, title: "B" });
    workspace.passDays(1.1);
    await workspace.service.jobs.finish();
    const { items } = await workspace.ok(admin, audit.list, { organizationId });
    expect(items.map(({ target }) => target.label)).toEqual(["B"]);
  });
});

describe("a repeated change", () => {
  const toggle = async ({ workspace, admin }: Started, spaceId: string, title: string) =>
    workspace.ok(admin, space.update, { spaceId, title });

  slowTest("is one event with a count, by one user within ten minutes", async () => {
    const started = await start();
    const { workspace, organizationId, admin, list } = started;
    const other = await workspace.member(organizationId, "admin");
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "A" });
    for (const title of ["B", "A", "B", "A", "B"]) await toggle(started, spaceId, title);
    await toggle({ ...started, admin: other }, spaceId, "A");
    const events = await list({ action: "updateSpaceById" });
    expect(events.map(({ occurrences }) => occurrences ?? 1).toSorted()).toEqual([1, 2, 3]);
    const shown = await Promise.all(
      events.map(({ id }) => workspace.ok(admin, audit.get, { organizationId, auditEventId: id })),
    );
    const counted = shown.map(({ actor, payload }) => {
      const values = payload.values as { title: string };
      return [actor.id, values.title, payload.occurrences ?? 1];
    });
    expect(counted.toSorted()).toEqual(
      [
        [admin, "A", 2],
        [admin, "B", 3],
        [other, "A", 1],
      ].toSorted(),
    );
  });

  slowTest("is a new event after that time, and never removes another one", async () => {
    const started = await start();
    const { workspace, organizationId, admin, list } = started;
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "A" });
    for (let round = 0; round < 3; round++) {
      await toggle(started, spaceId, "B");
      await toggle(started, spaceId, "A");
      workspace.passDays(0.01);
    }
    expect(await list({ action: "updateSpaceById" })).toHaveLength(6);
    expect(await list({ action: "createSpace" })).toHaveLength(1);
  });
});

describe("changes that a count would hide", () => {
  const write = (markdown: string) =>
    ({ operation: "insert_page", title: "Page", document: { markdown } }) as const;

  slowTest("other texts, which no event contains, are other events", async () => {
    const { workspace, organizationId, admin, list } = await start();
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "A" });
    const { id } = await workspace.ok(admin, cr.create, { spaceId });
    const edit = (text: string) =>
      workspace.ok(admin, cr.edit, { spaceId, changeRequestId: id, changes: [write(text)] });
    for (const text of ["One", "Two", "One", "Three"]) await edit(text);
    const instruct = (text: string) =>
      workspace.ok(admin, instructions.put, {
        organizationId,
        instructions: parseMarkdown(text),
      });
    for (const text of ["One", "Two", "One"]) await instruct(text);
    const count = async (action: string) =>
      (await list({ action })).map(({ occurrences = 1 }) => occurrences).toSorted();
    expect(await count("updateChangeRequestContent")).toEqual([1, 1, 2]);
    expect(await count("updateOrganizationAgentInstructions")).toEqual([1, 2]);
    const rows = await workspace.db.selectFrom("audit_events").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/One|Two|Three/);
  });

  slowTest(
    "the same change from another client or with another token is another event",
    async () => {
      const { workspace, organizationId, admin, list } = await start();
      const { id: spaceId } = await workspace.ok(admin, space.create, {
        organizationId,
        title: "A",
      });
      const issue = (label: string) =>
        issueToken(workspace.db, { user: admin, label, now: workspace.now });
      const [first, second] = [await issue("first"), await issue("second")];
      const send = (token: string, from: string, agent: string, title: string) =>
        workspace.service.transport({
          method: "PATCH",
          url: `http://127.0.0.1/v1/spaces/${spaceId}`,
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            "user-agent": agent,
          },
          from,
          body: JSON.stringify({ title }),
        });
      const clients = [
        [first, "192.0.2.1", "browser"],
        [second, "192.0.2.1", "browser"],
        [first, "203.0.113.9", "browser"],
        [first, "192.0.2.1", "script"],
      ] as const;
      for (let round = 0; round < 2; round++) {
        for (const [token, from, agent] of clients) {
          await send(token, from, agent, "B");
          await workspace.ok(admin, space.update, { spaceId, title: `A${round}` });
        }
      }
      const events = (await list({ action: "updateSpaceById" })).filter(
        ({ target }) => target.label === "B",
      );
      expect(events.map(({ occurrences }) => occurrences)).toEqual([2, 2, 2, 2]);
    },
  );

  slowTest("a counted event is found by the time of its last occurrence", async () => {
    const { workspace, organizationId, admin, list } = await start();
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "A" });
    const rename = (title: string) => workspace.ok(admin, space.update, { spaceId, title });
    await rename("B");
    await rename("A");
    workspace.passDays(8 / 24 / 60);
    const since = workspace.now.toISOString();
    await rename("B");
    const [event, ...others] = await list({ from: since });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      action: "updateSpaceById",
      occurrences: 2,
      lastOccurredAt: since,
    });
    workspace.passDays(1 / 24 / 60);
    expect(await list({ from: workspace.now.toISOString() })).toEqual([]);
  });
});

describe("no outsider creates events in another organization", () => {
  slowTest("by deleting an integration that they cannot see", async () => {
    const { workspace, organizationId, admin, list } = await start();
    await workspace.ok(admin, integration.publish, {
      integrationName: "private-one",
      title: "Private",
      description: "Seen by its publisher alone",
      organization: organizationId,
      runtime: "v1",
      script: "export default {}",
      visibility: "private",
      scopes: [],
    });
    const before = await list();
    const stranger = await workspace.person();
    const answer = await workspace.ask(stranger, integration.unpublish, {
      integrationName: "private-one",
    });
    expect(answer.status).toBe(204);
    expect(await list()).toEqual(before);
  });

  test("by changing nothing, with a role that may change nothing", async () => {
    const { workspace, organizationId, admin, list } = await start();
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "A" });
    const reader = await workspace.member(organizationId, "read");
    const before = await list();
    await workspace.ask(reader, space.update, { spaceId });
    await workspace.ask(reader, organization.update, { organizationId });
    await workspace.ask(admin, space.update, { spaceId, title: "A" });
    expect(await list()).toEqual(before);
  });

  test("by joining while they are disabled", async () => {
    const { workspace, organizationId, admin, list } = await start();
    const member = await workspace.member(organizationId, "read");
    await workspace.ok(admin, people.update, { organizationId, userId: member, disabled: true });
    const before = await list();
    await workspace.ask(member, organization.join, { organizationId });
    expect(await list()).toEqual(before);
  });
});
