/** Lock files of this and of other versions. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const name = "tome.lock.json";

async function openApplied() {
  const at = await openFolder();
  at.write("content.yaml", "spaces:\n  notes: { title: Notes }\n");
  const { code, stderr } = await at.run(["apply", at.folder, "--yes"]);
  expect(code, stderr).toBe(0);
  const file = join(at.folder, name);
  const change = (changes: object) =>
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changes }));
  return { ...at, change };
}

test.each(sample([0, 2, 1.5, "1", null, undefined, true], 2))(
  "a lock of the version %j is refused, and nothing is changed",
  async (version) => {
    const { run, folder, change, spaces } = await openApplied();
    change({ version });
    for (const command of [
      ["plan", folder],
      ["apply", folder, "--yes"],
      ["drift", folder],
    ]) {
      const { code, stderr } = await run(command);
      expect([code, stderr]).toEqual([2, expect.stringContaining("incompatible version")]);
    }
    expect((await spaces()).map(({ title }) => title)).toEqual(["Notes"]);
  },
);

slowTest("a lock of this version is read", async () => {
  const { run, folder, change } = await openApplied();
  change({ version: 1 });
  const { code, stderr } = await run(["plan", folder]);
  expect(code, stderr).toBe(0);
});
