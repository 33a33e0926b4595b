import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as invite from "../../../src/contract/organization-invite.ts";
import {
  findAbsentMembers,
  findDoubleGrants,
  findEditingGuests,
  findEndingCertificates,
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

describe("a guest", () => {
  const guest = (more: JsonObject = {}) => member("Gus", { role: null, ...more });
  const spaces = [
    { id: "S1", title: "Handbook", value: {} },
    { id: "S2", title: "Manual", value: {} },
  ];
  const grant = (permission: string, id: string) => ({ permission, space: { id } });

  async function find(members: readonly JsonObject[], grants: readonly JsonObject[]) {
    const asked: unknown[] = [];
    const base = scope({ members });
    const list: CheckScope["reading"]["list"] = async (label, _, input) => {
      asked.push([label, input]);
      return grants;
    };
    const listFor: CheckScope["listFor"] = (rule, name, space) =>
      rule === "guest-may-edit" && name === "roles" && space?.id === "S1" ? ["edit"] : ["admin"];
    const reading = { ...base.reading, members: base.reading.members, list };
    const findings = await findEditingGuests({ ...base, spaces, listFor, reading } as CheckScope);
    return { findings, asked };
  }

  test("with a role of the rule in a checked space is a finding", async () => {
    const grants = [
      grant("edit", "S1"),
      grant("admin", "S1"),
      grant("edit", "S2"),
      grant("admin", "S2"),
      grant("edit", "S3"),
      { permission: "edit" },
    ];
    const { findings, asked } = await find([guest(), member("Ada")], grants);
    const shared = { rule: "guest-may-edit", id: "Gus", title: "Gus" };
    expect(findings).toEqual([
      {
        ...shared,
        target: "S1",
        message: "The guest Gus has the role edit in Handbook.",
        spaces: ["S1"],
      },
      {
        ...shared,
        target: "S2",
        message: "The guest Gus has the role admin in Manual.",
        spaces: ["S2"],
      },
    ]);
    expect(asked).toEqual([["the spaces of Gus", { organizationId: "O1", userId: "Gus" }]]);
  });

  test.each([
    ["who is disabled", [guest(disabled)]],
    ["whose role is not null", [member("Ada", { role: "admin", disabled: true })]],
    ["of an unreadable list", undefined],
  ])("%s is not examined", async (_, members) => {
    const base = scope({});
    const reading = {
      ...base.reading,
      members: async () => members,
      list: async () => [grant("edit", "S1")],
    };
    expect(await findEditingGuests({ ...base, spaces, reading } as CheckScope)).toEqual([]);
  });

  test.each([
    [{ user: { id: "U1", displayName: "Gus", email: "g@x.example" } }, "Gus", "U1"],
    [{ user: { id: "U1", email: "g@x.example" } }, "g@x.example", "U1"],
    [{ user: { id: "U1" } }, "U1", "U1"],
    [{ id: "M1", displayName: "Gus" }, "Gus", "M1"],
  ])("%j is named %s", async (person, name, id) => {
    const { findings } = await find([{ role: null, ...person }], [grant("edit", "S1")]);
    expect(findings).toMatchObject([{ title: name, id }]);
  });
});

describe("a direct grant", () => {
  const spaces = [{ id: "S1", title: "Handbook", value: {} }];
  const user = { id: "U1", displayName: "Ada" };

  async function find(lists: Readonly<Record<string, readonly JsonObject[] | undefined>>) {
    const asked: string[] = [];
    const base = scope({});
    const reading = {
      ...base.reading,
      list: async (label: string) => {
        asked.push(label);
        return lists[label.replace(/^the (\w+) with.*/, "$1")];
      },
      teamMembers: async (id: string) => lists[id],
    };
    return { findings: await findDoubleGrants({ ...base, spaces, reading } as CheckScope), asked };
  }

  test("beside that of a team is a finding", async () => {
    const { findings, asked } = await find({
      users: [
        { permission: "edit", user },
        { permission: "read", user: { id: "U2" } },
      ],
      teams: [{ team: { id: "T1", title: "Docs" } }, { team: { id: "T2", title: "Sales" } }],
      T1: [{ organization: { user } }],
      T2: undefined,
    });
    expect(findings).toEqual([
      {
        rule: "grant-beside-team",
        id: "S1",
        target: "U1",
        title: "Handbook",
        message: "Ada has a direct grant (edit) in addition to the grant of the team Docs.",
        spaces: ["S1"],
      },
    ]);
    expect(asked).toEqual([
      'the users with a role in "Handbook"',
      'the teams with a role in "Handbook"',
    ]);
  });

  test.each([
    ["no users", []],
    ["unreadable users", undefined],
  ])("of a space with %s needs no teams", async (_, users) => {
    const { findings, asked } = await find({ users });
    expect([findings, asked.length]).toEqual([[], 1]);
  });

  test("is no finding if the teams cannot be read", async () => {
    const { findings } = await find({ users: [{ permission: "edit", user }], teams: undefined });
    expect(findings).toEqual([]);
  });
});

describe("the certificate of a SAML provider", () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../support/network/certificate/${name}`, import.meta.url), "utf8");
  const [first, second, weak] = [read("identity.pem"), read("second.pem"), read("weak.pem")];
  const end = (pem: string) => Date.parse(new X509Certificate(pem).validTo);
  const last = Math.max(end(first), end(second));
  const date = (pem: string) => new Date(end(pem)).toISOString().slice(0, 10);
  const lastDate = new Date(last).toISOString().slice(0, 10);

  test.each<[string, string, number, string | undefined]>([
    ["is absent", " ", end(first), undefined],
    ["is not a certificate", "none", end(first), "The certificate cannot be read."],
    [
      "has a weak key",
      `${first}${weak}`,
      end(first) - 500 * day,
      expect.stringMatching(/^A certificate has an RSA key of \d+ bits/),
    ],
    ["ends in the number of days", first, end(first) - 90 * day, undefined],
    [
      "ends in less",
      first,
      end(first) - 90 * day + 1,
      `The certificate expires on ${date(first)}.`,
    ],
    ["ends now", first, end(first), `The certificate expires on ${date(first)}.`],
    ["has ended", first, end(first) + 1, `The certificate expired on ${date(first)}.`],
    ["is followed by a later one", `${first}${second}`, last - 90 * day, undefined],
    [
      "is followed by one that ends",
      `${first}${second}`,
      last - day,
      `The last certificate expires on ${lastDate}.`,
    ],
  ])("%s", async (_, certificate, at, message) => {
    const base = scope({});
    const asked: unknown[] = [];
    const reading = {
      ...base.reading,
      list: async (label: string, __: unknown, input: unknown) => {
        asked.push([label, input]);
        return [{ id: "P1", label: "Okta", certificate }];
      },
    };
    const findings = await findEndingCertificates({ ...base, reading, now: at } as CheckScope);
    const finding = { rule: "certificate-ending", id: "P1", target: "", title: "Okta", message };
    expect(findings).toEqual(message === undefined ? [] : [finding]);
    expect(asked).toEqual([["the SAML providers", { organizationId: "O1" }]]);
  });
});

test("findings about people have their rule, id and title", async () => {
  const ids = async (findings: Promise<readonly object[]>) =>
    (await findings).map((one) => {
      const { message: _, ...rest } = one as { message: string };
      return rest;
    });
  const joinedAt = new Date(now - 100 * day).toISOString();
  const members = [member("Ada", { joinedAt })];
  expect(await ids(findSingleAdmin(scope({ members })))).toEqual([
    { rule: "one-admin", id: "O1", target: "", title: "Acme" },
  ]);
  expect(await ids(findAbsentMembers(scope({ members })))).toEqual([
    { rule: "member-unseen", id: "Ada", target: "", title: "Ada" },
  ]);
  const teams = [{ id: "T1", title: "Docs", members: 0 }];
  expect(await ids(findUnusedTeams(scope({ teams })))).toEqual([
    { rule: "team-unused", id: "T1", target: "", title: "Docs" },
  ]);
  const invites = [{ id: "secret", role: "admin" }];
  expect(await ids(findHighInvites(scope({ invites })))).toEqual([
    {
      rule: "invite-link-role",
      id: "2bb80d537b1da3e38bd3",
      target: "admin",
      title: "Invite link to the organization",
    },
  ]);
});
