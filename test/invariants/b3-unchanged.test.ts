/** A backup fetches only changes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { type BackupPlatform, openBackupPlatform } from "../support/platforms/backup-platform.ts";

const rounds = amount({ short: 1, full: 100 });

interface Page {
  readonly id: string;
  readonly type: string;
  readonly pages?: readonly Page[];
}

function documentsIn(pages: readonly Page[]): readonly string[] {
  return pages.flatMap(({ id, type, pages: below = [] }) => [
    ...(type === "document" ? [id] : []),
    ...documentsIn(below),
  ]);
}

/** The pages and files that the last backup requested. */
function fetchedBy({ asked }: BackupPlatform): readonly string[] {
  return asked()
    .flatMap(
      (one) => /\/page\/(\w+)\/document/.exec(one)?.[1] ?? /(_download)/.exec(one)?.[1] ?? [],
    )
    .toSorted();
}

test("a backup fetches only pages that changed since the last one", async () => {
  const random = randomFrom();
  const platform = await openBackupPlatform();
  const folder = join(temporaryFolder(), "backup");
  const file = join(temporaryFolder(), "page.md");
  const all = await platform.json<{ id: string }[]>("space list --all");
  const spaces = sample(all, 3);
  const limits = spaces.length < all.length ? spaces.map(({ id }) => ` --space ${id}`) : [];
  const create = `backup create ${folder}${limits.join("")}`;
  await platform.json(create);
  let changed = 0;
  const unneeded = countFaults();
  for (let round = 0; round < rounds; round++) {
    await platform.json(create);
    expect([random.seed, unneeded.add(fetchedBy(platform))]).toEqual([random.seed, []]);
    const { id: space } = random.pick(spaces);
    const { pages } = await platform.json<{ pages: Page[] }>(`page list --space ${space}`);
    const wanted = documentsIn(pages).filter(() => random.chance(0.5));
    const { id } = await platform.json<{ id: string }>(`cr create --space ${space} --subject Edit`);
    for (const page of wanted) {
      writeFileSync(file, `Words ${random.next()}.\n`);
      await platform.json(`cr edit ${id} --space ${space} --page ${page} --file ${file}`);
    }
    await platform.json(`cr merge ${id} --space ${space}`);
    await platform.json(create);
    expect([random.seed, fetchedBy(platform)]).toEqual([random.seed, wanted.toSorted()]);
    changed += wanted.length;
  }
  report(
    "B3",
    `${rounds} unchanged backups fetched ${unneeded.total()} pages, ${rounds} others the ${changed} that changed`,
  );
}, 7_200_000);
