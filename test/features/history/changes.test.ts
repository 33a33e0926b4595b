import { describe, expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";

const screen = { screen: true } as const;

describe("old and new values", () => {
  slowTest("history list and show print them on a terminal, and undo names both", async () => {
    const { run, ok, make, rows } = openWithHistory();
    const space = await make("space create --title Guide");
    await ok(`space update ${space} --title Handbook --edit-mode locked`);
    const [{ entry }] = await rows();
    const change = 'title "Guide" → "Handbook", editMode "live" → "locked"';
    const list = await run("history list --limit 1", {}, screen);
    expect(list.stdout).toContain('title "Gui');
    expect((await run(`history show ${entry}`, {}, screen)).stdout).toContain(change);
    expect(await ok(`history show ${entry}`)).not.toContain("→");
    const undone = await ok("undo --yes");
    expect(undone).toContain('back to title "Guide" (from "Handbook")');
    expect(undone).toContain('editMode "live" (from "locked")');
  });

  test("on a terminal, undo prints a complete sentence for each entry", async () => {
    const { run, ok, make } = openWithHistory();
    const space = await make("space create --title Guide");
    await ok(`space update ${space} --title ${"Handbook-".repeat(5)}`);
    const { stdout } = await run("undo --yes", { NO_COLOR: "1" }, screen);
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain(
      `by this change: set space ${space} "Guide" back to title "Guide" (from "Hand`,
    );
    expect(text).not.toContain("undo …");
  });

  slowTest(
    "rows without a title name the target, so that no row begins with blank space",
    async () => {
      const { run, ok, make } = openWithHistory();
      const space = await make("space create --title Guide");
      await ok(`comment create --space ${space} --body Hello`);
      const { stdout } = await run("history list", { NO_COLOR: "1" }, screen);
      expect(stdout).toContain(space);
      expect(
        stdout.split("\n").filter((line) => /^ /.test(line) && line.includes("comment")),
      ).toEqual([]);
    },
  );
});

describe("undo of a created resource that names another one", () => {
  slowTest("changes of the other resource do not prevent it", async () => {
    const { ok, make } = openWithHistory();
    const space = await make("space create --title Guide");
    const site = await make("site create --title Docs");
    await ok(`site space add ${space} --site ${site}`);
    const [{ entry }] = JSON.parse(await ok("history list --json entry --limit 1"));
    await ok(`comment create --space ${space} --body Unrelated`);
    await ok(`space update ${space} --title Renamed`);
    expect(await ok(`undo ${entry} --yes`)).toContain("undone");
  });

  slowTest("a change of the site space itself still prevents it", async () => {
    const { run, ok, make } = openWithHistory();
    const space = await make("space create --title Guide");
    const site = await make("site create --title Docs");
    const siteSpace = await make(`site space add ${space} --site ${site}`);
    const [{ entry }] = JSON.parse(await ok("history list --json entry --limit 1"));
    await ok(`site space update ${siteSpace} --path other --site ${site}`);
    const { code, stderr } = await run(`undo ${entry} --yes`);
    expect([code, stderr]).toEqual([6, expect.stringContaining("has changed since: path")]);
  });
});

slowTest("a plan of a Git sync is not a write", async () => {
  const { run, make, rows } = openWithHistory();
  const space = await make("space create --title Guide");
  const before = (await rows()).length;
  await run(`git plan --space ${space} --url https://git.example/x.git --ref main --wait-limit 1`);
  await run("org ping");
  expect(await rows()).toHaveLength(before);
});

describe("refusals", () => {
  slowTest("undo --force asks before the first request, not after some of them", async () => {
    const { run, ok, make } = openWithHistory();
    const first = await make("space create --title One");
    await ok(`space update ${first} --title Two`);
    const [, { entry }] = JSON.parse(await ok("history list --json entry"));
    await make("space create --title Three");
    const before = await ok("space list --json title");
    for (const line of [`undo ${entry} --force`, "undo --last 3 --force"]) {
      const { code, stderr } = await run(line);
      if (code === 0) continue;
      expect(stderr).toContain("requires --yes when not running interactively");
      expect(await ok("space list --json title")).toBe(before);
    }
  });

  test("an entry of other data names the setting that selects it, not the current profile", async () => {
    const { run, make, rows } = openWithHistory();
    await make("space create --title Guide");
    const [{ entry }] = await rows();
    const { code, stderr } = await run(`undo ${entry} --yes`, {
      TOME_DATA_DIR: "/nonexistent/data",
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/hint: Run the same command again with TOME_DATA_DIR=\S+\n/);
    expect(stderr).not.toContain("--profile local");
  });
});
