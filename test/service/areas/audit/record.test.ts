import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endpoint, type Route } from "../../../../src/contract/endpoint.ts";
import { id, text } from "../../../../src/contract/fields.ts";
import {
  prepareAudit,
  prepareLargeAudit,
  recordAudit,
  repeatWindow,
  writeEvent,
} from "../../../../src/service/areas/audit/record.ts";
import { recordCancellation } from "../../../../src/service/areas/audit/record-cancellation.ts";
import { recordDomainChange } from "../../../../src/service/areas/audit/record-domain.ts";
import { storeSystemEvent } from "../../../../src/service/areas/audit/system-event.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let organization: string;
let other: string;
let admin: string;
beforeAll(async () => {
  workspace = await openWorkspace();
  organization = await workspace.organization();
  other = await workspace.organization("Other");
  admin = await workspace.member(organization, "admin");
  await workspace.db
    .updateTable("users")
    .set({ display_name: "Ada" })
    .where("id", "=", admin)
    .execute();
});
beforeEach(async () => {
  await workspace.db.deleteFrom("audit_events").execute();
});

let ids = 0;
const newId = () => `N${ids++}`;
const getCall = (now = workspace.now) => ({ db: workspace.db, now, newId });

async function listRows() {
  const rows = await workspace.db
    .selectFrom("audit_events")
    .selectAll()
    .orderBy("organization_id")
    .orderBy("occurred_at")
    .orderBy("id")
    .execute();
  return rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) }));
}

/** The columns that identify a change. */
async function listChanges() {
  return (await listRows()).map(({ organization_id, action, actor_id, target_type, target_id }) => [
    organization_id === organization ? "own" : "other",
    action,
    actor_id === admin ? "admin" : "another",
    target_type,
    target_id === organization ? "organization" : target_id,
  ]);
}

function operation(route: Route, extra = {}) {
  return endpoint({
    ...{ summary: "Try", operation: "try", route },
    input: { organizationId: id("org"), title: text("Title"), linkId: text("Link") },
    ...extra,
  });
}

const happened = { hasHappened: true };
const origin = { requestId: "R1" };

describe("the event of a request", () => {
  const update = operation("PATCH /orgs/{organizationId}");
  const remove = operation("DELETE /orgs/{organizationId}/links/{linkId}");
  const caller = () => ({ ...getCall(), caller: admin });
  const input = () => ({ organizationId: organization, title: "New", linkId: "L1" });

  async function record(
    one: typeof update,
    answer: unknown,
    { changes = happened, as = admin, values = input() as object } = {},
  ) {
    const call = { ...caller(), caller: as };
    const context = await prepareAudit(call, one, values);
    return context && recordAudit(call, context, { answer, changes, origin });
  }

  test("has all parts of the change", async () => {
    expect(
      await record(update, { object: "organization", id: organization, title: "Acme" }),
    ).toEqual([organization]);
    expect(await listRows()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        organization_id: organization,
        occurred_at: workspace.now.toISOString(),
        action: "try",
        actor_type: "user",
        actor_id: admin,
        actor_label: "Ada",
        target_type: "organization",
        target_id: organization,
        target_label: "Acme",
        request_id: "R1",
        payload: {
          path: { organizationId: organization },
          fields: ["title", "linkId"],
          values: { title: "New" },
        },
        occurrences: 1,
        last_occurred_at: null,
        repeat_key: expect.stringMatching(/^[\w-]{32}$/),
      },
    ]);
  });

  test.each<[string, ReturnType<typeof operation>, unknown, boolean]>([
    ["a read", operation("GET /orgs/{organizationId}"), {}, false],
    [
      "an operation without audit",
      operation("POST /orgs/{organizationId}", { unaudited: true }),
      {},
      false,
    ],
    ["an update", update, undefined, true],
    ["a deletion that found the resource", remove, true, true],
    ["a deletion of a missing resource", remove, false, false],
    ["a deletion without a result", remove, undefined, false],
    [
      "a deletion without a result, which means that the resource is gone",
      { ...remove, goneBy204: true },
      undefined,
      true,
    ],
  ])("exists for a change only: %s", async (_, one, answer, isRecorded) => {
    const organizations = await record(one, answer);
    expect(organizations ?? []).toEqual(isRecorded ? [organization] : []);
    expect((await listRows()).length).toBe(isRecorded ? 1 : 0);
  });

  test("does not exist if no row changed", async () => {
    expect(await record(update, undefined, { changes: { hasHappened: false } })).toEqual([]);
    expect(await listRows()).toEqual([]);
  });

  test("has the deleted resource as its target, and the response's one otherwise", async () => {
    const answer = { object: "link", id: "L2" };
    await record({ ...remove, goneBy204: true }, answer);
    await record(update, answer);
    await record(update, undefined);
    expect((await listChanges()).toSorted()).toEqual(
      [
        ["own", "try", "admin", "linkId", "L1"],
        ["own", "try", "admin", "link", "L2"],
        ["own", "try", "admin", "organization", "organization"],
      ].toSorted(),
    );
  });

  test("is in the organization that the request created", async () => {
    const create = operation("POST /orgs");
    const values = { title: "New" };
    const answer = { object: "organization", id: organization };
    expect(await record(create, answer, { values })).toEqual([organization]);
    // Another resource without an organization has no event.
    expect(await record(create, { object: "user", id: "U1" }, { values })).toEqual([]);
    expect(await record(create, undefined, { values })).toEqual([]);
    expect(await listChanges()).toEqual([["own", "try", "admin", "organization", "organization"]]);
  });

  test("needs an active member, before or after the change", async () => {
    const stranger = await workspace.member(other, "admin");
    const disabled = await workspace.member(organization, "admin", true);
    for (const as of [stranger, disabled]) {
      expect(await record(update, undefined, { as })).toEqual([]);
    }
    expect(await listRows()).toEqual([]);
    const joining = await workspace.person();
    const call = { ...caller(), caller: joining };
    const before = await prepareAudit(call, update, input());
    if (!before) throw new Error("The operation is audited.");
    expect([...before.belonging]).toEqual([]);
    await workspace.enroll(organization, joining, "read");
    const outcome = { answer: undefined, changes: happened, origin };
    expect(await recordAudit(call, before, outcome)).toEqual([organization]);
    const member = await prepareAudit(call, update, input());
    if (!member) throw new Error("The operation is audited.");
    expect([...member.belonging]).toEqual([organization]);
    await workspace.db.deleteFrom("members").where("user_id", "=", joining).execute();
    expect(await recordAudit(call, member, outcome)).toEqual([organization]);
    expect((await listRows()).map(({ actor_id, occurrences }) => [actor_id, occurrences])).toEqual([
      [joining, 2],
    ]);
  });

  test("may be caused by an installation in its organization", async () => {
    const prepare = async (kind: string) => {
      const agent = { kind, installation: { organization_id: organization } };
      const call = { db: workspace.db, caller: "I1", agent: agent as never };
      return [...((await prepareAudit(call, update, input()))?.belonging ?? [])];
    };
    expect(await prepare("installation")).toEqual([organization]);
    expect(await prepare("integration")).toEqual([]);
  });

  test("of a large request is prepared only if it is recorded", async () => {
    const unread = {};
    for (const [one, reads] of [
      [update, true],
      [operation("GET /orgs/{organizationId}"), false],
    ] as const) {
      let isRead = false;
      Object.defineProperty(unread, "title", {
        configurable: true,
        get: () => {
          isRead = true;
          return "New";
        },
      });
      await prepareLargeAudit(one, unread, admin);
      expect(isRead).toBe(reads);
    }
  });
});

describe("equal events", () => {
  const event = () => ({
    organization_id: organization,
    action: "try",
    actor_type: "user" as const,
    actor_id: "U1",
    actor_label: "Ada",
    target_type: "space",
    target_id: "S1",
    target_label: "Guide",
    content: { values: { title: "New" } },
    inputDigest: "digest",
    origin: { requestId: "R1", token: "ci", address: "192.0.2.1" },
  });
  const at = (milliseconds: number) => new Date(workspace.now.getTime() + milliseconds);

  test.each<[string, object, number]>([
    ["the same change", {}, 1],
    ["another request", { origin: { ...event().origin, requestId: "R2" } }, 1],
    ["another name of the target", { target_label: "Manual", actor_label: "Bob" }, 1],
    ["another organization", { organization_id: "other" }, 2],
    ["another action", { action: "other" }, 2],
    ["another actor", { actor_id: "U2" }, 2],
    ["another kind of target", { target_type: "site" }, 2],
    ["another target", { target_id: "S2" }, 2],
    ["another content", { content: { values: { title: "Old" } } }, 2],
    ["another input", { inputDigest: "other" }, 2],
    ["another token", { origin: { ...event().origin, token: "other" } }, 2],
    ["another address", { origin: { ...event().origin, address: "192.0.2.2" } }, 2],
  ])("are counted: %s", async (_, change, count) => {
    await writeEvent(getCall(), event());
    const isOther = "organization_id" in change;
    const changed = { ...event(), ...change, ...(isOther && { organization_id: other }) };
    await writeEvent(getCall(at(1)), changed);
    const rows = await listRows();
    expect(rows.map(({ occurrences }) => occurrences)).toEqual(count === 1 ? [2] : [1, 1]);
    expect(rows[0]).toMatchObject({
      request_id: "R1",
      occurred_at:
        rows[0]?.organization_id === organization ? at(0).toISOString() : at(1).toISOString(),
    });
  });

  test("are counted from the first one until ten minutes later", async () => {
    const count = async (milliseconds: number) => {
      await writeEvent(getCall(at(milliseconds)), event());
      const rows = await listRows();
      return rows.map(({ occurrences, last_occurred_at }) => [
        occurrences,
        last_occurred_at === null ? null : Date.parse(last_occurred_at) - at(0).getTime(),
      ]);
    };
    expect(repeatWindow).toBe(600_000);
    expect(await count(0)).toEqual([[1, null]]);
    expect(await count(0)).toEqual([[2, 0]]);
    expect(await count(repeatWindow - 1)).toEqual([[3, repeatWindow - 1]]);
    expect(await count(repeatWindow)).toEqual([
      [3, repeatWindow - 1],
      [1, null],
    ]);
    // The latest of two equal events is counted.
    expect(await count(repeatWindow + 1)).toEqual([
      [3, repeatWindow - 1],
      [2, repeatWindow + 1],
    ]);
    // The clock was corrected: an event that has not occurred yet is not repeated.
    expect(await count(repeatWindow - 2)).toHaveLength(3);
  });

  test("of the same time are ordered by their ids", async () => {
    for (const action of ["c", "a", "b"]) await writeEvent(getCall(), { ...event(), action });
    const rows = await listRows();
    expect(rows.map(({ action, id: eventId }) => [action, eventId.slice(14, 18)])).toEqual([
      ["c", "7000"],
      ["a", "7001"],
      ["b", "7002"],
    ]);
  });

  test("have the origin in their payload, without the id of the request", async () => {
    await writeEvent(getCall(), event());
    const [row] = await listRows();
    expect(row?.payload).toEqual({
      values: { title: "New" },
      token: "ci",
      address: "192.0.2.1",
    });
  });
});

describe("the events of the platform", () => {
  const platform = { actor_type: "system", actor_id: "platform", actor_label: "Platform" };

  test("a job that lost its permission has its requester, without the token", async () => {
    const job = { id: "J1", organization_id: organization, kind: "export" };
    const cancel = (principal: object | undefined, organization_id: string | null = organization) =>
      recordCancellation(getCall(), {
        job: { ...job, organization_id } as never,
        principal: principal as never,
        reason: "The role is missing.",
        operation: "exportSpace",
        target: { type: "space", id: "S1" },
      });
    await cancel({ kind: "user", user: "U1", token: { hash: "secret" } });
    await cancel({ kind: "installation", installation: "I1" });
    await cancel(undefined);
    await cancel(undefined, null);
    const rows = await listRows();
    expect(rows.map(({ payload }) => payload.requester)).toEqual([
      { kind: "user", user: "U1" },
      { kind: "installation", installation: "I1" },
      undefined,
    ]);
    expect(rows[2]).toMatchObject({
      ...platform,
      organization_id: organization,
      action: "cancelJob",
      target_type: "space",
      target_id: "S1",
      target_label: null,
      request_id: "J1",
      payload: { job: "export", operation: "exportSpace", reason: "The role is missing." },
    });
  });

  test("a change of a domain has its source", async () => {
    const change = { domain: "example.com", isVerified: true, by: "dns" } as const;
    await recordDomainChange(getCall(), organization, change);
    expect(await listRows()).toMatchObject([
      {
        ...platform,
        organization_id: organization,
        action: "changeDomainVerification",
        target_type: "organization-domain",
        target_id: "example.com",
        target_label: null,
        request_id: expect.stringMatching(/^N\d+$/),
        payload: { verified: true, by: "dns" },
      },
    ]);
  });

  test.each([
    ["Guide", "Guide"],
    [undefined, null],
  ])("an event of an integration has its actor and target: %s", async (label, expected) => {
    await storeSystemEvent(getCall(), organization, {
      action: "try",
      actor: { type: "integration", id: "I1", label: "Checker" },
      target: { type: "space", id: "S1", ...(label !== undefined && { label }) },
      payload: { reason: "It asked." },
    });
    expect(await listRows()).toMatchObject([
      {
        organization_id: organization,
        action: "try",
        actor_type: "integration",
        actor_id: "I1",
        actor_label: "Checker",
        target_type: "space",
        target_id: "S1",
        target_label: expected,
        request_id: expect.stringMatching(/^N\d+$/),
        payload: { reason: "It asked." },
      },
    ]);
  });
});
