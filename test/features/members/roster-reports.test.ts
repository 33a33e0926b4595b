/** Inputs of public bug reports about directory synchronization and imports of users. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as invitation from "../../../src/contract/invitation.ts";
import * as member from "../../../src/contract/member.ts";
import * as invite from "../../../src/contract/organization-invite.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";
import { openMembers } from "../../support/organizations/members.ts";

type Resource = Readonly<Record<string, unknown>>;
type Members = Awaited<ReturnType<typeof openMembers>>;

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

function toScim(resources: readonly Resource[], more: object = {}): string {
  return JSON.stringify({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: resources.length,
    Resources: resources,
    ...more,
  });
}

const root = { id: "0", userName: "root@example.com" };
const ada = { id: "1", userName: "ada@example.com" };
const grace = { id: "2", userName: "grace@example.com" };
const everyone = ["ada@example.com create", "grace@example.com read", "root@example.com admin"];
const prune = ["--prune", "--max-removals", "100%", "--yes"];

/** One for all rosters that change nothing. */
const unchanged = await openMembers();

async function run(text: string, ...flags: string[]) {
  return runIn(await openMembers(), text, ...flags);
}

async function runIn(at: Members, text: string, ...flags: string[]) {
  const name = text.startsWith("{") ? "people.json" : "people.csv";
  const ran = await at.run([...at.roster(name, text), ...prune, ...flags]);
  return { ...ran, members: await at.members(), writes: at.writes() };
}

async function expectRefusal(text: string, reason: string) {
  const { code, stderr, writes, members } = await runIn(unchanged, text);
  expect([code, stderr, writes]).toEqual([2, expect.stringContaining(reason), []]);
  expect(members).toEqual(everyone);
}

describe("one page of a SCIM list", () => {
  test.each([
    ["a later page whose totalResults is its own size", { startIndex: 9, itemsPerPage: 3 }],
    ["a later page with a start as text", { startIndex: "101" }],
    ["a page with a cursor", { nextCursor: "VZUTiyhEQJ94IR" }],
    ["a last page with a cursor", { previousCursor: "VZUTiyhEQJ94IR" }],
    ["an unknown start", { StartIndex: "next" }],
  ])("%s is refused", (_, page) =>
    expectRefusal(toScim([root, ada], page), "is one page of a list"),
  );

  slowTests.each([
    ["a page size that is larger than the list", { startIndex: 1, itemsPerPage: 100 }],
    ["a start at 0 and empty cursors", { startIndex: 0, nextCursor: null, previousCursor: "" }],
  ])("%s is a whole list", async (_, page) => {
    const ran = await run(toScim([root, ada, grace], page));
    expect([ran.code, ran.members], ran.stderr).toEqual([0, everyone]);
  });
});

describe("SCIM resources that are not users", () => {
  const mail = [{ value: "docs@example.com" }];

  slowTests.each([
    ["by its schema", { schemas: [groupSchema] }],
    ["by its resource type", { meta: { resourceType: "Group" } }],
    ["by a schema in another case", { Schemas: [groupSchema.toUpperCase()] }],
    ["by a schema as text", { schemas: groupSchema }],
  ])("a group is recognized %s and skipped with a note", async (_, type) => {
    const group = {
      ...type,
      id: "g",
      displayName: "Docs",
      userName: "docs@example.com",
      emails: mail,
    };
    const ran = await run(toScim([root, ada, group, grace, { ...group, id: "h" }]));
    expect([ran.code, ran.members], ran.stderr).toEqual([0, everyone]);
    expect(ran.stderr).toMatch(/Examined 3 roster entries, .* 2 resources of the type group/i);
  });

  test("a list of groups only is refused", () =>
    expectRefusal(toScim([{ schemas: [groupSchema], emails: mail }]), "contains no members"));

  test.each([
    [
      "two types",
      { schemas: [userSchema], meta: { resourceType: "Group" } },
      "is both a User and a Group",
    ],
    ["members and no type", { members: [{ value: "1" }] }, "so it may be a group"],
  ])("a resource with %s is refused", (_, more, reason) =>
    expectRefusal(toScim([root, { ...ada, ...more }, grace]), reason),
  );

  test("a user with the enterprise extension and a resource type is a user", async () => {
    const extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    const more = { employeeNumber: "7", manager: { value: "0" } };
    const schemas = [userSchema, extension];
    const resource = { ...ada, schemas, meta: { resourceType: "User" }, [extension]: more };
    const ran = await run(toScim([root, resource, grace]));
    expect([ran.code, ran.members], ran.stderr).toEqual([0, everyone]);
    expect(ran.stderr).not.toContain("without effect");
  });

  test("states in other attributes are named, because they do not mark inactive users", async () => {
    const states = { status: "DEPROVISIONED", suspended: true, isDeleted: true };
    const { stderr } = await run(toScim([root, { ...ada, ...states }, grace]));
    expect(stderr).toContain('Attributes without effect: "status", "suspended", "isDeleted".');
    expect(stderr).toContain("skipped 1 team that no entry names and 3 attributes");
  });

  test.each([
    ["PatchOp", { Operations: [{ op: "replace", path: "active", value: false }] }],
    ["BulkRequest", { Operations: [{ method: "DELETE", path: "/Users/1" }] }],
  ])("a %s is refused", (message, more) =>
    expectRefusal(
      JSON.stringify({ schemas: [`urn:ietf:params:scim:api:messages:2.0:${message}`], ...more }),
      "without Resources",
    ),
  );
});

describe("emails in another form", () => {
  const line = (email: string) => `email\nroot@example.com\n${email}\ngrace@example.com\n`;
  const random = randomFrom(31);
  const margins = ["\u00a0", "\u3000", "\u200b", "\u202a", "\ufeff", "\t", " "];
  const hidden = Array.from({ length: 12 }, () => {
    const word = [..."ada@example.com"].map((one) =>
      random.chance(0.3) ? one.toUpperCase() : one,
    );
    return `${random.pick(margins)}${word.join("")}${random.pick(margins)}${random.pick(margins)}`;
  });

  slowTests.each(hidden)("%j is the member", async (email) => {
    for (const text of [line(email), toScim([root, { ...ada, userName: email }, grace])]) {
      const ran = await runIn(unchanged, text);
      expect([ran.code, ran.members, ran.writes], ran.stderr).toEqual([0, everyone, []]);
    }
  });

  test.each([
    ["a zero-width space", "a\u200bda@example.com", '"a\\u200bda@example.com"'],
    ["a no-break space", "ada\u00a0@example.com", '"ada\\u00a0@example.com"'],
    ["a list", "ada@example.com;alan@example.com", "has an invalid email"],
  ])("%s within an email is refused and visible", (_, email, shown) =>
    expectRefusal(line(`"${email}"`), shown),
  );

  test.each([
    ["case", "ADA@example.com", "ada@EXAMPLE.com"],
    ["normalization", "jos\u00e9@example.com", "jose\u0301@example.com"],
    ["encoding of the domain", "ada@m\u00fcnchen.example", "ada@xn--mnchen-3ya.example"],
  ])("two entries that differ only in %s are refused", async (_, one, other) => {
    await expectRefusal(`email\nroot@example.com\n${one}\n${other}\n`, "Duplicate");
    const resources = [root, { userName: one }, { userName: other }];
    await expectRefusal(toScim(resources), "Duplicate");
  });

  slowTest("subaddresses and the domains of a provider are different users", async () => {
    const ran = await run(`${line("ada@example.com")}ada+docs@example.com\n`);
    expect(ran.members).toContain("ada+docs@example.com guest");
  });
});

describe("a changed email", () => {
  slowTests.each([
    ["the same local part", "ada@new.example", ""],
    ["the same name in another case", "ada.lovelace@example.com", "name"],
  ])("with %s is reported with the id that keeps the member", async (_, email, column) => {
    const at = await openMembers();
    const { organizationId } = at;
    const parameters = { organizationId, userId: at.ids.ada };
    const { user } = await at.workspace.ok(at.admin, member.get, parameters);
    const name = column === "" ? "" : user.displayName.toUpperCase();
    const rows = `email,name,id\nroot@example.com,,\ngrace@example.com,,\n`;
    const roster = at.roster("people.csv", `${rows}${email},${name},\n`);
    const dry = await at.run([...roster, ...prune, "--dry-run"]);
    const warning = `ada@example.com is missing or inactive in the roster, and ${email} (`;
    expect(dry.stderr).toContain(warning);
    expect(dry.stderr).toContain(`set the id of the entry to ${at.ids.ada}`);
    const kept = at.roster("kept.csv", `${rows}${email},${name},${at.ids.ada}\n`);
    const ran = await at.run([...kept, ...prune]);
    expect([ran.code, await at.members()], ran.stderr).toEqual([0, everyone]);
    expect(ran.stderr).not.toContain("is missing or inactive");
    expect(ran.stderr).toContain(`ada@example.com is the member of the id ${at.ids.ada}`);
  });

  slowTest("is not reported for a user with another name and email", async () => {
    const { stderr } = await run(
      "email,name\nroot@example.com,\ngrace@example.com,\nalan@example.com,Alan\n",
    );
    expect(stderr).not.toContain("is missing or inactive");
  });
});

describe("files of spreadsheets", () => {
  const write = (at: Members, bytes: Uint8Array) => {
    const path = join(at.folder, "people.csv");
    writeFileSync(path, bytes);
    return at.run(["member", "sync", "--roster", path, ...prune]);
  };
  const text = "email\tteams\r\nroot@example.com\t\r\nada@example.com\t\r\ngrace@example.com\t\r\n";

  test.each([
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["Latin-1", Buffer.from("email,name\nada@example.com,Andr\u00e9\n", "latin1")],
    ["a workbook", Buffer.from("PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml")],
  ])("%s changes no members unless it is understood", async (_, bytes) => {
    const at = await openMembers();
    const { code, stderr } = await write(at, bytes);
    expect({ code, members: await at.members(), stderr }).toMatchObject({ members: everyone });
    if (code !== 0) expect([code, at.writes()]).toEqual([2, []]);
  });

  test.each([
    ["a second sheet", "email,role\nroot@example.com,admin\nemail,role\nada@example.com,read\n"],
    [
      "a total below the rows",
      "email,role\nroot@example.com,admin\nada@example.com,read\nTotal: 2,\n",
    ],
    ["a role in another language", "email,role\nroot@example.com,Administrator\n"],
    ["teams that are separated by commas", 'email,teams\nroot@example.com,"Docs, Tour Guides"\n'],
    ["an unclosed quotation mark", 'email,role\n"root@example.com,admin\nada@example.com,read\n'],
  ])("%s is refused", async (_, rows) => {
    const { code, writes } = await runIn(unchanged, rows);
    expect([code, writes]).toEqual([2, []]);
  });

  test("line breaks within quotation marks belong to the cell", async () => {
    const ran = await run(
      'email,name\r\nroot@example.com,\r\n"ada@example.com\r\n","Ada\r\nLovelace"\r\ngrace@example.com,\r\n',
    );
    expect([ran.code, ran.members], ran.stderr).toEqual([0, everyone]);
  });
});

describe("pending invitations", () => {
  async function openInvited(...names: readonly string[]) {
    const at = await openMembers();
    const { workspace, admin, organizationId } = at;
    for (const name of names) await workspace.person(`${name}@example.com`);
    const emails = names.map((name) => `${name}@example.com`);
    await workspace.ok(admin, invite.users, { organizationId, emails });
    const pending = async () => {
      const { items } = await workspace.ok(admin, invitation.pending, { organizationId });
      return items.map(({ user }) => user.email).toSorted();
    };
    return { ...at, pending };
  }
  const members = "root@example.com\nada@example.com\ngrace@example.com\n";

  slowTest(
    "are withdrawn if the user is not in the roster or inactive, except with --protect",
    async () => {
      const at = await openInvited("alan", "noor", "Kim", "lee");
      const text = `email,active\n${members.replaceAll("\n", ",true\n")}lee@example.com,true\nkim@example.com,no\n`;
      const roster = at.roster("people.csv", text);
      const noted = await at.run(roster);
      expect(noted.stderr).toContain("3 invited users are not in the roster. Use --prune");
      const line = [...roster, "--prune", "--protect", "NOOR@example.com"];
      const limited = await at.run([...line, "--yes"]);
      expect(limited.code).toBe(2);
      expect(limited.stderr).toContain("2 of 7 members and invited users would lose");
      const line2 = [...line, "--max-removals", "2"];
      expect((await at.run(line2)).stderr).toContain("requires --yes");
      const dry = await at.run([...line2, "--dry-run"]);
      expect(dry.stderr).toContain("- withdraw the invitation of alan@example.com");
      expect(await at.pending()).toHaveLength(4);
      const ran = await at.run([...line2, "--yes"]);
      expect(await at.pending(), ran.stderr).toEqual(["lee@example.com", "noor@example.com"]);
      expect(await at.members()).toEqual(everyone);
    },
  );

  slowTest("are kept if the user is in the roster", async () => {
    const at = await openInvited("alan");
    const roster = at.roster("people.csv", `email\n${members}Alan@Example.com\n`);
    expect((await at.run([...roster, ...prune])).code).toBe(8);
    expect(await at.pending()).toEqual(["alan@example.com"]);
  });
});
