/**
 * Simulated hosted behavior that the local platform does not have: rate limits, pending approvals
 * and normalized values.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { hosted, serveTransport } from "../../support/platforms/hosted.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

/**
 * @param asksAdmins whether grants wait for an approval
 * @param tellsLater whether responses to writes have titles as they were sent
 */
async function openHosted(asksAdmins: () => boolean, tellsLater = () => false) {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const token = await issueToken(workspace.db, {
    user: admin,
    label: "hosted",
    now: workspace.now,
  });
  const writes: string[] = [];
  const accepts = (what: string) =>
    what.endsWith("/permissions") && asksAdmins() ? "instead" : undefined;
  const habits = { accepts, tellsLater };
  const { url } = await serveTransport(hosted(workspace.service.transport, habits, writes));
  const env = { TOME_BASE_URL: url, TOME_TOKEN: token, TOME_ORG: organizationId };
  const tome = openTome();
  const interrupted = () => new Promise<void>(() => {});
  return { run: (line: string) => tome(line, { env, interrupted }), writes };
}

slowTest("a plan converges despite rate limits and normalized titles, with a note", async () => {
  const { run, writes } = await openHosted(() => false);
  const folder = temporaryFolder();
  const titles = ["Wow!", "Plain", "More!!", "Other"];
  const spaces = Object.fromEntries(titles.map((title, at) => [`s${at}`, { title, emoji: "📘" }]));
  writeFileSync(join(folder, "content.yaml"), stringify({ spaces }));
  const applied = await run(`apply ${folder} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stderr).toContain(
    'spaces/s0: the platform stored title as "Wow" instead of "Wow!"',
  );
  const planned = await run(`plan ${folder} --fail`);
  expect([planned.code, planned.stderr]).toEqual([
    0,
    expect.stringContaining("spaces/s2: the platform stores title in another form"),
  ]);
  expect((await run(`drift ${folder}`)).code).toBe(0);
  const before = writes.length;
  expect((await run(`apply ${folder} --yes`)).code).toBe(0);
  expect(writes.length).toBe(before);
});

test("a title that the platform changes after its response stays a change, and the plan names the reason", async () => {
  const { run } = await openHosted(
    () => false,
    () => true,
  );
  const folder = temporaryFolder();
  writeFileSync(join(folder, "content.yaml"), stringify({ spaces: { one: { title: "Wow!" } } }));
  const why = "the last apply reset title, but its earlier value is back";
  expect((await run(`apply ${folder} --yes`)).code).toBe(0);
  const first = await run(`plan ${folder}`);
  expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining(why)]);
  expect((await run(`apply ${folder} --yes`)).code).toBe(0);
  const second = await run(`plan ${folder} --fail`);
  expect([second.code, second.stderr]).toEqual([10, expect.stringContaining(why)]);
  writeFileSync(join(folder, "content.yaml"), stringify({ spaces: { one: { title: "Wow" } } }));
  expect((await run(`plan ${folder} --fail`)).code).toBe(0);
});

slowTest(
  "only resources of the lock file are deleted, despite rate limits and short lists",
  async () => {
    const { run, writes } = await openHosted(() => false);
    const folder = temporaryFolder();
    const write = (count: number, teams: object) => {
      const titles = Array.from({ length: count }, (_, at) => [`s${at}`, { title: `Space ${at}` }]);
      const content = { spaces: Object.fromEntries(titles) };
      writeFileSync(join(folder, "content.yaml"), stringify(content));
      writeFileSync(join(folder, "people.yaml"), stringify({ teams }));
    };
    write(9, { docs: { title: "Docs" }, old: { title: "Old" } });
    expect((await run(`apply ${folder} --yes`)).code).toBe(0);
    for (let at = 0; at < 5; at++) await run(`space create --title Theirs${at}`);
    await run("team create --title Theirs");
    write(4, { docs: { title: "Docs" } });
    writes.length = 0;
    const pruned = await run(`apply ${folder} --prune --yes`);
    expect(pruned.code, pruned.stderr).toBe(0);
    expect(writes.filter((write) => write.startsWith("DELETE"))).toHaveLength(6);
    const { stdout } = await run("space list --all --json title");
    expect(stdout.match(/Theirs/g)).toHaveLength(5);
    expect(stdout.match(/Space/g)).toHaveLength(4);
    expect((await run("team list --all --json title")).stdout).toContain("Theirs");
    expect((await run(`plan ${folder} --prune --fail`)).code).toBe(0);
  },
);

slowTest(
  "changes that await admins exit with 8, are not done, and are requested again",
  async () => {
    let asks = true;
    const { run } = await openHosted(() => asks);
    const folder = temporaryFolder();
    const people = { teams: { docs: { title: "Docs" } } };
    const spaces = { guide: { title: "Guide", grants: { "teams/docs": "edit" } } };
    writeFileSync(join(folder, "people.yaml"), stringify(people));
    writeFileSync(join(folder, "content.yaml"), stringify({ spaces }));
    const asked = await run(`apply ${folder} --yes`);
    expect([asked.code, asked.stdout], asked.stderr).toEqual([8, expect.stringContaining("asked")]);
    const planned = await run(`plan ${folder} --fail --json`);
    expect(planned.code).toBe(10);
    expect(JSON.parse(planned.stdout)).toMatchObject([
      { does: "update", address: "spaces/guide", fields: "grants/teams/docs" },
    ]);
    asks = false;
    expect((await run(`apply ${folder} --yes`)).code).toBe(0);
    expect((await run(`plan ${folder} --fail`)).code).toBe(0);
  },
);
