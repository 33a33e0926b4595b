/** `tome drift` names the changes, and sends only GET requests. */
import { join } from "node:path";
import { expect, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import * as site from "../../src/contract/site.ts";
import * as space from "../../src/contract/space.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { makeFileOrganization } from "../support/organizations/file-organization.ts";
import { openOn } from "../support/platforms/access-platform.ts";

const organizations = amount({ short: 1, all: 2, full: 200 });

test("drift reports every change and nothing else with GET requests only", async () => {
  const workspace = await openOn(undefined);
  let changes = 0;
  const written = countFaults();
  for (let at = 0; at < organizations; at++) {
    const seed = 94_000 + at;
    const random = randomFrom(seed);
    const { run, writes, organizationId, admin, made } = await makeFileOrganization(
      workspace,
      seed,
    );
    const folder = join(temporaryFolder(), "acme");
    expect((await run(["export", folder, "--with", "grants"])).code).toBe(0);
    const onlyReads = (what: string) => (what.startsWith("GET ") ? undefined : 403);
    const drift = async (...more: string[]) => {
      const words = ["drift", folder, "--json", "id,field", ...more];
      const { code, stdout, stderr } = await run(words, undefined, onlyReads);
      expect(written.add(writes()), `seed ${seed}: ${stderr}`).toEqual([]);
      return { code, rows: JSON.parse(stdout) as { id: string; field: string }[] };
    };
    expect(await drift(), `seed ${seed}`).toEqual({ code: 0, rows: [] });

    const expected = new Set<string>();
    const { collections, spaces, sites } = made.model;
    const changed = async (id: string, field: string, change: () => Promise<unknown>) => {
      await change();
      expected.add(`${id} ${field}`);
      changes++;
    };
    const title = `Other ${seed}`;
    for (const { id } of spaces.filter(() => random.chance(0.3))) {
      await changed(id, "title", () => workspace.ok(admin, space.update, { spaceId: id, title }));
    }
    for (const { id } of collections.filter(() => random.chance(0.3))) {
      const asked = { collectionId: id, title };
      await changed(id, "title", () => workspace.ok(admin, collection.update, asked));
    }
    for (const { id } of sites) {
      const asked = { organizationId, siteId: id, basename: `other-${id.toLowerCase()}` };
      await changed(id, "basename", () => workspace.ok(admin, site.update, asked));
    }
    const { code, rows } = await drift();
    const named = new Set(rows.map(({ id, field }) => `${id} ${field}`));
    expect([code, named], `seed ${seed}`).toEqual([10, expected]);
    const ignored = await drift("--ignore", "{spaces,collections,sites}/**");
    expect(ignored, `seed ${seed}`).toEqual({ code: 0, rows: [] });
  }
  const others = `${written.total()} requests but GET`;
  report("O4", `${organizations} organizations, ${changes} changes named, ${others}`);
}, 7_200_000);
