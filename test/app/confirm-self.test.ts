/** Commands that reduce the caller's own access ask for confirmation, alone and in bulk. */
import { expect, test } from "vitest";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

/** A local platform with a team and a space of the caller and of other users. */
async function workspace() {
  const tome = openTome();
  const run: Tome = (line, ask) =>
    tome(typeof line === "string" ? `${line} --local` : [...line, "--local"], {
      interrupted: () => new Promise(() => {}),
      ...ask,
    });
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    expect([line, code, stderr]).toEqual([line, 0, stderr]);
    return stdout.trim();
  };
  const me = await ok("whoami --json --jq .id");
  const emails = ["a", "b", "c", "d", "e", "f"].map((one) => `${one}@example.com`);
  await ok(`org invite users ${emails.join(" ")} --role read`);
  const members: string[] = JSON.parse(await ok("member list --json --jq [.[].id]"));
  const others = members.filter((one) => one !== me);
  return { run, ok, me, others };
}

slowTest("your own role is never changed in a bulk run without confirmation", async () => {
  const { run, ok, me, others } = await workspace();
  const all = [...others, me].join(" ");
  const alone = await run(`member update ${all} --role create`);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("This is you")]);
  const asked = await run(`member update ${all} --role create`, { answers: ["n"] });
  expect([asked.code, asked.stderr]).toEqual([
    3,
    expect.stringMatching(/- This is your own account: [^-]*create/),
  ]);
  expect(await ok(`member get ${me} --json --jq .role`)).toBe("admin");
  const removed = await run(`member remove ${all}`, { answers: ["n"] });
  expect(removed.stderr).toContain(
    "- This is your own account: you lose access to the organization.",
  );
  expect(removed.stderr).toContain("- and 1 more");
  expect((await run(`member update ${others.join(" ")} --role edit`)).code).toBe(0);
});

test("a script changes your own role only with --yes, and the message names guest", async () => {
  const { run, ok, me, others } = await workspace();
  await ok(`member update ${others[0]} --role admin`);
  const alone = await run(`member update ${me} --role guest`);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("requires --yes")]);
  const asked = await run(`member update ${me} --role guest`, { answers: ["n"] });
  expect([asked.code, asked.stderr]).toEqual([3, expect.stringContaining("to guest?")]);
  await ok(`member update ${me} --role create --yes`);
});

test.each(["space", "collection"])(
  "granting yourself a role in a %s is confirmed",
  async (what) => {
    const { run, ok, me, others } = await workspace();
    const id = await ok(`${what} create --title Guide --format id`);
    const [other = ""] = others;
    for (const line of [
      `${what} permission grant ${id} --role read --user ${other} --user ${me}`,
      `${what} permission update ${id} --role read --user ${me}`,
    ]) {
      expect((await run(line)).code).toBe(2);
      const asked = await run(line, { answers: ["n"] });
      expect([asked.code, asked.stderr]).toEqual([
        3,
        expect.stringMatching(/(This is you|You are among).*"Guide"/),
      ]);
    }
    await ok(`${what} permission grant ${id} --role edit --user ${other}`);
    await ok(`${what} permission update ${id} --role read --user ${other}`);
  },
);

slowTest("leaving a team is confirmed and names it as your own", async () => {
  const { run, ok, me, others } = await workspace();
  const [other = ""] = others;
  const team = await ok("team create --title Writers --format id");
  const space = await ok("space create --title Guide --format id");
  await ok(`space permission grant ${space} --role edit --team ${team}`);
  await ok(`team put ${team} ${me} --role owner`);
  for (const line of [
    `team delete ${team}`,
    `space permission update ${space} --team ${team} --role read`,
    `space permission remove ${space} --team ${team}`,
  ]) {
    const asked = await run(line, { answers: ["n"] });
    expect([line, asked.code, asked.stderr]).toEqual([
      line,
      3,
      expect.stringContaining("You are in this team"),
    ]);
  }
  for (const line of [
    `team put ${team} ${me}`,
    `team add ${team} ${me} --role member`,
    `team add ${team} ${other} --remove ${me}`,
  ]) {
    expect([line, (await run(line)).code]).toEqual([line, 2]);
    expect([line, (await run(line, { answers: ["n"] })).code]).toEqual([line, 3]);
  }
  await ok(`team put ${team} ${other}`);
  await ok(`team drop ${team} ${me} --yes`);
  const foreign = await run(`team delete ${team}`, { answers: ["n"] });
  expect(foreign.stderr).not.toContain("You are in this team");
});

slowTest("your role in a team is changed without confirmation, unless you own it", async () => {
  const { run, ok, me } = await workspace();
  const email = (await ok("whoami --json --jq .email")).toUpperCase();
  const team = await ok("team create --title Writers --format id");
  const ownerRole = (one: string) => `team put ${team} ${one} --role owner`;
  for (const one of [me, email]) {
    for (const line of [`team put ${team} ${one}`, `team add ${team} ${one} --role member`]) {
      await ok(`team put ${team} ${me} --yes`);
      await ok(line);
      await ok(ownerRole(me));
      const asked = await run(line, { answers: ["n"] });
      expect([line, asked.code]).toEqual([line, 3]);
      expect(asked.stderr).toContain("you no longer manage the team");
    }
  }
});

slowTest("confirmations name invites, comments and replies by their content", async () => {
  const { run, ok } = await workspace();
  const invite = await ok("org invite create --role comment --format id");
  const space = await ok("space create --title Guide --format id");
  const long = `Is\u001b[2Jthis ${"very ".repeat(20)}true?`;
  const post = async (words: readonly string[]) =>
    (await run([...words, "--space", space, "--format", "id"])).stdout.trim();
  const comment = await post(["comment", "create", "--body", long]);
  const reply = await post(["comment", "reply", "create", comment, "--body", "Yes,\n\nsince 4.1"]);
  const asks = async (line: string) => (await run(line, { answers: ["n"] })).stderr;
  expect(await asks(`org invite delete ${invite}`)).toContain(`(comment in the organization)?`);
  const asked = await asks(`comment delete ${comment} --space ${space}`);
  expect(asked).toMatch(/the comment "Is.*this very very .*…" by \S.* \(/);
  expect(asked).not.toContain("\u001b[2J");
  const replied = await asks(`comment reply delete ${comment} ${reply} --space ${space}`);
  expect(replied).toMatch(/the reply "Yes, since 4.1" by /);
});
