/** Undo on a platform with rate limits, pending approvals, short pages and normalized values. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import * as space from "../../../src/contract/space.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { type Habits, hosted, serveTransport } from "../../support/platforms/hosted.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

async function open(habits: Habits) {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const people: string[] = [];
  for (let at = 0; at < 5; at++) people.push(await workspace.member(organizationId, "read"));
  const { db, now, service } = workspace;
  const token = await issueToken(db, { user: admin, label: "hosted", now });
  const { url } = await serveTransport(hosted(service.transport, habits));
  const env = {
    TOME_BASE_URL: url,
    TOME_TOKEN: token,
    TOME_ORG: organizationId,
    TOME_HISTORY: "on",
    XDG_STATE_HOME: temporaryFolder(),
  };
  const tome = openTome();
  const interrupted = () => new Promise<void>(() => {});
  const run = (line: string) => tome(line, { env, interrupted });
  const titles = async () =>
    (await workspace.ok(admin, space.list, { organizationId })).items.map(({ title }) => title);
  return { run, titles, people };
}

slowTest("an apply is undone completely despite rate limits and normalized titles", async () => {
  const { run, titles } = await open({});
  for (const title of ["Old!", "Other"]) await run(`space create --title ${title}`);
  const before = await titles();
  expect(before).toEqual(["Old", "Other"]);
  const folder = temporaryFolder();
  const named = (title: string) => ({ title, emoji: "📘" });
  const spaces = { a: named("Mine!"), b: named("Yours"), c: named("New!!"), d: named("Newer") };
  writeFileSync(join(folder, "content.yaml"), stringify({ spaces }));
  const adopted = "--adopt spaces/a=Old --adopt spaces/b=Other";
  const applied = await run(`apply ${folder} --yes ${adopted}`);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await titles()).toSorted()).toEqual(["Mine", "New", "Newer", "Yours"]);
  const undone = await run("undo --yes");
  expect(undone.code, undone.stdout + undone.stderr).toBe(0);
  expect(await titles()).toEqual(before);
});

slowTest(
  "an undo that awaits admins exits with 8, continues with the rest, and is requested again",
  async () => {
    let asks = false;
    const { run, people } = await open({
      accepts: (what) => (what.includes("/permissions") && asks ? "instead" : undefined),
    });
    const made = JSON.parse((await run("space create --title Handbook --json id")).stdout);
    const grant = `space permission grant ${made.id}`;
    for (const user of people) await run(`${grant} --user ${user} --role comment`);
    const users = people.map((user) => `--user ${user}`).join(" ");
    expect((await run(`${grant} ${users} --role edit`)).code).toBe(0);
    asks = true;
    const asked = await run("undo --yes");
    expect([asked.code, asked.stdout]).toEqual([8, expect.stringContaining("asked")]);
    asks = false;
    expect((await run("undo --yes")).code).toBe(0);
    const roles = await run(`space permission users ${made.id} --all --json permission`);
    expect(JSON.parse(roles.stdout)).toEqual(people.map(() => ({ permission: "comment" })));
  },
);

test("a value that the platform stores differently counts as changed: undo reports it, and --force undoes it", async () => {
  const { run, titles } = await open({ tellsLater: () => true });
  const made = JSON.parse((await run("space create --title Old --json id")).stdout);
  await run(`space update ${made.id} --title New!`);
  const refused = await run("undo --yes");
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining("title")]);
  expect((await run("undo --force")).code).toBe(0);
  expect(await titles()).toEqual(["Old"]);
});
