import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { readRoster } from "../../../src/features/members/roster.ts";
import type { JsonValue } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Row = Readonly<Record<string, JsonValue>>;

function read(rows: readonly Row[], { isTable = true, text = "x\n", path = "r.csv" } = {}) {
  const { context } = openScriptedContext({
    more: {
      readText: async () => text,
      readRows: async () => ({
        name: path,
        isTable,
        columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
        rows: rows.map((row, at) => ({
          at: `r:${at + 2}`,
          line: at + 2,
          cells: new Map(Object.entries(row)),
        })),
      }),
    },
  });
  return readRoster(context, path);
}
const one = async (row: Row, isTable = true) =>
  (await read([{ email: "ada@x.org", ...row }], { isTable })).people[0];
const json = (row: Row) => one(row, false);
const none = "No members were changed.";

describe("a row of a table", () => {
  test.each<readonly [Row, object]>([
    [
      {},
      {
        at: "r:2",
        id: undefined,
        email: "ada@x.org",
        role: undefined,
        teams: undefined,
        hasEmptyTeams: false,
        sso: false,
        active: true,
        hasActive: false,
        displayName: "",
      },
    ],
    [{ email: " Ada@X.org " }, { email: "ada@x.org" }],
    [
      { id: " R1 ", role: " Edit " },
      { id: "R1", role: "edit" },
    ],
    [{ role: "guest" }, { role: null }],
    [{ role: "" }, { role: undefined }],
    [
      { teams: "Docs; Tour Guides;;\nOps\r\n" },
      { teams: ["Docs", "Tour Guides", "Ops"], hasEmptyTeams: false },
    ],
    [{ teams: "" }, { teams: [], hasEmptyTeams: false }],
    [
      { sso: "Yes", active: "0" },
      { sso: true, active: false, hasActive: true },
    ],
    [
      { sso: "", active: "" },
      { sso: false, active: true, hasActive: false },
    ],
    [
      { ID: "R1", Role: "read", " Active ": "false" },
      { id: "R1", role: "read", active: false },
    ],
    [
      { externalId: "R1", team: "Docs" },
      { id: "R1", teams: ["Docs"] },
    ],
    [{ mail: "b@x.org" }, { email: "ada@x.org" }],
    [{ externalid: "R2", id: "R1" }, { id: "R1" }],
    [{ Name: "Ada L" }, { displayName: "Ada L" }],
    [{ "Full name": "Ada L" }, { displayName: "Ada L" }],
    [{ display_name: "'=Ada" }, { displayName: "=Ada" }],
    [{ displayname: 7 }, { displayName: "" }],
    [{ username: "c@x.org" }, { email: "ada@x.org" }],
    [{ id: "'=R1" }, { id: "=R1" }],
    [{ id: "'R1" }, { id: "'R1" }],
  ])("%j", async (row, expected) => {
    expect(await one(row)).toMatchObject(expected);
  });

  test.each([["mail"], ["E-Mail"], ["userName"]])(
    "the email may be in the column %s",
    async (column) => {
      expect((await read([{ [column]: "ada@x.org" }])).people[0]?.email).toBe("ada@x.org");
    },
  );
});

describe("an object of JSON", () => {
  test.each<readonly [Row, object]>([
    [{ role: null }, { role: null }],
    [{ sso: null }, { sso: false }],
    [
      { sso: true, active: false },
      { sso: true, active: false, hasActive: true },
    ],
    [{ active: 0 }, { active: false }],
    [{ teams: ["Docs", " Ops ", ""] }, { teams: ["Docs", "Ops"], hasEmptyTeams: false }],
    [{ teams: [] }, { teams: [], hasEmptyTeams: false }],
    [{ teams: null }, { teams: [], hasEmptyTeams: true }],
    [{ teams: "" }, { teams: [], hasEmptyTeams: true }],
  ])("%j", async (row, expected) => {
    expect(await json(row)).toMatchObject(expected);
  });

  test.each<readonly [Row, string]>([
    [{ active: null }, "r:2: active must be true or false, not null."],
    [{ active: "" }, 'r:2: active must be true or false, not "".'],
    [{ sso: "" }, 'r:2: sso must be true or false, not "".'],
    [{ sso: 2 }, "r:2: sso must be true or false, not 2."],
    [{ teams: 7 }, "r:2: teams must be a list of titles."],
    [{ teams: { a: 1 } }, "r:2: teams must be a list of titles."],
    [{ teams: ["a", 7] }, "r:2: teams must be a list of titles."],
    [
      { role: true },
      'r:2: the role must be one of admin, create, review, edit, comment, read, guest, not "true".',
    ],
    [{ email: null }, "r:2 has no email."],
  ])("%j is refused", async (row, message) => {
    await expect(json(row)).rejects.toThrow(
      new UsageError(`${message} ${none}`, "tome member sync --help"),
    );
  });
});

describe("a roster", () => {
  test.each<readonly [readonly Row[], string]>([
    [[], `r.csv contains no members. ${none}`],
    [[{ name: "Ada" }], "r.csv has no email column, which is required to identify members."],
    [[{ email: "a@x.org" }, { email: "A@x.org" }], `Duplicate a@x.org in r:2 and r:3. ${none}`],
    [
      [
        { email: "a@x.org", id: "1" },
        { email: "b@x.org", id: "1" },
      ],
      `Duplicate 1 in r:2 and r:3. ${none}`,
    ],
    [[{ email: "a@x.org", mail: "b@x.org", "e-mail": "c@x.org" }], ""],
    [
      [{ mail: "b@x.org", username: "c@x.org" }],
      `r:2 has different values for email in the columns mail and username. ${none}`,
    ],
    [
      [{ email: "a@x.org", Email: "b@x.org" }],
      `r:2 has different values for email in the columns email and Email. ${none}`,
    ],
    [[{ mail: "B@x.org", username: "b@x.org" }], ""],
  ])("%j", async (rows, message) => {
    if (message === "") expect((await read(rows)).people).toHaveLength(1);
    else
      await expect(read(rows)).rejects.toThrow(new UsageError(message, "tome member sync --help"));
  });

  test("names unused columns, and the last cell without a line break", async () => {
    const rows = [
      { email: "a@x.org", name: "A", status: "x", role: "read" },
      { email: "b@x.org", name: "B", status: "y", role: " edit " },
    ];
    const last = { lastCell: { column: "role", text: "edit" } };
    const all = {
      name: "r.csv",
      hasForeignGroups: false,
      unusedColumns: ["name", "status"],
      otherResources: new Map(),
    };
    expect(await read(rows, { text: "x" })).toMatchObject({ ...all, ...last });
    for (const text of ["x\n", "x\r"])
      expect(await read(rows, { text })).not.toHaveProperty("lastCell");
    expect(await read(rows, { text: "x", isTable: false })).not.toHaveProperty("lastCell");
    expect(await read([{ email: "a@x.org", note: "x" }], { text: "x" })).not.toHaveProperty(
      "lastCell",
    );
    expect((await read(rows, { path: "-" })).name).toBe("standard input");
  });

  test("of a directory has groups that may not be teams", async () => {
    const text = JSON.stringify({
      totalResults: 2,
      Resources: [{ userName: "a@x.org", color: 1 }, { meta: { resourceType: "Group" } }],
    });
    expect(await read([], { text })).toMatchObject({
      hasForeignGroups: true,
      unusedColumns: ["color"],
      otherResources: new Map([["Group", 1]]),
      people: [{ email: "a@x.org" }],
    });
  });
});
