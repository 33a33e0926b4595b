import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

async function startWithComments() {
  const tome = openTome();
  const run = (line: string) => tome(`${line} --local`);
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout.trim();
  };
  const ids: string[] = [];
  for (const title of ["Guide", "Runbook", "Empty"]) await ok(`space create --title ${title}`);
  for (const [space, body] of [
    ["Guide", "First"],
    ["Runbook", "Second"],
    ["Guide", "Third"],
  ]) {
    ids.push(await ok(`comment create --space ${space} --body ${body} --format id`));
  }
  return { run, ok, ids };
}

slowTest("comment list without a space lists the comments of all spaces", async () => {
  const { run, ok, ids } = await startWithComments();
  const newest = await ok("comment list --format id");
  expect(newest.split("\n")).toEqual(ids.toReversed());
  expect((await ok("comment list --order asc --limit 2 --format id")).split("\n")).toEqual(
    ids.slice(0, 2),
  );
  await ok(`comment update ${ids[1]} --space Runbook --resolve`);
  expect(await ok("comment list --status resolved --format id")).toBe(ids[1]);
  const screen = await run("comment list --status resolved --format table --columns space,body");
  expect(screen.stdout).toContain("Second");
});

test("--org-wide takes precedence over the space of the settings", async () => {
  const { run, ok, ids } = await startWithComments();
  await ok("config set space Runbook");
  expect(await ok("comment list --format id")).toBe(ids[1]);
  expect((await ok("comment list --org-wide --format id")).split("\n")).toHaveLength(3);
  for (const [flags, said] of [
    ["--org-wide --page-size 2", "--page-size cannot be used here"],
    ["--space Guide --org x", "--org cannot be combined with --space."],
    ["--org-wide --target-page x", "--target-page cannot be combined with"],
  ]) {
    const { code, stderr } = await run(`comment list ${flags}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(String(said))]);
  }
});
