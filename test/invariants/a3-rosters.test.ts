import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as invitation from "../../src/contract/invitation.ts";
import { type Role, roles } from "../../src/contract/roles.ts";
import * as team from "../../src/contract/team.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openAccessPlatform, openOn } from "../support/platforms/access-platform.ts";
import { onBoth } from "../support/platforms/postgres/on-both.ts";
import type { Workspace } from "../support/platforms/workspace.ts";

const seed = 73_000;
const rounds = amount({ short: 1, all: 2, full: 100 });
/** Number of bytes between two truncations of a roster. */
const stride = amount({ short: 331, all: 83, full: 1 });

interface Person {
  readonly email: string;
  readonly role: Role | null;
  readonly teams: readonly string[];
}

/** An organization of 21 members with two teams. */
async function start(database: (() => Promise<string>) | undefined) {
  const workspace = await openOn(database);
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const emails = Array.from({ length: 20 }, (_, at) => `person${at}@example.com`);
  for (const [at, email] of emails.entries()) {
    const user = await workspace.person(email);
    await workspace.enroll(organizationId, user, at === 0 ? "admin" : "read");
  }
  const teams = ["Docs", "Über; uns"];
  for (const title of teams) await workspace.ok(admin, team.create, { organizationId, title });
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  return {
    workspace,
    organizationId,
    admin,
    emails,
    teams,
    folder: temporaryFolder(),
    ...platform,
  };
}

/**
 * Positions of truncation: at intervals, and after each of the last lines, where missing lines are
 * not recognizable.
 */
function listCuts(bytes: Buffer): readonly number[] {
  const lines = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
  const all = Array.from({ length: Math.ceil(bytes.length / stride) }, (_, at) => at * stride);
  return [...all, ...lines.slice(-8).filter((at) => at < bytes.length)];
}

async function members({ db }: Workspace, organizationId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("users.email")
    .where("organization_id", "=", organizationId)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** All invited users accept. @returns their number */
async function acceptAll(workspace: Workspace, organizationId: string): Promise<number> {
  const rows = await workspace.db
    .selectFrom("invitations")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .execute();
  for (const { user_id } of rows)
    await workspace.ok(user_id, invitation.accept, { organizationId });
  return rows.length;
}

function draw(random: Random, emails: readonly string[]): Person[] {
  return emails.map((email) => ({
    email: random.chance(0.2) ? email.toUpperCase() : email,
    role: random.pick([...roles, null]),
    teams: ["Docs"].filter(() => random.chance(0.4)),
  }));
}

/** As saved by a spreadsheet: a byte order mark, semicolons, quotes and line breaks in cells. */
function toCsv(people: readonly Person[]): string {
  const lines = people.map(({ email, role, teams }) =>
    [`"${email}"`, role ?? "guest", `"${teams.join("\n")}"`, '"a note;\nof two lines"'].join(";"),
  );
  return `\uFEFF${["email;role;teams;note", ...lines].join("\r\n")}\r\n`;
}

function getScim(people: readonly Person[]): string {
  return JSON.stringify({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: people.length,
    startIndex: 1,
    itemsPerPage: people.length,
    Resources: people.map(({ email, role, teams }) => ({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id: `2819c223-${email.toLowerCase()}`,
      userName: email,
      emails: [{ value: email, primary: true }],
      active: true,
      roles: [{ value: role ?? "guest" }],
      groups: [...teams, "All employees"].map((display) => ({ value: display, display })),
    })),
  });
}

test.each(onBoth)(
  "a roster truncated at any byte removes no more members than the limit, on %s",
  async (name, database) => {
    const { run, writes, folder, emails, workspace, organizationId } = await start(database);
    const people = emails.map((email) => ({ email, role: "read" as const, teams: [] }));
    const texts = [
      ["csv", toCsv(people)],
      ["json", getScim(people)],
      ["ndjson", people.map((one) => `${JSON.stringify(one)}\n`).join("")],
    ] as const;
    const found = { cuts: 0, refused: 0, removed: 0 };
    for (const [form, text] of texts) {
      const bytes = Buffer.from(text);
      for (const end of listCuts(bytes)) {
        const before = await members(workspace, organizationId);
        const file = join(folder, `cut.${form}`);
        writeFileSync(file, bytes.subarray(0, end));
        const dry = ["member", "sync", "--roster", file, "--prune", "--yes"];
        const { code, stderr } = await run([...dry, "--max-removals", "2"]);
        const after = await members(workspace, organizationId);
        const gone = [...before].filter((email) => !after.has(email));
        const invented = [...after].filter((email) => !before.has(email));
        const say = `${form} cut at ${end}: ${stderr}`;
        expect(gone.length, say).toBeLessThanOrEqual(2);
        expect(invented, say).toEqual([]);
        if (code === 2) expect([writes(), gone], say).toEqual([[], []]);
        else expect(code, say).toBe(0);
        found.cuts++;
        if (code === 2) found.refused++;
        found.removed += gone.length;
        // All members are present again for the next truncation.
        for (const email of gone) {
          const { id } = await workspace.db
            .selectFrom("users")
            .select("id")
            .where("email", "=", email)
            .executeTakeFirstOrThrow();
          await workspace.enroll(organizationId, id, "read");
        }
      }
    }
    report(
      "A3",
      `${name}: ${found.cuts} cut rosters, ${found.refused} refused, ${found.removed} removals, never more than the limit at once`,
    );
  },
  7_200_000,
);

test.each(onBoth)(
  "a roster is applied, and a second run sends nothing, on %s",
  async (name, database) => {
    const { run, writes, folder, emails, workspace, organizationId, admin } = await start(database);
    const random = randomFrom(seed);
    const own = (
      await workspace.db
        .selectFrom("users")
        .select("email")
        .where("id", "=", admin)
        .executeTakeFirstOrThrow()
    ).email;
    let sent = 0;
    const again = countFaults();
    for (let round = 0; round < rounds; round++) {
      const chosen = emails.filter(() => random.chance(0.9));
      const people = draw(random, [...chosen, `new${round}@example.com`]);
      const isScim = round % 2 === 1;
      const file = join(folder, isScim ? "roster.json" : "roster.csv");
      writeFileSync(file, isScim ? getScim(people) : toCsv(people));
      const line = [
        "member",
        "sync",
        "--roster",
        file,
        "--prune",
        "--yes",
        "--max-removals",
        "100%",
      ];
      let first = await run(line);
      sent += writes().length;
      const waiting = await acceptAll(workspace, organizationId);
      // Users who were removed earlier have an account, and must accept.
      expect(first.code, first.stderr).toBe(waiting > 0 ? 8 : 0);
      if (waiting > 0) {
        first = await run(line);
        expect(first.code, first.stderr).toBe(0);
        sent += writes().length;
      }
      const now = await members(workspace, organizationId);
      const wanted = new Set([own, ...people.map(({ email }) => email.toLowerCase())]);
      expect([...now].map((email) => email.toLowerCase()).toSorted()).toEqual(
        [...wanted].toSorted(),
      );
      const second = await run(line);
      expect([second.code, again.add(writes())], second.stderr).toEqual([0, []]);
    }
    report("A3", `${name}: ${rounds} rosters, ${sent} writes, ${again.total()} on the second time`);
  },
  7_200_000,
);

slowTest("a changed email is not a removal if the roster has ids", async () => {
  const { run, folder, workspace, organizationId, emails } = await start(undefined);
  const rows = (changed: string) =>
    emails.map((email, at) => `e${at},${at === 5 ? changed : email}\n`).join("");
  const file = join(folder, "ids.csv");
  const line = ["member", "sync", "--roster", file, "--prune", "--yes", "--max-removals", "0"];
  writeFileSync(file, `id,email\n${rows("person5@example.com")}`);
  expect((await run(line)).code).toBe(0);
  const before = await members(workspace, organizationId);
  writeFileSync(file, `id,email\n${rows("married@example.com")}`);
  const { code, stderr } = await run(line);
  expect(code, stderr).toBe(0);
  expect(await members(workspace, organizationId)).toEqual(before);
});

slowTest("an id of one member with the email of another changes no members", async () => {
  const { run, writes, folder } = await start(undefined);
  const file = join(folder, "ids.csv");
  const line = ["member", "sync", "--roster", file];
  writeFileSync(file, "id,email\ne1,person1@example.com\ne2,person2@example.com\n");
  expect((await run(line)).code).toBe(0);
  writeFileSync(file, "id,email\ne1,person2@example.com\n");
  const { code, stderr } = await run(line);
  expect([code, writes()]).toEqual([2, []]);
  expect(stderr).toContain("the id e1 belongs to the member");
});

slowTest(
  "the caller, protected members and the last admin are never removed or demoted",
  async () => {
    const { run, folder, workspace, organizationId, admin } = await start(undefined);
    const file = join(folder, "few.csv");
    writeFileSync(file, "email,role\nperson1@example.com,read\nperson0@example.com,read\n");
    const protect = ["--protect", "Person3@example.com"];
    const line = ["member", "sync", "--roster", file, "--prune", "--yes", "--max-removals", "100%"];
    const { code, stderr } = await run([...line, ...protect]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("your own account");
    expect(stderr).toContain("protected by --protect");
    const rows = await workspace.db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["email", "members.role", "user_id"])
      .where("organization_id", "=", organizationId)
      .execute();
    expect(rows.find(({ user_id }) => user_id === admin)?.role).toBe("admin");
    const others = rows.filter(({ user_id }) => user_id !== admin).map(({ email }) => email);
    expect(others.toSorted()).toEqual([
      "person0@example.com",
      "person1@example.com",
      "person3@example.com",
    ]);
  },
);
