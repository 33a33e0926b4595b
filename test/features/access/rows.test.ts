import { describe, expect, test } from "vitest";
import {
  type AccessFilter,
  type AccessRow,
  listAccessRows,
} from "../../../src/features/access/rows.ts";
import {
  findUnreadParts,
  openOrganization,
} from "../../../src/features/organization/organization-reader.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const member = (id: string, role: string | null, more: object = {}) => ({
  id,
  role,
  user: { displayName: id.toUpperCase(), email: `${id}@x.org` },
  ...more,
});
const user = (id: string, permission: string | null, more: object = {}) => ({
  user: { id, displayName: id.toUpperCase() },
  permission,
  ...more,
});
const team = (id: string, permission: string | null) => ({
  team: { id, title: `Team ${id}` },
  permission,
});

type Responses = Readonly<Record<string, unknown>>;
const base: Responses = {
  "/orgs/O1": { id: "O1", title: "Acme" },
  "/orgs/O1/members": [
    member("ada", "admin"),
    member("bob", "comment"),
    member("gus", null),
    member("dis", "edit", { disabled: true }),
    { id: "raw" },
  ],
  "/orgs/O1/collections": [],
  "/orgs/O1/spaces": [{ id: "S1", title: "Handbook", defaultLevel: "inherit" }],
  "/orgs/O1/sites": [],
  "/orgs/O1/teams": [{ id: "T1", title: "Docs" }],
  "/orgs/O1/teams/T1/members": [{ organization: { id: "bob" } }],
  "/spaces/S1/permissions/users": [],
  "/spaces/S1/permissions/teams": [],
  "/spaces/S1/permissions/aggregate": 501,
};

/** The rows as text: user, resource, role, source, and whether they are computed or without effect. */
async function list(responses: Responses, filter: AccessFilter = {}) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const path = line.replace(/^GET /, "").replace(/\?.*/, "");
    const value = { ...base, ...responses }[path];
    if (value === undefined) return 404;
    return Array.isArray(value) ? { items: value } : value;
  });
  const reading = openOrganization(client, "O1");
  const rows: AccessRow[] = [];
  for await (const some of listAccessRows(reading, filter)) rows.push(...some);
  const texts = rows.map(
    ({ user: person, standing, thing, role, via, from, by, team: group, effective, computed }) =>
      [
        `${person?.displayName ?? "-"} (${standing ?? "-"})`,
        thing.id,
        role ?? "none",
        [via, from?.id, by, group?.id].filter(Boolean).join(" "),
        ...(effective ? [] : ["without effect"]),
        ...(computed ? ["computed"] : []),
      ].join(" | "),
  );
  return { rows, texts, reading, sent };
}

const organizationRows = [
  "ADA (member) | O1 | admin | organization role",
  "BOB (member) | O1 | comment | organization role",
  "GUS (guest) | O1 | none | organization role",
  "DIS (disabled) | O1 | edit | organization role | without effect",
  "raw (guest) | O1 | none | organization role",
];

describe("the organization", () => {
  test("has a row for each member", async () => {
    const { texts, rows } = await list({}, { things: new Set(["O1"]) });
    expect(texts).toEqual(organizationRows);
    expect(rows[0]).toMatchObject({
      thing: { object: "organization", id: "O1", title: "Acme" },
      user: { id: "ada", email: "ada@x.org" },
    });
    expect(rows[4]?.user).toEqual({ id: "raw", displayName: "raw", email: null });
    const untitled = await list({ "/orgs/O1": { id: "O1" } }, { things: new Set(["O1"]) });
    expect(untitled.rows[0]?.thing.title).toBe("O1");
  });

  test.each<readonly [AccessFilter, readonly string[]]>([
    [{ userId: "bob" }, organizationRows.slice(1, 2)],
    [{ role: "admin" }, organizationRows.slice(0, 1)],
    [{ role: "guest" }, [organizationRows[2] ?? "", organizationRows[4] ?? ""]],
    [{ direct: true }, []],
    [{ teamId: "T1" }, []],
  ])("filtered by %j", async (filter, expected) => {
    expect((await list({}, { ...filter, things: new Set(["O1"]) })).texts).toEqual(expected);
  });
});

describe("a platform that does not report access", () => {
  const things = new Set(["S1"]);
  test("has computed roles and grants without effect", async () => {
    const { texts } = await list(
      {
        "/spaces/S1/permissions/users": [
          user("gus", "read"),
          user("dis", "edit"),
          user("old", "admin"),
          user("ada", null),
          user("nil", null),
        ],
        "/spaces/S1/permissions/teams": [team("T1", "edit")],
      },
      { things },
    );
    expect(texts).toEqual([
      "ADA (member) | S1 | admin | organization role | computed",
      "BOB (member) | S1 | edit | team T1 | computed",
      "GUS (guest) | S1 | read | direct | computed",
      "DIS (disabled) | S1 | edit | direct | without effect",
      "OLD (gone) | S1 | admin | direct | without effect",
    ]);
  });

  test("without the complete chain has only grants that certainly have no effect", async () => {
    const { texts, reading } = await list(
      {
        "/orgs/O1/spaces": [{ id: "S1", title: "S", defaultLevel: "inherit", parent: "C9" }],
        "/spaces/S1/permissions/users": [
          user("bob", "read"),
          user("dis", "edit"),
          user("old", "admin"),
        ],
      },
      { things },
    );
    expect(texts).toEqual([
      "DIS (disabled) | S1 | edit | direct | without effect",
      "OLD (gone) | S1 | admin | direct | without effect",
    ]);
    expect(findUnreadParts(reading)).toBeUndefined();
  });

  test("has a row for a team whose grant gives no user a role", async () => {
    const responses = {
      "/spaces/S1/permissions/teams": [team("T1", "edit")],
      "/orgs/O1/teams/T1/members": [],
    };
    const { rows } = await list(responses, { things, teamId: "T1" });
    expect(rows).toEqual([
      {
        user: null,
        standing: null,
        from: null,
        by: null,
        thing: { object: "space", id: "S1", title: "Handbook" },
        role: "edit",
        via: "team",
        team: { id: "T1", title: "Team T1" },
        effective: false,
        computed: false,
      },
    ]);
    const used = await list(
      { "/spaces/S1/permissions/teams": [team("T1", "edit")] },
      { things, teamId: "T1" },
    );
    expect(used.texts).toEqual(["BOB (member) | S1 | edit | team T1 | computed"]);
    expect((await list(responses, { things, teamId: "T9" })).texts).toEqual([]);
  });
});

describe("a platform that reports access", () => {
  const reported = (items: readonly object[], more: Responses = {}, filter: AccessFilter = {}) =>
    list(
      { "/spaces/S1/permissions/aggregate": items, ...more },
      { things: new Set(["S1"]), ...filter },
    );

  test.each<readonly [string, readonly object[], Responses, readonly string[]]>([
    [
      "explained roles",
      [user("bob", "comment"), user("ada", "admin")],
      {},
      [
        "BOB (member) | S1 | comment | organization role",
        "ADA (member) | S1 | admin | organization role",
      ],
    ],
    ["an unexplained role", [user("bob", "edit")], {}, ["BOB (member) | S1 | edit | unexplained"]],
    [
      "a role without access",
      [user("bob", null)],
      { "/orgs/O1/spaces": [{ id: "S1", defaultLevel: null }] },
      ["BOB (member) | S1 | none | level"],
    ],
    [
      "the creator of a hidden space",
      [user("bob", "comment")],
      { "/orgs/O1/spaces": [{ id: "S1", defaultLevel: null }] },
      ["BOB (member) | S1 | comment | creator"],
    ],
    [
      "another role in a hidden space",
      [user("bob", "edit")],
      { "/orgs/O1/spaces": [{ id: "S1", defaultLevel: null }] },
      ["BOB (member) | S1 | edit | unexplained"],
    ],
    ["a former member", [user("old", "read")], {}, ["OLD (gone) | S1 | read | unexplained"]],
    [
      "origins of sites",
      [
        user("ada", "admin", { origin: { type: "organization" } }),
        user("bob", "read", { origin: { type: "space", space: "S7" } }),
        user("gus", "read", { origin: { type: "site", reason: "default" } }),
        user("u1", "read", { origin: { type: "site", reason: "member" } }),
        user("u2", "read", { origin: { type: "site", reason: "team", team: "T1" } }),
        user("u3", "read", { origin: { type: "site", reason: "team", team: "T9" } }),
        user("u4", "read", { origin: { type: "site", reason: "other" } }),
        user("u5", "read", { origin: { type: "other", reason: "member" } }),
      ],
      { "/spaces/S1/permissions/teams": [team("T1", "edit")] },
      [
        "ADA (member) | S1 | admin | organization role",
        "BOB (member) | S1 | read | space S7",
        "GUS (guest) | S1 | read | level",
        "U1 (gone) | S1 | read | direct",
        "U2 (gone) | S1 | read | team T1",
        "U3 (gone) | S1 | read | team T9",
        "U4 (gone) | S1 | read | unexplained",
        "U5 (gone) | S1 | read | unexplained",
      ],
    ],
    [
      "grants beside it",
      [user("bob", "read")],
      {
        "/spaces/S1/permissions/users": [
          user("bob", "read"),
          user("gus", "edit"),
          user("dis", "edit"),
        ],
      },
      [
        "BOB (member) | S1 | read | direct",
        "GUS (guest) | S1 | edit | direct | without effect",
        "DIS (disabled) | S1 | edit | direct | without effect",
      ],
    ],
  ])("has %s", async (_, items, more, texts) => {
    expect((await reported(items, more)).texts).toEqual(texts);
  });

  test("cannot be read: only certain grants are listed, and the list is reported", async () => {
    const responses = {
      "/spaces/S1/permissions/aggregate": 500,
      "/spaces/S1/permissions/users": [user("gus", "edit"), user("old", "edit")],
    };
    const { texts, reading } = await list(responses, { things: new Set(["S1"]) });
    expect(texts).toEqual(["OLD (gone) | S1 | edit | direct | without effect"]);
    expect(reading.unread).toMatchObject([{ list: 'the access to the space "Handbook"' }]);
  });

  test("limits the role from a site to that of the user who added the space", async () => {
    const more = {
      "/orgs/O1/sites": [{ id: "X1", title: "Site", defaultLevel: "edit" }],
      "/orgs/O1/sites/X1/site-spaces": [{ id: "Y1", space: { id: "S1" } }],
      "/orgs/O1/sites/X1/permissions/users": [],
      "/orgs/O1/sites/X1/permissions/teams": [],
    };
    expect(
      (await reported([user("bob", "read"), user("dis", "edit"), user("ada", "admin")], more))
        .texts,
    ).toEqual([
      "BOB (member) | S1 | read | site X1 level",
      "DIS (disabled) | S1 | edit | site X1 level",
      "ADA (member) | S1 | admin | organization role",
    ]);
    expect((await reported([user("bob", "review")], more)).texts).toEqual([
      "BOB (member) | S1 | review | unexplained",
    ]);
  });

  test("explains the creator of a hidden space, also below a hidden collection", async () => {
    const hidden = (level: string | null, collectionLevel: string | null) => ({
      "/orgs/O1/spaces": [{ id: "S1", defaultLevel: level, parent: "C1" }],
      "/orgs/O1/collections": [{ id: "C1", title: "C", defaultLevel: collectionLevel }],
      "/collections/C1/permissions/users": [user("dis", null)],
      "/collections/C1/permissions/teams": [],
    });
    const of = async (name: string, role: string, level: string | null, above: string | null) =>
      (await reported([user(name, role)], hidden(level, above))).texts[0]?.split(" | ")[3];
    expect(await of("bob", "comment", "inherit", null)).toBe("creator");
    expect(await of("bob", "comment", null, null)).toBe("creator");
    expect(await of("bob", "comment", "inherit", "inherit")).toBe("organization role");
    expect(await of("bob", "comment", "inherit", "edit")).toBe("unexplained");
    expect(await of("bob", "edit", "inherit", null)).toBe("unexplained");
    // A grant that denies access is no hidden level.
    expect(await of("dis", "edit", "inherit", "edit")).toBe("unexplained");
    expect(await of("gus", "read", "inherit", null)).toBe("unexplained");
    const denied = { "/spaces/S1/permissions/users": [user("bob", null)] };
    expect((await reported([user("bob", "comment")], denied)).texts).toEqual([
      "BOB (member) | S1 | comment | unexplained",
    ]);
  });

  test("does not limit roles from collections", async () => {
    const more = {
      "/orgs/O1/spaces": [{ id: "S1", defaultLevel: "inherit", parent: "C1" }],
      "/orgs/O1/collections": [{ id: "C1", title: "C", defaultLevel: "edit" }],
      "/collections/C1/permissions/users": [],
      "/collections/C1/permissions/teams": [],
    };
    expect((await reported([user("bob", "read")], more)).texts).toEqual([
      "BOB (member) | S1 | read | unexplained",
    ]);
    expect((await reported([user("bob", "edit")], more)).texts).toEqual([
      "BOB (member) | S1 | edit | collection C1 level",
    ]);
  });

  test("the filter keeps users, roles and direct grants", async () => {
    const items = [user("bob", "read"), user("gus", "edit"), user("ada", "admin")];
    const more = { "/spaces/S1/permissions/users": [user("bob", "read"), user("gus", "edit")] };
    expect((await reported(items, more, { userId: "gus" })).texts).toEqual([
      "GUS (guest) | S1 | edit | direct",
    ]);
    expect((await reported(items, more, { role: "admin" })).texts).toHaveLength(1);
    expect((await reported(items, more, { direct: true })).texts).toHaveLength(2);
    expect((await reported([user("bob", null)], {}, { role: "guest" })).texts).toEqual([]);
  });
});

describe("selected resources", () => {
  test("that do not exist are an error", async () => {
    await expect(list({}, { things: new Set(["S9"]) })).rejects.toThrow(
      "No resource with the id S9 found in the organization O1.",
    );
    expect((await list({ "/orgs/O1/sites": 500 }, { things: new Set(["S9"]) })).texts).toEqual([]);
  });

  test("are read only by their own requests", async () => {
    const spaces = [
      { id: "S1", title: "A", defaultLevel: "read" },
      { id: "S2", title: "B" },
    ];
    const { sent } = await list({ "/orgs/O1/spaces": spaces }, { things: new Set(["S1"]) });
    expect(sent.some((one) => String(one).includes("/spaces/S2"))).toBe(false);
    expect(sent).not.toContain("GET /orgs/O1");
  });
});
