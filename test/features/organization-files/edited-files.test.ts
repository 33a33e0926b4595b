/** After an apply, the plan is empty, whatever changed in the files and on the platform before. */
import fc from "fast-check";
import { expect } from "vitest";
import { amount, report, slowTest } from "../../support/generators/amount.ts";
import {
  buildFiles,
  editFiles,
  editPlatform,
  forgetFormerMembers,
  listSpaces,
  removeMovedKeys,
  rounds,
  writeFiles,
} from "../../support/generators/edited-files.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const numRuns = amount({ short: 2, full: 400 });
const prune = ["--prune", "--max-deletes", "100%"];

slowTest(
  "plan, apply and plan of generated organizations end with an empty plan",
  async () => {
    const counts = { applies: 0, edits: 0 };
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const at = await openFolder();
        try {
          const files = buildFiles();
          const apply = async () => {
            writeFiles(at, files);
            await forgetFormerMembers(at);
            // With --prune, removing one key and adding another needs "moved", so the additions come first.
            for (const flags of [[], prune]) {
              const applied = await at.run(["apply", at.folder, "--yes", ...flags]);
              expect(applied.code, applied.stderr + applied.stdout).toBe(0);
            }
            const planned = await at.run(["plan", at.folder, ...prune, "--fail", "--json"]);
            expect([planned.code, planned.stdout.trim()], planned.stderr).toEqual([0, "[]"]);
            expect((await at.run(["drift", at.folder])).code).toBe(0);
            const titles = listSpaces(files).map(({ one }) => one.title);
            expect((await at.spaces()).map(({ title }) => title).toSorted()).toEqual(
              titles.toSorted(),
            );
            counts.applies++;
          };
          await apply();
          for (const { files: edits, platform } of all) {
            for (const edit of edits) editFiles(files, edit);
            for (const edit of platform) await editPlatform(at, edit);
            counts.edits += edits.length + platform.length;
            await apply();
            removeMovedKeys(files);
          }
        } finally {
          await at.workspace.service.close();
        }
      }),
      { numRuns, seed: 41_000 },
    );
    report(
      "organization files",
      `${numRuns} organizations, ${counts.applies} applies, ${counts.edits} edits`,
    );
  },
  36_000_000,
);
