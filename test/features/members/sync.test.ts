import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as team from "../../../src/contract/team.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { openMembers } from "../../support/organizations/members.ts";

/** As in section 8.2 of RFC 7643, within a list as in section 3.4.2 of RFC 7644. */
const directory = {
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: 2,
  Resources: [
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: "2819c223-7f76-453a-919d-413861904646",
      externalId: "701984",
      userName: "bjensen@example.com",
      emails: [
        { value: "bjensen@example.com", type: "work", primary: true },
        { value: "babs@jensen.org", type: "home" },
      ],
      active: true,
      groups: [
        { value: "e9e30dba-f08f-4109-8486-d5c6a331660a", display: "Tour Guides" },
        { value: "fc348aa8-3835-40eb-a20b-c726e15c55b5", display: "Employees" },
      ],
    },
    {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: "c75ad752-64ae-4823-840d-ffa80929976c",
      userName: "ada@example.com",
      active: false,
    },
  ],
};

test("a directory response is a roster: groups are teams, and inactive users leave", async () => {
  const { roster, run, members, workspace, organizationId, teamId, admin } = await openMembers();
  const line = roster("scim.json", JSON.stringify(directory));
  const kept = await run([...line, "--prune", "--max-removals", "1"]);
  expect([kept.code, kept.stderr]).toEqual([
    2,
    expect.stringContaining("2 of 3 members would lose"),
  ]);
  const { code, stderr } = await run([...line, "--prune", "--max-removals", "2", "--yes"]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("Ignored 1 group that is not a team");
  expect(await members()).toEqual(["bjensen@example.com guest", "root@example.com admin"]);
  const { items } = await workspace.ok(admin, team.members, { organizationId, teamId });
  expect(items.map(({ organization }) => organization.user.email)).toEqual(["bjensen@example.com"]);
});

slowTests.each([
  ["fewer users than totalResults", { ...directory, totalResults: 3 }, "contains 2 of 3 users"],
  ["no users", { ...directory, totalResults: 0, Resources: [] }, "contains no members"],
  [
    "users without an email",
    { ...directory, totalResults: 1, Resources: [{ id: "1", userName: "bjensen" }] },
    'has an invalid email: "bjensen"',
  ],
  [
    "a SCIM error",
    { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"] },
    "without Resources",
  ],
])("a directory response with %s changes no members", async (_, answer, said) => {
  const { roster, run, writes } = await openMembers();
  const { code, stderr } = await run([...roster("scim.json", JSON.stringify(answer)), "--prune"]);
  expect([code, stderr, writes()]).toEqual([2, expect.stringContaining(said), []]);
});

slowTests.each([
  ["no row", "email\n", "contains no members"],
  ["nothing at all", "", "contains no members"],
  ["no email column", "name\nAda\n", "has no email column"],
  ["a last email that is none yet", "email\nada@example.com\ngrace@exam", "has an invalid email"],
  [
    "a last email in a domain that no member has",
    "email\nada@example.com\ngrace@example.co",
    "the email may be incomplete",
  ],
  [
    "a last row of too few cells",
    "email,role\nada@example.com,read\ngrace@example.com",
    "different number of cells",
  ],
  [
    "a last cell in quotes that do not end",
    'email,teams\nada@example.com,"Tour',
    "unclosed quotation mark",
  ],
  [
    "a newcomer with nothing in the last cell",
    "email,role\nnew@example.com,",
    "the role may be incomplete",
  ],
  ["an unknown id at its end", "email,id\nada@example.com,e1", "the id may be incomplete"],
  [
    "an email with an invisible character",
    "email\nad\u200ba@example.com\n",
    "has an invalid email",
  ],
  ["a person twice", "email\nada@example.com\nADA@example.com\n", "Duplicate ada@example.com in"],
  ["a role that is none", "email,role\nada@example.com,boss\n", "the role must be one of admin, "],
  ["a team that is none", "email,teams\nada@example.com,Nowhere\n", 'no team is named "Nowhere"'],
])("a roster with %s changes no members", async (_, text, said) => {
  const { roster, run, writes } = await openMembers();
  const { code, stderr } = await run([...roster("people.csv", text), "--prune", "--yes"]);
  expect([code, stderr, writes()]).toEqual([2, expect.stringContaining(said), []]);
});

slowTests.each([
  ["a role", "email,role\nada@example.com,create\r\ngrace@example.com,read"],
  ["a role that is not said", "email,role\nada@example.com,create\r\ngrace@example.com,"],
  ["a team", "email,teams\ngrace@example.com,\r\nada@example.com,Tour Guides"],
  ["a column of others", "email,note\nada@example.com,\r\ngrace@example.com,on lea"],
  ["a member", "email\nada@example.com\r\ngrace@example.com"],
  ["a newcomer of a known domain", "email\nada@example.com\r\nnew@example.com"],
])("a table can end without a line break, with %s", async (_, text) => {
  const { roster, run } = await openMembers();
  const requests = async (ended: string) => {
    const { code, stdout, stderr } = await run([...roster("people.csv", ended), "--dry-run"]);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  expect(await requests(text)).toBe(await requests(`${text}\r\n`));
});

test("complete JSON is recognized with and without a final line break", async () => {
  const { roster, run, writes } = await openMembers();
  const lines = '{"email":"ada@example.com"}\n{"email":"grace@example.com"}';
  expect((await run(roster("people.ndjson", lines))).code).toBe(0);
  const cut = await run(roster("people.ndjson", lines.slice(0, -1)));
  expect([cut.code, writes()]).toEqual([2, []]);
});

test("a role that is not a string is refused, and new guests count as removals", async () => {
  const { roster, run, writes } = await openMembers();
  const people = (role: unknown) =>
    roster(
      "people.json",
      JSON.stringify(["ada", "grace"].map((name) => ({ email: `${name}@example.com`, role }))),
    );
  const refused = await run([...people({ name: "admin" }), "--yes"]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("must be one of") });
  const guests = await run([...people(null), "--yes"]);
  expect(guests).toMatchObject({ code: 2, stderr: expect.stringContaining("2 of 3 members") });
  expect(writes()).toEqual([]);
});

slowTest("without --prune only roles change, after confirmation", async () => {
  const { roster, run, members } = await openMembers();
  const line = roster("people.csv", "email,role\nada@example.com,read\nnew@example.com,guest\n");
  const asked = await run(line);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  const { code, stderr } = await run([...line, "--yes"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("2 members are not in the roster")]);
  expect(await members()).toEqual([
    "ada@example.com read",
    "grace@example.com read",
    "new@example.com guest",
    "root@example.com admin",
  ]);
});

slowTest("roster ids are stored in a private state file", async () => {
  const { roster, run, folder, ids } = await openMembers();
  const state = join(folder, "ids.json");
  const line = roster("people.csv", "id,email\ne7,ada@example.com\n");
  expect((await run([...line, "--state", state])).code).toBe(0);
  expect(JSON.stringify(JSON.parse(readFileSync(state, "utf8")))).toContain(`{"e7":"${ids.ada}"}`);
  writeFileSync(state, "{ broken");
  const { code, stderr } = await run([...line, "--state", state]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("matched only by email")]);
});
