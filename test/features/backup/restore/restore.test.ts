/** The choice of spaces of a restore. */
import { join } from "node:path";
import { expect } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openBackupPlatform } from "../../../support/platforms/backup-platform.ts";

slowTest(
  "spaces are chosen by key, id or title, and an unknown one is refused before any request",
  async () => {
    const { run, json, asked } = await openBackupPlatform();
    const notes = await json<{ id: string }>("space create --title Notes");
    const guides = await json<{ id: string }>("space create --title Guides");
    const folder = join(temporaryFolder(), "backup");
    await json(`backup create ${folder} --space ${notes.id} --space ${guides.id}`);
    const planned = async (flags: string) => {
      const { code, stdout, stderr } = await run(
        `backup restore ${folder} --dry-run --json ${flags}`,
      );
      expect(code, stderr).toBe(0);
      return ["Notes", "Guides"].filter((title) => {
        const { id } = title === "Notes" ? notes : guides;
        return stdout.includes(id);
      });
    };
    for (const name of ["notes", "Notes", notes.id]) {
      expect(await planned(`--space ${name}`), name).toEqual(["Notes"]);
    }
    expect(await planned("--space notes --space Guides")).toEqual(["Notes", "Guides"]);
    expect(await planned("")).toEqual(["Notes", "Guides"]);
    for (const flags of ["--space Other", "--space notes --space Other"]) {
      const { code, stderr } = await run(`backup restore ${folder} --yes ${flags}`);
      expect(code).toBe(2);
      expect(stderr).toContain(`No space Other found in ${folder}. Available spaces: `);
      expect(stderr).toMatch(/: (guides, notes|notes, guides)\.$/m);
      expect(asked()).toEqual([]);
    }
  },
);
