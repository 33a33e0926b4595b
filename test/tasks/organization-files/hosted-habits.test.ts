/** A platform with habits that the embedded one does not have: it turns away, asks admins, and keeps values in its own way. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { hosted, serveTransport } from "../../support/hosted.ts";
import { openTome } from "../../support/tome.ts";
import { openWorkspace } from "../../support/workspace.ts";

/** @param asksAdmins whether grants wait for somebody to agree */
async function openHosted(asksAdmins: () => boolean) {
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
  const { url } = await serveTransport(hosted(workspace.service.transport, { accepts }, writes));
  const env = { TOME_BASE_URL: url, TOME_TOKEN: token, TOME_ORG: organizationId };
  const tome = openTome();
  const interrupted = () => new Promise<void>(() => {});
  return { run: (line: string) => tome(line, { env, interrupted }), writes };
}

test("A plan converges where the platform turns away and keeps a title in its own way, and says so", async () => {
  const { run, writes } = await openHosted(() => false);
  const folder = temporaryFolder();
  const titles = ["Wow!", "Plain", "More!!", "Other"];
  const spaces = Object.fromEntries(titles.map((title, at) => [`s${at}`, { title, emoji: "📘" }]));
  writeFileSync(join(folder, "content.yaml"), stringify({ spaces }));
  const applied = await run(`apply ${folder} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stderr).toContain('spaces/s0: the platform keeps title as "Wow", not as "Wow!"');
  const planned = await run(`plan ${folder} --fail`);
  expect([planned.code, planned.stderr]).toEqual([
    0,
    expect.stringContaining("spaces/s2: the platform keeps title in its own way"),
  ]);
  expect((await run(`drift ${folder}`)).code).toBe(0);
  const before = writes.length;
  expect((await run(`apply ${folder} --yes`)).code).toBe(0);
  expect(writes.length).toBe(before);
});

test("What waits for the admins ends with 8, is not taken for done, and is asked for again", async () => {
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
});
