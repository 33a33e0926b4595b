/** Backups and restores on a platform with rate limits, short pages and normalized values. */
import { join } from "node:path";
import { expect } from "vitest";
import { amount, longTest, slowTest } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";
import { makeSpaces } from "../../support/generators/random-spaces.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { getContent } from "../../support/platforms/backup-folders.ts";
import { openBackupPlatform } from "../../support/platforms/backup-platform.ts";
import { type Habits, hosted } from "../../support/platforms/hosted.ts";

interface Titled {
  readonly id: string;
  readonly title: string;
}

/** The sample, on a platform that simulates hosted behavior on request. */
async function open(habits: Habits = {}) {
  let isHosted = false;
  const platform = await openBackupPlatform((transport) => {
    const through = hosted(transport, habits);
    return (request) => (isHosted ? through(request) : transport(request));
  });
  const become = () => {
    isHosted = true;
  };
  const back = async (organization: string) => {
    const folder = join(temporaryFolder(), "back");
    await platform.json(`backup create ${folder} --org ${organization}`);
    return getContent(folder);
  };
  return { ...platform, become, back };
}

slowTest(
  "a backup and a restore have the same result after rate limits, and wait for an accepted merge",
  async () => {
    const merge = /^POST .*\/merge$/;
    let accepted = 0;
    const { json, run, become, newOrganization, asked, back } = await open({
      accepts: (what) => (merge.test(what) && accepted++ === 0 ? "afterwards" : undefined),
    });
    const to = await newOrganization();
    become();
    const there = join(temporaryFolder(), "there");
    await json(`backup create ${there} --space Welcome`);
    const line = `backup restore ${there} --to ${to}`;
    const first = await run(line);
    expect([first.code, first.stderr]).toEqual([8, expect.stringContaining("has not finished it")]);
    expect((await run(line)).code).toBe(0);
    expect(asked().filter((one) => merge.test(one))).toEqual([]);
    expect(await back(to)).toEqual(getContent(there));
    expect((await run(`backup diff ${there}`)).code).toBe(0);
  },
);

slowTest(
  "each restore reports a page that the platform stores in another form, and creates nothing twice",
  async () => {
    const { json, run, become, newOrganization, asked } = await open();
    const [welcome] = (await json<Titled[]>("space list --all")).filter(
      ({ title }) => title === "Welcome",
    );
    const space = welcome?.id ?? "";
    const { id } = await json<Titled>(`cr create --space ${space} --subject Edit`);
    await json(`cr edit ${id} --space ${space} --new --title Wow!`);
    await json(`cr merge ${id} --space ${space}`);
    const there = join(temporaryFolder(), "there");
    await json(`backup create ${there} --space ${space}`);
    const to = await newOrganization();
    become();
    const line = `backup restore ${there} --to ${to}`;
    const told = {
      code: 9,
      stdout: expect.stringContaining('The page "Wow!" has a different title.'),
    };
    expect(await run(line)).toMatchObject(told);
    const titles = async () => {
      const [made] = await json<Titled[]>(`space list --org ${to} --all`);
      const list = await json<{ pages: Titled[] }>(`page list --space ${made?.id}`);
      return list.pages.map(({ title }) => title);
    };
    const after = await titles();
    expect(after).toContain("Wow");
    expect(await run(line)).toMatchObject(told);
    expect(asked().filter((one) => !one.startsWith("GET "))).toEqual([]);
    expect(await titles()).toEqual(after);
  },
);

longTest(
  "Random spaces come back whole from and to a platform with habits",
  async () => {
    for (let round = amount({ short: 1, full: 8 }); round > 0; round--) {
      const random = randomFrom();
      const { become, json, run, newOrganization, back, workspace, organization, owner } =
        await open();
      await makeSpaces(workspace, random, organization, owner, { spaces: 3, pages: 10 });
      const to = await newOrganization();
      become();
      const there = join(temporaryFolder(), "there");
      await json(`backup create ${there}`);
      const { code, stderr } = await run(`backup restore ${there} --to ${to}`);
      expect([random.seed, code], stderr).toEqual([random.seed, 0]);
      expect(await back(to), String(random.seed)).toEqual(getContent(there));
    }
  },
  3_600_000,
);
