/** Every operation that changes data creates an event, and others create none. */
import { describe, expect, test } from "vitest";
import { getMethod, isAudited } from "../../../../src/contract/endpoint.ts";
import { openCallableOrganization } from "../../../support/organizations/callable-organization.ts";
import { openCompleteOrganization } from "../../../support/organizations/complete-organization.ts";
import { type Attempt, tryAll } from "../../../support/organizations/full-organization.ts";
import { endpoints } from "../../../support/requests/made.ts";

const writes = (endpoint: Attempt["endpoint"]) => getMethod(endpoint) !== "GET";
const isEach = () => true;

/** Operations that an admin alone cannot execute here, or that change nothing in an organization. */
const unrecorded: readonly string[] = [
  // Another caller executes them.
  ...["acceptInvitation", "declineInvitation", "joinOrganization", "joinOrganizationWithInvite"],
  // It returns 501.
  "createUserNotificationsToken",
  // No agent creates such resources.
  ...["deleteChangeRequestConversation", "deleteOrganizationAgentConversation", "updateAgentTask"],
  ...["updateChangeRequestConversation", "updateOrganizationAgentConversation"],
  // The installation of the publisher accepts new permissions by itself.
  "acceptIntegrationInstallationPermissions",
  // The profile of a user belongs to no organization.
  "updateUserById",
  // Their resources need a series of requests, or an earlier version: other tests have them.
  "deleteLegacyGitInstallation",
  "deleteSiteTopicFindings",
  "disableIntegrationDevelopmentMode",
  "moveSiteSpace",
  "resolveChangeRequestConflicts",
  "sortSiteStructure",
  "updateChangeRequest",
];

/** Whether a request changed data, by comparing rows before and after. */
function isDone({ endpoint, status, altered }: Attempt): boolean {
  return status < 300 && isAudited(endpoint) && altered === true;
}

/** Attempts whose number of events differs from their number of changes, as sentences. */
function findFaults(tried: readonly Attempt[]): readonly string[] {
  return tried.flatMap((attempt) => {
    const { name, endpoint, status, audited } = attempt;
    const due = isDone(attempt) ? 1 : 0;
    const isMove = /transfer(Space|Collection)/.test(endpoint.operation);
    const isEnough = isMove ? audited.length >= due : audited.length === due;
    return isEnough ? [] : [`${name}: ${status} left ${audited.length} events instead of ${due}`];
  });
}

describe("an admin", () => {
  test("creates an event with each change in each affected organization, and with nothing else", async () => {
    const organization = await openCompleteOrganization("Audited");
    const { admin, organizationId } = organization;
    const tried = await tryAll(organization, admin, writes, isEach, { compares: true });
    expect(findFaults(tried)).toEqual([]);
    const left = tried.filter(({ audited }) => audited.length > 0);
    const others = left.filter(({ audited }) => !audited.includes(organizationId));
    // The creator of an organization creates the event there.
    const names = new Set(others.map(({ endpoint }) => endpoint.operation));
    expect(names.size).toBeLessThanOrEqual(1);
    const written = new Set(left.map(({ endpoint }) => endpoint.operation));
    expect(written.size).toBeGreaterThan(endpoints.filter(isAudited).length * 0.6);
  });

  test("creates an event with each operation that can succeed, including those that need a prepared resource", async () => {
    const { prepareInputs, change, restore } = await openCallableOrganization();
    const without: string[] = [];
    for (const endpoint of endpoints.filter(isAudited)) {
      let events = 0;
      for (const prepare of await prepareInputs(endpoint)) {
        const input = await prepare();
        if (input !== undefined) ({ events } = await change(endpoint, input));
        await restore();
        if (events > 0) break;
      }
      if (events === 0) without.push(endpoint.operation);
    }
    expect(without.sort()).toEqual([...unrecorded].sort());
  });

  test("creates no event by repeating a request without effect", async () => {
    const organization = await openCompleteOrganization("Audited");
    const options = { compares: true, times: 2 };
    const tried = await tryAll(organization, organization.admin, writes, isEach, options);
    expect(findFaults(tried)).toEqual([]);
    const unchanged = tried.filter(({ status, altered }) => status < 300 && altered === false);
    expect(unchanged.length).toBeGreaterThan(100);
  });
});

test("refused requests create no event", async () => {
  const organization = await openCompleteOrganization("Audited");
  const { workspace, organizationId } = organization;
  const reader = await workspace.member(organizationId, "read");
  const tried = await tryAll(organization, reader, writes, isEach, { compares: true });
  const refused = tried.filter(({ status }) => status >= 300);
  expect(refused.length).toBeGreaterThan(30);
  expect(findFaults(tried)).toEqual([]);
});

describe("a user outside an organization", () => {
  test.each(["stranger", "disabled"] as const)("creates no event there: %s", async (kind) => {
    const organization = await openCompleteOrganization("Audited");
    const { workspace, organizationId } = organization;
    const other = await workspace.organization("Other");
    const user = await workspace.member(other, "admin");
    if (kind === "disabled") {
      await workspace.enroll(organizationId, user, "admin");
      await workspace.db
        .updateTable("members")
        .set({ disabled: 1 })
        .where("organization_id", "=", organizationId)
        .where("user_id", "=", user)
        .execute();
    }
    for (const times of [1, 2]) {
      const tried = await tryAll(organization, user, writes, isEach, { times });
      const left = tried.filter(({ audited }) => audited.includes(organizationId));
      const joining = new Set(["joinOrganization", "joinOrganizationWithInvite"]);
      const others = left.filter(
        ({ endpoint }) => kind === "disabled" || !joining.has(endpoint.operation),
      );
      expect(others.map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
      expect(tried.filter(({ status }) => status < 300).length).toBeGreaterThan(5);
    }
  });
});
