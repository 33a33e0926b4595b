/** A backup or restore killed at any request loses nothing, and the next run continues. */

import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect } from "vitest";
import { buildProgram } from "../bin/built.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { getContent } from "../support/platforms/backup-folders.ts";
import { type BackupPlatform, openBackupPlatform } from "../support/platforms/backup-platform.ts";

/**
 * Number of requests between two kills; a restore sends many more requests than a backup of one
 * space.
 */
const strideOfBackup = amount({ short: 8, full: 1 });
const strideOfRestore = amount({ short: 75, full: 1 });

beforeAll(buildProgram);

interface Titled {
  readonly id: string;
  readonly title: string;
}

/**
 * How a process dies: by a signal, or by losing the platform before or after a request is executed.
 */
const ways = ["kill", "before", "after"] as const;

async function die(platform: BackupPlatform, line: string, at: number, way: (typeof ways)[number]) {
  if (way === "kill") return platform.kill(line, at);
  const { code } = await platform.run(line, { at, when: way });
  expect([line, at, way, code]).not.toEqual([line, at, way, 0]);
}

async function getId({ json }: BackupPlatform, title: string): Promise<string> {
  const all = await json<Titled[]>("space list --all");
  return all.find((space) => space.title === title)?.id ?? "";
}

slowTest(
  "a backup killed at any request keeps the previous one, and the next run continues",
  async () => {
    const platform = await openBackupPlatform();
    const space = await getId(platform, "User guide");
    const [earlier, wanted] = [
      join(temporaryFolder(), "backup"),
      join(temporaryFolder(), "backup"),
    ];
    await platform.json(`backup create ${earlier} --space ${space}`);
    const { pages } = await platform.json<{ pages: Titled[] }>(`page list --space ${space}`);
    const file = join(temporaryFolder(), "page.md");
    writeFileSync(file, "Other words.\n");
    const { id } = await platform.json<Titled>(`cr create --space ${space} --subject Edit`);
    for (const page of pages.slice(0, 4)) {
      await platform.json(`cr edit ${id} --space ${space} --page ${page.id} --file ${file}`);
    }
    await platform.json(`cr merge ${id} --space ${space}`);
    cpSync(earlier, wanted, { recursive: true });
    await platform.json(`backup create ${wanted} --space ${space}`);
    const requests = platform.asked().length;
    const manifest = readFileSync(join(earlier, "manifest.json"), "utf8");
    let deaths = 0;
    const hurt = countFaults();
    for (let at = 1; at <= requests; at += strideOfBackup) {
      const way = ways[deaths % ways.length] ?? "kill";
      const folder = join(temporaryFolder(), "backup");
      cpSync(earlier, folder, { recursive: true });
      const line = `backup create ${folder} --space ${space}`;
      await die(platform, line, at, way);
      expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe(manifest);
      expect(hurt.add((await platform.run(`backup verify ${folder}`)).code)).toBe(0);
      await platform.json(line);
      expect(getContent(folder)).toEqual(getContent(wanted));
      expect(readdirSync(join(folder, "..")), "nothing is left beside it").toEqual(["backup"]);
      deaths++;
    }
    const earlierOnes = `${hurt.total()} earlier ones were hurt`;
    report("B4", `${deaths} backups died at ${requests} requests, ${earlierOnes}`);
  },
  36_000_000,
);

slowTest(
  "a restore killed at any request and repeated has the same result",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    await platform.json(`backup create ${folder}`);
    const lineTo = (organization: string) =>
      `backup restore ${folder} --to ${organization} --space user-guide --space javascript-client`;
    const restored = async (organization: string) => {
      const back = join(temporaryFolder(), "back");
      await platform.json(`backup create ${back} --org ${organization}`);
      const collections = await platform.json<Titled[]>(
        `collection list --org ${organization} --all`,
      );
      return {
        content: getContent(back),
        collections: collections.map(({ title }) => title).toSorted(),
      };
    };
    const first = await platform.newOrganization();
    expect((await platform.run(lineTo(first))).code).toBe(0);
    const requests = platform.asked().length;
    // A resource created by the first write is identified only by its mark.
    const firstChange = platform.asked().findIndex((request) => !request.startsWith("GET ")) + 1;
    const wanted = await restored(first);
    const deaths: [at: number, way: (typeof ways)[number]][] = [[firstChange, "after"]];
    for (let at = 2; at <= requests; at += strideOfRestore) {
      deaths.push([at, ways[deaths.length % ways.length] ?? "kill"]);
    }
    const different = countFaults();
    for (const [at, way] of deaths) {
      const organization = await platform.newOrganization();
      await die(platform, lineTo(organization), at, way);
      const { code, stderr } = await platform.run(lineTo(organization));
      expect([at, way, code], stderr).toEqual([at, way, 0]);
      const end = await restored(organization);
      different.add(!isDeepStrictEqual(end, wanted));
      expect(end, `${way} at ${at}`).toEqual(wanted);
      expect(readdirSync(join(folder, "..")), "no journal").toEqual(["backup"]);
    }
    const others = `${different.total()} ended otherwise`;
    report("B4", `${deaths.length} restores died at ${requests} requests, ${others}`);
  },
  36_000_000,
);
