import { describe, expect, test } from "vitest";
import { computeStrength, decide } from "../../../src/features/access/decide.ts";
import type {
  AccessChain,
  AccessKind,
  GrantSource,
} from "../../../src/features/access/resources.ts";

interface Source {
  readonly kind?: AccessKind;
  readonly id?: string;
  readonly level?: string | null;
  /** Undefined if the grants could not be read. */
  readonly users?: Readonly<Record<string, string | null>> | undefined;
  readonly teams?: Readonly<Record<string, string | null>>;
  readonly unread?: boolean;
}

function source({
  kind = "space",
  id = "S1",
  level = "inherit",
  users = {},
  teams = {},
  unread = false,
}: Source = {}): GrantSource {
  const grants = {
    users: new Map(
      Object.entries(users).map(([user, role]) => [user, { role, user: { id: user } }]),
    ),
    teams: new Map(
      Object.entries(teams).map(([team, role]) => [team, { role, title: `Team ${team}` }]),
    ),
  };
  return {
    thing: { kind, id, title: `Title ${id}`, parent: undefined, level },
    grants: unread ? undefined : grants,
  };
}

interface Chain {
  readonly own?: Source;
  readonly sites?: readonly Source[];
  readonly above?: readonly Source[];
}

const teams = new Map([
  ["T1", new Set(["ada", "eve"])],
  ["T2", new Set(["ada"])],
  ["T3", new Set<string>()],
  ["T4", undefined],
]);

/** The role of a user, and its source in short. */
function role(
  { own, sites = [], above = [] }: Chain,
  user = "ada",
  organizationRole: string | null = "comment",
) {
  const chain: AccessChain = {
    own: source(own),
    sites: sites.map((one) => source({ kind: "site", ...one })),
    above: above.map((one) => source({ kind: "collection", ...one })),
    teams,
    isWhole: true,
  };
  return decide(chain, { id: user, role: organizationRole });
}

const byOrganization = (own: string | null) => ({
  role: own,
  reason: { via: "organization role" },
});
const team = (id: string) => ({ id, title: `Team ${id}` });
const from = (kind: AccessKind, id: string) => ({ kind, id, title: `Title ${id}` });

describe("decide", () => {
  test.each<readonly [string, Chain, object]>([
    ["nothing applies", {}, byOrganization("comment")],
    [
      "a grant",
      { own: { users: { ada: "edit" }, level: "read" } },
      { role: "edit", reason: { via: "direct" } },
    ],
    [
      "a grant without access",
      { own: { users: { ada: null }, teams: { T1: "edit" } } },
      { role: null, reason: { via: "direct" } },
    ],
    ["a grant of another user", { own: { users: { bob: "edit" } } }, byOrganization("comment")],
    [
      "a team before a level",
      { own: { teams: { T1: "read" }, level: "edit" } },
      { role: "read", reason: { via: "team", team: team("T1") } },
    ],
    [
      "the strongest team",
      { own: { teams: { T1: "read", T2: "edit" } } },
      { role: "edit", reason: { via: "team", team: team("T2") } },
    ],
    [
      "the strongest team, which is first",
      { own: { teams: { T2: "read", T1: "edit" } } },
      { role: "edit", reason: { via: "team", team: team("T1") } },
    ],
    [
      "teams with the same role",
      { own: { teams: { T2: "edit", T1: "edit" } } },
      { role: "edit", reason: { via: "team", team: team("T1") } },
    ],
    [
      "teams of others and unread ones",
      { own: { teams: { T3: "edit", T4: "admin" } } },
      byOrganization("comment"),
    ],
    ["a level", { own: { level: "read" } }, { role: "read", reason: { via: "level" } }],
    ["a level without access", { own: { level: null } }, { role: null, reason: { via: "level" } }],
    [
      "the nearest collection",
      {
        above: [
          { id: "C1", users: { ada: "read" } },
          { id: "C2", users: { ada: "edit" } },
        ],
      },
      { role: "read", reason: { via: "collection", from: from("collection", "C1"), by: "direct" } },
    ],
    [
      "a farther collection",
      { above: [{ id: "C1" }, { id: "C2", teams: { T1: "edit" } }] },
      {
        role: "edit",
        reason: { via: "collection", from: from("collection", "C2"), by: "team", team: team("T1") },
      },
    ],
    [
      "unread grants and a level above",
      { own: { unread: true }, above: [{ id: "C1", level: "edit", unread: true }] },
      { role: "edit", reason: { via: "collection", from: from("collection", "C1"), by: "level" } },
    ],
    [
      "a site before a collection",
      { sites: [{ id: "X1", level: "read" }], above: [{ id: "C1", users: { ada: "edit" } }] },
      { role: "read", reason: { via: "site", from: from("site", "X1"), by: "level" } },
    ],
    [
      "a site that does not apply",
      { sites: [{ id: "X1" }], above: [{ id: "C1", users: { ada: "edit" } }] },
      { role: "edit", reason: { via: "collection", from: from("collection", "C1"), by: "direct" } },
    ],
    [
      "the strongest site",
      {
        sites: [
          { id: "X1", users: { ada: "read" } },
          { id: "X2", level: "edit" },
        ],
      },
      { role: "edit", reason: { via: "site", from: from("site", "X2"), by: "level" } },
    ],
    [
      "sites with the same role",
      {
        sites: [
          { id: "X1", level: "read" },
          { id: "X2", teams: { T1: "read" } },
          { id: "X3", users: { ada: "read" } },
        ],
      },
      { role: "read", reason: { via: "site", from: from("site", "X3"), by: "direct" } },
    ],
    [
      "sites with the same role of a team",
      {
        sites: [
          { id: "X1", level: "read" },
          { id: "X2", teams: { T1: "read" } },
        ],
      },
      {
        role: "read",
        reason: { via: "site", from: from("site", "X2"), by: "team", team: team("T1") },
      },
    ],
    [
      "its own grant before a site",
      { own: { users: { ada: "read" } }, sites: [{ id: "X1", level: "edit" }] },
      { role: "read", reason: { via: "direct" } },
    ],
  ])("with %s", (_, chain, expected) => {
    expect(role(chain)).toEqual(expected);
  });

  test("an admin of the organization is an admin everywhere", () => {
    expect(role({ own: { users: { ada: "read" }, level: null } }, "ada", "admin")).toEqual(
      byOrganization("admin"),
    );
  });

  test("levels do not apply to guests, grants do", () => {
    expect(role({ own: { level: "edit" } }, "ada", null)).toEqual({
      role: null,
      reason: { via: "level" },
    });
    expect(role({ own: { teams: { T1: "edit" } } }, "eve", null)).toMatchObject({ role: "edit" });
    expect(role({}, "eve", null)).toEqual(byOrganization(null));
  });
});

test("roles are ordered", () => {
  const ordered = [null, "unknown", "read", "comment", "edit", "review", "create", "admin"];
  expect(ordered.map(computeStrength)).toEqual([0, 0, 1, 2, 3, 4, 5, 6]);
});
