/** A restored backup has the same texts except for ids, and the same working links. */

import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { makeSpaces } from "../support/generators/random-spaces.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { getContent } from "../support/platforms/backup-folders.ts";
import { type BackupPlatform, openBackupPlatform } from "../support/platforms/backup-platform.ts";

const rounds = amount({ short: 1, full: 50 });
const sizes = {
  spaces: amount({ short: 2, full: 10 }),
  pages: amount({ short: 5, full: 40 }),
};

interface Link {
  readonly ref: { readonly kind: string; readonly anchor?: string; readonly url?: string };
}

/** The broken links of each space, by title, without ids. */
async function brokenIn({ json }: BackupPlatform, organization: string) {
  const spaces = await json<{ id: string; title: string }[]>(
    `space list --org ${organization} --all`,
  );
  const broken: Record<string, number> = {};
  for (const { id, title } of spaces) {
    const links = await json<Link[]>(`space links ${id} --status broken --all`);
    broken[title] = links.length;
  }
  return broken;
}

test("restoring a backup into an empty organization and backing it up again gives the same backup, except for ids", async () => {
  let spaces = 0;
  const [changed, broken] = [countFaults(), countFaults()];
  for (let round = 0; round < rounds; round++) {
    const random = randomFrom();
    const platform = await openBackupPlatform();
    const { workspace, owner, organization } = platform;
    await makeSpaces(workspace, random, organization, owner, sizes);
    const [there, back] = [join(temporaryFolder(), "there"), join(temporaryFolder(), "back")];
    await platform.json(`backup create ${there}`);
    const empty = await platform.newOrganization();
    const about = { seed: random.seed };
    const { code, stdout, stderr } = await platform.run(`backup restore ${there} --to ${empty}`);
    expect([about, code, stdout.match(/^different.*/gm)], stderr).toEqual([about, 0, null]);
    await platform.json(`backup create ${back} --org ${empty}`);
    const wanted = getContent(there);
    const content = getContent(back);
    changed.add(!isDeepStrictEqual(content, wanted));
    expect(content, String(random.seed)).toEqual(wanted);
    const [was, is] = [await brokenIn(platform, organization), await brokenIn(platform, empty)];
    broken.add(!isDeepStrictEqual(was, is));
    expect(is).toEqual(was);
    spaces += Object.keys(wanted as object).length;
  }
  const differences = `${changed.total()} with other content, ${broken.total()} with other links`;
  report("B1", `${spaces} spaces there and back, ${differences}`);
}, 36_000_000);
