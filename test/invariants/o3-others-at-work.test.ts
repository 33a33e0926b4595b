/**
 * Changes that another user completes before a resource is read again are kept, and other steps
 * continue.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as space from "../../src/contract/space.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { makeFileOrganization } from "../support/organizations/file-organization.ts";
import { openOn } from "../support/platforms/access-platform.ts";

const schedules = amount({ short: 1, all: 4, full: 200 });

test("changes by another writer before the second read are kept and reported", async () => {
  const workspace = await openOn(undefined);
  const found = { kept: 0, late: 0, after: 0 };
  const overwritten = countFaults();
  for (let at = 0; at < schedules; at++) {
    const seed = 93_000 + at;
    const random = randomFrom(seed);
    const { run, admin, made, count } = await makeFileOrganization(workspace, seed % 5);
    const folder = join(temporaryFolder(), "acme");
    expect((await run(["export", folder])).code).toBe(0);
    const file = join(folder, "content.yaml");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/emoji: .*/g, "emoji: 🦊"));
    const planned = await run(["plan", folder, "--json", "address,id"]);
    const all: { id: string }[] = JSON.parse(planned.stdout);
    const total = 2 * all.length;
    const reads = count();

    const { id: spaceId } = random.pick(all);
    const turn = reads + random.below(total) + 1;
    const emoji = "🐙";
    let number = 0;
    let [isRead, isWritten, isInWindow] = [false, false, false];
    const ran = await run(["apply", folder, "--yes"], undefined, async (what) => {
      number++;
      const isItself = what.endsWith(`/spaces/${spaceId}`);
      if (number === turn) isInWindow = isRead && !isWritten;
      isRead ||= isItself;
      isWritten ||= isItself && what.startsWith("PATCH");
      if (number !== turn) return undefined;
      await workspace.ok(admin, space.update, { spaceId, emoji });
      return undefined;
    });
    const say = `seed ${seed}: ${ran.stderr}`;
    const now = await workspace.ok(admin, space.get, { spaceId });
    // Changes between the read and the write are not protected, as docs/organization-files.md
    // states.
    if (isInWindow) {
      found.late++;
      continue;
    }
    overwritten.add(now.emoji !== emoji);
    expect(now.emoji, say).toBe(emoji);
    const others = made.model.spaces.filter(({ id }) => all.some((one) => one.id === id));
    for (const { id } of others) {
      if (id === spaceId) continue;
      expect((await workspace.ok(admin, space.get, { spaceId: id })).emoji, say).toBe("🦊");
    }
    if (ran.code === 0) found.after++;
    else {
      expect([ran.code, ran.stdout], say).toEqual([6, expect.stringContaining("conflict")]);
      found.kept++;
    }
  }
  expect(found.kept).toBeGreaterThan(0);
  report(
    "O3",
    `${schedules} schedules: ${found.kept} told and kept, ${found.after} after the write, ${found.late} in the stated window, ${overwritten.total()} overwritten`,
  );
}, 7_200_000);
