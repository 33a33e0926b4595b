/**
 * An organization as files: exported and applied to an empty organization, it is exported
 * identically.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  forgetOrganization,
  makeEmptyOrganization,
  makeFileOrganization,
  valuesIn,
} from "../support/organizations/file-organization.ts";
import { openOn } from "../support/platforms/access-platform.ts";
import { onBoth } from "../support/platforms/postgres/on-both.ts";

const organizations = amount({ short: 1, full: 500 });
const seed = 91_000;
/** The number of resources of each kind, and of random changes. */
const counts = {
  collections: amount({ short: 2, full: 4 }),
  spaces: amount({ short: 4, full: 7 }),
  sites: amount({ short: 1, full: 2 }),
  teams: amount({ short: 2, full: 3 }),
  changes: 6,
};

test.each(onBoth)(
  "an exported organization applied to an empty one is exported identically, and a second apply sends nothing, on %s",
  async (name, database) => {
    const workspace = await openOn(database);
    const found = { organizations: 0, files: 0, writes: 0 };
    const repeated = countFaults();
    for (let at = 0; at < organizations; at++) {
      const say = `seed ${seed + at}`;
      const from = await makeFileOrganization(workspace, seed + at, counts);
      const folder = join(temporaryFolder(), "acme");
      const exported = await from.run(["export", folder, "--with", "grants"]);
      expect([exported.code, exported.stderr], say).toEqual([
        0,
        expect.stringContaining("Exported"),
      ]);
      expect((await from.run(["plan", folder, "--fail"])).code, say).toBe(0);
      const before = valuesIn(folder);

      forgetOrganization(folder);
      const to = await makeEmptyOrganization(workspace, from.admin);
      const applied = await to.run(["apply", folder, "--yes"]);
      expect(applied.code, `${say}: ${applied.stderr}${applied.stdout}`).toBe(0);
      found.writes += to.writes().length;
      const planned = await to.run(["plan", folder, "--fail", "--json"]);
      expect([planned.code, planned.stdout.trim()], say).toEqual([0, "[]"]);
      const second = await to.run(["apply", folder, "--yes"]);
      expect([second.code, repeated.add(to.writes())], say).toEqual([0, []]);
      expect((await to.run(["drift", folder])).code, say).toBe(0);

      await workspace.service.jobs.finish();
      const again = join(temporaryFolder(), "again");
      expect((await to.run(["export", again, "--with", "grants"])).code, say).toBe(0);
      expect(valuesIn(again), say).toEqual(before);
      found.files += Object.keys(before).length;
      found.organizations++;
    }
    report(
      "O1",
      `${name}: ${found.organizations} organizations, ${found.files} files equal after ${found.writes} writes, ${repeated.total()} writes by a second apply`,
    );
  },
  36_000_000,
);
