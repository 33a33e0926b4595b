/** Only managed resources are deleted, only on request, and only up to a limit. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import * as space from "../../src/contract/space.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  makeEmptyOrganization,
  makeFileOrganization,
} from "../support/organizations/file-organization.ts";
import { openOn } from "../support/platforms/access-platform.ts";

const organizations = amount({ short: 1, full: 100 });

interface Content {
  spaces?: Record<string, { title?: string; protect?: boolean; moved?: string }> | null;
}

function change(file: string, by: (content: Content) => void): void {
  const content: Content = parse(readFileSync(file, "utf8")) ?? {};
  by(content);
  writeFileSync(file, stringify(content));
}

slowTest("an empty folder and empty files delete nothing", async () => {
  const workspace = await openOn(undefined);
  for (let at = 0; at < organizations; at++) {
    const { run, writes } = await makeFileOrganization(workspace, 95_000 + at);
    const folder = join(temporaryFolder(), "acme");
    mkdirSync(folder);
    for (const line of [
      ["plan", folder],
      ["apply", folder, "--prune", "--yes"],
    ]) {
      const { code, stderr } = await run(line);
      expect([code, writes()], stderr).toEqual([2, []]);
    }
    expect((await run(["export", folder, "--force"])).code).toBe(0);
    for (const name of ["org.yaml", "content.yaml", "people.yaml", "specs.yaml"]) {
      writeFileSync(join(folder, name), "# nothing\n");
    }
    const { code, stderr } = await run(["apply", folder, "--prune", "--yes"]);
    expect([code, writes()], stderr).toEqual([0, []]);
  }
});

slowTest(
  "only resources of the lock file are deleted, only with --prune, and never protected ones",
  async () => {
    const workspace = await openOn(undefined);
    const found = { deleted: 0, kept: 0 };
    for (let at = 0; at < organizations; at++) {
      const random = randomFrom(96_000 + at);
      const { admin } = await makeFileOrganization(workspace, 96_000 + at);
      const { run, organizationId } = await makeEmptyOrganization(workspace, admin);
      const folder = temporaryFolder();
      const file = join(folder, "content.yaml");
      const keys = ["a", "b", "c", "d", "e", "f"];
      const spaces = Object.fromEntries(
        keys.map((key) => [key, { title: `Space ${key}`, protect: random.chance(0.3) }]),
      );
      writeFileSync(file, stringify({ spaces }));
      expect((await run(["apply", folder, "--yes"])).code).toBe(0);
      const stranger = await workspace.ok(admin, space.create, {
        organizationId,
        title: "Space a",
      });
      const gone = keys.filter(() => random.chance(0.5));
      change(file, (content) => {
        for (const key of gone) delete content.spaces?.[key];
        content.spaces ??= {};
      });
      expect((await run(["apply", folder, "--yes"])).code).toBe(0);
      const titles = async () => {
        const { items } = await workspace.ok(admin, space.list, { organizationId, limit: 1000 });
        return items
          .filter(({ deletedAt }) => deletedAt === undefined)
          .map(({ id, title }) => ({ id, title }));
      };
      expect(await titles()).toHaveLength(keys.length + 1);
      expect((await run(["apply", folder, "--prune", "--yes"])).code).toBe(0);
      const left = await titles();
      expect(left.some(({ id }) => id === stranger.id)).toBe(true);
      const expected = keys.filter((key) => !gone.includes(key) || spaces[key]?.protect === true);
      const own = left.filter(({ id }) => id !== stranger.id).map(({ title }) => title);
      expect(own.toSorted()).toEqual(expected.map((key) => `Space ${key}`).toSorted());
      found.deleted += keys.length - expected.length;
      found.kept += left.length;
    }
    report(
      "O5",
      `${found.deleted} things of the lock deleted, ${found.kept} others and protected ones kept`,
    );
  },
);

test("more than 30% of ten or more resources are not deleted, and a changed key needs moved", async () => {
  const workspace = await openOn(undefined);
  const { admin } = await makeFileOrganization(workspace, 97_000);
  const { run, writes } = await makeEmptyOrganization(workspace, admin);
  const folder = temporaryFolder();
  const file = join(folder, "content.yaml");
  const keys = Array.from({ length: 10 }, (_, at) => `s${at}`);
  writeFileSync(
    file,
    stringify({ spaces: Object.fromEntries(keys.map((key) => [key, { title: key }])) }),
  );
  expect((await run(["apply", folder, "--yes"])).code).toBe(0);

  change(file, ({ spaces }) => {
    for (const key of keys.slice(0, 4)) delete spaces?.[key];
  });
  const refused = await run(["apply", folder, "--prune", "--yes"]);
  expect([refused.code, writes()]).toEqual([2, []]);
  expect(refused.stderr).toContain(
    "4 of 10 managed spaces would be deleted, but --max-deletes permits 3",
  );
  const allowed = await run(["apply", folder, "--prune", "--max-deletes", "4", "--yes"]);
  expect([allowed.code, writes().length]).toEqual([0, 4]);

  change(file, (content) => {
    const { s9, ...others } = content.spaces ?? {};
    content.spaces = { ...others, nine: { ...s9 } };
  });
  const renamed = await run(["apply", folder, "--yes"]);
  expect([renamed.code, writes()]).toEqual([2, []]);
  expect(renamed.stderr).toContain('add "moved: s9" to spaces/nine');
  change(file, ({ spaces }) => {
    if (spaces?.nine) spaces.nine.moved = "s9";
  });
  const moved = await run(["apply", folder, "--prune", "--yes"]);
  expect([moved.code, writes()], moved.stderr).toEqual([0, []]);
});
