/** The steps of an offboarding with their requests. */
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import type { AccessResource } from "../../../src/features/access/resources.ts";
import type { Belongings } from "../../../src/features/members/mentions.ts";
import { readBelongings } from "../../../src/features/members/mentions.ts";
import { planOffboarding } from "../../../src/features/members/offboard-plan.ts";
import type { NamedUser } from "../../../src/features/members/successor.ts";
import { openOrganization } from "../../../src/features/organization/organization-reader.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const ada: NamedUser = { id: "U1", name: "Ada", role: "edit" };
const grace: NamedUser = { id: "U2", name: "Grace", role: "review" };
const thing = (
  kind: AccessResource["kind"],
  id: string,
  more: Partial<AccessResource> = {},
): AccessResource => ({
  kind,
  id,
  title: `Title ${id}`,
  parent: undefined,
  level: "inherit",
  ...more,
});
const nothing: Belongings = { rules: [], asked: [], open: [], teams: [], grants: [], links: 0 };
const rule = (...users: readonly string[]) => ({
  type: "rules",
  rules: [{ rule: "require_specific_reviewers", users }],
});
const review = (id: string, authorId = "U9") => ({
  spaceId: "S1",
  changeRequestId: id,
  authorId,
  name: `change request ${id}`,
});

type Responses = Readonly<Record<string, unknown>>;
const base: Responses = {
  "/orgs/O1/collections": [],
  "/orgs/O1/spaces": [{ id: "S1", title: "Handbook", defaultLevel: "inherit" }],
  "/orgs/O1/sites": [],
};

function open(responses: Responses = {}) {
  const scripted = openScriptedClient(({ line }) => {
    if (!line.startsWith("GET")) return {};
    const path = line.replace(/^GET /, "").replace(/\?.*/, "");
    const value = { ...base, ...responses }[path] ?? (/permissions|members$/.test(path) ? [] : 404);
    return Array.isArray(value) ? { items: value } : value;
  });
  return { ...scripted, reading: openOrganization(scripted.client, "O1") };
}

interface Options {
  readonly successor?: NamedUser;
  readonly isMember?: boolean;
  readonly keepsMember?: boolean;
  readonly person?: NamedUser;
  readonly responses?: Responses;
}

async function plan(
  belongings: Partial<Belongings>,
  { successor, isMember = false, keepsMember = false, person = ada, responses = {} }: Options = {},
) {
  const { reading, client, sent } = open(responses);
  const { handover, removal, notes } = await planOffboarding(
    reading,
    person,
    { successor, isMember, keepsMember },
    { ...nothing, ...belongings },
  );
  const describeSteps = async (steps: typeof handover) => {
    const all: unknown[] = [];
    for (const step of steps) {
      const before = sent.length;
      await step.send(client).catch((error: Error) => all.push(error.message));
      const [request] = sent.slice(before);
      all.push([step.says, ...(typeof request === "string" ? [request] : (request ?? []))]);
    }
    return all;
  };
  return { handover: await describeSteps(handover), removal: await describeSteps(removal), notes };
}

describe("membership", () => {
  test.each<readonly [Options, readonly unknown[]]>([
    [{ isMember: true }, [["remove Ada from the organization", "DELETE /orgs/O1/members/U1"]]],
    [
      { isMember: true, keepsMember: true },
      [["make Ada a guest", "PATCH /orgs/O1/members/U1", { role: null }]],
    ],
    [{ isMember: true, keepsMember: true, person: { ...ada, role: null } }, []],
    [{ isMember: false }, []],
  ])("%j", async (options, removal) => {
    expect(await plan({}, options)).toEqual({ handover: [], removal, notes: [] });
  });
});

describe("without a successor", () => {
  test("rules, reviews, grants and teams lose the user", async () => {
    const belongings: Partial<Belongings> = {
      rules: [
        { spaceId: undefined, title: "the organization", mergeRules: rule("U1", "U3") },
        { spaceId: "S1", title: 'the space "Handbook"', mergeRules: rule("U3", "U1") },
      ],
      asked: [review("R1")],
      open: ["change request #1"],
      teams: [
        { id: "T1", title: "Docs", isOnlyOwner: true },
        { id: "T2", title: "Ops", isOnlyOwner: false },
      ],
      grants: [
        { thing: thing("space", "S1"), role: "edit" },
        { thing: thing("collection", "C1"), role: "none" },
        { thing: thing("site", "X1"), role: "read" },
      ],
      links: 2,
    };
    const { handover, removal, notes } = await plan(belongings);
    expect(handover).toEqual([
      [
        "remove Ada from the merge rules of the organization",
        "PATCH /orgs/O1",
        { mergeRules: rule("U3") },
      ],
      [
        'remove Ada from the merge rules of the space "Handbook"',
        "PATCH /spaces/S1",
        { mergeRules: rule("U3") },
      ],
      [
        "cancel the review request to Ada for change request R1",
        "DELETE /spaces/S1/change-requests/R1/requested-reviewers/U1",
      ],
    ]);
    expect(removal).toEqual([
      ['revoke the grant of Ada in the space "Title S1"', "DELETE /spaces/S1/permissions/users/U1"],
      [
        'revoke the grant of Ada in the collection "Title C1"',
        "DELETE /collections/C1/permissions/users/U1",
      ],
      [
        'revoke the grant of Ada in the docs site "Title X1"',
        "DELETE /orgs/O1/sites/X1/permissions/users/U1",
      ],
      ['remove Ada from the team "Docs"', "DELETE /orgs/O1/teams/T1/members/U1"],
      ['remove Ada from the team "Ops"', "DELETE /orgs/O1/teams/T2/members/U1"],
    ]);
    expect(notes).toEqual([
      "Still open under the name of Ada: change request #1.",
      "The creator of a change request cannot be changed. Users who can edit the space can edit and merge it, unless a merge rule requires its author.",
      'The team "Docs" has no owner and is managed only by admins.',
      "2 invite links remain active. To list them: tome org invite list",
    ]);
    expect((await plan({ links: 1 })).notes).toEqual([
      "1 invite link remains active. To list them: tome org invite list",
    ]);
  });

  test("a rule that would name no user is refused", async () => {
    const rules = [{ spaceId: "S1", title: 'the space "Handbook"', mergeRules: rule("U1") }];
    await expect(plan({ rules })).rejects.toThrow(
      new UsageError(
        'Ada is the only user in a merge rule of the space "Handbook". Specify --successor <user>.',
      ),
    );
  });
});

describe("with a successor", () => {
  const options = { successor: grace };
  test("rules and reviews are handed over", async () => {
    const { handover, notes } = await plan(
      {
        rules: [
          { spaceId: undefined, title: "the organization", mergeRules: rule("U1") },
          { spaceId: "S1", title: 'the space "Handbook"', mergeRules: rule("U1", "U2") },
        ],
        asked: [review("R1"), review("R2", "U2")],
        teams: [
          { id: "T1", title: "Docs", isOnlyOwner: true },
          { id: "T2", title: "Ops", isOnlyOwner: false },
        ],
      },
      options,
    );
    expect(handover).toEqual([
      [
        "replace Ada with Grace in the merge rules of the organization",
        "PATCH /orgs/O1",
        { mergeRules: rule("U2") },
      ],
      [
        'replace Ada with Grace in the merge rules of the space "Handbook"',
        "PATCH /spaces/S1",
        { mergeRules: rule("U2") },
      ],
      [
        "request a review by Grace for change request R1",
        "POST /spaces/S1/change-requests/R1/requested-reviewers",
        { users: ["U2"] },
      ],
      [
        "cancel the review request to Ada for change request R1",
        "DELETE /spaces/S1/change-requests/R1/requested-reviewers/U1",
      ],
      [
        "cancel the review request to Ada for change request R2",
        "DELETE /spaces/S1/change-requests/R2/requested-reviewers/U1",
      ],
      [
        'make Grace an owner of the team "Docs"',
        "PUT /orgs/O1/teams/T1/members/U2",
        { role: "owner" },
      ],
    ]);
    expect(notes).toEqual([
      "No other review is requested for change request R2, because Grace is its author.",
    ]);
  });

  test("only higher roles are granted", async () => {
    const grants = [
      { thing: thing("space", "S1"), role: "create" },
      { thing: thing("space", "S2"), role: "review" },
      { thing: thing("space", "S3"), role: "edit" },
      { thing: thing("space", "S4"), role: "none" },
      { thing: thing("collection", "C1"), role: "admin" },
      { thing: thing("site", "X1", { level: "read" }), role: "edit" },
    ];
    const { handover } = await plan({ grants }, options);
    expect(handover).toEqual([
      [
        'grant Grace the role create in the space "Title S1"',
        "POST /spaces/S1/permissions",
        { role: "create", users: ["U2"] },
      ],
      [
        'grant Grace the role admin in the collection "Title C1"',
        "POST /collections/C1/permissions",
        { role: "admin", users: ["U2"] },
      ],
      [
        'grant Grace the role edit in the docs site "Title X1"',
        "POST /orgs/O1/sites/X1/permissions",
        { role: "edit", users: ["U2"] },
      ],
    ]);
  });

  describe("who has to review", () => {
    const weak: NamedUser = { ...grace, role: "edit" };
    const message = (where: string, role: string) =>
      `Grace cannot take over the reviews in ${where} because they have ${role} there. Grant them the role review first, or specify another successor. No changes were made.`;
    const spaceRule = { spaceId: "S1", title: 'the space "Handbook"', mergeRules: rule("U1") };
    const organizationRule = {
      spaceId: undefined,
      title: "the organization",
      mergeRules: rule("U1"),
    };

    test.each<readonly [string, Partial<Belongings>, NamedUser, string, string]>([
      [
        "everywhere",
        { rules: [organizationRule] },
        weak,
        message("the organization", "the role edit"),
        "tome member update U2 --role review",
      ],
      [
        "everywhere, as a guest",
        { rules: [organizationRule] },
        { ...grace, role: null },
        message("the organization", "no role"),
        "tome member update U2 --role review",
      ],
      [
        "in a space with a rule",
        { rules: [spaceRule] },
        weak,
        message('the space "Handbook"', "the role edit"),
        "tome space permission grant S1 --user U2 --role review",
      ],
      [
        "in a space with a request",
        { asked: [review("R1")] },
        { ...grace, role: null },
        message('the space "Handbook"', "no role"),
        "tome space permission grant S1 --user U2 --role review",
      ],
    ])("%s needs the role", async (_, belongings, successor, text, hint) => {
      await expect(plan(belongings, { successor })).rejects.toThrow(new UsageError(text, hint));
    });

    test.each<readonly [string, Partial<Belongings>, NamedUser, Responses]>([
      ["has it in the organization", { rules: [organizationRule, spaceRule] }, grace, {}],
      [
        "has it in the space",
        { rules: [spaceRule] },
        weak,
        { "/spaces/S1/permissions/users": [{ user: { id: "U2" }, permission: "review" }] },
      ],
      [
        "gets it with the grant",
        { asked: [review("R1")], grants: [{ thing: thing("space", "S1"), role: "create" }] },
        weak,
        {},
      ],
      [
        "gets it with the team",
        { asked: [review("R1")], teams: [{ id: "T1", title: "Docs", isOnlyOwner: true }] },
        weak,
        {
          "/orgs/O1/teams": [{ id: "T1", title: "Docs" }],
          "/orgs/O1/teams/T1/members": [],
          "/spaces/S1/permissions/teams": [
            { team: { id: "T1", title: "Docs" }, permission: "review" },
          ],
        },
      ],
      ["reviews nothing here", { asked: [{ ...review("R1"), spaceId: "S7" }] }, weak, {}],
    ])("who %s is accepted", async (_, belongings, successor, responses) => {
      await expect(plan(belongings, { successor, responses })).resolves.toBeDefined();
    });

    test("does not get it with a team that has another owner", async () => {
      const responses = {
        "/orgs/O1/teams": [{ id: "T1", title: "Docs" }],
        "/orgs/O1/teams/T1/members": [],
        "/spaces/S1/permissions/teams": [
          { team: { id: "T1", title: "Docs" }, permission: "review" },
        ],
      };
      await expect(
        plan(
          { asked: [review("R1")], teams: [{ id: "T1", title: "Docs", isOnlyOwner: false }] },
          { successor: weak, responses },
        ),
      ).rejects.toThrow("Grace cannot take over");
    });
  });
});

test("the belongings of a user are read from the organization", async () => {
  const owner = (id: string, role: string) => ({ organization: { id }, team: { role } });
  const request = (id: string, number: number, space: string) => ({
    id,
    number,
    subject: `Subject ${id}`,
    space,
    createdBy: { id: "U7" },
  });
  const responses: Responses = {
    "/orgs/O1": { id: "O1", mergeRules: rule("U1") },
    "/orgs/O1/spaces": [
      { id: "S1", title: "Handbook", mergeRules: rule("U3", "U1") },
      { id: "S2", title: "Other", mergeRules: rule("U3") },
    ],
    "/orgs/O1/members/U1/teams": [
      { team: { id: "T1", title: "Docs" }, member: { role: "owner" } },
      { team: { id: "T2", title: "Ops" }, member: { role: "owner" } },
      { team: { id: "T3", title: "All" }, member: { role: "member" } },
    ],
    "/orgs/O1/teams": [{ id: "T1", title: "Docs" }],
    "/orgs/O1/teams/T1/members": [owner("U1", "owner"), owner("U4", "member")],
    "/orgs/O1/teams/T2/members": [owner("U1", "owner"), owner("U4", "owner")],
    "/spaces/S1/permissions/users": [
      { user: { id: "U1" }, permission: "edit" },
      { user: { id: "U3" }, permission: "read" },
    ],
    "/spaces/S2/permissions/users": [{ user: { id: "U1" }, permission: null }],
    "/orgs/O1/change-requests": [request("R1", 7, "S1"), request("R2", 8, "S9")],
    "/orgs/O1/link-invites": [{}, {}],
  };
  const { reading, sent } = open(responses);
  const { links, ...belongings } = await readBelongings(reading, "U1", true);
  const names = [
    'change request #7 "Subject R1" in the space "Handbook"',
    'change request #8 "Subject R2" in the space "S9"',
  ];
  expect(belongings).toEqual({
    rules: [
      { spaceId: undefined, title: "the organization", mergeRules: rule("U1") },
      { spaceId: "S1", title: 'the space "Handbook"', mergeRules: rule("U3", "U1") },
    ],
    asked: [
      { spaceId: "S1", changeRequestId: "R1", authorId: "U7", name: names[0] },
      { spaceId: "S9", changeRequestId: "R2", authorId: "U7", name: names[1] },
    ],
    open: names,
    teams: [
      { id: "T1", title: "Docs", isOnlyOwner: true },
      { id: "T2", title: "Ops", isOnlyOwner: false },
      { id: "T3", title: "All", isOnlyOwner: false },
    ],
    grants: [
      { thing: expect.objectContaining({ id: "S1" }), role: "edit" },
      { thing: expect.objectContaining({ id: "S2" }), role: "none" },
    ],
  });
  expect(links).toBe(2);
  const lines = sent.map(String).filter((line) => line.includes("/change-requests"));
  expect(lines.filter((line) => line.includes("requestedReviewer=U1"))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("creator=U1"))).toHaveLength(1);
  expect(sent.some((line) => String(line).includes("/teams/T3/members"))).toBe(false);
  const guest = open(responses);
  expect((await readBelongings(guest.reading, "U1", false)).teams).toEqual([]);
});
