/** Values of rosters that could keep an inactive user, or remove a member from teams by mistake. */
import { describe, expect, test } from "vitest";
import { sample, slowTest, slowTests } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";
import { openMembers } from "../../support/organizations/members.ts";

type Members = Awaited<ReturnType<typeof openMembers>>;
type Person = Readonly<Record<string, unknown>>;

function toScim(resources: readonly Person[]): string {
  return JSON.stringify({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: resources.length,
    Resources: resources,
  });
}

const ada = { id: "1", userName: "ada@example.com" };
const grace = { id: "2", userName: "grace@example.com", active: true };
const leaving = ["--prune", "--max-removals", "1", "--yes"];

/** One for all refusals, which change nothing. */
const unchanged = await openMembers();

const refuse = (name: string, text: string, ...flags: string[]) =>
  runIn(unchanged, name, text, ...flags);

async function run(name: string, text: string, ...flags: string[]) {
  return runIn(await openMembers(), name, text, ...flags);
}

async function runIn(at: Members, name: string, text: string, ...flags: string[]) {
  const ran = await at.run([...at.roster(name, text), ...leaving, ...flags]);
  const emails = (await at.members()).map((one) => one.split(" ")[0]);
  return { ...ran, isKept: emails.includes("ada@example.com"), writes: at.writes() };
}

/** A word with random upper case. */
function spell(word: string, seed: number): string {
  const random = randomFrom(seed);
  return [...word].map((one) => (random.chance(0.5) ? one.toUpperCase() : one)).join("");
}

describe("active in a SCIM response", () => {
  const spellings = [
    ...[false, "false", "False", "FALSE", spell("false", 1)].map((active) => [active, false]),
    ...[true, "true", "True", spell("true", 2), undefined].map((active) => [active, true]),
  ];

  test.each(sample(spellings, 2))(
    "with the value %j keeps the member: %j",
    async (active, isKept) => {
      const ran = await run("scim.json", toScim([{ ...ada, active }, grace]));
      expect([ran.code, ran.isKept], ran.stderr).toEqual([0, isKept]);
    },
  );

  const others = [null, 0, 1, "", "0", "no", "inactive", "Falsch", [], {}, [false]];

  test.each(sample(others, 2).map((active) => [active]))(
    "with the value %j is refused, also by a dry run",
    async (active) => {
      const text = toScim([{ ...ada, active }, grace]);
      for (const flags of [[], ["--dry-run"]]) {
        const { code, stderr, writes } = await refuse("scim.json", text, ...flags);
        expect([code, writes]).toEqual([2, []]);
        expect(stderr).toContain("resource 1: active must be true or false, not");
      }
    },
  );

  test("is read in any spelling of its name, but not twice", async () => {
    const { Resources, ...rest } = JSON.parse(toScim([{ ...ada, Active: "False" }, grace]));
    const ran = await run("scim.json", JSON.stringify({ ...rest, resources: Resources }));
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, false]);
    const twice = await refuse(
      "scim.json",
      toScim([{ ...ada, active: true, Active: false }, grace]),
    );
    expect([twice.code, twice.writes]).toEqual([2, []]);
    expect(twice.stderr).toContain("has the attribute active 2 times");
  });

  test("is reported if only some entries have it", async () => {
    const { stderr } = await run("scim.json", toScim([ada, grace]));
    expect(stderr).toContain("1 entry has no value for active and counts as active.");
    expect(stderr).toContain("Examined 2 roster entries, 3 members and 1 team");
  });

  slowTest("does not depend on the order of emails: primary may be a text", async () => {
    const emails = [
      { value: "other@example.com", primary: "False" },
      { value: "ada@example.com", primary: "True" },
    ];
    const ran = await run("scim.json", toScim([{ ...ada, emails, active: false }, grace]));
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, false]);
  });
});

describe("active in other rosters", () => {
  const line = (active: unknown) =>
    `${JSON.stringify({ email: "ada@example.com", active })}\n{"email":"grace@example.com"}\n`;

  test.each(sample([false, "False", "no", "0", 0], 2))(
    "with the value %j is false",
    async (active) => {
      const ndjson = await run("people.ndjson", line(active));
      expect([ndjson.code, ndjson.isKept], ndjson.stderr).toEqual([0, false]);
      const csv = `email,active\nada@example.com,${String(active)}\ngrace@example.com,\n`;
      const table = await run("people.csv", csv);
      expect([table.code, table.isKept], table.stderr).toEqual([0, false]);
    },
  );

  test.each(sample([null, "", 2, "n/a", {}], 2))(
    "with the value %j in JSON is refused",
    async (active) => {
      const { code, stderr, writes } = await refuse("people.ndjson", line(active));
      expect([code, writes]).toEqual([2, []]);
      expect(stderr).toContain("active must be true or false, not");
    },
  );
});

describe("teams in a JSON roster", () => {
  const named = '{"email":"grace@example.com","teams":["Tour Guides"]}\n';

  slowTests.each([null, ""])("with the value %j do not remove the member", async (teams) => {
    const at = await openMembers();
    const joined = `{"email":"ada@example.com","teams":["Tour Guides"]}\n${named}`;
    expect((await at.run([...at.roster("a.ndjson", joined), "--yes"])).code).toBe(0);
    const left = `${JSON.stringify({ email: "ada@example.com", teams })}\n${named}`;
    const line = [...at.roster("b.ndjson", left), "--prune", "--max-removals", "3", "--yes"];
    const refused = await at.run(line);
    expect([refused.code, at.writes()]).toEqual([2, []]);
    expect(refused.stderr).toContain("teams has no entries, but had 1 entry before");
    const explicit = `{"email":"ada@example.com","teams":[]}\n${named}`;
    const accepted = await at.run([
      ...at.roster("c.ndjson", explicit),
      ...["--prune", "--max-removals", "3", "--yes"],
    ]);
    expect(accepted.code, accepted.stderr).toBe(0);
  });

  test.each([{ name: "Tour Guides" }, 7, [null], [["Tour Guides"]]])(
    "with the value %j are refused",
    async (teams) => {
      const text = `${JSON.stringify({ email: "ada@example.com", teams })}\n${named}`;
      const { code, stderr, writes } = await refuse("people.ndjson", text);
      expect([code, writes]).toEqual([2, []]);
      expect(stderr).toContain("teams must be a list of titles");
    },
  );
});

describe("attributes of a SCIM resource", () => {
  const urn = "urn:ietf:params:scim:schemas:core:2.0:User";
  const work = { value: "ada@example.com", type: "work" };
  const home = { value: "ada@home.example", type: "home" };

  test("may have the schema as a prefix, but are at the top level", async () => {
    const qualified = await run(
      "scim.json",
      toScim([{ ...ada, [`${urn}:active`]: "False" }, grace]),
    );
    expect([qualified.code, qualified.isKept], qualified.stderr).toEqual([0, false]);
    for (const active of [true, false]) {
      const nested = await refuse("scim.json", toScim([{ ...ada, [urn]: { active } }, grace]));
      expect([nested.code, nested.writes]).toEqual([2, []]);
      expect(nested.stderr).toContain(`resource 1 has attributes in ${urn}`);
    }
  });

  slowTests.each([
    [
      "the user name",
      { userName: "ADA@example.com", emails: [home, { value: "ada@example.com" }] },
    ],
    ["the email for work", { userName: "ada", emails: [home, work] }],
    ["a primary email as a text", { emails: [home, { ...work, primary: "True" }] }],
  ])("without a certain order of emails identify the member by %s", async (_, one) => {
    const ran = await run("scim.json", toScim([{ id: "1", ...one }, grace]));
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, true]);
    expect(ran.stdout).not.toContain("home");
  });

  test.each([
    ["groups", ["Tour Guides"]],
    ["groups", [null]],
    ["emails", ["ada@example.com"]],
    ["roles", ["admin"]],
  ])("with values that are not objects are refused: %s %j", async (name, values) => {
    const text = toScim([{ ...ada, [name]: values }, grace]);
    const { code, stderr, writes } = await refuse("scim.json", text);
    expect([code, writes]).toEqual([2, []]);
    expect(stderr).toContain(`resource 1: ${name}: ${JSON.stringify(values[0])} must be an object`);
  });

  test("with two primary values are refused", async () => {
    const emails = [work, home].map((one) => ({ ...one, primary: true }));
    const { code, stderr, writes } = await refuse("scim.json", toScim([{ ...ada, emails }, grace]));
    expect([code, writes]).toEqual([2, []]);
    expect(stderr).toContain("resource 1: emails: two values are primary");
  });

  test.each([
    ['"id":"1","active":true,"active":"False"', 'the field "active" is a duplicate'],
    ['"id":"1","ID":"3"', "has the attribute id 2 times"],
  ])("that occur twice (%s) are refused as such", async (text, said) => {
    const twice = toScim([ada, grace]).replace('"id":"1"', text);
    const { code, stderr, writes } = await refuse("scim.json", twice);
    expect([code, writes]).toEqual([2, []]);
    expect(stderr).toContain(said);
  });

  test("in NDJSON are a table: one user in each line", async () => {
    const lines = [{ ...ada, schemas: [urn], active: "False" }, grace];
    const text = lines.map((one) => `${JSON.stringify(one)}\n`).join("");
    const ran = await run("users.ndjson", text);
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, false]);
    expect(ran.stderr).toContain('Columns without effect: "schemas"');
  });
});

describe("columns of a table", () => {
  slowTest(
    "with another name than active are reported, because they keep inactive users",
    async () => {
      const text =
        "email,Status,enabled\nada@example.com,inactive,false\ngrace@example.com,active,true\n";
      for (const flags of [[], ["--dry-run"]]) {
        const ran = await run("people.csv", text, ...flags);
        expect([ran.code, ran.isKept], ran.stderr).toEqual([0, true]);
        expect(ran.stderr).toContain("2 columns that a roster does not use");
        expect(ran.stderr).toContain('Columns without effect: "Status", "enabled".');
      }
    },
  );

  test.each([
    ["email,active,Active\nada@example.com,false,true\n", "different values for active"],
    ["mail,username\nada@example.com,b@example.com\n", "different values for email"],
    ["email,id,ID\nada@example.com,1,2\n", "different values for id"],
  ])("with the same meaning must agree: %j", async (text, said) => {
    for (const flags of [[], ["--dry-run"]]) {
      const { code, stderr, writes } = await refuse("people.csv", text, ...flags);
      expect([code, writes]).toEqual([2, []]);
      expect(stderr).toContain(said);
    }
  });

  test("with the name itself take precedence over synonyms", async () => {
    const text = "username,email\nada,ada@example.com\ngrace,grace@example.com\n";
    const ran = await run("people.csv", text);
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, true]);
  });

  test("are read below blank rows, and after a line that names the separator", async () => {
    const text =
      '"sep=;"\r\n;\r\nemail;active;\r\n; ;\r\nada@example.com;false;\r\ngrace@example.com;true;\r\n;;\r\n';
    const ran = await run("people.csv", text);
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, false]);
  });

  test.each(["mailto:ada@example.com", "Ada <ada@example.com>", "ada@example.com;b@example.com"])(
    "with the email %j are refused",
    async (email) => {
      const { code, stderr, writes } = await refuse("people.csv", `email,role\n"${email}",read\n`);
      expect([code, writes]).toEqual([2, []]);
      expect(stderr).toContain("has an invalid email");
    },
  );
});
