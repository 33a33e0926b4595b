import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resumeJournal } from "../../../src/app/bulk/journal.ts";
import { UsageError } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** The files that this process has open. */
function openFiles(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === "linux")("What is no journal is closed again", async () => {
  const path = join(temporaryFolder(), "notes.ndjson");
  writeFileSync(path, '{"a":1}\n');
  await expect(resumeJournal(path)).rejects.toThrow(UsageError);
  expect(openFiles()).not.toContain(path);
});
