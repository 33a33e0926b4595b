import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const env = { TOME_PROFILE: "local" };

/** A folder of documentation that is not a repository. */
function createFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "docs", "guide"), { recursive: true });
  const files = {
    "README.md": "# Home\n\nSee [the guide](guide/start.md).\n",
    "SUMMARY.md": "* [Home](README.md)\n* [Start](guide/start.md)\n",
    "guide/start.md": "# Start\n\nText.\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "docs", name), text);
  return folder;
}

slowTest(
  "space create --from-folder imports the files of a folder that is not a repository",
  async () => {
    const tome = openTome();
    const folder = createFolder();
    const done = await tome("space create --title Handbook --from-folder docs", {
      env,
      cwd: folder,
    });
    expect([done.code, done.stderr]).toEqual([
      0,
      expect.stringMatching(
        /Created the space "Handbook" \(\w+\)\. Completed the import .*2 pages added/,
      ),
    ]);
    const pages = await tome("page list --space Handbook", { env });
    expect([pages.code, pages.stdout]).toEqual([0, expect.stringMatching(/Home[\s\S]*Start/)]);
  },
);

slowTest("later Git commands read the folder again, or name the command to use", async () => {
  const tome = openTome();
  const cwd = createFolder();
  const run = (line: string) => tome(line, { env, cwd });
  await run("space create --title Handbook --from-folder docs");
  writeFileSync(join(cwd, "docs", "third.md"), "# Third\n");
  writeFileSync(join(cwd, "docs", "SUMMARY.md"), "* [Home](README.md)\n* [Third](third.md)\n");
  const status = await run("git status Handbook --json connection,state");
  expect(JSON.parse(status.stdout)).toEqual({ connection: "none", state: "success" });
  const plan = await run("git plan --space Handbook --json pages");
  expect([plan.code, plan.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const sync = await run("git sync Handbook");
  expect([sync.code, sync.stderr]).toEqual([
    2,
    expect.stringMatching(/without a connection.*\n.*tome git import --space Handbook/),
  ]);
  const dry = await run("git import --space Handbook --dry-run");
  expect([dry.code, JSON.parse(dry.stdout).method]).toEqual([0, "POST"]);
  expect((await run("page list --space Handbook")).stdout).not.toContain("Third");
  const imported = await run("git import --space Handbook");
  // The home page has a link to the removed page.
  expect([imported.code, imported.stderr]).toEqual([
    0,
    expect.stringContaining("1 page added, 1 changed, 1 removed"),
  ]);
  const exported = await run("git export --space Handbook");
  expect([exported.code, exported.stderr]).toEqual([
    2,
    expect.stringMatching(/is not a Git repository.*\n.*tome git connect Handbook --repo/),
  ]);
  rmSync(join(cwd, "docs"), { recursive: true });
  expect((await run("git import --space Handbook")).stderr).toContain("docs");
});

slowTest("a folder that cannot be imported leaves no space", async () => {
  const tome = openTome();
  const folder = createFolder();
  const missing = await tome("space create --title Handbook --from-folder nope", {
    env,
    cwd: folder,
  });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("is not a folder")]);
  writeFileSync(join(folder, "docs", ".gitbook.yaml"), "root: ../../..\n");
  const refused = await tome("space create --title Handbook --from-folder docs", {
    env,
    cwd: folder,
  });
  expect(refused.code).toBe(1);
  expect((await tome("space list --json title", { env })).stdout).not.toContain("Handbook");
});

test("a dry run describes the space and creates none", async () => {
  const tome = openTome();
  const folder = createFolder();
  const line = "space create --title Handbook --from-folder docs --dry-run";
  const dry = await tome(line, { env, cwd: folder });
  expect([dry.code, JSON.parse(dry.stdout).body]).toEqual([0, { title: "Handbook" }]);
  expect((await tome("space list --json title", { env })).stdout).not.toContain("Handbook");
});
