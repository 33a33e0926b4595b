/** Values of rosters that could keep an inactive user, or remove a member from teams by mistake. */
import { describe, expect, test } from "vitest";
import { openMembers } from "../../support/members.ts";
import { randomFrom } from "../../support/random.ts";

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

async function run(name: string, text: string, ...flags: string[]) {
  const at = await openMembers();
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
  test.each([
    ...[false, "false", "False", "FALSE", spell("false", 1)].map((active) => [active, false]),
    ...[true, "true", "True", spell("true", 2), undefined].map((active) => [active, true]),
  ])("with the value %j keeps the member: %j", async (active, isKept) => {
    const ran = await run("scim.json", toScim([{ ...ada, active }, grace]));
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, isKept]);
  });

  test.each([null, 0, 1, "", "0", "no", "inactive", "Falsch", [], {}, [false]])(
    "with the value %j is refused, also by a dry run",
    async (active) => {
      const text = toScim([{ ...ada, active }, grace]);
      for (const flags of [[], ["--dry-run"]]) {
        const { code, stderr, writes } = await run("scim.json", text, ...flags);
        expect([code, writes]).toEqual([2, []]);
        expect(stderr).toContain("resource 1: active must be true or false, not");
      }
    },
  );

  test("is read in any spelling of its name, but not twice", async () => {
    const { Resources, ...rest } = JSON.parse(toScim([{ ...ada, Active: "False" }, grace]));
    const ran = await run("scim.json", JSON.stringify({ ...rest, resources: Resources }));
    expect([ran.code, ran.isKept], ran.stderr).toEqual([0, false]);
    const twice = await run("scim.json", toScim([{ ...ada, active: true, Active: false }, grace]));
    expect([twice.code, twice.writes]).toEqual([2, []]);
    expect(twice.stderr).toContain("has the attribute active 2 times");
  });

  test("is reported if only some entries have it", async () => {
    const { stderr } = await run("scim.json", toScim([ada, grace]));
    expect(stderr).toContain("1 entry has no value for active and counts as active.");
    expect(stderr).toContain("Examined 2 roster entries, 3 members and 1 team");
  });

  test("does not depend on the order of emails: primary may be a text", async () => {
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

  test.each([false, "False", "no", "0", 0])("with the value %j is false", async (active) => {
    const ndjson = await run("people.ndjson", line(active));
    expect([ndjson.code, ndjson.isKept], ndjson.stderr).toEqual([0, false]);
    const csv = `email,active\nada@example.com,${String(active)}\ngrace@example.com,\n`;
    const table = await run("people.csv", csv);
    expect([table.code, table.isKept], table.stderr).toEqual([0, false]);
  });

  test.each([null, "", 2, "n/a", {}])("with the value %j in JSON is refused", async (active) => {
    const { code, stderr, writes } = await run("people.ndjson", line(active));
    expect([code, writes]).toEqual([2, []]);
    expect(stderr).toContain("active must be true or false, not");
  });
});

describe("teams in a JSON roster", () => {
  const named = '{"email":"grace@example.com","teams":["Tour Guides"]}\n';

  test.each([null, ""])("with the value %j do not remove the member", async (teams) => {
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
      const { code, stderr, writes } = await run("people.ndjson", text);
      expect([code, writes]).toEqual([2, []]);
      expect(stderr).toContain("teams must be a list of titles");
    },
  );
});
