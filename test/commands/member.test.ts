import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { openLocalTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

async function start() {
  const { tome, run, ok } = openLocalTome();
  const invite = async (email: string, role: string) => {
    const line = `org invite users ${email} --role ${role} --jq .users[0]`;
    return ok(line);
  };
  const owner = await ok("whoami --jq .id");
  return { tome, run, ok, invite, owner };
}

slowTest("users are invited by email, listed, and given another role", async () => {
  const { run, ok, invite } = await start();
  const ada = await invite("ada@example.com", "read");
  await invite("guest@example.com", "guest");
  expect(await ok("member list --search ADA --format id")).toBe(ada);
  expect(await ok("member list --role guest --jq .[].user.email")).toBe("guest@example.com");
  expect(JSON.parse(await ok(`member update ${ada} --role guest --json role`))).toEqual({
    role: null,
  });
  const none = await run(`member update ${ada}`);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("--role <role|guest>")]);
  const wrong = await run(`member update ${ada} --role owner`);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/^error: --role must be admin, .* or guest, not "owner"\./),
  ]);
  const bad = await run("org invite users ada@example.com nobody");
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain("<email> must be an email address");
  expect(bad.stderr).toContain('"nobody"');
});

test("the last admin cannot be removed, and a removal is confirmed", async () => {
  const { run, ok, invite, owner } = await start();
  const last = await run(`member remove ${owner} --yes`);
  expect(last.code).toBe(6);
  expect(last.stderr).toContain("the only admin");
  const ada = await invite("ada@example.com", "read");
  expect((await run(`member remove ${ada}`)).code).toBe(2);
  expect((await run(`member remove ${ada} --yes`)).stderr).toContain(`Removed ${ada}`);
  const again = await run(`member remove ${ada} --yes`);
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining("not found. No changes were made."),
  ]);
  expect(await ok("member list --format id")).toBe(owner);
});

slowTest("a team is created, filled by ids and emails, granted a space, and emptied", async () => {
  const { run, ok, invite, owner } = await start();
  const ada = await invite("ada@example.com", "guest");
  const team = await ok(`team create --title Writers --member ${owner} --format id`);
  await ok(`team add ${team} ada@example.com --role owner`);
  const rows = await ok(`team members ${team} --json organization.id,team.role`);
  const roles = JSON.parse(rows).map(
    (row: { organization: { id: string }; team: { role: string } }) => [
      row.organization.id,
      row.team.role,
    ],
  );
  expect(Object.fromEntries(roles)).toEqual({ [owner]: "owner", [ada]: "owner" });
  expect(await ok(`team list --owner ${ada} --format id`)).toBe(team);
  const space = await ok("space create --title Guide --format id");
  expect(await ok(`member spaces ${ada} --format id`)).toBe("");
  await ok(`space permission grant ${space} --role review --team ${team}`);
  expect(JSON.parse(await ok(`member spaces ${ada} --json permission,space.title`))).toEqual([
    { permission: "review", space: { title: "Guide" } },
  ]);
  await ok(`space permission update ${space} --team ${team} --role read --yes`);
  expect(await ok(`space permission teams ${space} --jq .[].permission`)).toBe("read");
  expect((await run(`team drop ${team} ${ada} --yes`)).stderr).toContain(
    `Removed ${ada} from the team`,
  );
  expect(await ok(`member spaces ${ada} --format id`)).toBe("");
  await ok(`space permission remove ${space} --team ${team} --yes`);
  expect(await ok(`space permission teams ${space} --format id`)).toBe("");
  expect((await run(`team delete ${team} --yes`)).stderr).toContain("Deleted the team");
});

slowTest("a grant requires a user or team, including in a collection", async () => {
  const { run, ok, invite } = await start();
  const ada = await invite("ada@example.com", "guest");
  const collection = await ok("collection create --title Guides --format id");
  const nobody = await run(`collection permission grant ${collection} --role read`);
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("--user or --team")]);
  await ok(`collection permission grant ${collection} --role edit --user ${ada}`);
  expect(await ok(`collection permission users ${collection} --jq .[].user.id`)).toBe(ada);
  await ok(`collection permission remove ${collection} --user ${ada} --yes`);
  expect(await ok(`collection permission users ${collection} --format id`)).toBe("");
});

slowTest("an invite link states its role, and users join by it", async () => {
  const { run, ok } = await start();
  const space = await ok("space create --title Guide --format id");
  for (const flags of [
    "",
    "--level read",
    `--role read --to-space ${space}`,
    "--role read --level read",
  ]) {
    const unclear = await run(`org invite create ${flags}`);
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining("--to-space")]);
  }
  const link = await ok(`org invite create --level read --to-space ${space} --format id`);
  expect(await ok(`org invite get ${link} --json --jq .level`)).toBe("read");
  // The list contains invites with a role in the organization.
  expect(await ok("org invite list --format id")).toBe("");
  const dry = JSON.parse(await ok(`org join O1000000000000000000 --invite ${link} -n`));
  expect(dry).toMatchObject({
    method: "POST",
    // Any user with the id may join.
    url: expect.stringMatching(/\/orgs\/O1000000000000000000\/invites\/\[removed\]$/),
  });
  expect(JSON.parse(await ok("org join O1000000000000000000 -n")).url).toMatch(
    /\/orgs\/O1000000000000000000\/join$/,
  );
  expect((await run(`org join --invite ${link}`)).stderr).toContain("Joined the organization");
});

slowTest("a ping returns a visitor token of the user", async () => {
  const { ok, owner } = await start();
  const token = await ok("org ping --jq .gitbookVisitorClaims");
  expect(decodeJwt(token)).toMatchObject({ sub: owner, role: "admin" });
  expect(await ok("member list --sort lastSeenAt --format id")).toBe(owner);
});
