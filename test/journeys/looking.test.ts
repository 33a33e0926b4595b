/** A session of reading the sample workspace, with the built program. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { slowTest } from "../support/generators/amount.ts";
import { openProgram } from "./program.ts";

slowTest("items that need attention are listed, shown, applied as a patch and merged", async () => {
  const { run, ok, home } = await openProgram("in process");
  await ok("local seed");
  const tree = (await ok("tree")).split("\n").map((row) => row.split("\t"));
  const guide = tree.find(([, title]) => title?.endsWith(" User guide"));
  expect(guide?.at(-1)).toBe("/Product documentation/User guide");
  await ok(`config set space ${guide?.[0]}`);

  await ok('cr create --subject "Clearer words"');
  const [{ number }] = JSON.parse(await ok("cr list --status draft --json number"));
  const { stdout: text } = await run("page get --path storage --format markdown");
  mkdirSync(join(home, "pages"));
  writeFileSync(join(home, "pages", "storage.md"), text);
  writeFileSync(join(home, "new.md"), text.replace("Signals", "Measurements"));
  await ok(`cr edit ${number} --page storage --file new.md`);
  await ok(`cr update ${number} --status open`);
  const status = JSON.parse(await ok("status --json"));
  expect(status.changeRequests).toMatchObject([{ number, says: "open, not reviewed" }]);
  expect((await run("status --fail")).code).toBe(10);

  writeFileSync(join(home, "changes.patch"), (await run(`cr diff ${number}`)).stdout);
  const git = spawnSync("git", ["apply", "--verbose", "../changes.patch"], {
    cwd: join(home, "pages"),
    encoding: "utf8",
  });
  expect([git.status, git.stderr]).toEqual([0, expect.stringContaining("storage.md cleanly")]);
  expect(JSON.parse(await ok(`cr view ${number} --json`))).toMatchObject({
    pages: [{ path: "storage", changes: ["edited"] }],
    conflicts: [],
  });
  await ok(`cr merge ${number}`);
  expect(JSON.parse(await ok("status --json")).changeRequests).toEqual([]);
});
