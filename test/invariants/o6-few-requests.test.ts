/** A large organization is read with few requests: its lists, and one for each team and site. */
import { join } from "node:path";
import { expect, test } from "vitest";
import * as site from "../../src/contract/site.ts";
import * as space from "../../src/contract/space.ts";
import * as team from "../../src/contract/team.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openAccessPlatform, openOn } from "../support/platforms/access-platform.ts";

const spaces = amount({ short: 30, all: 60, full: 500 });
const members = amount({ short: 60, all: 120, full: 2000 });
const sites = 10;
const teams = 8;

test("export, plan and drift of a large organization take at most 40 requests and one for each team and site", async () => {
  const workspace = await openOn(undefined);
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const people: string[] = [];
  for (let at = 0; at < members; at++) people.push(await workspace.member(organizationId, "read"));
  const made: string[] = [];
  for (let at = 0; at < spaces; at++) {
    const asked = { organizationId, title: `Space ${at}` };
    made.push((await workspace.ok(admin, space.create, asked)).id);
  }
  for (let at = 0; at < teams; at++) {
    const asked = { organizationId, title: `Team ${at}`, members: people.slice(at, at + 20) };
    await workspace.ok(admin, team.create, asked);
  }
  for (let at = 0; at < sites; at++) {
    const asked = { organizationId, title: `Site ${at}`, spaces: made.slice(at, at + 5) };
    await workspace.ok(admin, site.create, asked);
  }
  const { run, count } = await openAccessPlatform(workspace, organizationId, admin);
  const folder = join(temporaryFolder(), "acme");
  const counts: number[] = [];
  for (const line of [
    ["export", folder],
    ["plan", folder, "--fail"],
    ["drift", folder],
  ]) {
    const { code, stderr } = await run(line);
    expect(code, stderr).toBe(0);
    counts.push(count());
    expect(count(), line.join(" ")).toBeLessThanOrEqual(40 + teams + sites);
  }
  const size = `${spaces} spaces, ${members} members, ${teams} teams, ${sites} sites`;
  report("O6", `${size}: ${counts.join(", ")} requests to export, plan and find drift`);
}, 600_000);
