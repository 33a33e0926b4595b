/** What an admin can look up afterwards: who changed what, when, and by which request. */
import { expect, test } from "vitest";
import * as audit from "../../../../src/contract/audit-event.ts";
import * as git from "../../../../src/contract/git.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import { removeSurplusEvents } from "../../../../src/service/areas/audit/record.ts";
import { mostRemoved, retention } from "../../../../src/service/areas/audit/retention.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import type { ServiceOptions } from "../../../../src/service/service.ts";
import { openWorkspace } from "../../../support/workspace.ts";

async function start(options: ServiceOptions = {}) {
  const workspace = await openWorkspace(options);
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const list = async (filters: object = {}) =>
    (await workspace.ok(admin, audit.list, { organizationId, ...filters })).items;
  return { workspace, organizationId, admin, list };
}

test("Who deleted a space is told with the name that it had, the newest change first", async () => {
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

test("Changes are found by their time, action, person and target", async () => {
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

test("Changes come page by page, each once", async () => {
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

test("An event says which token a request had and where it came from", async () => {
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

test("Roles that were granted are in the event, with whom they were granted to", async () => {
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

test("No event has a secret: the id of an invite link, the password of a repository", async () => {
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
  const rows = JSON.stringify(await workspace.db.selectFrom("audit_events").selectAll().execute());
  for (const secret of [inviteId, "pass-word-1"]) expect(rows).not.toContain(secret);
  // The link that was made and the one that was deleted are known to be the same.
  const links = events.filter(({ action }) => /Invite/.test(action));
  expect(new Set(links.map(({ target }) => target.id)).size).toBe(1);
  expect(links).toHaveLength(2);
});

test("A transfer is known in both organizations, and nothing else of the one to the other", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const other = await workspace.organization("Other");
  await workspace.enrol(other, admin, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.transfer, { spaceId, organization: other });
  expect((await list()).map(({ action }) => action)).toEqual(["transferSpace", "createSpace"]);
  const there = await workspace.ok(admin, audit.list, { organizationId: other });
  expect(there.items.map(({ action }) => action)).toEqual(["transferSpace"]);
});

test("The actions are all operations that are recorded, each with what it does", async () => {
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

test("an event is kept for a year, and a job removes it an hour after the next one", async () => {
  const { workspace, organizationId, admin, list } = await start();
  const titles = async () => (await list()).map(({ target }) => target.label);
  const run = () => workspace.service.jobs.runDue();
  await workspace.ok(admin, space.create, { organizationId, title: "A" });
  workspace.passDays(retention - 0.5);
  await workspace.ok(admin, space.create, { organizationId, title: "B" });
  expect(await titles()).toEqual(["B", "A"]);
  workspace.passDays(1);
  await workspace.ok(admin, space.create, { organizationId, title: "C" });
  await run();
  expect(await titles()).toEqual(["C", "B", "A"]);
  workspace.passDays(1 / 12);
  await run();
  expect(await titles()).toEqual(["C", "B"]);
});

test("one reading of a wrong clock removes no event", async () => {
  const { workspace, organizationId, admin, list } = await start({ log: () => {} });
  for (const title of ["A", "B"])
    await workspace.ok(admin, space.create, { organizationId, title });
  const right = workspace.now;
  workspace.passDays(20 * 365);
  await workspace.ok(admin, space.create, { organizationId, title: "C" });
  await workspace.service.jobs.runDue();
  workspace.time.now = right;
  await workspace.service.jobs.runDue();
  workspace.passDays(1);
  await workspace.service.jobs.runDue();
  const labels = (await list()).map(({ target }) => target.label);
  expect(labels.toSorted()).toEqual(["A", "B", "C"]);
});

test("a clock that stays wrong removes a bounded number of events each hour", async () => {
  const { workspace, organizationId, admin } = await start();
  await workspace.ok(admin, space.create, { organizationId, title: "A" });
  const [row] = await workspace.db.selectFrom("audit_events").selectAll().execute();
  if (row === undefined) throw new Error("There is no event.");
  const copies = Array.from({ length: 3 * mostRemoved }, (_, at) => ({
    ...row,
    id: `${row.id}-${String(at).padStart(6, "0")}`,
  }));
  for (let at = 0; at < copies.length; at += 100) {
    await workspace.db
      .insertInto("audit_events")
      .values(copies.slice(at, at + 100))
      .execute();
  }
  const count = async () =>
    (await workspace.db.selectFrom("audit_events").select("id").execute()).length;
  workspace.passDays(20 * 365);
  await workspace.ok(admin, space.create, { organizationId, title: "B" });
  let before = await count();
  for (let hour = 0; hour < 3; hour++) {
    workspace.passDays(1 / 12);
    await workspace.service.jobs.runDue();
    expect(before - (await count())).toBe(mostRemoved);
    before = await count();
  }
});

test("Of more events than an organization may have, the newest are kept", async () => {
  const { workspace, organizationId, admin, list } = await start();
  for (const title of ["A", "B", "C"]) {
    await workspace.ok(admin, space.create, { organizationId, title });
    workspace.passDays(1);
  }
  await removeSurplusEvents(workspace.db, organizationId, 2);
  expect((await list()).map(({ target }) => target.label)).toEqual(["C", "B"]);
});
