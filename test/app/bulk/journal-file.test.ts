import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resumeJournal } from "../../../src/app/bulk/journal.ts";
import { UsageError } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { openMany } from "./many.ts";

/** The open files of this process. */
function openFiles(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === "linux")(
  "a file that is not a journal is closed again",
  async () => {
    const path = join(temporaryFolder(), "notes.ndjson");
    writeFileSync(path, '{"a":1}\n');
    await expect(resumeJournal(path)).rejects.toThrow(UsageError);
    expect(openFiles()).not.toContain(path);
  },
);

test("--journal is accepted with --resume only for the same journal", async () => {
  const statuses = [409, 200, 200];
  const server = await serve((_seen, response) => {
    const status = statuses.shift() ?? 200;
    answerJson(response, status, status === 200 ? { id: "S", title: "A" } : {});
  });
  const { run } = openMany(server.url);
  const path = join(temporaryFolder(), "a journal.ndjson");
  const stdin = "title\nA\nB\n";
  const line = ["space", "create", "--from", "-", "--concurrency", "1", "--journal", path];
  const first = await run(line, { stdin });
  expect(first.stderr).toContain(`--resume '${path}'`);
  const other = await run([...line, "--resume", `${path}2`], { stdin });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("different journals")]);
  expect((await run([...line, "--resume", path], { stdin })).code).toBe(0);
});
