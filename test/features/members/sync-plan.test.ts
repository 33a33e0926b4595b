/** The plan of a roster sync, with the request of each step. */
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import type { Roster } from "../../../src/features/members/roster.ts";
import type { RosterPerson } from "../../../src/features/members/roster-person.ts";
import {
  createMember,
  createRosterPerson,
  known,
  type PlanOptions,
  planRoster,
} from "../../support/organizations/roster-plan.ts";

const everyone = ["me", "ada", "bob", "cy", "dan"].map((name) => createRosterPerson(name));
const without = (...names: readonly string[]) =>
  everyone.filter(({ email }) => !names.includes(email.replace("@example.com", "")));

describe("roles", () => {
  const me = createRosterPerson("me");
  test.each<readonly [string, readonly RosterPerson[], PlanOptions, object]>([
    [
      "a lower role is a loss of access, and a higher one is not",
      [createRosterPerson("bob", { role: "read" }), createRosterPerson("cy", { role: "create" })],
      {},
      {
        says: [
          "change the role of BOB from edit to read",
          "change the role of CY from guest to create",
        ],
        sent: [
          ["PATCH /orgs/O1/members/U-bob", { role: "read" }],
          ["PATCH /orgs/O1/members/U-cy", { role: "create" }],
        ],
        losing: ["U-bob"],
      },
    ],
    [
      "the same role, and no role, change nothing",
      [
        createRosterPerson("bob", { role: "edit" }),
        createRosterPerson("cy", { role: null }),
        createRosterPerson("ada"),
      ],
      {},
      { says: [], sent: [], losing: [] },
    ],
    [
      "a member becomes a guest",
      [createRosterPerson("bob", { role: null })],
      { limit: "1" },
      {
        says: ["change the role of BOB from edit to guest"],
        sent: [["PATCH /orgs/O1/members/U-bob", { role: null }]],
        losing: ["U-bob"],
      },
    ],
    [
      "protected members, the caller and the last admin keep their role",
      [
        createRosterPerson("bob", { role: "read" }),
        createRosterPerson("me", { role: "read" }),
        createRosterPerson("ada", { role: "create" }),
      ],
      { protect: ["bob@example.com"] },
      { says: ["change the role of ADA from admin to create"], losing: ["U-ada"] },
    ],
    [
      "a protected member may get a higher role",
      [createRosterPerson("bob", { role: "admin" })],
      { protect: ["bob@example.com"] },
      { says: ["change the role of BOB from edit to admin"], losing: [] },
    ],
    [
      "single sign-on is enabled for members without it",
      [createRosterPerson("bob", { sso: true })],
      {},
      {
        says: ["enable single sign-on for BOB"],
        described: [["POST /orgs/O1/members/U-bob/sso"]],
        losing: [],
      },
    ],
  ])("%s", async (_, people, options, expected) => {
    const byEmail = new Map([me, ...people].map((one) => [one.email, one]));
    expect(await planRoster([...byEmail.values()], options)).toMatchObject(expected);
  });

  test("notes say why a role is kept and who stays disabled", async () => {
    const people = [
      createRosterPerson("me", { role: "read" }),
      createRosterPerson("bob", { role: "read" }),
      createRosterPerson("ada", { role: "edit" }),
      createRosterPerson("dan"),
    ];
    const { notes, says } = await planRoster(people, { protect: ["bob@example.com"] });
    expect(says).toEqual(["change the role of ADA from admin to edit"]);
    expect(notes).toEqual([
      "ME will keep the role admin: your own account.",
      "BOB will keep the role edit: protected by --protect.",
      "dan@example.com stays disabled. To enable the member: tome member enable dan@example.com",
      "1 member is not in the roster. Use --prune to remove them.",
      "Examined 4 roster entries, 5 members and 3 teams, skipped 3 teams that no entry names.",
    ]);
  });

  test("the last admin who is not disabled keeps the role", async () => {
    const members = [
      createMember("me", "read"),
      createMember("ada", "admin"),
      createMember("eve", "admin", { disabled: true }),
    ];
    const people = [
      createRosterPerson("me"),
      createRosterPerson("ada", { role: "edit" }),
      createRosterPerson("eve", { role: "edit" }),
    ];
    const { says, notes } = await planRoster(people, {}, { known: { members } });
    expect(says).toEqual(["change the role of EVE from admin to edit"]);
    expect(notes[0]).toBe("ADA will keep the role admin: the last admin.");
  });

  test("of two admins, the last one keeps the role and the membership", async () => {
    const members = [
      createMember("me", "read"),
      createMember("ada", "admin"),
      createMember("bob", "admin"),
    ];
    const people = [
      createRosterPerson("me"),
      createRosterPerson("ada", { role: "edit" }),
      createRosterPerson("bob", { role: "edit" }),
    ];
    const lowered = await planRoster(people, {}, { known: { members } });
    expect(lowered.says).toEqual(["change the role of ADA from admin to edit"]);
    const removed = await planRoster(
      [createRosterPerson("me")],
      { prune: true },
      { known: { members } },
    );
    expect(removed.says).toEqual(["remove ADA from the organization"]);
    expect(removed.notes[0]).toBe("BOB will stay a member: the last admin.");
  });

  test("the limit counts members who become guests, but no other lower role", async () => {
    const lower = (role: "read" | null) => [...without("bob"), createRosterPerson("bob", { role })];
    expect((await planRoster(lower("read"), { limit: "0" })).losing).toEqual(["U-bob"]);
    await expect(planRoster(lower(null), { limit: "0" })).rejects.toThrow(
      "1 of 5 members would lose",
    );
  });

  test("a member who already has single sign-on is not changed", async () => {
    const members = [createMember("me", "admin"), createMember("bob", "edit", { sso: true })];
    const { says } = await planRoster(
      [createRosterPerson("me"), createRosterPerson("bob", { sso: true })],
      {},
      { known: { members } },
    );
    expect(says).toEqual([]);
  });
});

describe("invitations", () => {
  test("are sent without and with single sign-on, and with a role", async () => {
    const people = [
      ...everyone,
      createRosterPerson("x"),
      createRosterPerson("y", { sso: true }),
      createRosterPerson("z", { role: "edit" }),
      createRosterPerson("g", { role: null }),
      createRosterPerson("out", { active: false }),
    ];
    const { says, sent, described } = await planRoster(people);
    expect(says).toEqual([
      "invite x@example.com, z@example.com as edit, g@example.com as guest",
      "invite y@example.com",
    ]);
    const emails = [
      "x@example.com",
      { email: "z@example.com", role: "edit" },
      { email: "g@example.com", role: null },
    ];
    expect(sent).toEqual([
      ["POST /orgs/O1/invites", { emails }],
      ["POST /orgs/O1/invites", { emails: ["y@example.com"], sso: true }],
    ]);
    expect(described).toEqual(sent);
  });

  test("are sent in requests of at most 1,000 users", async () => {
    const people = Array.from({ length: 1001 }, (_, index) => createRosterPerson(`n${index}`));
    const { sent, says } = await planRoster([...everyone, ...people]);
    const bodies = sent.map(([, body]) => body as { emails: string[] });
    expect(bodies.map(({ emails }) => emails.length)).toEqual([1000, 1]);
    expect(bodies[1]?.emails).toEqual(["n1000@example.com"]);
    expect(says[1]).toBe("invite n1000@example.com");
  });

  test("precede teams, which users join after they accept", async () => {
    const people = [
      ...everyone,
      createRosterPerson("x", { teams: ["docs"] }),
      createRosterPerson("y", { teams: ["T1"] }),
    ];
    const options = {};
    const all = await planRoster(people, options, { pending: ["X@example.com"] });
    expect(all.says).toEqual([
      "invite x@example.com, y@example.com",
      'add x@example.com, y@example.com to the team "Docs"',
    ]);
    expect(all.described[1]).toEqual([
      "PUT /orgs/O1/teams/T1/members",
      { add: ["x@example.com", "y@example.com"] },
    ]);
    expect(all.sent[1]).toEqual(["PUT /orgs/O1/teams/T1/members", { add: ["y@example.com"] }]);
    expect(all.errors).toEqual(["x@example.com can join the team after accepting the invitation."]);
    const none = await planRoster(people, options, { pending: ["x@example.com", "y@example.com"] });
    expect(none.sent).toHaveLength(1);
    expect(none.errors).toEqual([
      "x@example.com, y@example.com can join the team after accepting the invitation.",
    ]);
    expect((await planRoster(people, options)).errors).toEqual([]);
  });
});

describe("teams", () => {
  const named = (name: string, teams: readonly string[], more: Partial<RosterPerson> = {}) =>
    createRosterPerson(name, { teams, ...more });

  test("without --prune, members only join teams", async () => {
    const people = [
      named("me", ["Docs"]),
      named("ada", []),
      named("bob", ["tour guides"]),
      createRosterPerson("cy"),
      createRosterPerson("dan"),
    ];
    const { says, sent, losing } = await planRoster(people);
    expect(says).toEqual(['add ME to the team "Docs"']);
    expect(sent).toEqual([["PUT /orgs/O1/teams/T1/members", { add: ["U-me"] }]]);
    expect(losing).toEqual([]);
  });

  test("with --prune, members leave named teams, unless they are protected or have no teams in the roster", async () => {
    const people = [
      named("me", ["T1"]),
      named("ada", []),
      named("bob", ["Docs"]),
      createRosterPerson("cy"),
      named("dan", ["Docs", "T2"]),
    ];
    const { says, sent, losing, notes } = await planRoster(people, {
      prune: true,
      protect: ["ada@example.com"],
    });
    expect(says).toEqual([
      'add ME, dan@example.com to the team "Docs"',
      'remove BOB from the team "Tour Guides"',
    ]);
    expect(sent).toEqual([
      ["PUT /orgs/O1/teams/T1/members", { add: ["U-me", "U-dan"] }],
      ["PUT /orgs/O1/teams/T2/members", { remove: ["U-bob"] }],
    ]);
    expect(losing).toEqual(["U-bob"]);
    expect(notes).toContain("ADA will stay in the team Docs: protected by --protect.");
    expect(notes.at(-1)).toBe(
      "Examined 5 roster entries, 5 members and 3 teams, skipped 1 team that no entry names.",
    );
  });

  test("the last admin may leave a team", async () => {
    const members = [createMember("me", "read"), createMember("ada", "admin")];
    const people = [named("me", ["Docs"]), named("ada", [])];
    const { says } = await planRoster(people, { prune: true }, { known: { members } });
    expect(says).toEqual(['add ME to the team "Docs"', 'remove ADA from the team "Docs"']);
  });

  test("inactive entries do not name teams, and names of four members are a number", async () => {
    const people = [
      named("me", ["T3"]),
      named("ada", ["T3"]),
      named("bob", ["T3"]),
      named("cy", ["T3"]),
      named("dan", ["T3"], { active: false }),
    ];
    expect((await planRoster(people)).says).toEqual(['add ME, ADA, BOB to the team "Others"']);
    const all = people.map((one) => ({ ...one, active: true }));
    expect((await planRoster(all, {}, { known: { inTeams: new Map() } })).says).toEqual([
      'add 5 members to the team "Others"',
    ]);
    expect((await planRoster(all)).says).toEqual(['add 4 members to the team "Others"']);
  });

  test("an empty value that would remove members is refused with --prune", async () => {
    const people = [named("me", ["Docs"]), named("bob", [], { hasEmptyTeams: true })];
    await expect(planRoster(people, { prune: true })).rejects.toThrow(
      new UsageError(
        "roster.csv, bob: teams has no entries, but had 2 entries before. To remove all entries, write []. No members were changed.",
      ),
    );
    expect((await planRoster(people)).says).toEqual(['add ME to the team "Docs"']);
    const other = [
      named("me", ["T3"]),
      named("bob", [], { hasEmptyTeams: true }),
      ...without("me", "bob"),
    ];
    expect((await planRoster(other, { prune: true })).says).toEqual([
      'add ME to the team "Others"',
    ]);
  });

  test.each([
    [
      "Nobody",
      'roster.csv, me: no team is named "Nobody". Create it first. No members were changed.',
    ],
    [
      "same",
      'roster.csv, me: several teams are named "same". Use the id of one. No members were changed.',
    ],
  ])("the team %s is refused", async (word, message) => {
    const teams = [...known.teams, { id: "T4", title: "Same" }, { id: "T5", title: "SAME" }];
    const people = [named("me", [word])];
    await expect(planRoster(people, {}, { known: { teams } })).rejects.toThrow(
      new UsageError(message, "tome team list"),
    );
  });

  test("groups of a directory that are not teams are ignored and counted", async () => {
    const foreign = { hasForeignGroups: true };
    const one = [
      named("me", ["Docs", "All"]),
      named("ada", ["All", "Docs"]),
      ...without("me", "ada"),
    ];
    const { says, notes } = await planRoster(one, {}, { roster: foreign });
    expect([says, notes]).toEqual([
      ['add ME to the team "Docs"'],
      [
        "dan@example.com stays disabled. To enable the member: tome member enable dan@example.com",
        "Ignored 1 group that is not a team of the organization.",
        "Examined 5 roster entries, 5 members and 3 teams, skipped 2 teams that no entry names.",
      ],
    ]);
    const two = await planRoster([named("me", ["x", "y"])], {}, { roster: foreign });
    expect(two.notes).toContain("Ignored 2 groups that are not teams of the organization.");
    const teams = [
      { id: "T4", title: "Same" },
      { id: "T5", title: "SAME" },
    ];
    await expect(
      planRoster([named("me", ["same"])], {}, { roster: foreign, known: { teams } }),
    ).rejects.toThrow("several teams are named");
  });
});

describe("removals", () => {
  const pending = [
    { userId: "U-p", email: "p@example.com" },
    { userId: "U-q", email: "q@example.com" },
    { userId: "U-x", email: "x@example.com" },
  ];

  test("without --prune are only counted", async () => {
    const people = [...without("bob", "cy"), createRosterPerson("x")];
    const { says, notes, withdrawn } = await planRoster(people, {}, { known: { pending } });
    expect(says).toEqual(["invite x@example.com"]);
    expect(withdrawn).toEqual([]);
    expect(notes).toEqual([
      "dan@example.com stays disabled. To enable the member: tome member enable dan@example.com",
      "2 members are not in the roster. Use --prune to remove them.",
      "2 invited users are not in the roster. Use --prune to withdraw the invitations.",
      "Examined 4 roster entries, 5 members and 3 teams, skipped 3 teams that no entry names.",
    ]);
    const one = await planRoster(everyone, {}, { known: { pending: pending.slice(0, 1) } });
    expect(one.notes).toContain(
      "1 invited user is not in the roster. Use --prune to withdraw the invitations.",
    );
  });

  test("with --prune are planned, except for protected users and the caller", async () => {
    const people = [
      createRosterPerson("ada"),
      createRosterPerson("dan", { active: false }),
      createRosterPerson("x"),
    ];
    const protect = ["cy@example.com", "q@example.com"];
    const result = await planRoster(people, { prune: true, protect }, { known: { pending } });
    expect(result.says).toEqual([
      "invite x@example.com",
      "remove BOB from the organization",
      "remove dan@example.com from the organization",
      "withdraw the invitation of p@example.com",
    ]);
    expect(result.sent.slice(1)).toEqual([
      ["DELETE /orgs/O1/members/U-bob"],
      ["DELETE /orgs/O1/members/U-dan"],
      ["DELETE /orgs/O1/invitations/U-p"],
    ]);
    expect([result.losing, result.withdrawn]).toEqual([["U-bob", "U-dan"], ["p@example.com"]]);
    expect(result.notes.slice(0, 3)).toEqual([
      "ME will stay a member: your own account.",
      "CY will stay a member: protected by --protect.",
      "q@example.com will stay invited: protected by --protect.",
    ]);
  });

  test.each([
    [
      ["bob"],
      "0",
      "1 of 5 members would lose their membership, a team or their role in the organization (BOB)",
    ],
    [
      ["ada", "bob", "cy", "dan"],
      "3",
      "4 of 5 members would lose their membership, a team or their role in the organization (ADA, BOB, CY, dan@example.com)",
    ],
    [["bob"], "20%", undefined],
    [
      ["bob", "cy"],
      "20%",
      "2 of 5 members would lose their membership, a team or their role in the organization (BOB, CY)",
    ],
  ])("of %j with the limit %s", async (names, limit, message) => {
    const result = planRoster(without(...names), { prune: true, limit });
    if (message === undefined) expect((await result).losing).toEqual(["U-bob"]);
    else await expect(result).rejects.toThrow(message);
  });

  test.each([
    [5, "(M0, M1, M2, M3, M4)"],
    [6, "(M0, M1, M2, M3, M4, …)"],
  ])("of %d members are refused with at most five names", async (count, names) => {
    const members = [
      createMember("me", "admin"),
      ...Array.from({ length: count }, (_, at) => createMember(`m${at}`, "read")),
    ];
    await expect(
      planRoster([createRosterPerson("me")], { prune: true, limit: "1" }, { known: { members } }),
    ).rejects.toThrow(names);
  });

  test("of invited users count together with those of members", async () => {
    const invited = Array.from({ length: 6 }, (_, at) => ({
      userId: `P${at}`,
      email: `p${at}@x.org`,
    }));
    const all = { known: { pending: invited } };
    await expect(planRoster(without("bob"), { prune: true, limit: "6" }, all)).rejects.toThrow(
      "7 of 11 members and invited users would lose their membership, a team, their role or their invitation (p0@x.org, p1@x.org, p2@x.org, p3@x.org, p4@x.org, …), but --max-removals permits 6. No changes were made. If the roster is complete, use --max-removals 7.",
    );
    expect(
      (await planRoster(without("bob"), { prune: true, limit: "7" }, all)).withdrawn,
    ).toHaveLength(6);
    const five = { known: { pending: invited.slice(0, 5) } };
    await expect(planRoster(everyone, { prune: true, limit: "4" }, five)).rejects.toThrow(
      "p4@x.org),",
    );
    // Without withdrawals, only members count.
    expect((await planRoster(without("bob"), { prune: true, limit: "1" })).losing).toEqual([
      "U-bob",
    ]);
  });
});

describe("notes about the roster", () => {
  const notes = async (people: readonly RosterPerson[], more: Partial<Roster>) =>
    (await planRoster(people, {}, { roster: more })).notes.slice(1);

  test("name unused columns, other resources and entries without active", async () => {
    const columns = Array.from({ length: 11 }, (_, at) => `c${at}`);
    const people = everyone.map((one, at) => ({ ...one, hasActive: at > 1 }));
    expect(
      await notes(people, {
        unusedColumns: columns,
        otherResources: new Map([
          ["Group", 1],
          ["Role", 2],
        ]),
      }),
    ).toEqual([
      "Examined 5 roster entries, 5 members and 3 teams, skipped 3 teams that no entry names, 11 columns that a roster does not use, 1 resource of the type Group and 2 resources of the type Role.",
      'Columns without effect: "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", …. Only "active" marks inactive users.',
      "2 entries have no value for active and count as active.",
    ]);
    expect(await notes(everyone, { unusedColumns: columns.slice(0, 10) })).toEqual([
      expect.stringContaining("10 columns"),
      expect.stringContaining('"c9". Only'),
    ]);
  });

  test("name attributes of a directory, and one entry without active", async () => {
    const people = everyone.map((one, at) => ({ ...one, hasActive: at > 0 }));
    expect(await notes(people, { unusedColumns: ["status"], hasForeignGroups: true })).toEqual([
      "Examined 5 roster entries, 5 members and 3 teams, skipped 3 teams that no entry names and 1 attribute that a roster does not use.",
      'Attributes without effect: "status". Only "active" marks inactive users.',
      "1 entry has no value for active and counts as active.",
    ]);
  });

  test("do not count if no entry has active", async () => {
    const people = everyone.map((one) => ({ ...one, hasActive: false }));
    expect(await notes(people, {})).toHaveLength(1);
  });

  test("warn about a changed email and name members with another one", async () => {
    const people = [
      ...without("bob", "cy"),
      createRosterPerson("x", { id: "U-cy" }),
      createRosterPerson("bob", { email: "bob@new.example" }),
    ];
    const { warnings, notes: all } = await planRoster(people);
    expect(warnings).toEqual([expect.stringContaining("bob@example.com is missing")]);
    expect(all.slice(0, 2)).toEqual([
      warnings[0],
      "cy@example.com is the member of the id U-cy, whose email in the roster is x@example.com.",
    ]);
  });
});

describe("the last line without a line break", () => {
  const teams = [
    { id: "T1", title: "Docs" },
    { id: "T2", title: "Docs and more" },
  ];
  const bob = createRosterPerson("bob");
  const fresh = createRosterPerson("new");
  const other = { ...fresh, email: "new@other.example" };
  const part = { ...fresh, email: "new@example.co" };
  test.each<readonly [string, string, RosterPerson, boolean]>([
    ["role", "edit", fresh, true],
    ["sso", "yes", fresh, true],
    ["active", "no", fresh, true],
    ["role", "", fresh, false],
    ["role", "", bob, true],
    ["teams", "T1; Docs and more ", fresh, true],
    ["teams", "docs", fresh, false],
    ["teams", "Docs;T2", fresh, true],
    ["teams", "Docs\nNobody", fresh, false],
    ["email", "bob@example.com", bob, true],
    ["email", "new@example.com", fresh, true],
    ["email", "new@other.example", other, false],
    ["email", "new@example.co", part, false],
    ["id", "R9", fresh, false],
    ["id", "R9", bob, false],
    ["id", "R1", bob, true],
    ["id", "U-bob", bob, true],
    ["id", "R1", fresh, false],
  ])("ends with the %s %j", async (column, text, last, isWhole) => {
    const lastCell = { column, text } as Roster["lastCell"];
    const people = [...everyone.filter((one) => one.email !== last.email), last];
    const result = planRoster(
      people,
      {},
      {
        roster: { ...(lastCell && { lastCell }) },
        known: { teams, stored: new Map([["R1", "U-bob"]]) },
      },
    );
    if (isWhole) expect((await result).notes).not.toEqual([]);
    else {
      await expect(result).rejects.toThrow(
        new UsageError(
          `roster.csv may be truncated: its last line has no line break, and the ${column} may be incomplete. If the file is complete, add a line break. No members were changed.`,
          "tome member sync --help",
        ),
      );
    }
  });
});
