/** An apply killed at any of its requests and resumed has the same result, without duplicates. */
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import * as space from "../../src/contract/space.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  type FileOrganization,
  forgetOrganization,
  makeEmptyOrganization,
  makeFileOrganization,
  valuesIn,
} from "../support/organizations/file-organization.ts";
import { type Death, openOn } from "../support/platforms/access-platform.ts";

const applies = amount({ short: 1, full: 100 });
/** Number of requests between two kills. */
const stride = amount({ short: 21, full: 1 });
const seed = 92_000;
/** Few resources of each kind, so that an apply can be killed at each of its requests. */
const counts = { collections: 2, spaces: 3, sites: 1, teams: 1, changes: 0 };

/** Follows the hint of each message until nothing is left to do. */
async function resume(to: FileOrganization, folder: string, say: string): Promise<number> {
  const journal = join(folder, "tome.journal.ndjson");
  const adopted: string[] = [];
  for (let tries = 1; tries < 20; tries++) {
    const going = existsSync(journal) ? ["--resume", journal] : [];
    const ran = await to.run(["apply", folder, "--yes", ...going, ...adopted]);
    if (ran.code === 0) return tries;
    // Quoted if necessary for a shell.
    const [, quoted, advised = quoted] = /--adopt (?:'([^']+)'|(\S+))/.exec(ran.stderr) ?? [];
    const isAdvised = advised !== undefined || ran.stderr.includes("--resume");
    expect([ran.code, isAdvised], `${say}: ${ran.stderr}`).toEqual([9, true]);
    if (advised !== undefined) adopted.push("--adopt", advised);
  }
  throw new Error(`${say}: it does not end.`);
}

test("an apply of a few spaces killed before or after any request creates no duplicates", async () => {
  const workspace = await openOn(undefined);
  const { admin } = await makeFileOrganization(workspace, seed);
  const spaces = { one: { title: "One" }, two: { title: "Two", emoji: "📘" } };
  const collections = { all: { title: "All", description: "Everything", spaces } };
  const folder = temporaryFolder();
  writeFileSync(join(folder, "content.yaml"), JSON.stringify({ collections }));
  let killed = 0;
  async function kill(death: Death): Promise<boolean> {
    const own = join(temporaryFolder(), "own");
    cpSync(folder, own, { recursive: true });
    const to = await makeEmptyOrganization(workspace, admin);
    const { code } = await to.run(["apply", own, "--yes"], death);
    if (code === 0) return false;
    await resume(to, own, JSON.stringify(death));
    const { organizationId } = to;
    const made = await workspace.ok(admin, space.list, { organizationId });
    expect(made.items.map(({ title }) => title).toSorted()).toEqual(["One", "Two"]);
    killed++;
    return true;
  }
  for (const when of ["before", "after"] as const) {
    for (let number = 1; await kill({ at: number, when }); number++);
  }
  report("O2", `${killed} applies of a few spaces killed at each request, nothing twice`);
});

const found = { killed: 0, resumed: 0 };
afterAll(() =>
  report(
    "O2",
    `${found.killed} applies killed, the same end after ${found.resumed} resumes, nothing twice`,
  ),
);

/**
 * Kills an apply of an organization and resumes it.
 * @returns a function that does so at one request, and returns whether it was sent
 */
async function openKilling(at: number): Promise<(death: Death) => Promise<boolean>> {
  const workspace = await openOn(undefined);
  const from = await makeFileOrganization(workspace, seed + at, counts);
  const folder = join(temporaryFolder(), "acme");
  expect((await from.run(["export", folder, "--with", "grants"])).code).toBe(0);
  const expected = valuesIn(folder);
  forgetOrganization(folder);
  return async (death) => {
    const say = `seed ${seed + at}, ${JSON.stringify(death)}`;
    const own = join(temporaryFolder(), "own");
    cpSync(folder, own, { recursive: true });
    const to = await makeEmptyOrganization(workspace, from.admin);
    const ran = await to.run(["apply", own, "--yes"], death);
    // A local platform keeps the data.
    expect(ran.stderr, say).not.toContain("the platform store");
    if (ran.code === 0) return false;
    found.resumed += await resume(to, own, say);
    await workspace.service.jobs.finish();
    const again = join(temporaryFolder(), "again");
    const exported = await to.run(["export", again, "--with", "grants"]);
    expect(exported.code, say).toBe(0);
    expect(valuesIn(again), `${say}: ${exported.stderr}`).toEqual(expected);
    expect((await to.run(["plan", own, "--fail"])).code, say).toBe(0);
    found.killed++;
    return true;
  };
}

test.each([
  ["the response to a new section is lost, so its first space is unknown", 1, 37, "after"],
  [
    "a site had no section yet, so that its default follows from what the resume makes",
    8,
    30,
    "before",
  ],
] as const)("an apply killed when %s has the same result", async (_, at, number, when) => {
  const kill = await openKilling(at);
  expect(await kill({ at: number, when })).toBe(true);
});

test.each(Array.from({ length: applies }, (_, at) => at))(
  "an apply killed at its requests and resumed has the same result without duplicates: organization %i",
  async (at) => {
    const kill = await openKilling(at);
    const before = found.killed;
    for (const when of ["before", "after"] as const) {
      for (let number = 1 + (at % stride); await kill({ at: number, when }); number += stride);
    }
    expect(found.killed - before).toBeGreaterThan(2);
  },
);
