import { describe, expect, test } from "vitest";
import {
  type AccessResource,
  findSites,
  getName,
  readGrants,
  readLine,
  readTeam,
  readThings,
} from "../../../src/features/access/resources.ts";
import { openOrganization } from "../../../src/features/organization/organization-reader.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

type Responses = Readonly<Record<string, unknown>>;

const users = (id: string) => ({ user: { id, displayName: id }, permission: "edit" });
const team = (id: string) => ({ team: { id, title: `Team ${id}` }, permission: "read" });
const base: Responses = {
  "/orgs/O1/collections": [
    { id: "C1", title: "Inner", parent: "C2" },
    { id: "C2", title: "Outer", parent: "C3", defaultLevel: "inherit" },
    { id: "C3", title: "Top", defaultLevel: "read" },
    { id: "C4", title: "Round", parent: "C5" },
    { id: "C5", title: "Trip", parent: "C4" },
  ],
  "/orgs/O1/spaces": [
    { id: "S1", defaultLevel: null },
    { id: "S2", title: "Guide", parent: "C1" },
  ],
  "/orgs/O1/sites": [
    { id: "X1", title: "Help" },
    { id: "X2", title: "Docs", defaultLevel: "edit" },
  ],
  "/orgs/O1/sites/X1/site-spaces": [{ space: { id: "S9" } }, { space: { id: "S1" } }],
  "/orgs/O1/sites/X2/site-spaces": [{ space: { id: "S2" } }],
  "/orgs/O1/teams/T1/members": [{ organization: { id: "ada" } }, { organization: { id: "bob" } }],
};

function open(responses: Responses = {}) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const path = line.replace(/^GET /, "").replace(/\?.*/, "");
    const value = { ...base, ...responses }[path];
    if (value === undefined) return path.includes("/permissions/") ? { items: [] } : 404;
    return Array.isArray(value) ? { items: value } : value;
  });
  return { reading: openOrganization(client, "O1"), sent };
}

const resource = (
  kind: AccessResource["kind"],
  id: string,
  more: Partial<AccessResource> = {},
) => ({
  ...{ kind, id, title: id, parent: undefined, level: "inherit" },
  ...more,
});

test("resources have a title, a parent and a level", async () => {
  const { reading } = open();
  const all = await readThings(reading);
  expect(all.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    ...["collection C1", "collection C2", "collection C3", "collection C4", "collection C5"],
    ...["space S1", "space S2", "site X1", "site X2"],
  ]);
  expect(await readThings(reading, ["space"])).toEqual([
    resource("space", "S1", { level: null }),
    resource("space", "S2", { title: "Guide", parent: "C1" }),
  ]);
  expect(getName(resource("site", "X1", { title: "Help" }))).toBe('the docs site "Help"');
});

describe("grants", () => {
  test.each([
    ["collection", "/collections/A/permissions"],
    ["space", "/spaces/A/permissions"],
    ["site", "/orgs/O1/sites/A/permissions"],
  ] as const)("of a %s are those of users and teams", async (kind, path) => {
    const { reading } = open({
      [`${path}/users`]: [users("ada"), { user: { id: "bob" }, permission: null }],
      [`${path}/teams`]: [team("T1")],
    });
    expect(await readGrants(reading, resource(kind, "A"))).toEqual({
      users: new Map([
        ["ada", { role: "edit", user: { id: "ada", displayName: "ada" } }],
        ["bob", { role: null, user: { id: "bob" } }],
      ]),
      teams: new Map([["T1", { role: "read", title: "Team T1" }]]),
    });
  });

  test.each([
    ["users", "the user grants"],
    ["teams", "the team grants"],
  ])("of which the %s cannot be read are unknown", async (whom, label) => {
    const { reading } = open({ [`/spaces/A/permissions/${whom}`]: 500 });
    expect(await readGrants(reading, resource("space", "A"))).toBeUndefined();
    expect(reading.unread.map(({ list }) => list)).toEqual([`${label} in the space "A"`]);
  });
});

describe("the chain of a resource", () => {
  const read = async (thing: AccessResource, responses: Responses = {}) => {
    const { reading, sent } = open(responses);
    const { own, sites, above, teams, isWhole } = await readLine(reading, thing);
    return {
      own: own.thing.id,
      sites: sites.map((one) => one.thing.id),
      above: above.map((one) => one.thing.id),
      teams,
      isWhole,
      sent,
    };
  };
  const space = (id: string, more: Partial<AccessResource> = {}) => resource("space", id, more);

  test.each<
    readonly [string, AccessResource, Responses, readonly string[], readonly string[], boolean]
  >([
    ["has its sites, which decide", space("S2", { parent: "C1" }), {}, ["X2"], [], true],
    [
      "has sites that inherit, and collections",
      space("S1", { parent: "C1" }),
      {},
      ["X1"],
      ["C1", "C2", "C3"],
      true,
    ],
    ["ends at its own level", space("S1", { parent: "C1", level: "edit" }), {}, [], [], true],
    ["ends at a hidden level", space("S1", { parent: "C1", level: null }), {}, [], [], true],
    [
      "has collections without sites",
      resource("collection", "C0", { parent: "C2" }),
      {},
      [],
      ["C2", "C3"],
      true,
    ],
    [
      "has no sites for a collection with the id of a space",
      resource("collection", "S1"),
      {},
      [],
      [],
      true,
    ],
    ["ends in a circle", space("S0", { parent: "C4" }), {}, [], ["C4", "C5"], true],
    [
      "is incomplete above a collection that is not visible",
      space("S0", { parent: "C9" }),
      {},
      [],
      [],
      false,
    ],
    ["is incomplete without the sites", space("S0"), { "/orgs/O1/sites": 500 }, [], [], false],
    [
      "is incomplete without the spaces of a site",
      space("S1"),
      { "/orgs/O1/sites/X2/site-spaces": 500 },
      [],
      [],
      false,
    ],
    [
      "is incomplete without own grants",
      space("S0"),
      { "/spaces/S0/permissions/users": 500 },
      [],
      [],
      false,
    ],
    [
      "is incomplete without the grants of a collection",
      space("S0", { parent: "C3" }),
      { "/collections/C3/permissions/teams": 500 },
      [],
      ["C3"],
      false,
    ],
    [
      "is incomplete without the members of a team",
      space("S0"),
      { "/spaces/S0/permissions/teams": [team("T9")] },
      [],
      [],
      false,
    ],
  ])("%s", async (_, thing, responses, sites, above, isWhole) => {
    const chain = await read(thing, responses);
    expect([chain.own, chain.sites, chain.above, chain.isWhole]).toEqual([
      thing.id,
      sites,
      above,
      isWhole,
    ]);
  });

  test("has the members of all its teams, each read once", async () => {
    const grants = {
      "/spaces/S0/permissions/teams": [team("T1")],
      "/collections/C3/permissions/teams": [team("T1")],
    };
    const { teams, sent, isWhole } = await read(space("S0", { parent: "C3" }), grants);
    expect(teams).toEqual(new Map([["T1", new Set(["ada", "bob"])]]));
    expect(sent.filter((line) => String(line).includes("/teams/T1/members"))).toHaveLength(1);
    expect(isWhole).toBe(true);
  });
});

test("a team that cannot be read has no known members", async () => {
  expect(await readTeam(open().reading, "T1")).toEqual(new Set(["ada", "bob"]));
  expect(await readTeam(open().reading, "T9")).toBeUndefined();
});

test("the sites of a space are those with the space among several", async () => {
  expect((await findSites(open().reading, "S1"))?.map(({ id }) => id)).toEqual(["X1"]);
  expect(await findSites(open().reading, "S5")).toEqual([]);
  expect(await findSites(open({ "/orgs/O1/sites": 500 }).reading, "S1")).toBeUndefined();
});
