import { describe, expect, test } from "vitest";
import * as invite from "../../../src/contract/organization-invite.ts";
import {
  findAbsentMembers,
  findHighInvites,
  findSingleAdmin,
  findUnusedTeams,
} from "../../../src/features/check/find-people.ts";
import type { CheckScope } from "../../../src/features/check/organization-scope.ts";
import type { JsonObject } from "../../../src/json/values.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.parse("2026-06-01T00:00:00Z");

interface People {
  readonly members?: readonly JsonObject[];
  readonly teams?: readonly JsonObject[];
  readonly invites?: readonly JsonObject[];
}

/** An organization with these members, teams and invite links. */
function scope({ members = [], teams = [], invites = [] }: People): CheckScope {
  const reading: Partial<CheckScope["reading"]> = {
    organizationId: "O1",
    organization: async () => ({ title: "Acme" }),
    members: async () => members,
    teams: async () => teams,
    list: async (_, endpoint) => (endpoint.operation === invite.list.operation ? invites : []),
  };
  return {
    reading: reading as CheckScope["reading"],
    spaces: [],
    now,
    computeNumber: () => 90,
    listFor: () => ["admin", "create", "edit"],
    planImport: async () => ({}),
  };
}

const member = (name: string, more: JsonObject = {}): JsonObject => ({
  id: name,
  user: { id: name, displayName: name },
  role: "read",
  ...more,
});
const admin = (name: string, more: JsonObject = {}) => member(name, { role: "admin", ...more });
const disabled = { disabled: true };

test.each([
  [[admin("Ada"), admin("Grace")], undefined],
  [[admin("Ada"), member("Grace")], "Ada is the only active admin."],
  [[admin("Ada"), admin("Grace", disabled)], "Ada is the only active admin."],
  [[admin("Ada", disabled), admin("Grace", disabled)], "There is no active admin."],
  [[member("Ada")], "There is no active admin."],
])("active admins: %j", async (members, expected) => {
  const [finding] = await findSingleAdmin(scope({ members }));
  expect(finding?.message).toBe(expected);
});

describe("an invite link", () => {
  const space = { id: "S1", title: "Handbook" };
  const collection = { id: "C1", title: "Guides" };

  test.each([
    [{ role: "admin" }, "The link grants the role admin in the organization"],
    [{ role: "read" }, undefined],
    [{ role: null }, undefined],
    // A link to content has a level in place of a role.
    [{ level: "edit", space }, "The link grants the role edit in Handbook"],
    [{ level: "create", collection }, "The link grants the role create in Guides"],
    [{ level: "comment", space }, undefined],
    [{ level: "read", collection }, undefined],
  ])("%j", async (link, expected) => {
    const findings = await findHighInvites(scope({ invites: [{ id: "secret", ...link }] }));
    const messages = findings.map(({ message }) => message);
    expect(messages).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
    expect(JSON.stringify(findings)).not.toContain("secret");
  });
});

test.each([
  [{ members: 2, spaces: 1 }, undefined],
  [{ members: 0, spaces: 1 }, "The team has no members."],
  [{ members: 2, spaces: 0 }, "The team has no access to a space."],
  [{ members: 0, spaces: 0 }, "The team has no members and no access to a space."],
  [{ members: 2 }, undefined],
])("a team with %j", async (counts, expected) => {
  const [finding] = await findUnusedTeams(
    scope({ teams: [{ id: "T1", title: "Docs", ...counts }] }),
  );
  expect(finding?.message).toBe(expected);
});

describe("a member", () => {
  const ago = (days: number) => new Date(now - days * day).toISOString();

  test.each([
    [{ joinedAt: ago(500), lastSeenAt: ago(89) }, undefined],
    [{ joinedAt: ago(500), lastSeenAt: ago(90) }, "Last active 90 days ago."],
    [{ joinedAt: ago(100) }, "Joined 100 days ago and has not been active since."],
    [{ joinedAt: ago(10) }, undefined],
    [{ joinedAt: ago(500), lastSeenAt: ago(200), ...disabled }, undefined],
    [{}, undefined],
  ])("who was active as %j", async (times, expected) => {
    const [finding] = await findAbsentMembers(scope({ members: [member("Ada", times)] }));
    expect(finding?.message).toBe(expected);
  });
});
