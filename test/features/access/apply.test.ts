/** `tome access apply`, with a platform and decisions that the tests choose. */
import { describe, expect, test } from "vitest";
import { apply } from "../../../src/features/access/apply.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Cells = Readonly<Record<string, string>>;

const person = (id: string, more: object = {}) => ({
  id,
  user: { id, displayName: id.toUpperCase() },
  role: "edit",
  ...more,
});
const grant = (id: string, permission: string) => ({
  user: { id, displayName: id.toUpperCase() },
  permission,
});

const decision = (word: string, user: string, more: Cells = {}): Cells => ({
  decision: word,
  user,
  thing: "S1",
  person: user.toUpperCase(),
  kind: "space",
  title: "Guide",
  role: "read",
  via: "direct",
  ...more,
});

interface Options {
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly maxRemovals?: string;
  readonly yes?: boolean;
  readonly confirms?: boolean;
  readonly columns?: readonly string[];
}

async function run(decisions: readonly Cells[], options: Options = {}) {
  const revoked = new Set<string>();
  const responses: Readonly<Record<string, unknown>> = {
    "/user": { id: "root" },
    "/orgs/O1": { id: "O1", title: "Acme" },
    "/orgs/O1/members": {
      items: [
        person("root", { role: "admin" }),
        person("ada"),
        person("bob"),
        person("off", { disabled: true }),
      ],
    },
    "/orgs/O1/collections": { items: [] },
    "/orgs/O1/spaces": { items: [{ id: "S1", title: "Guide", defaultLevel: null }] },
    "/orgs/O1/sites": { items: [] },
    "/spaces/S1/permissions": 404,
    "/spaces/S1/permissions/users": {
      items: [grant("ada", "read"), grant("bob", "read"), grant("off", "read")],
    },
    "/spaces/S1/permissions/teams": { items: [] },
    ...options.responses,
  };
  const { context, sent, said } = openScriptedContext({
    yes: options.yes ?? true,
    ...(options.confirms !== undefined && { confirms: options.confirms }),
    answer: ({ line }) => {
      if (!line.startsWith("GET")) {
        if (line.startsWith("DELETE")) revoked.add(line.split("/").at(-1) ?? "");
        return {};
      }
      const path = line.slice("GET ".length).replace(/\?.*/, "");
      const value = responses[path];
      if (path !== "/spaces/S1/permissions/users" || revoked.size === 0) return value ?? 404;
      const { items } = value as { items: readonly { user: { id: string } }[] };
      return { items: items.filter(({ user }) => !revoked.has(user.id)) };
    },
    more: {
      readRows: async (name: string) => ({
        name,
        columns: options.columns ?? Object.keys(decisions[0] ?? {}),
        rows: decisions.map((cells, index) => ({
          at: `${name}:${index + 2}`,
          cells: new Map(Object.entries(cells)),
        })),
      }),
    },
  });
  const input = {
    organizationId: "O1",
    decisions: "d.csv",
    ...(options.maxRemovals !== undefined && { maxRemovals: options.maxRemovals }),
  };
  const result = await apply(context, input).catch((error: Error) => error);
  const writes = sent.filter((one) => typeof one !== "string" || !one.startsWith("GET"));
  if (result === undefined || result instanceof Error || !("list" in result)) {
    return { error: result, writes, said, rows: [], notes: [], none: "", unsettled: undefined };
  }
  const rows = [];
  for await (const page of result.list) rows.push(...page);
  return {
    error: undefined,
    rows,
    notes: result.notes?.(),
    none: result.none,
    unsettled: result.unsettled?.(),
    writes,
    said,
  };
}

describe("decisions", () => {
  test("are applied, and the rest is counted", async () => {
    const { rows, notes, writes, unsettled } = await run([
      decision("revoke", "ada"),
      decision("edit", "bob"),
      decision("read", "off"),
      decision("keep", "root"),
      decision("", "root", { thing: "S2" }),
      decision("edit", "gone"),
    ]);
    expect(writes).toEqual([
      "DELETE /spaces/S1/permissions/users/ada",
      ["POST /spaces/S1/permissions", { role: "edit", users: ["bob"] }],
    ]);
    expect(rows).toEqual([
      { status: "done", change: 'revoke the grant of ADA in the space "Guide"', error: null },
      { status: "done", change: 'grant BOB the role edit in the space "Guide"', error: null },
      {
        status: "refused",
        change: 'edit GONE in the space "Guide"',
        error: "d.csv:7: the user no longer has a role or grant there.",
      },
    ]);
    expect(notes).toEqual([
      "Decisions: 2 applied, 1 already applied, 1 refused, 1 kept.",
      "Examined 6 rows and 2 resources, skipped 1 row without a decision.",
    ]);
    expect(unsettled).toMatchObject({
      how: "partial",
      message:
        "1 of 4 decisions were refused: d.csv:7: the user no longer has a role or grant there.",
      hint: "tome access review --save <folder>",
    });
  });

  test.each<readonly [readonly Cells[], string]>([
    [[decision("keep", "ada")], "No row has a decision that changes access. No changes were made."],
    [[decision("read", "ada")], "All decisions have already been applied. No changes were made."],
  ])("without a change send nothing", async (decisions, none) => {
    const done = await run(decisions, { yes: false });
    expect([done.none, done.writes, done.unsettled, done.said]).toEqual([none, [], undefined, []]);
  });

  test.each<readonly [string, readonly Cells[], Options, string]>([
    ["without rows", [], {}, "d.csv contains no rows. No changes were made."],
    [
      "with an unknown word",
      [decision("keep", "ada"), decision("Remove", "bob")],
      {},
      'd.csv:3: the decision must be one of keep, revoke, admin, create, review, edit, comment, read, not "remove". No changes were made.',
    ],
    [
      "about a row without a user",
      [decision("revoke", "")],
      {},
      "d.csv:2 has no user, so its decision cannot be applied.",
    ],
    [
      "about a row without a resource",
      [decision("revoke", "ada", { thing: "" })],
      {},
      "d.csv:2 has no resource id. Do not change the ids of a review.",
    ],
    [
      "in a file without columns",
      [decision("keep", "ada")],
      { columns: ["decision", "user", "thing"] },
      "d.csv has no column role, via. Record decisions in a copy of the access.csv of a review.",
    ],
  ])("%s are refused", async (_, decisions, options, message) => {
    const { error, writes } = await run(decisions, options);
    expect([(error as Error).message, writes]).toEqual([message, []]);
  });

  test("that revoke all direct grants need a limit that permits it", async () => {
    const all = ["ada", "bob", "off"].map((user) => decision("revoke", user));
    const refused = await run(all);
    expect(refused.error).toMatchObject({
      message: expect.stringContaining("3 of 3 direct grants of the review would be revoked"),
    });
    expect(refused.writes).toEqual([]);
    expect((await run(all, { maxRemovals: "100%" })).writes).toHaveLength(3);
    expect((await run(all.slice(1))).writes).toHaveLength(2);
    expect((await run(all.slice(1), { maxRemovals: "1" })).writes).toEqual([]);
    // A grant of another row of the review counts, even if it was revoked since.
    expect((await run([...all, decision("keep", "old")])).writes).toHaveLength(3);
    expect((await run([...all, decision("keep", "old", { via: "team" })])).writes).toEqual([]);
  });

  test("that remove all other members need a limit that permits it", async () => {
    const remove = (user: string) =>
      decision("revoke", user, {
        thing: "O1",
        kind: "organization",
        role: "edit",
        via: "organization role",
      });
    const members = { items: [person("root", { role: "admin" }), person("ada"), person("bob")] };
    const responses = { "/orgs/O1/members": members };
    const all = [remove("ada"), remove("bob")];
    const refused = await run(all, { responses });
    expect(refused.error).toMatchObject({
      message: expect.stringContaining("2 of 2 other members would be removed"),
    });
    expect((await run(all.slice(1), { responses })).writes).toEqual([
      "DELETE /orgs/O1/members/bob",
    ]);
    expect((await run(all, { responses, maxRemovals: "2" })).writes).toHaveLength(2);
  });

  test("are confirmed with the number of changes and refusals", async () => {
    const some = [decision("edit", "ada"), decision("edit", "gone"), decision("edit", "lost")];
    const { said, writes } = await run(some, { yes: false, confirms: false });
    expect(said.at(-1)).toBe("question: Apply 1 change? 2 decisions are refused.");
    expect(writes).toEqual([]);
    const one = await run(some.slice(0, 2), { yes: false, confirms: false });
    expect(one.said.at(-1)).toBe("question: Apply 1 change? 1 decision is refused.");
    const none = await run([decision("edit", "ada")], { yes: false, confirms: true });
    expect(none.said.at(-1)).toBe("question: Apply 1 change?");
    expect(none.writes).toHaveLength(1);
  });

  test("that revoke a grant say which role remains", async () => {
    const responses = {
      "/orgs/O1/spaces": { items: [{ id: "S1", title: "Guide", defaultLevel: "read" }] },
    };
    const { notes } = await run([decision("revoke", "ada"), decision("edit", "bob")], {
      responses,
    });
    expect(notes?.slice(2)).toEqual(['ADA still has the role read in the space "Guide" (level).']);
  });

  test("about a deleted resource are already applied if they revoke", async () => {
    const { notes, writes } = await run([decision("revoke", "ada", { thing: "S9" })]);
    expect(writes).toEqual([]);
    expect(notes?.[0]).toBe("Decisions: 0 applied, 1 already applied, 0 refused, 0 kept.");
  });

  test("of lists that cannot be read are reported as incomplete", async () => {
    const { unsettled, writes } = await run([decision("edit", "ada")], {
      responses: { "/orgs/O1/collections": 500 },
    });
    expect(writes).toHaveLength(1);
    expect(unsettled).toMatchObject({ how: "partial" });
  });

  test("about the last active admin are refused", async () => {
    const root = decision("edit", "root", {
      thing: "O1",
      kind: "organization",
      role: "admin",
      via: "organization role",
    });
    const withAdmins = (...members: readonly object[]) => ({
      "/user": { id: "bob" },
      "/orgs/O1/members": { items: [person("root", { role: "admin" }), person("bob"), ...members] },
    });
    const disabled = person("off", { role: "admin", disabled: true });
    const refused = await run([root], { responses: withAdmins(disabled) });
    expect(refused.writes).toEqual([]);
    expect(refused.rows).toMatchObject([
      { error: "d.csv:2: the user is the last admin of the organization." },
    ]);
    const { writes } = await run([root], {
      responses: withAdmins(disabled, person("ada", { role: "admin" })),
    });
    expect(writes).toEqual([["PATCH /orgs/O1/members/root", { role: "edit" }]]);
  });

  test("that lower roles need no limit, unlike one that revokes a grant", async () => {
    const all = ["ada", "bob", "off"].map((user) => decision("revoke", user));
    const lower = [decision("comment", "ada"), decision("comment", "bob")];
    const { notes, writes } = await run(lower, { maxRemovals: "0" });
    expect(writes).toHaveLength(2);
    expect(notes?.[0]).toBe("Decisions: 2 applied, 0 already applied, 0 refused, 0 kept.");
    expect((await run(all.slice(0, 1), { maxRemovals: "0" })).writes).toEqual([]);
  });
});
