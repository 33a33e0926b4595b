/** L1: platforms of one program are isolated, and closed ones leave nothing. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { buildProgram, root } from "../bin/built.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

beforeAll(buildProgram);

const platforms = amount({ short: 4, full: 20 });
const rounds = amount({ short: 1, full: 25 });

/** Exits by itself if no handle of the platforms is left, and is killed by the test otherwise. */
const program = `
import { createClient, startPlatform } from ${JSON.stringify(pathToFileURL(join(root, "dist", "library.js")).href)};
const told = { titles: 0, foreign: 0, answering: 0 };
for (let round = 0; round < ${rounds}; round++) {
  const all = await Promise.all(Array.from({ length: ${platforms} }, () => startPlatform()));
  await Promise.all(all.map(async ({ baseUrl, token, organization: organizationId }, index) => {
    const tome = createClient({ baseUrl, token });
    for (let space = 0; space <= index; space++) {
      await tome.createSpace({ organizationId, title: index + "." + space });
    }
  }));
  for (const [index, { client, organization: organizationId, token }] of all.entries()) {
    const titles = [];
    for await (const { title } of client.listSpacesInOrganizationById({ organizationId })) titles.push(title);
    const own = Array.from({ length: index + 1 }, (_, space) => index + "." + space);
    if (titles.sort().join() !== own.sort().join()) throw new Error(index + " has " + titles);
    told.titles += titles.length;
    for (const other of all) {
      if (other.token === token) continue;
      const answer = await fetch(other.baseUrl + "/v1/user", { headers: { authorization: "Bearer " + token } });
      if (answer.status !== 401) throw new Error("a token of another is answered with " + answer.status);
      told.foreign++;
    }
  }
  await Promise.all(all.map((platform) => platform.close()));
  for (const { baseUrl, client } of all) {
    const asked = [() => fetch(baseUrl + "/healthz"), () => client.getAuthenticatedUser()];
    for (const ask of asked) told.answering += await ask().then(() => 1, () => 0);
  }
}
console.log(JSON.stringify(told));
`;

test("platforms have separate data and tokens, and a closed platform leaves no handles and files", () => {
  const folder = temporaryFolder();
  const names = ["home", "temporary", "work"];
  const [home = "", temporary = "", work = ""] = names.map((name) => join(folder, name));
  for (const one of [home, temporary, work]) mkdirSync(one);
  const words = ["--input-type=module", "--eval", program];
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary };
  const options = { cwd: work, env, encoding: "utf8", timeout: 60_000 * rounds } as const;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, options);
  expect([status, signal, stderr]).toEqual([0, null, ""]);
  const { titles, foreign, answering } = JSON.parse(stdout);
  expect(titles).toBe((rounds * platforms * (platforms + 1)) / 2);
  expect(foreign).toBe(rounds * platforms * (platforms - 1));
  expect(answering).toBe(0);
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  // Node 20 has no SQLite, so the bundled one is unpacked once.
  const others = left.filter((path) => !path.startsWith("home/.cache/tome/sqlite/"));
  expect(others).toEqual([]);
  report(
    "L1",
    `${rounds} times ${platforms} platforms in one process, ${titles} spaces each in its own, ${foreign} foreign tokens refused, ${others.length} files and ${answering} ports left`,
  );
});
