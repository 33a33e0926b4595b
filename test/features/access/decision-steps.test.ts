import { describe, expect, test } from "vitest";
import { createDecisionStep } from "../../../src/features/access/decision-steps.ts";
import type { ReviewedRow } from "../../../src/features/access/review-files.ts";
import type { AccessRow } from "../../../src/features/access/rows.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const organizationId = "O1";

function accessRow(userId: string, more: Partial<AccessRow> = {}): AccessRow {
  return {
    user: { id: userId, displayName: userId, email: null },
    standing: "member",
    thing: { object: "space", id: "S1", title: "Handbook" },
    role: "edit",
    via: "direct",
    from: null,
    by: null,
    team: null,
    effective: true,
    computed: false,
    ...more,
  };
}

interface Decision {
  readonly decision: string;
  /** The row at the time of the review; by default the current one. */
  readonly reviewed?: Partial<ReviewedRow>;
  readonly current: AccessRow | undefined;
}

/** What is done for each decision, one after the other. */
function decide(decisions: readonly Decision[], admins: readonly string[] = ["root"]): string[] {
  const remaining = new Set(admins);
  return decisions.map(({ decision, reviewed, current }) => {
    const row: ReviewedRow = {
      at: "access.csv:2",
      decision,
      userId: current?.user?.id ?? "ada",
      thingId: current?.thing.id ?? "S1",
      person: "Ada",
      title: 'the space "Handbook"',
      role: current?.role ?? null,
      via: current?.via ?? "direct",
      ...reviewed,
    };
    const now = { current, caller: "me", admins: remaining, organizationId };
    const step = createDecisionStep(row, now);
    if (step === "done") return step;
    return "step" in step ? step.step.says : `refused: ${step.refused}`;
  });
}

const member = (userId: string, role: string | null) =>
  accessRow(userId, { thing: { object: "organization", id: organizationId, title: "Acme" }, role });

describe("a decision about a resource", () => {
  const inherited = accessRow("ada", { via: "team", team: { id: "T1", title: "Docs" } });

  test.each([
    ["revoke", {}, accessRow("ada"), /^revoke the grant of ada/],
    ["read", {}, accessRow("ada"), /^grant ada the role read/],
    ["edit", {}, accessRow("ada"), /^done$/],
    ["revoke", {}, undefined, /^done$/],
    ["read", {}, undefined, /^refused: the user no longer has/],
    [
      "read",
      { role: "admin" },
      accessRow("ada"),
      /^refused: the role has changed .* admin to edit/,
    ],
    ["edit", { role: "admin" }, accessRow("ada"), /^done$/],
    // The grant was revoked since the review, or there never was one.
    ["revoke", { via: "direct" }, inherited, /^done$/],
    ["revoke", { via: "direct", role: "admin" }, inherited, /^done$/],
    ["revoke", { via: "team" }, inherited, /^refused: the role .* is inherited/],
    ["revoke", { via: "organization role" }, inherited, /^refused: the role .* is inherited/],
    ["read", {}, inherited, /^grant ada the role read/],
    [
      "read",
      {},
      accessRow("ada", { via: "organization role", role: "admin" }),
      /^refused: .* admin/,
    ],
    [
      "read",
      {},
      accessRow("ada", { effective: false, standing: "gone" }),
      /^refused: ada is not a member/,
    ],
    [
      "read",
      {},
      accessRow("ada", { effective: false, standing: "disabled" }),
      /^refused: ada is disabled/,
    ],
  ])("%s, reviewed as %j", (decision, reviewed, current, expected) => {
    expect(decide([{ decision, reviewed, current }])).toEqual([expect.stringMatching(expected)]);
  });
});

describe("decisions about members", () => {
  const others = ["ada", "grace", "dan"];
  const refused = "refused: the user is the last admin of the organization.";

  test.each(["revoke", "read", "edit"])("%s for all admins leaves one of them", (decision) => {
    const decisions = others.map((id) => ({ decision, current: member(id, "admin") }));
    for (const admins of [others, [...others, "me"]]) {
      const results = decide(decisions, admins);
      expect(results.filter((one) => one === refused)).toHaveLength(admins.length === 3 ? 1 : 0);
      if (admins.length === 3) expect(results.at(-1)).toBe(refused);
    }
  });

  test("an admin who stays, and members without this role, do not count", () => {
    const decisions = [
      { decision: "admin", current: member("ada", "admin") },
      { decision: "revoke", current: member("dan", "edit") },
      { decision: "revoke", current: member("grace", "admin") },
      { decision: "read", current: member("ada", "admin") },
    ];
    expect(decide(decisions, ["ada", "grace"])).toEqual([
      "done",
      "remove dan from the organization",
      "remove grace from the organization",
      refused,
    ]);
  });

  test("the current user is refused", () => {
    const result = decide([{ decision: "read", current: member("me", "admin") }], ["me", "ada"]);
    expect(result).toEqual([expect.stringMatching(/^refused: you cannot change your own role/)]);
  });
});

describe("the request of a decision", () => {
  const things = {
    space: { object: "space", id: "S1", title: "Handbook" },
    collection: { object: "collection", id: "C1", title: "Guides" },
    site: { object: "site", id: "X1", title: "Help" },
    organization: { object: "organization", id: organizationId, title: "Acme" },
  } as const;
  const grant = (role: string) => ({ role, users: ["ada"] });
  test.each([
    ["space", "read", ["POST /spaces/S1/permissions", grant("read")]],
    ["space", "revoke", "DELETE /spaces/S1/permissions/users/ada"],
    ["collection", "read", ["POST /collections/C1/permissions", grant("read")]],
    ["collection", "revoke", "DELETE /collections/C1/permissions/users/ada"],
    ["site", "read", ["POST /orgs/O1/sites/X1/permissions", grant("read")]],
    ["site", "revoke", "DELETE /orgs/O1/sites/X1/permissions/users/ada"],
    ["organization", "read", ["PATCH /orgs/O1/members/ada", { role: "read" }]],
    ["organization", "revoke", "DELETE /orgs/O1/members/ada"],
  ] as const)("about a %s to %s", async (kind, decision, request) => {
    const current = accessRow("ada", { thing: things[kind] });
    const reviewed = { at: "access.csv:2", decision, userId: "ada", thingId: current.thing.id };
    const row = { ...reviewed, person: "Ada", title: "", role: "edit", via: "direct" };
    const now = { current, caller: "me", admins: new Set(["root"]), organizationId };
    const planned = createDecisionStep(row, now);
    if (planned === "done" || "refused" in planned) throw new Error("It sends nothing.");
    const { client, sent } = openScriptedClient();
    await planned.step.send(client);
    expect(sent).toEqual([request]);
  });

  test("is sent for roles of teams, and for lower roles of the organization", () => {
    const inherited = { via: "team", role: "admin", team: { id: "T1", title: "Docs" } } as const;
    expect(decide([{ decision: "read", current: accessRow("ada", inherited) }])).toEqual([
      'grant ada the role read in the space "Handbook"',
    ]);
    const editor = { via: "organization role", role: "edit" } as const;
    expect(decide([{ decision: "read", current: accessRow("ada", editor) }])).toEqual([
      'grant ada the role read in the space "Handbook"',
    ]);
  });
});
